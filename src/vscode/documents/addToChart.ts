import * as vscode from "vscode";
import { chartUri } from "../../shared/chartPlace";
import { mostParts, seriesKey } from "../../shared/composedPlace";
import { withSeries } from "../chart/changedPlace";
import { type ChartEditors } from "../chart/chartEditors";
import { type SeriesTarget, seriesTargetsOf } from "../seriesTarget";
import { activeDocuments } from "./documentTabs";
import { openSeries, tellNoDocument } from "./openSeries";
import { type ChartTab, type RecentCharts } from "./recentCharts";
import { replaceTab } from "./replaceTab";

/**
 * Shows a series in the chart that was used last, beside what that shows, or in one of its own when none is open: a row's
 * series, a document's, or without an argument the active document's.
 */
export async function addToChart(
  argument: unknown,
  charts: Pick<RecentCharts, "latest">,
  editors: Pick<ChartEditors, "handOver">,
  tell: (words: string) => void = tellInStatusBar,
): Promise<void> {
  const [target] = seriesTargetsOf(argument ?? activeDocuments().at(-1));
  const chart = charts.latest;
  if (target === undefined) await tellNoDocument();
  else if (chart === undefined) await openSeries(target, "chart");
  else await addTo(chart, target, editors, tell);
}

/** Whoever adds one row may want to add the next. */
const preserveFocus = true;

async function addTo(
  chart: ChartTab,
  target: SeriesTarget,
  editors: Pick<ChartEditors, "handOver">,
  tell: (words: string) => void,
): Promise<void> {
  const { connectionId: connection, reference } = target;
  const place = withSeries(chart.place, { connection, reference });
  if (place !== undefined) {
    const uri = vscode.Uri.parse(chartUri(place), true);
    editors.handOver(chart.uri, chart.tab.group.viewColumn, place);
    await replaceTab(chart.tab, uri, { preserveFocus });
    return;
  }
  const key = seriesKey({ connection, reference });
  if (!chart.place.parts.some((part) => seriesKey(part) === key)) {
    await tellFull();
    return;
  }
  await reveal(chart);
  tell(vscode.l10n.t("The chart shows it already"));
}

async function reveal({ tab, uri }: ChartTab): Promise<void> {
  const { viewColumn } = tab.group;
  await vscode.commands.executeCommand("vscode.open", uri, { viewColumn, preserveFocus });
}

const toldMs = 5_000;

function tellInStatusBar(words: string): void {
  vscode.window.setStatusBarMessage(words, toldMs);
}

async function tellFull(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t("A chart shows at most {0} series.", mostParts),
  );
}
