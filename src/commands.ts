import path from "node:path";
import * as vscode from "vscode";
import { type Form, type Target } from "./shared/place";
import { type ChartEditors } from "./features/chart/host/chartEditors";
import { saveChart } from "./features/chart/host/saveChart";
import { type CommandName, commandId } from "./editor/commandNames";
import type * as ConnectionCommands from "./connect/connectionCommands";
import { type ConnectionDependencies } from "./connect/connectionParts";
import { type Disposable, DisposableStore } from "./editor/disposables";
import { addToChart } from "./features/chart/host/addToChart";
import type * as CompareSeries from "./features/documents/compareSeries";
import { openSelected, openTargets } from "./features/documents/openSelected";
import { openOtherForm, reportNoDocument } from "./editor/tabs/openSeries";
import { activeDocuments } from "./editor/tabs/documentTabs";
import { refreshDocuments } from "./features/documents/refreshDocuments";
import { type SeriesDocuments } from "./features/documents/seriesDocuments";
import { type Datasets } from "./features/dataset/datasets";
import { type CopyForm } from "./features/notebook/copyAs";
import { type LinkSource } from "./features/links/linked";
import type * as OfflinePins from "./features/pinned/offlinePins";
import type * as PinCommands from "./features/pinned/pinCommands";
import { type PinnedView } from "./features/pinned/pinnedView";
import { type Inserts } from "./features/notebook/inserts";
import { type ReferenceLines } from "./features/notebook/lines/referenceLines";
import { type LatestEditors } from "./features/latest/latestEditors";
import type * as OpenLatest from "./features/latest/openLatest";
import { offerIssueTracker, reportIssue } from "./editor/help/issueTracker";
import { openWalkthrough } from "./editor/help/walkthrough";
import { type HitKind } from "./features/browse/palette/seriesSource";
import type * as PanelFlow from "./features/search/panelFlow";
import { type RecentlyOpened } from "./features/search/recentlyOpened";
import type * as SearchFlow from "./features/search/searchFlow";
import { showLog } from "./editor/report/showLog";
import { type SaveAsParts } from "./features/documents/save/saveAs";
import { type ForecastsView } from "./features/browse/forecastsView";
import { askFilter, filterViews, showInSideBar } from "./features/browse/viewCommands";
import { type HedgingChoice } from "./features/browse/hedgingChoice";
import { type SignalsView } from "./features/browse/signalsView";

/** The dependencies of the commands. */
export interface CommandDependencies extends ConnectionDependencies {
  readonly documents: SeriesDocuments;
  readonly saving: SaveAsParts;
  readonly inserts: Inserts;
  readonly charts: ChartEditors;
  readonly latest: LatestEditors;
  readonly signals: SignalsView;
  readonly forecasts: ForecastsView;
  readonly hedging: HedgingChoice;
  readonly pinned: PinnedView;
  readonly recent: RecentlyOpened;
  readonly lines: ReferenceLines;
  readonly datasets: Datasets;
  readonly log: vscode.LogOutputChannel;
  /** Folder of the extension's log files. */
  readonly logFolder: vscode.Uri;
  readonly extension: vscode.Extension<unknown>;
}

/**
 * A command. When a menu invokes it, the first argument is a row or a URI and the second all selected rows; any other
 * caller may pass anything.
 *
 * @param goal - Where dropped rows go.
 */
type Command = (argument: unknown, selection: unknown, goal: unknown) => unknown;

type CommandGroup = Partial<Record<CommandName, Command>>;

/**
 * Registers every command. None takes an address or a key, and none returns or throws anything, so another extension
 * that runs one learns nothing and changes nothing without the person (SEC-12). Unexpected errors are reported, too.
 */
export function registerCommands(parts: CommandDependencies): Disposable {
  const registrations = new DisposableStore();
  const all = {
    ...commandsFor(parts),
    ...panelCommandsFor(parts),
    ...latestCommandsFor(parts),
    ...helpCommandsFor(parts),
    ...agentCommandsFor(parts),
    ...datasetCommandsFor(parts),
  };
  const commands = Object.entries(all satisfies Record<CommandName, Command>) as [
    CommandName,
    Command,
  ][];
  for (const [name, run] of commands) {
    const silent: Command = async (argument, selection, goal) => {
      try {
        await run(argument, selection, goal);
      } catch (error) {
        const attempt = vscode.l10n.t("Could not run the command {0}", commandId(name));
        void parts.failures.report(error, { attempt });
      }
    };
    registrations.add(vscode.commands.registerCommand(commandId(name), silent));
  }
  offerIssueTracker(parts.extension.packageJSON);
  return registrations;
}

