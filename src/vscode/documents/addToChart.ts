import pLimit from "p-limit";
import * as vscode from "vscode";
import { chartPlaceOf, chartUri } from "../../shared/chartPlace";
import { maxParts } from "../../shared/composedPlace";
import { withSeries } from "../chart/changedPlace";
import { type ChartEditors } from "../chart/chartEditors";
import { activeDocuments } from "./documentTabs";
import { reportNoDocument } from "./openSeries";
import { type ChartTab, type RecentCharts } from "./recentCharts";
import { replaceTab } from "./replaceTab";
import { type SeriesTarget, targetPath } from "../../shared/place";
import { selectedTargetsOf } from "../target";

/**
 * The series that a command was called for, each once: those of the selected rows, of the argument, or without one of the
 * active document. None when there is none.
 */
export function seriesInSelection(argument: unknown, selection?: unknown): readonly SeriesTarget[] {
  return selectedTargetsOf(argument ?? activeDocuments().at(-1), selection);
}

/**
 * Shows series in the chart that was used last, beside what that shows, or in one of their own when none is open: those of
 * the selected rows, a row's, a document's, or without an argument the active document's.
 */
export async function addToChart(
  targets: readonly SeriesTarget[],
  charts: Pick<RecentCharts, "latest">,
  editors: Pick<ChartEditors, "handOver">,
  report: (words: string) => void = reportInStatusBar,
): Promise<void> {
  if (targets.length === 0) {
    await reportNoDocument();
    return;
  }
  const isFull = await oneAtATime(async () => {
    const chart = charts.latest;
    return chart === undefined
      ? openTogether(targets)
      : addTo(chart, targets.map(toPlaced), editors, report);
  });
  if (isFull) await reportFull();
}

/** Each adds to what the one before it has shown, however fast a person is. */
const oneAtATime = pLimit(1);

/** Whoever adds one row may want to add the next. */
const preserveFocus = true;

/** Opens one chart of several series, in a tab that stays; of the first ones where there are too many. */
export async function openChartOf(targets: readonly SeriesTarget[]): Promise<void> {
  if (await openTogether(targets)) await reportFull();
}

/** @returns whether there are too many. */
async function openTogether(targets: readonly SeriesTarget[]): Promise<boolean> {
  const place = chartPlaceOf(targets.slice(0, maxParts).map(toPlaced));
  if (place === undefined) return false;
  const uri = vscode.Uri.parse(chartUri(place), true);
  const preview = targets.length === 1;
  await vscode.commands.executeCommand("vscode.open", uri, preview ? {} : { preview });
  return targets.length > maxParts;
}

function toPlaced({ connectionId, reference }: SeriesTarget): SeriesTarget {
  return { connectionId: connectionId, reference };
}

/** @returns whether there are too many. */
async function addTo(
  chart: ChartTab,
  series: readonly SeriesTarget[],
  editors: Pick<ChartEditors, "handOver">,
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

const toldMs = 5_000;

function reportInStatusBar(words: string): void {
  vscode.window.setStatusBarMessage(words, toldMs);
}

async function reportFull(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t("A chart can show at most {0} series.", maxParts),
  );
}
