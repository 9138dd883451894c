import { chosenOfProfile } from "../../src/features/latest/profile/chosenOfProfile";
import { type ChooseProfileSeries } from "../../src/features/chart/host/chartServices";
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { type RequestListener } from "node:http";
import path from "node:path";
import { format } from "node:util";
import * as vscode from "vscode";
import { parseApiKey } from "../../src/service/apiKey";
import { parseBaseUrl } from "../../src/service/baseUrl";
import { type ChartPlace, chartUri } from "../../src/shared/chartPlace";
import { placeUri } from "../../src/shared/place";
import { type SignalRef, signalRef } from "../../src/shared/reference";
import { FrameWorker } from "../../src/store/frameWorker";
import { ChartEditor } from "../../src/features/chart/host/chartEditor";
import { PendingViewStates } from "../../src/features/chart/host/pendingViewStates";
import { ApiKeys } from "../../src/connect/apiKeys";
import { type ConnectedService, ConnectedServices } from "../../src/connect/connectedServices";
import { Connections } from "../../src/connect/connections";
import { Diagnoses } from "../../src/connect/diagnoses";
import { type DiagnosisDocuments } from "../../src/connect/diagnosisDocuments";
import { Fingerprints } from "../../src/connect/fingerprints";
import { ShownPanels } from "../../src/features/chart/host/shownPanels";
import { ResponseSaver } from "../../src/features/documents/save/saveResponse";
import { SeriesFileSystem } from "../../src/features/documents/seriesFileSystem";
import { StaleSeries } from "../../src/editor/report/staleSeries";
import { copyAs } from "../../src/features/notebook/copyAs";
import { FailureReporter } from "../../src/editor/report/failureReporter";
import { failureText } from "../../src/editor/report/failureText";
import { SeriesFailures } from "../../src/editor/report/seriesFailures";
import { memento } from "../support/memento";
import { recordingLog } from "../support/recordingLog";
import { TestSecrets } from "../support/secretStorages";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { TestPanel } from "../support/testPanel";
import { type TestServer, startServer } from "../support/testServer";
import { until } from "../support/until";
import { restoreUserSettings, userSettings } from "../support/userSettings";
import { type KeyWriting, keyWritings, tells } from "../support/writtenKeys";
import { windowContext } from "../support/windowContext";
import { withMembers } from "../support/withMembers";
import { thisExtension } from "../support/thisExtension";
import { WindowAsOf } from "../../src/connect/windowAsOf";

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

const fit = "Date,Level\n2024-01-01,1.5\n";
const coming: SignalRef = { ...reference, dataKind: "FIT" };
/** One that is not there, and one that would come with the key in it. */
const failing: readonly SignalRef[] = [reference, { ...reference, version: 1 }];

/** How the service writes the key that it repeats. */
let writings: readonly KeyWriting[] = [];

/**
 * Says the key that it was sent in the header and the body of each failure; has one good series without it and one with
 * it.
 */
const echo: RequestListener = ({ url = "", headers }, response) => {
  const sent = String(headers["x-api-key"]);
  const key = writings.map(({ write }) => write(sent)).join(" ");
  const tags = [{ kind: "country_iso", values: ["US"], sub_tags: null }];
  const name = "Inflation";
  if (url.endsWith("/signal/")) response.end(JSON.stringify([{ code: "INFL", version: 0, name }]));
  else if (url.endsWith("/signal/INFL/0/")) response.end(JSON.stringify({ name, tags }));
  else if (url.includes("kind=FIT")) response.end(fit);
  else if (url.includes("/INFL/1/")) response.end(`Date,Level for ${key}\n2024-01-01,1.5\n`);
  else {
    response.setHeader("x-request-id", key);
    response.writeHead(404).end(`{"detail": "no data for ${key}"}`);
  }
};

