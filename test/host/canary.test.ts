import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { type RequestListener } from "node:http";
import path from "node:path";
import * as vscode from "vscode";
import { parseApiKey } from "../../src/service/apiKey";
import { parseBaseUrl } from "../../src/service/baseUrl";
import { type ChartPlace, chartUri } from "../../src/shared/chartPlace";
import { signalRef } from "../../src/shared/reference";
import { FrameWorker } from "../../src/store/frameWorker";
import { ChartEditor } from "../../src/vscode/chart/chartEditor";
import { chartOutcomes } from "../../src/vscode/chart/chartOutcomes";
import { HandedViews } from "../../src/vscode/chart/handedViews";
import { ApiKeys } from "../../src/vscode/connection/apiKeys";
import {
  type ConnectedService,
  ConnectedServices,
} from "../../src/vscode/connection/connectedServices";
import { Connections } from "../../src/vscode/connection/connections";
import { Fingerprints } from "../../src/vscode/connection/fingerprints";
import { StaleSeries } from "../../src/vscode/documents/staleSeries";
import { FailureReporter } from "../../src/vscode/report/failureReporter";
import { failureWords } from "../../src/vscode/report/failureWords";
import { SeriesFailures } from "../../src/vscode/report/seriesFailures";
import { memento } from "../support/memento";
import { recordingLog } from "../support/recordingLog";
import { TestSecrets } from "../support/secretStorages";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { TestPanel } from "../support/testPanel";
import { type TestServer, startServer } from "../support/testServer";
import { restoreUserSettings, userSettings } from "../support/userSettings";
import { type KeyWriting, keyWritings, tells } from "../support/writtenKeys";

/** With signs that each way to write it writes in another way; its end alone tells of it. */
const canary = "canary/+ c40f3b";
const bundleFolder = path.join(__dirname, "../..");
const reference = signalRef({
  code: "INFL",
  version: 0,
  tags: { country_iso: "US" },
  dataKind: "SNAP",
  asOf: "latest",
});

/** How the service writes the key that it repeats. */
let writing: KeyWriting = { how: "", write: (key) => key };

/**
 * Says the key that it was sent in the header and the body of each failure; has one good series without it and one with
 * it.
 */
const echo: RequestListener = ({ url = "", headers }, response) => {
  const key = writing.write(String(headers["x-api-key"]));
  const tags = [{ kind: "country_iso", values: ["US"], sub_tags: null }];
  const name = "Inflation";
  if (url.endsWith("/signal/")) response.end(JSON.stringify([{ code: "INFL", version: 0, name }]));
  else if (url.endsWith("/signal/INFL/0/")) response.end(JSON.stringify({ name, tags }));
  else if (url.includes("kind=FIT")) response.end("Date,Level\n2024-01-01,1.5\n");
  else if (url.includes("/INFL/1/")) response.end(`Date,Level for ${key}\n2024-01-01,1.5\n`);
  else {
    if (writing.isFolded !== true) response.setHeader("x-request-id", key);
    response.writeHead(404).end(`{"detail": "no data for ${key}"}`);
  }
};

