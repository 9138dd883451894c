import { isoOfDay } from "../../../../shared/day";
import { type PastedCell, pastedTable } from "../../../../shared/pastedTable";
import { type Extreme, type HalfLife } from "../../../../shared/series/statistics";
import { t } from "../../../../ui/l10n";
import { type ChartView } from "./chartView";
import { drawnColumns } from "./drawnColumns";
import { headingOf } from "./pane";
import { csvText, uniqueNames } from "./shownText";
import { type StatisticsRow, type StatisticsTable } from "./statistics";

const headings = [
  ...["Series", "Frequency", "n", "Mean", "Std. dev."],
  ...["Smallest", "Day of smallest", "Largest", "Day of largest"],
  ...["Half-life (periods)", "Half-life is longer"],
];

/**
 * Formats statistics for a program or a spreadsheet: `# ` lines that describe each series, the values and the range,
 * then a row for each series, with its correlations if there are several. Numbers are the shortest text that reads back
 * as the same double; rates are fractions. A half-life is in periods of the frequency; one that is longer than half of
 * the sample is marked, and half of the sample is given. A missing value is an empty cell. Lines end with LF.
 *
 * @param inFull - The same view with full titles, which name the series.
 */
export function statisticsText(
  { rows, correlations, correlationOf }: StatisticsTable,
  inFull: ChartView,
  form: "csv" | "tsv",
): string {
  const headingById = new Map(drawnColumns(inFull).map((each) => [each.id, headingOf(each)]));
  const names = uniqueNames(rows.map(({ series: { id, label } }) => headingById.get(id) ?? label));
  const size = Math.sqrt(correlations.length);
  const others = names.slice(0, size).map((name) => `Correlation of ${correlationOf} with ${name}`);
  const lines: PastedCell[][] = [[...headings, ...(correlations.length === 0 ? [] : others)]];
  for (const [index, row] of rows.entries()) {
    const own =
      index < size ? correlations.subarray(index * size, (index + 1) * size) : others.map(() => "");
    lines.push([names[index] ?? "", ...cellsOf(row), ...own]);
  }
  const { facts, range } = inFull;
  const days = `${isoOfDay(range.from)}..${isoOfDay(range.to)}`;
  return (form === "csv" ? csvText : pastedTable)(lines, [...facts, t("Values as served"), days]);
}

function cellsOf({ step, statistics }: StatisticsRow): readonly PastedCell[] {
  const { n, mean, standardDeviation, smallest, largest, halfLife } = statistics;
  return [
    ...[step, n, mean, standardDeviation],
    ...[...extremeCells(smallest), ...extremeCells(largest), ...halfLifeCells(halfLife)],
  ];
}

function extremeCells(extreme: Extreme | undefined): readonly PastedCell[] {
  return extreme === undefined ? ["", ""] : [extreme.value, isoOfDay(extreme.day)];
}

function halfLifeCells(halfLife: HalfLife | undefined): readonly PastedCell[] {
  return halfLife === undefined ? ["", ""] : [halfLife.periods, halfLife.isLonger ? "yes" : ""];
}
