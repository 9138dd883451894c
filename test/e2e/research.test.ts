import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { keepInThemes } from "../support/colourThemes";
import { filesHolding } from "../support/filesHolding";
import { forwardTo } from "../support/forwarder";
import { NotebookPage } from "../support/notebookPage";
import { type SampleProgram, startSampleProgram } from "../support/sampleProgram";
import { skipAfterFailure } from "../support/skipAfterFailure";
import { type TestServer, startServer } from "../support/testServer";
import { type TreeView } from "../support/treeView";
import { until } from "../support/until";
import { useEditor } from "../support/useEditor";
import { writeNotebook } from "../support/writtenNotebook";

const oldFile = "data/INFL-v2_country_iso-DE_SNAP_asof-20240628.csv";

// Each test goes on where the one before it ended.
describe("research with a service of one's own", () => {
  const editor = useEditor({ settings: {} });
  skipAfterFailure();
  const key = "canary-of-research-5d41";
  const wrongKey = "a-key-that-nobody-has";
  /** What stands behind the recorder; undefined while it is out of order. */
  let running: SampleProgram | undefined;
  let service: SampleProgram;
  /** The service that the extension sees: it records what passes. */
  let recorder: TestServer;
  let notebook: NotebookPage;

  before(async () => {
    service = await startSampleProgram({ key });
    running = service;
    recorder = await startServer(forwardTo(() => running?.url));
    const line = `signals/INFL/2/country_iso=DE/SNAP/20240628T235959Z @ ${recorder.origin}`;
    const old = [
      `# macro-signals: ${line}`,
      "import pandas as pd",
      "",
      `infl_v2_de_snap = pd.read_csv("${oldFile}")`,
    ];
    const cells = [old.join("\n"), "x = 1"].map((text) => ({ languageId: "python", text }));
    writeNotebook(path.join(editor.session.folder, "research.ipynb"), cells);
  });
  after(async () => {
    await recorder.close();
    await service.stop();
  });

  function signalsView(): Promise<TreeView> {
    return editor.workbench.openView("Macro Signals", "Signals");
  }

  const dataFiles = (): string[] => readdirSync(path.join(editor.session.folder, "data"));

  it("begins with a line whose service no connection knows", async () => {
    const { workbench } = editor;
    await (await signalsView()).rows().first().waitFor();
    notebook = await NotebookPage.open(workbench, "research.ipynb");
    const cell = notebook.cells("infl_v2_de_snap");
    await notebook.statusItem(cell, `no connection to ${recorder.origin}`).waitFor();
  });

  it("asks for a base URL, which is judged as it is typed", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Connect to a Service…");
    await quickInput.wait("Connect to a Service (1/3)");
    assert.equal(await quickInput.placeholder(), "https://api.example.com/prefix");
    const problems = [
      ["http://api.example.com", "http is allowed only for this computer"],
      ["https://me:pw@api.example.com", "you enter the key in the next step"],
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

  it("refuses a wrong key, and keeps what was entered", async () => {
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

  it("is connected with the right key, as the side bar and the line show", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await quickInput.type(key);
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
    await workbench.notifications.clear();
    const cell = notebook.cells("infl_v2_de_snap");
    await notebook.statusItem(cell, "INFL DE · SNAP · as of 28 Jun 2024").waitFor();
    const signals = await signalsView();
    await signals.waitForDescription("Acme");
    await workbench.statusBarItem("Acme · SNAP · latest").waitFor();
    const [first] = await signals.texts();
    assert.equal(first, "Asset Class Trend ASSET v1");
    await workbench.screenshot("connected");
  });

  it("fails in the tab and the row that need the service while it is out of order, until it is back", async () => {
    const { workbench } = editor;
    const signals = await signalsView();
    await signals.expand("Inflation v2 | INFL");
    await signals.find("Austria");
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
    const failed = (await signals.texts()).filter((text) => text.includes("cannot reach"));
    assert.deepEqual(failed, []);
    await signals.expandInVain("Housing");
    const [row = ""] = (await signals.texts()).filter((text) => text.startsWith("Housing"));
    assert.match(
      row,
      /^Housing cannot reach .+ \(connection (?:refused|closed before a response came)\)/,
    );
    await workbench.screenshot("failed-row");
    running = service;
    await signals.retry("Housing");
    await signals.pressInTitle("Collapse All");
    const [header] = await workbench.visibleLines();
    assert.equal(header, "Date,Level,Momentum,Aggregate");
    await workbench.runCommand("View: Close Editor");
    await workbench.waitForActiveTab("research.ipynb");
  });

  it("takes a series from a row below the selected cell, as a file beside the notebook", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await notebook.cells("x = 1").locator(".cell-editor-container").click();
    const signals = await signalsView();
    await signals.expand("Inflation v2 | INFL");
    await signals.chooseInMenu("Australia", "Insert Code…");
    await quickInput.wait("SNAP or FIT for Inserted");
    await quickInput.pick("FIT");
    await quickInput.wait("Inflation v2 · Australia · FIT · latest into research.ipynb");
    await workbench.screenshot("notebook-ways");
    await quickInput.pick("Data File and Code");
    const cell = notebook.cells("INFL/2/country_iso=AU/FIT");
    await notebook.statusItem(cell, "INFL AU · FIT · as of").waitFor();
    assert.ok((await notebook.linesOf(cell)).some((line) => line.includes('"data/INFL-v2_')));
    assert.deepEqual(dataFiles().length, 1);
  });

  it("takes the selected rows that are dropped on a cell with Shift, and opens them without", async () => {
    const { workbench } = editor;
    const signals = await signalsView();
    await signals.select("Austria");
    await signals.select("Belgium");
    const onto = notebook.cells("INFL/2/country_iso=AU").locator(".cell-editor-container");
    await notebook.drop(signals, "Austria", onto, { shift: true });
    const cell = notebook.cells("INFL/2/country_iso=AT/FIT");
    await notebook.statusItem(cell, "INFL AT · FIT · as of").waitFor();
    assert.equal(await notebook.cells("INFL/2/country_iso=AU").count(), 1);
    await until("two more files", () => (dataFiles().length === 3 ? true : undefined));
    await workbench.screenshot("notebook-dropped");
    const other = notebook.cells("x = 1").locator(".cell-editor-container");
    await notebook.drop(signals, "Brazil", other, { shift: false });
    await workbench.waitForChart("INFL BR.chart");
    await workbench.runCommand("View: Close Editor");
    await workbench.waitForActiveTab("research.ipynb");
    assert.equal(await notebook.cells("country_iso=BR").count(), 0);
  });

  it("shows what has changed since a line was written, and refreshes it and its path in one edit", async () => {
    const { workbench } = editor;
    const cell = notebook.cells("infl_v2_de_snap");
    await notebook.statusItem(cell, "Show Drift").click();
    const report = await workbench.waitForReport("Drift of INFL DE · SNAP");
    await report
      .locator("p", { hasText: /^Comparing 28 Jun 2024 \(reference line; / })
      .or(report.locator("p", { hasText: /^Comparing 28 Jun 2024 with \d+ \w+ 20/ }))
      .waitFor();
    const summary = report.locator("table").first().locator("tbody tr");
    assert.match(
      (await summary.allInnerTexts()).join("\n"),
      /^Revised\t.*\nAdded\t[1-9].*\nRemoved\t0\t/,
    );
    await workbench.screenshot("notebook-drift");
    await report.getByRole("link", { name: "All changes as CSV" }).click();
    await workbench.waitForActiveTab("Drift of INFL DE - SNAP.csv");
    assert.equal((await workbench.visibleLines())[0], "Date,column,before,after,change");
    await workbench.runCommand("View: Close Editor");
    await workbench.waitForActiveTab("Drift of INFL DE - SNAP.md");
    await workbench.runCommand("View: Close Editor");
    await workbench.waitForActiveTab("research.ipynb");
    await notebook.statusItem(cell, "Refresh").click();
    await notebook.statusItem(cell, /INFL DE · SNAP · as of (?!28 Jun 2024)\d/).waitFor();
    const lines = await notebook.linesOf(cell);
    assert.ok(!lines.some((line) => line.includes(oldFile)), lines.join("\n"));
    assert.ok(dataFiles().some((name) => name.startsWith("INFL-v2_country_iso-DE_SNAP_asof-20")));
  });

  it("takes a whole panel from its chart, as one file with one line", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    const before = dataFiles();
    await notebook.cells("x = 1").locator(".cell-editor-container").click();
    const signals = await signalsView();
    await signals.chooseInMenu("Inflation v2 | INFL", "Open All Variants");
    await workbench.waitForChart("INFL all country_iso.chart");
    await workbench.runCommand("Macro Signals: Insert Code…");
    await quickInput.wait("Inflation v2 · all countries · SNAP · latest into research.ipynb");
    await workbench.screenshot("notebook-panel-ways");
    await quickInput.pick("Data File and Code");
    await workbench.waitForActiveTab("research.ipynb");
    const cell = notebook.cells("country_iso=*");
    await notebook.statusItem(cell, "INFL all countries · SNAP · as of").waitFor();
    await workbench.screenshot("notebook-panel");
    const [added, ...others] = dataFiles().filter((name) => !before.includes(name));
    assert.match(added ?? "", /^INFL-v2_country_iso-all_SNAP_asof-20.*\.parquet$/);
    assert.deepEqual(others, []);
  });

  it("sends a key in its header alone (SEC-09)", () => {
    const { session } = editor;
    const served = recorder.requests;
    assert.ok(served.length > 5, `${served.length} requests`);
    const keys = new Set(served.map(({ headers }) => headers["x-api-key"]));
    assert.deepEqual(keys, new Set([wrongKey, key]));
    const elsewhere = served.flatMap(({ target, headers }) => [
      target,
      ...Object.entries(headers)
        .filter(([name]) => name !== "x-api-key")
        .flat(),
    ]);
    const lines = [...elsewhere, ...session.requests].join("\n");
    assert.ok(!lines.includes(key), lines);
    assert.ok(!lines.includes(wrongKey), lines);
  });

  it("leaves lines in the saved notebook, and a key in no file (SEC-10)", async () => {
    const { session, workbench } = editor;
    await keepInThemes(editor, async (kind) => {
      await notebook.statusItem(notebook.cells("infl_v2_de_snap"), "Show Drift").waitFor();
      await workbench.screenshot(`notebook-${kind}`);
    });
    await notebook.cells("x = 1").locator(".cell-editor-container").click();
    await notebook.save();
    const file = path.join(session.folder, "research.ipynb");
    // The editor empties the file before it writes it, and may have saved by itself before the last edits.
    await until("the saved notebook", () => {
      const saved = readFileSync(file, "utf8");
      const lines = saved.matchAll(/# macro-signals: signals\/INFL\/2\/country_iso=([^/]+)/g);
      const countries = Array.from(lines, ([, each]) => each).join();
      return countries === "DE,*,AU,AT,BE" ? countries : undefined;
    });
    // What a browser holds back is written when it ends.
    await workbench.page.context().close();
    const written = await filesHolding(session.root, recorder.origin);
    // What is kept is found: the base URL in the settings, and the secrets, encrypted, in the browser.
    assert.ok(written.includes("profile/user-data/User/settings.json"), written.join());
    const known = await filesHolding(session.root, "country_iso=AT");
    assert.ok(known.includes(path.join("example", "research.ipynb")), known.join());
    const secrets = await filesHolding(session.root, "secrets.provider");
    assert.ok(
      secrets.some((name) => name.startsWith("computer-0/")),
      secrets.join(),
    );
    assert.deepEqual(await filesHolding(session.root, key), []);
    assert.deepEqual(await filesHolding(session.root, wrongKey), []);
  });
});
