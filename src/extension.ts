import path from "node:path";
import * as vscode from "vscode";
import { FrameWorker } from "./store/frameWorker";
import { ChartEditors } from "./vscode/chart/chartEditors";
import { SavedCharts } from "./vscode/chart/savedCharts";
import { type ChooseProfileSeries } from "./vscode/chart/chartServices";
import { chartOutcomes } from "./vscode/chart/chartOutcomes";
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
import { SeriesDocuments } from "./vscode/documents/seriesDocuments";
import { Inserts } from "./vscode/insert/inserts";
import { ReferenceLines } from "./vscode/insert/lines/referenceLines";
import { LatestEditors } from "./vscode/latest/latestEditors";
import { FailureReporter } from "./vscode/report/failureReporter";
import { SeriesFailures } from "./vscode/report/seriesFailures";
import { HedgingChoice } from "./vscode/tree/hedgingChoice";
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
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"), { log });
  const stores = { bundleFolder, storageFolder, log };
  const services = new ConnectedServices({ connections, apiKeys, fingerprints, worker, ...stores });
  const failures = new FailureReporter(log, services.offline);
  const context = new ContextState(connections, workspaceState);
  const diagnoses = new Diagnoses({ services, apiKeys, worker, failures, extension: self });
  const parts = { connections, apiKeys, services, context, failures, diagnoses };
  const seriesFailures = new SeriesFailures();
  const shared = { services, context, reporter: failures, seriesFailures };
  const saving = { ...shared, worker };
  const documents = new SeriesDocuments({ ...saving, bundleFolder });
  const outcomes = chartOutcomes({ ...shared, texts: documents.files });
  const { shown } = documents.panels;
  const chooseProfileSeries: ChooseProfileSeries = async (subject, parts) => {
    const { chosenOfProfile } = await import("./vscode/latest/chosenOfProfile");
    return chosenOfProfile(services, subject, parts);
  };
  const charts = new ChartEditors({
    ...shared,
    ...{ outcomes, chooseProfileSeries, shown, bundleFolder, log },
  });
  const savedCharts = new SavedCharts({ charts, connections, reporter: failures, bundleFolder });
  const hedging = new HedgingChoice(workspaceState);
  const latest = new LatestEditors({ ...shared, hedging, globalState, bundleFolder, log });
  const signals = new SignalsView({ ...shared, state: workspaceState, log });
  const forecasts = new ForecastsView({ ...shared, hedging, state: workspaceState });
  const lines = new ReferenceLines({ services, connections, worker, failures });
  const inserts = new Inserts({ ...saving, workspaceState });
  const views = { documents, saving, inserts, charts, latest, signals, forecasts, hedging, lines };

  // Disposed in this order, so dependents come before what they depend on.
  extension.subscriptions.push(
    registerCommands({ ...parts, ...views, log, logFolder: extension.logUri, extension: self }),
    new MovedConnections(parts),
    diagnoses,
    new ContextStatus({ ...shared, views: [signals, forecasts], lines: lines.hints }),
    lines,
    signals,
    forecasts,
    savedCharts,
    charts,
    latest,
    hedging,
    inserts,
    documents,
    seriesFailures,
    context,
    services,
    worker,
    apiKeys,
    connections,
    log,
  );
}
