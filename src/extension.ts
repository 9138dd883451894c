import path from "node:path";
import * as vscode from "vscode";
import { FrameWorker } from "./store/frameWorker";
import { ApiKeys } from "./vscode/connection/apiKeys";
import { ConnectedServices } from "./vscode/connection/connectedServices";
import { Connections } from "./vscode/connection/connections";
import { ContextState } from "./vscode/connection/context";
import { ContextStatus } from "./vscode/connection/contextStatus";
import { Fingerprints } from "./vscode/connection/fingerprints";
import { FailureReporter } from "./vscode/report/failureReporter";

/** Composition root: builds the parts and wires them. No request, no file and no logic, so it cannot fail offline. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Macro Signals", { log: true });
  const bundleFolder = path.join(context.extensionPath, "dist");
  const failures = new FailureReporter(log);
  const connections = new Connections(context.globalState, log);
  const apiKeys = new ApiKeys(context.secrets, log);
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  const services = new ConnectedServices({
    connections,
    apiKeys,
    worker,
    fingerprints: new Fingerprints(context.globalState),
    bundleFolder,
    storageFolder: context.globalStorageUri.fsPath,
    log,
  });
  const contextState = new ContextState(connections, context.workspaceState);

  // Disposed in this order, so dependents come before what they depend on.
  context.subscriptions.push(
    new ContextStatus(contextState),
    contextState,
    services,
    worker,
    apiKeys,
    connections,
    log,
  );
}