describe("a key that is used for everything", () => {
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  const settings = userSettings();
  const { showErrorMessage } = vscode.window;
  let server: TestServer;
  let folder: TemporaryFolder;
  let messages: string[];

  const messagesOf = (attempt: string): string[] =>
    messages.filter((each) => each.startsWith(attempt));

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
    messages = [];
    const note = (message: string): Promise<undefined> => {
      messages.push(message);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showErrorMessage: note });
    folder = temporaryFolder("canary");
    server = await startServer(echo);
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showErrorMessage });
    await server.close();
    folder.remove();
  });

  for (const each of writtenTogether(5)) {
    const hows = each.map(({ how }) => how).join("; ");
    it(`is in nothing that a window logs, keeps, tells, shows, copies or reports when it is repeated ${hows} (SEC-10, SEC-31)`, async () => {
      writings = each;
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
      asOf: new WindowAsOf(memento()),
      bundleFolder,
      storageFolder: folder.path,
      log: log.channel,
    });
    await services.verify(baseUrl.baseUrl, key.key, AbortSignal.timeout(10_000));
    await apiKeys.store(baseUrl.baseUrl.origin, key.key);
    const { id } = await connections.add(baseUrl.baseUrl);
    const words = await useEverything(await services.get(id), log.channel);
    const page = await useChart(services, id, log.channel);
    const { length: asked } = server.requests;
    const parts = { services, apiKeys, worker, log: log.channel, connection: id };

    const texts = await useDocuments(parts);
    await useSaving(parts);
    const copies = await useCopies(parts);
    await until("the messages", () =>
      messagesOf("Could not copy").length === 2 ? true : undefined,
    );
    const reports = await useDiagnosis(parts);
    await until("the files of both series", () => {
      const names = readdirSync(folder.path, { recursive: true, encoding: "utf8" });
      return names.filter((name) => name.endsWith(".series")).length === 2 ? true : undefined;
    });
    for (const part of [services, apiKeys, connections, log.channel]) part.dispose();

    assert.ok(server.requests.every(({ headers }) => headers["x-api-key"] === canary));
    const files = filesBelow(folder.path);
    assert.deepEqual([asked, files.length, words.length], [10, 4, 5]);
    assert.match(JSON.stringify(page), /Content-Security-Policy.*"found".*no data for/);
    assert.deepEqual([texts[0], copies], [fit, [fit.replaceAll(",", "\t")]]);
    for (const attempt of ["Could not refresh", "Could not save the response", "Could not copy"]) {
      const reported = messagesOf(attempt).join("\n");
      assert.match(reported, /: the service returned 404: .*no data for .*\[REDACTED\]/);
      assert.match(reported, /: the response contains the API key/);
    }
    const report = reports.at(-1) ?? "";
    assert.match(report, /^Failed: Series as Parquet.*no data for .*\[REDACTED\].*^## Requests$/ms);
    const state = globalState.keys().map((name) => [name, globalState.get<unknown>(name)]);
    const targets = server.requests.map(({ target }) => target);
    const reported = [...log.lines, ...messages, ...words, ...files, ...targets, ...page];
    const all = JSON.stringify([reported, texts, copies, reports, state, userSettings()]);
    assert.match(all, /\[REDACTED\]/);
    assert.ok(!tells(all, "c40f3b"), all);
  }
});

/** So many at a time, so that no message is cut before the last. */
function writtenTogether(count: number): KeyWriting[][] {
  const rest = [...keyWritings];
  const groups: KeyWriting[][] = [];
  while (rest.length > 0) groups.push(rest.splice(0, count));
  return groups;
}

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
    await reporter.report(failure.reason, { attempt: "Could not fetch", connectionId: "x" });
    words.push(failureText(failure.reason));
  }
  return words;
}

