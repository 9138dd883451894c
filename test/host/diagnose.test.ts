import assert from "node:assert/strict";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import MarkdownIt from "markdown-it";
import * as vscode from "vscode";
import { type ApiKey, parseApiKey } from "../../src/service/apiKey";
import { type BaseUrl, parseBaseUrl } from "../../src/service/baseUrl";
import { HttpError, NetworkError, ProxyError } from "../../src/service/errors";
import { Diagnoses } from "../../src/connect/diagnoses";
import { diagnosisReport } from "../../src/connect/diagnosisReport";
import { DiagnosisDocuments } from "../../src/connect/diagnosisDocuments";
import { askVerifiedKey } from "../../src/connect/verifiedKeyFlow";
import { FailureReporter } from "../../src/editor/report/failureReporter";
import { failureText } from "../../src/editor/report/failureText";
import { memento } from "../support/memento";
import { recordingLog } from "../support/recordingLog";
import { TestSecrets } from "../support/secretStorages";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";
import { TestWindow } from "../support/testWindow";
import { until } from "../support/until";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../support/userSettings";
import { thisExtension } from "../support/thisExtension";

const command = "macroSignals.diagnoseConnection";
const canary = "canary-90b1f4";

/** A port where nobody listens. */
const unreachable = "https://127.0.0.1:9";

const ownScheme = "macro-signals-diagnosis";

/** The tabs in which the editor renders a diagnosis. */
function diagnosisTabs(scheme = ownScheme): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(
    ({ input }) => input instanceof vscode.TabInputCustom && input.uri.scheme === scheme,
  );
}

/** The text of the diagnosis that is shown, as soon as it is complete. */
async function finishedText(scheme = ownScheme): Promise<string> {
  const look = (): string | undefined => {
    const [tab] = diagnosisTabs(scheme);
    const { uri } = (tab?.input ?? {}) as Partial<vscode.TabInputCustom>;
    const shown = vscode.workspace.textDocuments.find(
      (document) => document.uri.toString() === String(uri),
    );
    const text = shown?.getText() ?? "";
    return /^## Requests$/m.test(text) && !/^Step \d/m.test(text) ? text : undefined;
  };
  return until("the end of the diagnosis", look, 18_000);
}

/** The checklist without its times: mark, step and result of each line. */
function checklistIn(text: string): string[] {
  return [...text.matchAll(/^\| (.) +\| (.*?) +\| +[\d,]* \| (.*?) +\|$/gm)]
    .map(([, mark = "", step = "", result = ""]) => `${mark} ${step}: ${result}`)
    .map((line) => line.replaceAll("\u00a0", " "));
}

const accept = "workbench.action.acceptSelectedQuickOpenItem";

/** Runs commands of the input that is open; one that does not fit it does nothing. */
async function press(commands: readonly string[]): Promise<void> {
  for (const each of commands) {
    await Promise.allSettled([vscode.commands.executeCommand(each)]);
  }
  await sleep(50);
}

async function setTransport(kind: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration("macroSignals.network")
    .update("transport", kind, vscode.ConfigurationTarget.Global);
}

async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