describe("a key that is used for everything", () => {
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  const settings = userSettings();
  let server: TestServer;
  let folder: TemporaryFolder;

  async function transferAs(format: string | undefined): Promise<void> {
    const section = vscode.workspace.getConfiguration("macroSignals");
    const { Global } = vscode.ConfigurationTarget;
    await section.update("network.transferFormat", format, Global);
  }

  before(() => transferAs("csv"));
  after(async () => {
    worker.dispose();
    await transferAs(undefined);
    await restoreUserSettings(settings);
  });

  beforeEach(async () => {
    folder = temporaryFolder("canary");
    server = await startServer(echo);
  });
  afterEach(async () => {
    await server.close();
    folder.remove();
  });

  for (const each of keyWritings) {
    it(`is in no log, no state, no setting, no file, no words and no page when it is repeated ${each.how} (SEC-10, SEC-31)`, async () => {
      writing = each;
      await useService();
    });
  }

  async function useService(): Promise<void> {
    const baseUrl = parseBaseUrl(server.origin);
    const key = parseApiKey(canary);
    assert.ok(baseUrl.ok && key.ok);
    const log = recordingLog();
    const globalState = memento();
    const connections = new Connections(globalState, log.channel);
    const apiKeys = new ApiKeys(new TestSecrets(), log.channel);
    const services = new ConnectedServices({
      connections,
      apiKeys,
      fingerprints: new Fingerprints(globalState),
      worker,
      bundleFolder,
      storageFolder: folder.path,
      log: log.channel,
    });
    await services.verify(baseUrl.baseUrl, key.key, AbortSignal.timeout(10_000));
    await apiKeys.keep(baseUrl.baseUrl.origin, key.key);
    const { id } = await connections.add(baseUrl.baseUrl);
    const words = await useEverything(await services.get(id), log.channel);
    const page = await useChart(services, id, log.channel);
    for (const part of [services, apiKeys, connections, log.channel]) part.dispose();

    assert.ok(server.requests.every(({ headers }) => headers["x-api-key"] === canary));
    const files = filesBelow(folder.path);
    assert.deepEqual([server.requests.length, files.length, words.length], [10, 3, 5]);
    assert.match(JSON.stringify(page), /Content-Security-Policy.*"found".*no data for/);
    const state = globalState.keys().map((name) => [name, globalState.get<unknown>(name)]);
    const targets = server.requests.map(({ target }) => target);
    const told = [...log.lines, ...words, ...files, ...targets, ...page];
    const all = JSON.stringify([told, state, userSettings()]);
    assert.match(all, /\[REDACTED\]/);
    assert.ok(!tells(all, "c40f3b"), all);
  }
});

/** One success and one failure of each kind of request; the names, and the words in which the failures are told. */
async function useEverything(
  service: ConnectedService,
  log: vscode.LogOutputChannel,
): Promise<string[]> {
  const { catalog, series } = service;
  const { items } = await catalog.signals();
  const words: string[] = items.map(({ name }) => name);
  for (const signal of items) words.push((await catalog.definition(signal)).name);
  await series.series({ ...reference, dataKind: "FIT" });
  const reporter = new FailureReporter(log);
  const repeating = series.series({ ...reference, version: 1 });
  const requests = [catalog.markets(), series.series(reference), repeating];
  const failures = await Promise.allSettled<unknown>(requests);
  for (const failure of failures) {
    if (failure.status === "fulfilled") continue;
    const told = reporter.report(failure.reason, { attempt: "Fetching", connectionId: "x" });
    await vscode.commands.executeCommand("notifications.clearAll");
    await told;
    words.push(failureWords(failure.reason));
  }
  return words;
}

/** The page of a chart of a series that comes and one that fails, and all that it is told. */
async function useChart(
  services: ConnectedServices,
  connection: string,
  log: vscode.LogOutputChannel,
): Promise<unknown[]> {
  const fit = { connection, reference: { ...reference, dataKind: "FIT" } } as const;
  const place: ChartPlace = { parts: [fit, { connection, reference }] };
  const reporter = new FailureReporter(log);
  const stale = new StaleSeries();
  const texts = { stale, follow: () => Promise.resolve() };
  const outcomes = chartOutcomes({ reporter, texts, seriesFailures: new SeriesFailures() });
  const context = { current: undefined };
  const panel = new TestPanel();
  const uri = vscode.Uri.parse(chartUri(place), true);
  const shared = { services, context, outcomes, reporter, bundleFolder, log };
  const editor = new ChartEditor({ ...shared, uri, place, panel, views: new HandedViews() });
  panel.say({ type: "ready" });
  const { generation } = await panel.hear("show");
  await panel.hear("part", ({ part }) => part.failure !== null);
  panel.say({ type: "search", generation, text: "infl" });
  await panel.hear("found", ({ note }) => note.includes("no data for"));
  editor.dispose();
  return [panel.webview.html, ...panel.heard];
}

/** Names and contents. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${file}\n${readFileSync(file, "utf8")}`);
}
