import path from "node:path";
import * as vscode from "vscode";
import { FrameWorker } from "./store/frameWorker";
import { ChartEditors } from "./features/chart/host/chartEditors";
import { SavedCharts } from "./features/chart/host/savedCharts";
import { type ChooseProfileSeries } from "./features/chart/host/chartServices";
import { registerCommands } from "./commands";
import { ApiKeys } from "./connect/apiKeys";
import { ConnectedServices } from "./connect/connectedServices";
import { Connections } from "./connect/connections";
import { ContextState } from "./connect/context";
import { ContextStatus } from "./contextStatus";
import { Diagnoses } from "./connect/diagnoses";
import { EnvironmentKey } from "./connect/environmentKey";
import { WindowAsOf } from "./connect/windowAsOf";
import { Fingerprints } from "./connect/fingerprints";
import { MovedConnections } from "./connect/movedConnections";
import { registerAgentTools } from "./features/agents/agentTools";
import { Datasets } from "./features/dataset/datasets";
import { SeriesDocuments } from "./features/documents/seriesDocuments";
import { type LinkParts } from "./features/links/followLink";
import { Inserts } from "./features/notebook/inserts";
import {
  ReferenceLines,
  type ReferenceLinesOptions,
} from "./features/notebook/lines/referenceLines";
import { LatestEditors } from "./features/latest/latestEditors";
import { FailureReporter } from "./editor/report/failureReporter";
import { SeriesFailures } from "./editor/report/seriesFailures";
import { HedgingChoice } from "./features/browse/hedgingChoice";
import { ForecastsView, type ForecastsViewOptions } from "./features/browse/forecastsView";
import { PinnedView, type PinnedSources } from "./features/pinned/pinnedView";
import { RecentlyOpened } from "./features/search/recentlyOpened";
import { SignalsView, type SignalsViewOptions } from "./features/browse/signalsView";

/** Composition root: builds the parts and wires them. No request, no file and no logic, so it cannot fail offline. */
export function activate(extension: vscode.ExtensionContext): void {
  const { globalState, workspaceState: state, globalStorageUri, extension: self } = extension;
  const log = vscode.window.createOutputChannel("Macro Signals", { log: true });
  const bundleFolder = path.join(extension.extensionPath, "dist");
  const storageFolder = globalStorageUri.fsPath;
  const connections = new Connections(globalState, log);
  const environmentKey = new EnvironmentKey(globalState);
  const apiKeys = new ApiKeys(extension.secrets, log, { environmentKey });
  const fingerprints = new Fingerprints(globalState);
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"), { log });
  const asOf = new WindowAsOf(state);
  const stores = { asOf, bundleFolder, storageFolder, log };
  const services = new ConnectedServices({ connections, apiKeys, fingerprints, worker, ...stores });
  const { offline } = services;
  const failures = new FailureReporter(log, offline);
  const context = new ContextState(connections, state, asOf);
  const diagnoses = new Diagnoses({ services, apiKeys, worker, failures, extension: self });
  const parts = { connections, apiKeys, services, context, failures, diagnoses };
  const seriesFailures = new SeriesFailures();
  const shared = { services, offline, context, reporter: failures, seriesFailures };
  const documents = new SeriesDocuments({ ...shared, worker, bundleFolder });
  const tabs = { shown: documents.panels.shown, stale: documents.files.stale };
  const chooseProfileSeries = profileChoice(services);
  const charts = new ChartEditors({ ...shared, ...tabs, chooseProfileSeries, bundleFolder, log });
  documents.follow(charts);
  const savedCharts = new SavedCharts({ charts, connections, reporter: failures, bundleFolder });
  const hedging = new HedgingChoice(state);
  const latest = new LatestEditors({ ...shared, hedging, globalState, bundleFolder, log });
  const sideBar = sideBarViews({ ...shared, connections, hedging, state, globalStorageUri, log });
  const texts = textFeatures({ services, connections, worker, failures });
  const saving = { ...shared, worker };
  const inserts = new Inserts({ ...saving, connections, workspaceState: state });
  const recent = new RecentlyOpened(state, connections);
  const views = { documents, saving, inserts, charts, latest, ...sideBar, hedging, ...texts, log };
  // Disposed in this order, so dependents come before what they depend on.
  extension.subscriptions.push(
    registerCommands({ ...parts, ...views, recent, logFolder: extension.logUri, extension: self }),
    new MovedConnections(parts),
    linkHandler({ ...parts, charts }),
    registerAgentTools({ services, context, charts, worker, extensionId: self.id }),
    diagnoses,
    new ContextStatus({ ...shared, views: Object.values(sideBar), lines: texts.lines.hints }),
    ...Object.values(texts),
    recent,
    ...Object.values(sideBar),
    savedCharts,
    charts,
    latest,
    hedging,
    inserts,
    documents,
    seriesFailures,
    context,
    services,
    asOf,
    worker,
    apiKeys,
    connections,
    log,
  );
}

function sideBarViews(sources: SignalsViewOptions & ForecastsViewOptions & PinnedSources) {
  return {
    signals: new SignalsView(sources),
    forecasts: new ForecastsView(sources),
    pinned: new PinnedView(sources),
  };
}

/** The features that follow the texts open in editors. */
function textFeatures(sources: ReferenceLinesOptions) {
  return { lines: new ReferenceLines(sources), datasets: new Datasets(sources) };
}

/** Loaded with the first link. */
function linkHandler(parts: LinkParts): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async (uri) => (await import("./features/links/followLink")).followLink(parts, uri),
  });
}

/** Loaded when someone chooses. */
function profileChoice(services: ConnectedServices): ChooseProfileSeries {
  return async (subject, shown) => {
    const { chosenOfProfile } = await import("./features/latest/profile/chosenOfProfile");
    return chosenOfProfile(services, subject, shown);
  };
}
