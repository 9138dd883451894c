import path from "node:path";
import * as vscode from "vscode";
import { FrameWorker } from "./store/frameWorker";
import { registerCommands } from "./vscode/commands";
import { ApiKeys } from "./vscode/connection/apiKeys";
import { ConnectedServices } from "./vscode/connection/connectedServices";
import { Connections } from "./vscode/connection/connections";
import { ContextState } from "./vscode/connection/context";
import { ContextStatus } from "./vscode/connection/contextStatus";
import { Diagnoses } from "./vscode/connection/diagnoses";
import { EnvironmentKey } from "./vscode/connection/environmentKey";
import { Fingerprints } from "./vscode/connection/fingerprints";
import { MovedConnections } from "./vscode/connection/movedConnections";
import { openSeries } from "./vscode/documents/openSeries";
import { ResponseSaver } from "./vscode/documents/responseSaver";
import { SeriesFileSystem, registerSeriesFileSystem } from "./vscode/documents/seriesFileSystem";
import { SeriesSaver } from "./vscode/documents/seriesSaver";
import { SliceDecorations } from "./vscode/documents/sliceDecorations";
import { StaleDecorations } from "./vscode/documents/staleDecorations";
import { FailureReporter } from "./vscode/report/failureReporter";
import { SeriesFailures } from "./vscode/report/seriesFailures";
import { ForecastsView } from "./vscode/tree/forecastsView";
import { SignalsView } from "./vscode/tree/signalsView";

/** Composition root: builds the parts and wires them. No request, no file and no logic, so it cannot fail offline. */
export function activate(extension: vscode.ExtensionContext): void {
  const { globalState, workspaceState, extension: self } = extension;
  const log = vscode.window.createOutputChannel("Macro Signals", { log: true });
  const bundleFolder = path.join(extension.extensionPath, "dist");
  const storageFolder = extension.globalStorageUri.fsPath;
  const connections = new Connections(globalState, log);
  const environmentKey = new EnvironmentKey(globalState);
  const apiKeys = new ApiKeys(extension.secrets, log, { environmentKey });
  const fingerprints = new Fingerprints(globalState);
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  const services = new ConnectedServices({
    connections,
    apiKeys,
    fingerprints,
    worker,
    bundleFolder,
    storageFolder,
    log,
  });
  const { offline } = services;
  const failures = new FailureReporter(log, offline);
  const context = new ContextState(connections, workspaceState);
  const diagnoses = new Diagnoses({ services, apiKeys, worker, failures, extension: self });
  const parts = { connections, apiKeys, services, context, failures, diagnoses };
  const seriesFailures = new SeriesFailures();
  const files = new SeriesFileSystem({ services, worker, reporter: failures, seriesFailures });
  const saver = new SeriesSaver({ services, worker, context, reporter: failures });
  const responses = new ResponseSaver({ services, reporter: failures });
  const views = { services, context, reporter: failures, seriesFailures };
  const signals = new SignalsView({ ...views, state: workspaceState, log });
  const forecasts = new ForecastsView(views);
  const actions = { open: openSeries, saveAs: saver.saveAs.bind(saver) };
  const commandParts = { ...parts, actions, files, saver, responses, signals, forecasts, log };

  // Disposed in this order, so dependents come before what they depend on.
  extension.subscriptions.push(
    registerCommands(commandParts),
    registerSeriesFileSystem(files),
    vscode.window.registerFileDecorationProvider(new SliceDecorations()),
    new StaleDecorations(files.stale),
    new MovedConnections(parts),
    diagnoses,
    new ContextStatus({ context, offline }),
    signals,
    forecasts,
    files,
    seriesFailures,
    context,
    services,
    worker,
    apiKeys,
    connections,
    log,
  );
}
