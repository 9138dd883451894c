import pLimit from "p-limit";
import * as vscode from "vscode";
import { chartPlaceOf, chartUri } from "../../../shared/chartPlace";
import { maxParts } from "../../../shared/composedPlace";
import { withSeries } from "./changedPlace";
import { type Charts } from "./chartEditors";
import { activeDocuments } from "../../../editor/tabs/documentTabs";
import { reportNoDocument } from "../../../editor/tabs/openSeries";
import { type ChartTab, type RecentCharts } from "./recentCharts";
import { replaceTab } from "../../../editor/tabs/replaceTab";
import { type SeriesTarget, targetPath } from "../../../shared/place";
import { seriesTargetsOf, uniqueTargets } from "../../../editor/tabs/target";

/**
 * Adds series to the most recently used chart, or opens them as a new chart if none is open. Rows that are not series
 * are skipped, and their number is reported.
 *
 * @param rows - Rows of a tree, or documents; if empty, the active document.
 */
export async function addToChart(
  rows: readonly unknown[],
  charts: RecentCharts,
  editors: Charts,
  report: (words: string) => void = reportInStatusBar,
): Promise<void> {
  const found = rows.map((row) => seriesTargetsOf(row ?? activeDocuments().at(-1)));
  const targets = uniqueTargets(found.flat());
  if (targets.length === 0) {
    await reportNoDocument();
    return;
  }
  const isFull = await oneAtATime(async () => {
    const chart = activeFile(editors) ?? charts.latest;
    return chart === undefined ? openTogether(targets) : addTo(chart, targets, editors, report);
  });
  const without = found.filter((each) => each.length === 0).length;
  if (without > 0) await reportWithout(without, rows.length);
  if (isFull) await reportFull();
}

/** The chart of series in the active tab; undefined when that tab shows none. */
function activeFile(editors: Charts): ChartTab | undefined {
  const { activeTab: tab } = vscode.window.tabGroups.activeTabGroup;
  if (!(tab?.input instanceof vscode.TabInputCustom)) return undefined;
  const { uri } = tab.input;
  const place = editors.placeOf(uri);
  return place && { tab, uri, place };
}

/** Additions run one after the other, so that quick clicks do not overwrite each other. */
const oneAtATime = pLimit(1);

/** The focus stays in the tree, for the next row. */
const preserveFocus = true;

/**
 * Opens one chart of the series, of the first `maxParts` when there are more; several open in a tab that is no preview.
 */
export async function openChartOf(targets: readonly SeriesTarget[]): Promise<void> {
  if (await openTogether(targets)) await reportFull();
}

/** @returns whether there are too many. */
async function openTogether(targets: readonly SeriesTarget[]): Promise<boolean> {
  const place = chartPlaceOf(targets.slice(0, maxParts));
  if (place === undefined) return false;
  const uri = vscode.Uri.parse(chartUri(place), true);
  const preview = targets.length === 1;
  await vscode.commands.executeCommand("vscode.open", uri, preview ? {} : { preview });
  return targets.length > maxParts;
}

/** @returns whether there are too many. */
async function addTo(
  chart: ChartTab,
  series: readonly SeriesTarget[],
  editors: Charts,
  report: (words: string) => void,
): Promise<boolean> {
  const place = series.reduce((shown, each) => withSeries(shown, each) ?? shown, chart.place);
  const shown = new Set(place.parts.map(targetPath));
  const isFull = series.some((each) => !shown.has(targetPath(each)));
  if (place !== chart.place) {
    const uri = vscode.Uri.parse(chartUri(place), true);
    editors.handOver(chart.uri, chart.tab.group.viewColumn, place);
    await replaceTab(chart.tab, uri, { preserveFocus });
  } else if (!isFull) {
    await reveal(chart);
    report(vscode.l10n.t("Already in the chart"));
  }
  return isFull;
}

async function reveal({ tab, uri }: ChartTab): Promise<void> {
  const { viewColumn } = tab.group;
  await vscode.commands.executeCommand("vscode.open", uri, { viewColumn, preserveFocus });
}

const messageMs = 5_000;

function reportInStatusBar(words: string): void {
  vscode.window.setStatusBarMessage(words, messageMs);
}

async function reportFull(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t("A chart can show at most {0} series.", maxParts),
  );
}

async function reportWithout(without: number, of: number): Promise<void> {
  await vscode.window.showInformationMessage(
    without === 1
      ? vscode.l10n.t("1 of {0} selected rows is not a single series and was not added.", of)
      : vscode.l10n.t(
          "{0} of {1} selected rows are not single series and were not added.",
          without,
          of,
        ),
  );
}