describe("Diagnose Connection", () => {
  let original: UserSettings;
  let server: TestServer;

  before(async () => {
    original = userSettings();
    server = await startServer((_request, response) => response.end("[]"));
    const remote = { name: "Remote", baseUrl: "https://service.invalid" };
    const acme = { name: "Acme", baseUrl: unreachable };
    await setUserSettings({ connections: { acme, remote }, connection: "sample" });
  });
  afterEach(closeAll);
  after(async () => {
    await restoreUserSettings(original);
    await server.close();
  });

  it("passes every step of the sample data, and says what a support desk asks, in a rendered report", async () => {
    const open = await vscode.workspace.openTextDocument({ content: "what is open" });
    await vscode.window.showTextDocument(open, vscode.ViewColumn.One);
    assert.equal(await vscode.commands.executeCommand(command), undefined);
    const text = await finishedText();
    const { tabs, activeTab, viewColumn } = vscode.window.tabGroups.activeTabGroup;
    assert.equal(vscode.window.tabGroups.all.length, 1);
    assert.deepEqual([tabs.length, viewColumn], [2, vscode.ViewColumn.One]);
    assert.ok(activeTab?.input instanceof vscode.TabInputCustom);
    assert.equal(activeTab.input.viewType, "vscode.markdown.preview.editor");
    assert.deepEqual([activeTab.label, activeTab.isPreview], ["Diagnosis of Sample.md", false]);
    const list = checklistIn(text).map((line) =>
      line.replace(/\d[\d,]*(?= (?:rows|bytes|signals))|\d+ \w{3} \d{4}|(?<=port )\d+/g, "#"),
    );
    const series = "# rows from # to #, # bytes.";
    assert.deepEqual(list, [
      "– Name (DNS): The base URL has an IP address, not a name.",
      "✓ Connection (TCP): Connected to `127.0.0.1`, port #.",
      "– Proxy: No proxy is used for this service.",
      "– TLS: The service is on this computer and uses plain HTTP.",
      "✓ First response: The service responds.",
      "✓ Authentication: The service accepted the API key.",
      "✓ Listing: # signals.",
      `✓ Series as Parquet: ${series}`,
      `✓ Series as CSV: ${series}`,
      `✓ Series as JSON: ${series}`,
      "✓ As-of: The as-of is honored: the series ends on #, not on #.",
      "✓ Clock: The clocks of this computer and the service agree.",
    ]);
    const known = [
      "`macro-signals.macro-signals ",
      vscode.version,
      `Node ${process.versions.node}`,
    ];
    assert.deepEqual(
      known.filter((words) => !text.includes(words)),
      [],
    );
    assert.match(text, /^- Transport: `auto`\n- Used for this service: `undici`$/m);
    assert.match(text, /^- Base URL: `http:\/\/127\.0\.0\.1:\d+`$/m);
    // From the start it lists every step, and nothing moves as they end.
    const lines = text.split("\n");
    const begun = diagnosisReport(
      { name: "Sample", startedMs: 0, isKept: true, facts: [] },
      [],
      false,
    ).split("\n");
    const stepsIn = (table: string[]): string[] =>
      table.slice(4, 18).map((line) => line.split("|")[2]?.trim() ?? "");
    assert.equal(begun[2], "Step 1 of 12…");
    assert.equal(stepsIn(begun)[2], "Name\u00a0(DNS)");
    assert.deepEqual(stepsIn(begun), stepsIn(lines));
    assert.deepEqual(
      [lines[2], lines[18], lines[19]],
      ["All steps that were run passed.", "", "## Versions and settings"],
    );
  });

  it("of a connection by its id says where the way ends, and tries nothing behind it", async () => {
    await vscode.commands.executeCommand(command, "acme");
    const text = await finishedText();
    assert.match(text, /^# Diagnosis of `Acme`$/m);
    assert.match(text, /^Failed: Connection \(TCP\)\.$/m);
    const list = checklistIn(text);
    assert.match(list[1] ?? "", /^✗ Connection \(TCP\): `.*ECONNREFUSED.*`$/);
    const because = ": Not run, because Connection (TCP) failed.";
    assert.equal(list.filter((line) => line.startsWith("– ") && line.endsWith(because)).length, 9);
    // Below the checklist it says what helps, once, and then what is set.
    const blocks = text.trimEnd().split("\n\n");
    assert.match(blocks[1] ?? "", /^Failed: /);
    assert.equal(blocks[3], "## What to do");
    assert.match(blocks[4] ?? "", /^\*\*Connection \(TCP\):\*\* .*firewall/);
    assert.equal(blocks[5], "## Versions and settings");
    assert.match(blocks[6] ?? "", /^- Started: .*\n- Base URL: /);
    assert.equal(blocks.at(-2), "## Requests");
  });

  describe("with a proxy that does not answer", () => {
    before(async () => {
      process.env["HTTPS_PROXY"] = `http://ann:${canary}@127.0.0.1:9`;
      await setTransport("undici");
    });
    after(async () => {
      delete process.env["HTTPS_PROXY"];
      await setTransport(undefined);
    });

    it("blames the proxy and who named it, not the base URL (PROXY-03)", async () => {
      await vscode.commands.executeCommand(command, "remote");
      const text = await finishedText();
      assert.match(text, /^Failed: Connection \(TCP\), Proxy\.$/m);
      assert.match(
        text,
        /^\*\*Connection \(TCP\):\*\* The proxy `127\.0\.0\.1:9` does not respond.* in `HTTPS_PROXY`, with user and password\./m,
      );
      assert.doesNotMatch(text, /Check the host and port of the base URL/);
      assert.equal(text.includes(canary), false);
    });
  });

  it("takes no address and no key from who calls it (SEC-12)", async () => {
    const other = { id: "acme", baseUrl: server.origin, apiKey: canary };
    assert.equal(await vscode.commands.executeCommand(command, other, canary), undefined);
    const text = await finishedText();
    assert.match(text, /^# Diagnosis of `Sample`$/m);
    assert.equal(text.includes(canary), false);
    assert.deepEqual(server.requests, []);
  });

  it("is what a failure of the way offers", async () => {
    const log = recordingLog();
    const facts = { request: "GET /", attempts: 1 };
    const failure = new NetworkError(facts, "no answer", "ECONNREFUSED");
    let retries = 0;
    const reported = new FailureReporter(log.channel).report(failure, {
      attempt: "Could not open",
      connectionId: "acme",
      retry: () => ++retries,
    });
    await until("the diagnosis", () => {
      void vscode.commands.executeCommand("notification.acceptPrimaryAction");
      return diagnosisTabs()[0];
    });
    const text = await finishedText();
    await reported;
    await vscode.commands.executeCommand("notifications.clearAll");
    log.channel.dispose();
    assert.match(text, /^# Diagnosis of `Acme`$/m);
    assert.equal(retries, 0);
  });
});

describe("a diagnosis of what was entered", () => {
  const scheme = "macro-signals-diagnosis-test";
  const folder = temporaryFolder("diagnoses");
  const hostile = `\`</code><img src=x onerror=alert(1)> [x](command:quit) | <b>\n# ${canary}`;
  let window: TestWindow;
  let diagnoses: Diagnoses;
  let server: TestServer;
  let original: UserSettings;
  let baseUrl: BaseUrl;
  let key: ApiKey;

  before(async () => {
    original = userSettings();
    server = await startServer((_request, response) => {
      response.writeHead(401, { "x-request-id": hostile.replace("\n", "") });
      response.end(JSON.stringify({ detail: hostile }));
    });
    window = new TestWindow({
      globalState: memento(),
      secrets: new TestSecrets(),
      storageFolder: folder.path,
      bundleFolder: path.join(__dirname, "../.."),
    });
    const { services, apiKeys, worker } = window;
    diagnoses = new Diagnoses({
      services,
      apiKeys,
      worker,
      failures: new FailureReporter(recordingLog().channel),
      extension: thisExtension({ version: "1.2.3" }),
      documents: new DiagnosisDocuments(scheme),
    });
    const typedUrl = parseBaseUrl(`${server.origin}/prefix`);
    const typedKey = parseApiKey(canary);
    assert.ok(typedUrl.ok && typedKey.ok);
    baseUrl = typedUrl.baseUrl;
    key = typedKey.key;
  });
  afterEach(closeAll);
  after(async () => {
    diagnoses.dispose();
    window.dispose();
    await server.close();
    folder.remove();
  });

  it("shows what the service says as plain text, and the key nowhere (SEC-10, SEC-13)", async () => {
    await diagnoses.ofEntered(baseUrl, key);
    const text = await finishedText(scheme);
    assert.equal(server.requests[0]?.headers["x-api-key"], canary);
    assert.equal(text.includes(canary), false);
    assert.match(text, /onerror/);
    assert.match(text, /It has not been saved: choose _Change Key_/);
    const html = new MarkdownIt({ html: true, linkify: true }).render(text);
    assert.doesNotMatch(
      html,
      /<(?!\/?(?:h1|h2|p|ul|li|code|em|strong|table|thead|tbody|tr|t[hd](?: style="text-align:right")?)>)/,
    );
  });

  it("leaves the key out of the base URL in which it was entered, too (SEC-31)", async () => {
    const typed = parseBaseUrl(`${server.origin}/${canary}`);
    assert.ok(typed.ok);
    await diagnoses.ofEntered(typed.baseUrl, key);
    const text = await finishedText(scheme);
    assert.match(text, /^- Base URL: `http:.*\/\[REDACTED\]`$/m);
    assert.equal(text.includes(canary), false);
  });

  it("names the key first where a web page refuses it (14.2.6)", async () => {
    const page = "<!doctype html><title>403</title><h1>Forbidden</h1><p>Key &quot;x&quot;";
    const gateway = await startServer((_request, response) => response.writeHead(403).end(page));
    const typed = parseBaseUrl(gateway.origin);
    assert.ok(typed.ok);
    await diagnoses.ofEntered(typed.baseUrl, key);
    await gateway.close();
    const text = await finishedText(scheme);
    assert.match(text, /^Failed: Authentication\.$/m);
    const refusal = checklistIn(text).find((line) => line.startsWith("✗ Authentication: "));
    assert.match(refusal ?? "", /: `a web page refused access \(403: Forbidden Key "x"\).*`$/);
    assert.match(
      text,
      /^\*\*Authentication:\*\* The key is mistyped.*choose _Change Key_.*may come from a proxy/m,
    );
  });

  describe("behind a proxy that requires authentication", () => {
    const remedies =
      /http\.proxyAuthorization.*http\.proxy\b.*Kerberos.*macroSignals\.network\.transport/;

    it("says what helps, and does not take the key for accepted (PROXY-03)", async () => {
      const proxy = await startServer((_request, response) => response.writeHead(407).end());
      const typed = parseBaseUrl(proxy.origin);
      assert.ok(typed.ok);
      await diagnoses.ofEntered(typed.baseUrl, key);
      await proxy.close();
      const text = await finishedText(scheme);
      assert.match(text, /^Failed: Listing\./m);
      const [line] = checklistIn(text).filter((each) => each.includes(" Authentication: "));
      assert.match(line ?? "", /^! Authentication: The API key was not refused, but /);
      assert.match(text, remedies);
    });

    it("is explained where a check fails by it (PROXY-03)", () => {
      const facts = { request: "GET /", attempts: 1 };
      const refusal = new ProxyError(facts, "407", "proxy.example:8080", 407);
      assert.match(failureText(refusal), /^the proxy proxy\.example:8080 requires authentication/);
      for (const error of [refusal, new HttpError(facts, { status: 407, body: "", detail: "" })]) {
        assert.match(failureText(error), remedies);
      }
    });
  });

  it("keeps neither", async () => {
    await diagnoses.ofEntered(baseUrl, key);
    assert.deepEqual(userSettings(), original);
    assert.equal(await window.apiKeys.get(baseUrl.origin), undefined);
  });

  it("is offered when a check fails; what to do is asked again when it was read", async () => {
    const diagnosed: ApiKey[] = [];
    const flow = askVerifiedKey(window.services, {
      title: "Test",
      baseUrl,
      text: canary,
      hasBack: false,
      store: () => assert.fail("nothing is to be kept"),
      diagnose: (entered) => {
        diagnosed.push(entered);
        return Promise.resolve();
      },
    });
    const third = ["quickInput.first", "quickInput.next", "quickInput.next", accept];
    while (diagnosed.length === 0) await press(third);
    await press(third);
    assert.deepEqual(diagnosed, [canary]);
    const goOn = "notification.acceptPrimaryAction";
    while (diagnosed.length < 2) await press([goOn, ...third]);
    const isOver = flow.then(() => true);
    while (!(await Promise.race([isOver, sleep(50, false)]))) {
      await press(["workbench.action.closeQuickOpen", "notifications.clearAll"]);
    }
    assert.equal(await flow, undefined);
    assert.deepEqual(new Set(diagnosed), new Set([canary]));
  });
});
