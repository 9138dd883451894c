import path from "node:path";
import type * as vscode from "vscode";
import { type Log, silentLog } from "../../src/shared/log";
import { FrameWorker } from "../../src/store/frameWorker";
import { ApiKeys } from "../../src/connect/apiKeys";
import { ConnectedServices } from "../../src/connect/connectedServices";
import { Connections } from "../../src/connect/connections";
import { Fingerprints } from "../../src/connect/fingerprints";
import { type TestSecrets } from "./secretStorages";
import { WindowAsOf } from "../../src/connect/windowAsOf";
import { memento } from "./memento";

export interface TestWindowOptions {
  /** What all windows of one installation share. */
  readonly globalState: vscode.Memento;
  readonly secrets: TestSecrets;
  readonly storageFolder: string;
  /** Folder of the bundles. */
  readonly bundleFolder: string;
  readonly log?: Log;
}

/**
 * The services of one window of the editor with the connections of the user's settings: another one is as after a
 * reload.
 */
export class TestWindow {
  readonly worker: FrameWorker;
  readonly connections: Connections;
  readonly apiKeys: ApiKeys;
  readonly asOf = new WindowAsOf(memento());
  readonly services: ConnectedServices;

  constructor({ globalState, secrets, storageFolder, bundleFolder, log }: TestWindowOptions) {
    const ownLog = log ?? silentLog;
    this.worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
    this.connections = new Connections(globalState, ownLog);
    this.apiKeys = new ApiKeys(secrets, ownLog);
    this.services = new ConnectedServices({
      connections: this.connections,
      apiKeys: this.apiKeys,
      fingerprints: new Fingerprints(globalState),
      worker: this.worker,
      asOf: this.asOf,
      bundleFolder,
      storageFolder,
      log: ownLog,
    });
  }

  dispose(): void {
    this.services.dispose();
    this.apiKeys.dispose();
    this.connections.dispose();
    this.worker.dispose();
  }
}