/** The page of a chart of a series that comes and one that fails, and all that it is told. */
async function useChart(
  services: ConnectedServices,
  connection: string,
  log: vscode.LogOutputChannel,
): Promise<unknown[]> {
  const fit = { connectionId: connection, reference: { ...reference, dataKind: "FIT" } } as const;
  const place: ChartPlace = { parts: [fit, { connectionId: connection, reference }] };
  const reporter = new FailureReporter(log);
  const stale = new StaleSeries();
  const onRead = (): void => undefined;
  const seriesFailures = new SeriesFailures();
  const context = windowContext();
  const panel = new TestPanel();
  const uri = vscode.Uri.parse(chartUri(place), true);
  const chooseProfileSeries: ChooseProfileSeries = (subject, shown) =>
    chosenOfProfile(services, subject, shown);
  const shared = {
    ...{ services, context, stale, seriesFailures, onRead, chooseProfileSeries },
    ...{ reporter, bundleFolder, log },
  };
  const editor = new ChartEditor({ ...shared, uri, place, panel, views: new PendingViewStates() });
  const { generation } = await panel.hear("show");
  await panel.hearPart(({ failure }) => failure !== null);
  panel.say({ type: "search", generation, text: "infl" });
  await panel.hear("found", ({ note }) => note.includes("no data for"));
  editor.dispose();
  return [panel.webview.html, ...panel.heard];
}

/** What the actions of one connection work with. */
interface Parts {
  readonly services: ConnectedServices;
  readonly apiKeys: ApiKeys;
  readonly worker: FrameWorker;
  readonly log: vscode.LogOutputChannel;
  readonly connection: string;
}

/** The text of each series, or why there is none, also when it is refreshed. */
async function useDocuments({ services, worker, log, connection }: Parts): Promise<string[]> {
  const reporter = new FailureReporter(log);
  const panels = new ShownPanels(reporter);
  const seriesFailures = new SeriesFailures();
  const files = new SeriesFileSystem({ services, worker, reporter, seriesFailures, panels });
  const texts: string[] = [];
  for (const each of [coming, ...failing]) {
    const place = { connectionId: connection, reference: each, form: "csv" } as const;
    const uri = vscode.Uri.parse(placeUri(place), true);
    const [read] = await Promise.allSettled([files.readFile(uri)]);
    const isRead = read.status === "fulfilled";
    texts.push(isRead ? Buffer.from(read.value).toString("utf8") : format(read.reason));
    await files.refresh(uri);
  }
  files.dispose();
  panels.dispose();
  return texts;
}

/** *Save Raw Response* of what cannot be saved. */
async function useSaving({ services, log, connection }: Parts): Promise<void> {
  const saver = new ResponseSaver({ services, reporter: new FailureReporter(log) });
  for (const each of failing) await saver.saveResponse(rowOf(connection, each));
}

/** What *Copy As* has put on the clipboard. */
async function useCopies({ services, log, connection }: Parts): Promise<string[]> {
  const copies: string[] = [];
  const parts = {
    services,
    workspaceState: memento(),
    context: windowContext(),
    reporter: new FailureReporter(log),
    clipboard: withMembers(vscode.env.clipboard, {
      writeText: (text) => Promise.resolve(void copies.push(text)),
    }),
    say: () => undefined,
  };
  for (const each of [coming, ...failing]) await copyAs("tsv", parts, rowOf(connection, each));
  return copies;
}

function rowOf(connectionId: string, series: SignalRef): object {
  return { kind: "variant", target: { connectionId, reference: series } };
}

/** The report of *Diagnose Connection* as it grows. */
async function useDiagnosis({
  services,
  apiKeys,
  worker,
  log,
  connection,
}: Parts): Promise<string[]> {
  const reports: string[] = [];
  const show = (_: string, begun: string): Promise<(text: string) => void> => {
    reports.push(begun);
    return Promise.resolve((text) => void reports.push(text));
  };
  const documents = { show, dispose: () => undefined } as unknown as DiagnosisDocuments;
  const failures = new FailureReporter(log);
  const extension = thisExtension();
  const diagnoses = new Diagnoses({ services, apiKeys, worker, failures, extension, documents });
  const { connection: diagnosed } = await services.get(connection);
  await diagnoses.ofConnection(diagnosed);
  diagnoses.dispose();
  return reports;
}

/** Names and contents. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${file}\n${readFileSync(file, "utf8")}`);
}
