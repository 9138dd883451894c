import assert from "node:assert/strict";
import { filesHolding } from "../support/filesHolding";
import { forwardTo } from "../support/forwarder";
import { fetchedCsv, sampleSignal } from "../support/sampleSeries";
import { type SampleProgram, startSampleProgram } from "../support/sampleProgram";
import { skipAfterFailure } from "../support/skipAfterFailure";
import { type TestServer, startServer } from "../support/testServer";
import { type TreeView } from "../support/treeView";
import { until } from "../support/until";
import { useEditor } from "../support/useEditor";

// Each test goes on where the one before it ended.
describe("a second service", () => {
  const editor = useEditor();
  skipAfterFailure();
  /** What stands behind the recorder; undefined while it is out of order. */
  let running: SampleProgram | undefined;
  let service: SampleProgram;
  /** The service that the extension sees: it records what passes. */
  let recorder: TestServer;
  const wrongKey = "a-key-that-nobody-has";

  before(async () => {
    service = await startSampleProgram();
    running = service;
    recorder = await startServer(forwardTo(() => running?.url));
  });
  after(async () => {
    await recorder.close();
    await service.stop();
  });

  function signalsView(): Promise<TreeView> {
    return editor.workbench.openView("Macro Signals", "Signals");
  }

  it("is asked for by its base URL, which is judged as it is typed", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Connect to a Service…");
    await quickInput.wait("Connect to a Service (1/3)");
    assert.equal(await quickInput.placeholder(), "https://api.example.com/prefix");
    const problems = [
      ["http://api.example.com", "http is allowed only for this computer"],
      ["ftp://api.example.com", "The URL must begin with https://"],
      ["https://api.example.com/?key=1", "you enter the key in the next step"],
      ["https://me:pw@api.example.com", "you enter the key in the next step"],
      ["api example", "The URL contains a space"],
    ] as const;
    for (const [typed, problem] of problems) {
      await quickInput.type(typed);
      await quickInput.waitForMessage(problem);
      await quickInput.accept();
      assert.match(await quickInput.title(), /\(1\/3\)/);
    }
    await workbench.screenshot("connect-base-url");
    await quickInput.type(recorder.origin);
    await quickInput.waitForMessage("Base URL of the service");
    await quickInput.accept();
    await quickInput.wait("Connect to a Service (2/3)");
    assert.deepEqual(recorder.requests, []);
  });

  it("refuses a wrong key, and what was entered stays", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    assert.equal(await quickInput.kind(), "password");
    await quickInput.type(wrongKey);
    await workbench.screenshot("connect-key");
    await quickInput.accept();
    await quickInput.wait("the service refused the API key");
    assert.equal(
      await quickInput.title(),
      "127.0.0.1: the service refused the API key (401: missing or wrong API key)",
    );
    await workbench.screenshot("connect-refused");
    assert.deepEqual(await quickInput.labels(), [
      "Change Key",
      "Retry",
      "Change Base URL",
      "Diagnose…",
    ]);
    await quickInput.pick("Change Key");
    await quickInput.wait("Connect to a Service (2/3)");
    assert.equal(await quickInput.value(), wrongKey);
  });

  it("is connected with the right key, and the side bar shows it", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await quickInput.type(service.key);
    await quickInput.accept();
    await quickInput.wait("Connect to a Service (3/3)");
    const { host } = new URL(recorder.origin);
    assert.equal(await quickInput.value(), host);
    assert.equal(
      await quickInput.message(),
      `Name for this connection: press Enter to save it or Escape to keep ${host}`,
    );
    await workbench.screenshot("connect-name");
    await quickInput.type("Acme");
    await quickInput.accept();
    await quickInput.waitForClose();
    const words = await workbench.notifications.read("Connected");
    assert.equal(words, "Connected to Acme: 34 signals, 37 markets");
    await workbench.screenshot("connected-words");
    const signals = await signalsView();
    await signals.waitForDescription("Acme");
    await workbench.statusBarItem("Acme · SNAP · latest").waitFor();
    const [first] = await signals.texts();
    assert.equal(first, "Asset Class Trend ASSET v1");
    await workbench.screenshot("connected");
  });

  it("opens a series", async () => {
    const { workbench } = editor;
    const signals = await signalsView();
    await signals.expand("Inflation v2 | INFL");
    await signals.openCsv("Australia");
    await workbench.keepTab("INFL AU.csv");
    const latest = { ...sampleSignal("AU", "SNAP"), asOf: "latest" } as const;
    assert.equal(await workbench.editorText(), await fetchedCsv(service, latest));
  });

  it("is asked anew by Refresh, and open rows stay", async () => {
    const signals = await signalsView();
    const before = await signals.texts();
    const listings = (): number => recorder.requests.filter(isListing).length;
    const count = listings();
    await signals.pressInTitle("Refresh Signals");
    await until("a new listing", () => (listings() > count ? true : undefined));
    await signals.waitForWork();
    assert.deepEqual(await signals.texts(), before);
    assert.equal(listings(), count + 1);
  });

  it("fails in the tab and the row that need it while it is out of order", async () => {
    const { workbench } = editor;
    const signals = await signalsView();
    const before = await signals.texts();
    running = undefined;
    await signals.openCsv("Austria");
    const page = await workbench.webview(".failure strong:text('Could not open INFL AT.csv')");
    assert.match(
      await page.locator(".failure p").innerText(),
      /^Could not open INFL AT\.csv\s+Cannot reach .+ \(connection (?:refused|closed before a response came)\)/,
    );
    const links = await page.getByRole("link").allInnerTexts();
    assert.deepEqual(links, ["Diagnose", "Retry"]);
    // The page says it, and nothing else does.
    assert.equal(await workbench.notifications.shown("cannot reach").count(), 0);
    assert.deepEqual(await signals.texts(), before);
    await signals.expandInVain("Housing");
    const [row = ""] = (await signals.texts()).filter((text) => text.startsWith("Housing"));
    assert.match(
      row,
      /^Housing cannot reach .+ \(connection (?:refused|closed before a response came)\)/,
    );
    await workbench.screenshot("failed-row");
    await workbench.tab("INFL AU.csv").click();
    const [header] = await workbench.visibleLines();
    assert.equal(header, "Date,Level,Momentum,Aggregate");
  });

  it("recovers a row by its own action, and then the tab by itself", async () => {
    const { workbench } = editor;
    const signals = await signalsView();
    running = service;
    await signals.pressInline("Housing", "Retry");
    await signals.waitForOpened("Housing");
    await workbench.tab("INFL AT.csv").click();
    const [header] = await workbench.visibleLines();
    assert.equal(header, "Date,Level,Momentum,Aggregate");
  });

  it("never sees the key but in its header (SEC-09)", () => {
    const { session } = editor;
    const served = recorder.requests;
    assert.ok(served.length > 5, `${served.length} requests`);
    const keys = new Set(served.map(({ headers }) => headers["x-api-key"]));
    assert.deepEqual(keys, new Set([wrongKey, service.key]));
    const elsewhere = served.flatMap(({ target, headers }) => [
      target,
      ...Object.entries(headers)
        .filter(([name]) => name !== "x-api-key")
        .flat(),
    ]);
    const lines = [...elsewhere, ...session.requests].join("\n");
    assert.ok(!lines.includes(service.key), lines);
    assert.ok(!lines.includes(wrongKey), lines);
  });

  it("leaves its key in no file (SEC-10)", async () => {
    const { session, workbench } = editor;
    // What a browser holds back is written when it ends.
    await workbench.page.context().close();
    const written = await filesHolding(session.root, recorder.origin);
    // What is kept is found: the base URL in the settings, and the secrets, encrypted, in the browser.
    assert.ok(written.includes("profile/user-data/User/settings.json"), written.join());
    const secrets = await filesHolding(session.root, "secrets.provider");
    assert.ok(
      secrets.some((file) => file.startsWith("computer-0/")),
      secrets.join(),
    );
    assert.deepEqual(await filesHolding(session.root, service.key), []);
    assert.deepEqual(await filesHolding(session.root, wrongKey), []);
  });
});

function isListing({ target }: { readonly target: string }): boolean {
  return target === "/api/v3/signal/";
}
