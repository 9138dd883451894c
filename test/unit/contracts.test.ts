import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

/**
 * Names that outlive a version of the extension, written out: people have them in settings and key bindings, and the editor
 * in what it keeps. A name is added here; none is changed or taken away.
 *
 * Paths of documents, reference lines, names of files and their metadata have literal examples where they are tested.
 */
const commands = `
  addToChart addToDataset copyCommandLine fetchDataset freezeNotebook newDataset openDataset reportDatasetDrift restoreDataset verifyDataset backToLatest changeContext chooseHedging clearCache clearFilter compareKinds compareKindsAsText compareVintages connectPin connectService copyDatedReference
  copyLink copyMarkdown copyMcpConfiguration copyPython copyReference copyTsv diagnoseConnection enterApiKey explainStale fetchForecast fetchPanel filter
  fetchSignal fetchTarget forecastExplorer forecastsItMoves forgetApiKey freezeLine groupBySignal groupByTag insertIntoNotebook keepOffline latestSignals loadDefinitions newPinFolder openChart
  openCsv openGuide openInChat openJson openLineChart openOtherForm openPanel openPins openProfile pin openRevisions openWalkthrough refreshAllLines refreshDocument refreshForecasts refreshLine refreshOffline
  refreshSignals removeConnection renameConnection renamePin reopenAllAsOf reopenAsOf reportIssue retryNode retryPanel saveAs saveChart saveResponse saveVintages search searchBeside setAsOf setKind showCoverage
  showCoverageCsv showDrift showInSideBar showLog stopOffline switchConnection switchLayout tidyDataFolder unpin useFitLine useSampleData whatChanged`;
const settings = `
  archive.sizeMB cache.finalAfterHours cache.latestMinutes cache.sizeMB connection connections documents.sizeLimitMB insert.dataFrame
  insert.fileFormat insert.folder insert.mostRows network.maxConcurrentRequests network.transferFormat network.transport offline.sizeMB pins
  sample.port tree.open tree.value`;
const views = "signals forecasts pinned";
const editors = "changes chart explorer failed heatmap savedChart";
/** Of the editor's memory, of a workspace or of all, and beginnings of the names of secrets. */
const kept = [
  "changes.lastLook.",
  "connections.givenIds",
  "context.asOf",
  "context.dataKind",
  "environmentKey.origin",
  "forecasts.hedging",
  "forgotten:",
  "insert.dataKind",
  "insert.tables",
  "insert.way.",
  "installationSecret",
  "search.recent",
  "signals.grouping",
];

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
    readonly customEditors: readonly { readonly viewType: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

function idsOf(words: string): string[] {
  const names = words.split(/\s+/).filter((word) => word !== "");
  return names.map((name) => `macroSignals.${name}`).sort();
}

describe("what outlives a version", () => {
  let manifest: Manifest;
  before(async () => {
    manifest = JSON.parse(await readFile("package.json", "utf8")) as Manifest;
  });

  it("is the id of the extension, by which its settings and secrets are kept", () => {
    assert.equal(`${manifest.publisher}.${manifest.name}`, "macro-signals.macro-signals");
  });

  it("are the ids of commands", () => {
    const ids = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(ids.sort(), idsOf(commands));
  });

  it("are the names of settings", () => {
    const names = Object.keys(manifest.contributes.configuration.properties);
    assert.deepEqual(names.sort(), idsOf(settings));
  });

  it("are the ids of views and editors, which the editor restores", () => {
    const { contributes } = manifest;
    const shown = Object.values(contributes.views).flatMap((all) => all.map(({ id }) => id));
    assert.deepEqual(shown.sort(), idsOf(views));
    const types = contributes.customEditors.map(({ viewType }) => viewType);
    assert.deepEqual(types.sort(), idsOf(editors));
  });

  it("are the keys of what the editor keeps", async () => {
    const files = await readdir("src", { recursive: true });
    const sources = files.filter((name) => name.endsWith(".ts"));
    const texts = await Promise.all(
      sources.map((name) => readFile(path.join("src", name), "utf8")),
    );
    const all = texts.join("\n");
    assert.deepEqual(
      kept.filter((key) => !all.includes(`"${key}"`) && !all.includes(`\`${key}`)),
      [],
    );
  });
});