function commandsFor(parts: CommandDependencies) {
  const { documents, inserts, charts, services, lines } = parts;
  const { files, staleTitle } = documents;
  return {
    connectService: async () => (await connecting()).connectService(parts),
    useSampleData: async () => (await connecting()).useSampleData(parts),
    switchConnection: async () => (await connecting()).switchConnection(parts),
    enterApiKey: async (connectionId) => (await connecting()).enterApiKey(parts, connectionId),
    forgetApiKey: async (connectionId) => (await connecting()).forgetApiKey(parts, connectionId),
    setKind: async () => (await connecting()).setKind(parts),
    setAsOf: async () => (await connecting()).setAsOf(parts),
    reopenAsOf: (uri) => documents.later.reopen(uri),
    reopenAllAsOf: () => documents.later.reopenAll(),
    backToLatest: () => parts.context.asOf.set("latest"),
    changeContext: async () => (await connecting()).changeContext(parts),
    renameConnection: async () => (await connecting()).renameConnection(parts),
    removeConnection: async () => (await connecting()).removeConnection(parts),
    clearCache: async () => {
      await (await connecting()).clearCache(services);
      (await import("./features/search/searchSources")).forgetSources();
    },
    diagnoseConnection: async (connectionId) =>
      (await connecting()).diagnoseConnection(parts, connectionId),
    ...searchCommandsFor(parts),
    ...viewCommandsFor(parts),
    openChart: (target, rows) => openRows(parts, "chart", target, rows),
    addToChart: (target, rows) => addToChart(rowsOf(target, rows), documents.recentCharts, charts),
    openCsv: (target, rows) => openRows(parts, "csv", target, rows),
    openJson: (target, rows) => openRows(parts, "json", target, rows),
    insertIntoNotebook: async (target, rows) => {
      if (await inserts.insert(target, rows)) return;
      const kinds: readonly HitKind[] = ["variant", "panel", "forecast"];
      const use = (found: Target): unknown => inserts.insert({ target: found });
      await (await searching()).search(parts, { kinds, use });
    },
    ...copyCommandsFor(inserts),
    copyLink: async (target, rows) => {
      const { copyLinksOf } = await import("./features/links/copyLink");
      const sourceOf = (given: unknown): LinkSource => linkSourceOf(parts, given, rows);
      await copyLinksOf(parts.connections, parts.extension.id, target, sourceOf);
    },
    ...pinCommandsFor(parts),
    ...saveCommandsFor(parts),
    refreshDocument: (document) => refreshDocuments(document, { files, charts }),
    explainStale: (uri) => staleTitle.explain(uri),
    openOtherForm,
    ...compareCommandsFor(parts),
    ...lineCommandsFor(lines),
  } satisfies CommandGroup;
}

function saveCommandsFor(parts: CommandDependencies) {
  const { saving, charts, pinned } = parts;
  return {
    saveAs: (target, rows) => saveAs(parts, target, rows),
    saveVintages: async (target, rows) => {
      const given = target ?? activeDocuments().at(-1);
      if (given === undefined) return reportNoDocument();
      const { saveVintagesOf } = await import("./features/pinned/saveVintagesOf");
      const source = linkSourceOf(parts, given, rows);
      await saveVintagesOf(saving, source, pinned.rowsOf(given, rows));
    },
    saveChart: (target) => saveChart(target, charts),
    saveResponse: async (target) => {
      const { ResponseSaver } = await import("./features/documents/save/saveResponse");
      await new ResponseSaver(saving).saveResponse(target);
    },
  } satisfies CommandGroup;
}

