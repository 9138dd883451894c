import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { silentLog } from "../../src/shared/log";
import { FrameWorker } from "../../src/store/frameWorker";
import { ApiKeys } from "../../src/connect/apiKeys";
import { ConnectedServices } from "../../src/connect/connectedServices";
import { Connections } from "../../src/connect/connections";
import { ContextState } from "../../src/connect/context";
import { Diagnoses } from "../../src/connect/diagnoses";
import { EnvironmentKey } from "../../src/connect/environmentKey";
import { Fingerprints } from "../../src/connect/fingerprints";
import { enterApiKey } from "../../src/connect/keyFlow";
import { FailureReporter } from "../../src/editor/report/failureReporter";
import { describeInBoth } from "../support/inBothEditors";
import { memento } from "../support/memento";
import { recordingLog } from "../support/recordingLog";
import { TestSecrets } from "../support/secretStorages";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../support/userSettings";
import { WindowAsOf } from "../../src/connect/windowAsOf";

const ofEnvironment = "canary-93ab04";

/** Lists one signal for the key in the environment, and refuses every other. */
const listing: RequestListener = ({ headers }, response) => {
  if (headers["x-api-key"] === ofEnvironment) response.end('["INFL"]');
  else response.writeHead(401).end();
};

/** Runs commands of the open input until the flow is over: it opens when it is ready. */
async function press(commands: readonly string[], flow: Promise<void>): Promise<void> {
  const isOver = flow.then(() => true);
  while (!(await Promise.race([isOver, sleep(100, false)]))) {
    for (const command of commands) await vscode.commands.executeCommand(command);
  }
}

describeInBoth("the API key of the environment, where the editor keeps none (SECR-01)", () => {
  const folder = temporaryFolder("environment-key");
  const bundleFolder = path.join(__dirname, "../..");
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  const state = memento();
  const log = recordingLog();
  let original: UserSettings;
  let server: TestServer;
  let parts: Parameters<typeof enterApiKey>[0];

  before(async () => {
    original = userSettings();
    server = await startServer(listing);
    const acme = { name: "Acme", baseUrl: server.origin };
    await setUserSettings({ connections: { acme }, connection: "acme" });
    const connections = new Connections(state, silentLog);
    const environmentKey = new EnvironmentKey(state, { MACRO_SIGNALS_API_KEY: ofEnvironment });
    const apiKeys = new ApiKeys(new TestSecrets("rejects"), silentLog, { environmentKey });
    const services = new ConnectedServices({
      connections,
      apiKeys,
      fingerprints: new Fingerprints(state),
      worker,
      asOf: new WindowAsOf(memento()),
      bundleFolder,
      storageFolder: folder.path,
      log: log.channel,
    });
    const context = new ContextState(connections, memento(), new WindowAsOf(memento()));
    const failures = new FailureReporter(log.channel);
    const extension = vscode.extensions.getExtension("macro-signals.macro-signals");
    assert.ok(extension !== undefined);
    const diagnoses = new Diagnoses({ services, apiKeys, worker, failures, extension });
    parts = { connections, apiKeys, services, context, failures, diagnoses };
  });
  after(async () => {
    const { connections, apiKeys, services, context, diagnoses } = parts;
    for (const part of [diagnoses, context, services, apiKeys, connections, worker]) part.dispose();
    log.channel.dispose();
    await restoreUserSettings(original);
    await server.close();
    folder.remove();
  });

  it("is not used when the person leaves without choosing it", async () => {
    await press(["workbench.action.closeQuickOpen"], enterApiKey(parts, "acme"));
    assert.equal(await parts.apiKeys.get(server.origin), undefined);
    assert.deepEqual(server.requests, []);
  });

  it("is checked with one listing and used once the person has chosen it", async () => {
    const takeLast = ["quickInput.last", "workbench.action.acceptSelectedQuickOpenItem"];
    await press(takeLast, enterApiKey(parts, "acme"));
    assert.equal(await parts.apiKeys.get(server.origin), ofEnvironment);
    const { catalog } = await parts.services.get("acme");
    assert.equal((await catalog.signals()).items.length, 1);
    const sent = server.requests.map(({ headers }) => headers["x-api-key"]);
    assert.deepEqual(sent, [ofEnvironment, ofEnvironment]);
  });

  it("is in no state and no log (SEC-10)", () => {
    const kept = state.keys().map((name) => JSON.stringify(state.get(name)));
    assert.ok(kept.some((value) => value.includes(server.origin)));
    assert.ok(![...kept, ...log.lines].join("\n").includes(ofEnvironment));
  });
});