function viewCommandsFor({ signals, forecasts, context }: CommandDependencies) {
  const views = [signals, forecasts];
  return {
    refreshSignals: () => signals.refresh(),
    refreshForecasts: () => forecasts.refresh(),
    filter: () => askFilter(views),
    clearFilter: () => filterViews(views, ""),
    groupByTag: () => signals.groupBy("tag"),
    groupBySignal: () => signals.groupBy("signal"),
    chooseHedging: () => forecasts.chooseHedging(),
    retryNode: async (row) => (await signals.retry(row)) || (await forecasts.retry(row)),
    loadDefinitions: () => signals.loadDefinitions(),
    showInSideBar: (target) => showInSideBar(target, views, context),
  } satisfies CommandGroup;
}

/** One list, with a filter that the person can remove. */
function searchCommandsFor(parts: CommandDependencies) {
  const filtered =
    (...kinds: readonly HitKind[]): Command =>
    async () =>
      (await searching()).search(parts, { kinds });
  return {
    search: async () => (await searching()).search(parts),
    searchBeside: async () => (await import("./features/search/searchList")).acceptBeside(),
    fetchSignal: filtered("variant"),
    fetchForecast: filtered("market", "forecast"),
    fetchPanel: filtered("panel"),
    fetchTarget: async (target) => (await searching()).fetchTarget(parts, target),
  } satisfies CommandGroup;
}

function compareCommandsFor(parts: CommandDependencies) {
  const { charts, services } = parts;
  return {
    compareKinds: async (target, rows) => {
      if (await (await comparing()).compareKinds(target, rows, charts)) return;
      const use = async (found: Target): Promise<unknown> =>
        (await comparing()).compareKinds({ target: found }, undefined, charts);
      await (await searching()).search(parts, { kinds: ["variant"], use });
    },
    // A person's key bindings may still use this id.
    compareKindsAsText: async (target, rows) => {
      await (await comparing()).compareKinds(target, rows, charts);
    },
    compareVintages: async (target, rows) =>
      (await comparing()).compareVintages(target, rows, { services, charts }),
    openRevisions: async (target, rows) => {
      const { openRevisions } = await import("./features/notebook/openRevisions");
      await openRevisions(parts, target, rows);
    },
  } satisfies CommandGroup;
}

function lineCommandsFor(lines: ReferenceLines) {
  return {
    refreshLine: async (line) => (await lines.actions()).refresh(line),
    refreshAllLines: async () => (await lines.actions()).refreshAll(),
    openLineChart: async (line) => (await lines.actions()).openChart(line),
    showDrift: async (line) => (await lines.actions()).showDrift(line),
    freezeLine: async (line) => (await lines.actions()).refresh(line, "freeze"),
    useFitLine: async (line) => (await lines.actions()).refresh(line, "fit"),
    tidyDataFolder: async () => (await lines.actions()).tidy(),
  } satisfies CommandGroup;
}

function linkSourceOf(
  parts: CommandDependencies,
  argument: unknown,
  selection: unknown,
): LinkSource {
  const rows = rowsOf(argument, selection);
  return {
    rows,
    subjectOf: (row) => parts.signals.selectedPanels(row, undefined).subjects[0],
    withTargets: (of, use) => withTargets(parts, of, use),
  };
}

function pinCommandsFor(parts: CommandDependencies) {
  const { pinned, connections } = parts;
  return {
    pin: async (argument, selection, folder) => {
      const given = argument ?? activeDocuments().at(-1) ?? activeFile();
      if (given === undefined) return reportNoDocument();
      await (await pinning()).pinRowsOf(connections, linkSourceOf(parts, given, selection), folder);
    },
    unpin: async (row, rows) => {
      const removed = pinned.rowsOf(row, rows);
      if (!(await (await pinning()).removePins(removed))) return;
      await (await offlinePins()).releaseUnmarked(parts, removed);
    },
    newPinFolder: async () => (await pinning()).newPinFolder(),
    renamePin: async (row) => (await pinning()).renamePin(pinned.rowsOf(row, undefined)[0]),
    openPins: async (row, rows) => {
      const { openPins } = await import("./features/pinned/openPins");
      // The menu of the view's title passes no row.
      const all = row === undefined ? await pinned.getChildren() : pinned.rowsOf(row, rows);
      await openPins(parts, all);
    },
    connectPin: async (row) => {
      const { connectPin } = await import("./features/pinned/openPins");
      await connectPin(parts, pinned.rowsOf(row, undefined)[0]);
    },
    keepOffline: async (row, rows) => {
      await (await offlinePins()).keepPinsOffline(parts, pinned.rowsOf(row, rows), false);
      pinned.refresh();
    },
    refreshOffline: async (row, rows) => {
      await (await offlinePins()).keepPinsOffline(parts, pinned.rowsOf(row, rows), true);
      pinned.refresh();
    },
    stopOffline: async (row, rows) => {
      await (await offlinePins()).stopOffline(parts, pinned.rowsOf(row, rows));
    },
  } satisfies CommandGroup;
}

/** The file of a saved chart in the active tab. */
function activeFile(): vscode.Uri | undefined {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  return input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

/** Loaded when pins are first kept offline. */
function offlinePins(): Promise<typeof OfflinePins> {
  return import("./features/pinned/offlinePins");
}

/** Loaded with the first pin. */
function pinning(): Promise<typeof PinCommands> {
  return import("./features/pinned/pinCommands");
}

function copyCommandsFor(inserts: Inserts) {
  const copy =
    (form: CopyForm): Command =>
    (target, rows) =>
      inserts.copyAs(form, target, rows);
  return {
    copyReference: copy("link"),
    copyDatedReference: copy("dated-link"),
    copyPython: copy("python"),
    copyTsv: copy("tsv"),
    copyMarkdown: copy("markdown"),
  } satisfies CommandGroup;
}

function panelCommandsFor(parts: CommandDependencies) {
  const { signals } = parts;
  const { files, panels } = parts.documents;
  return {
    openPanel: async (row, rows) =>
      (await panelFlow()).openPanel(parts, signals.selectedPanels(row, rows), row),
    switchLayout: (target) => panels.switchLayout(target),
    showCoverage: (target) => panels.showCoverage(target, "md"),
    showCoverageCsv: (target) => panels.showCoverage(target, "csv"),
    retryPanel: (target) => files.complete(panels.documentFor(target)),
  } satisfies CommandGroup;
}

function latestCommandsFor(parts: CommandDependencies) {
  const { latest, signals, forecasts } = parts;
  return {
    latestSignals: async (row) => (await opening()).openLatest(parts, signals.panelOf(row)),
    forecastExplorer: async (row) =>
      (await opening()).openExplorer(parts, latest, forecasts.choiceOf(row)),
    forecastsItMoves: async (target) => (await opening()).openMoved(latest, target),
    openProfile: async (row) => {
      const [subject] = signals.selectedPanels(row, undefined).subjects;
      if (subject === undefined) return;
      const { openProfile } = await import("./features/latest/profile/openProfile");
      await openProfile(parts, subject);
    },
    whatChanged: async () => (await opening()).openChanges(parts),
  } satisfies CommandGroup;
}

function helpCommandsFor({ extension, log, logFolder }: CommandDependencies) {
  return {
    showLog: () => showLog(log, logFolder),
    openGuide: async (name) => (await import("./editor/help/openGuide")).openGuide(extension, name),
    openWalkthrough: () => openWalkthrough(extension),
    reportIssue: () => reportIssue(extension.packageJSON),
  } satisfies CommandGroup;
}

function agentCommandsFor({ charts, connections, context, extension }: CommandDependencies) {
  return {
    openInChat: async (target) => {
      const { openInChat } = await import("./features/agents/agentCommands");
      const given = target ?? activeDocuments().at(-1) ?? activeFile();
      await openInChat({ charts, connections }, given);
    },
    copyMcpConfiguration: async () => {
      const { copyMcpConfiguration } = await import("./features/agents/agentCommands");
      await copyMcpConfiguration(context, path.join(extension.extensionPath, "dist", "cli.cjs"));
    },
  } satisfies CommandGroup;
}

function datasetCommandsFor(parts: CommandDependencies) {
  const { datasets, pinned, extension, inserts } = parts;
  const targetsOf = async (
    given: unknown,
    rows: unknown,
  ): Promise<readonly Target[] | undefined> => {
    const shown = given ?? activeDocuments().at(-1) ?? activeFile();
    const { datasetTargets } = await import("./features/dataset/datasetTargets");
    const source = linkSourceOf(parts, shown, rows);
    const sources = { ...source, ...parts, pinned: pinned.rowsOf(given, rows) };
    const targets = await datasetTargets(sources);
    if (shown instanceof vscode.Uri || targets === undefined || targets.length === 0)
      return targets;
    // As for other data that leave the editor: rows have the kind of new charts.
    const { withChosenKind } = await import("./connect/chooseDataKind");
    const chosen = await withChosenKind(targets, parts.context);
    return chosen.length === 0 ? undefined : chosen;
  };
  const withRows =
    (use: "newDataset" | "addToDataset"): Command =>
    async (given, rows) => {
      const targets = await targetsOf(given, rows);
      if (targets?.length === 0) await reportNoDocument();
      else if (targets !== undefined) {
        const commands = await import("./features/dataset/newDataset");
        await commands[use](parts, targets);
      }
    };
  return {
    fetchDataset: async (file) => (await datasets.actions()).fetch(file),
    verifyDataset: async (file) => (await datasets.actions()).verify(file),
    restoreDataset: async (file) => (await datasets.actions()).restore(file),
    reportDatasetDrift: async (file) => (await datasets.actions()).reportDrift(file),
    openDataset: async (file) => (await datasets.actions()).open(file, inserts),
    newDataset: withRows("newDataset"),
    freezeNotebook: async () => (await datasets.actions()).freeze(),
    addToDataset: withRows("addToDataset"),
    copyCommandLine: async (given, rows) => {
      const { copyCommandLine } = await import("./features/dataset/copyCommandLine");
      const program = path.join(extension.extensionPath, "dist", "cli.cjs");
      await copyCommandLine(parts, given, program, () => targetsOf(given, rows));
    },
  } satisfies CommandGroup;
}

/**
 * Saves a document, a variant or a forecast directly; other rows, and several rows, are resolved to series and panels
 * first.
 */
async function saveAs(
  parts: CommandDependencies,
  argument: unknown,
  selection: unknown,
): Promise<void> {
  const rows = rowsOf(argument, selection);
  const saving = await import("./features/documents/save/saveAs");
  if (rows.length === 1 && parts.signals.panelOf(argument) === undefined) {
    await saving.saveAs(parts.saving, argument);
    return;
  }
  await withTargets(parts, rows, (targets) => saving.saveTargets(parts.saving, targets));
}

async function openRows(
  parts: CommandDependencies,
  form: Form,
  argument: unknown,
  selection: unknown,
): Promise<void> {
  const rows = rowsOf(argument, selection);
  if (rows.length === 1) await openSelected(form, argument);
  else await withTargets(parts, rows, (targets) => openTargets(form, targets));
}

/** Resolves all selected rows, and reports how many are neither series nor panels. */
async function withTargets(
  parts: CommandDependencies,
  rows: readonly unknown[],
  use: (targets: readonly Target[]) => Promise<void>,
): Promise<void> {
  const { selectedTargets, reportWithout } = await panelFlow();
  const selected = await selectedTargets(parts, rows, (row) => parts.signals.panelOf(row));
  if (selected === undefined) return;
  reportWithout(selected.without, rows.length);
  if (selected.targets.length > 0) await use(selected.targets);
}

/** All selected rows when several are selected, else the argument alone. */
function rowsOf(argument: unknown, selection: unknown): readonly unknown[] {
  return Array.isArray(selection) && selection.length > 1 ? selection : [argument];
}

/** Loaded on first use: most windows never change their connections. */
async function connecting(): Promise<typeof ConnectionCommands.connectionCommands> {
  return (await import("./connect/connectionCommands")).connectionCommands;
}

/** Loaded when latest signals or forecasts are first opened. */
function opening(): Promise<typeof OpenLatest> {
  return import("./features/latest/openLatest");
}

/** Loaded with the first comparison. */
function comparing(): Promise<typeof CompareSeries> {
  return import("./features/documents/compareSeries");
}

/** Loaded with the first panel. */
function panelFlow(): Promise<typeof PanelFlow> {
  return import("./features/search/panelFlow");
}

/** Loaded with the first search, which builds its own index of the catalog. */
function searching(): Promise<typeof SearchFlow> {
  return import("./features/search/searchFlow");
}
