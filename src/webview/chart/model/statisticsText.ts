import { isoOfDay } from "../../../shared/day";
import { type Extreme, type HalfLife } from "../../../shared/series/statistics";
import { type ChartView } from "./chartView";
import { drawnColumns } from "./drawnColumns";
import { toCell, uniqueNames } from "./shownText";
import { type StatisticsRow, type StatisticsTable } from "./statistics";

const headings = [
  ...["Series", "Frequency", "n", "Mean", "Std. dev."],
  ...["Smallest", "Day of smallest", "Largest", "Day of largest"],
  ...["Half-life (periods)", "Half-life is longer"],
];

/**
 * The statistics for a program or a spreadsheet: `# ` lines that describe each series and the range, then a row for each
 * series, with its correlations if there are several. Numbers are the shortest text that reads back as the same double;
 * rates are fractions. A half-life is in periods of the frequency; one that is longer than half of the sample is marked, and
 * half of the sample stands for it. A missing value is an empty cell. Lines end with LF.
 *
 * @param inFull - The same view with full titles, which name the series.
 */
export function statisticsText(
  { rows, correlations, correlationOf }: StatisticsTable,
  inFull: ChartView,
  separator: string,
): string {
  const labels = new Map(drawnColumns(inFull).map(({ id, label }) => [id, label]));
  const names = uniqueNames(rows.map(({ series: { id, label } }) => labels.get(id) ?? label));
  const others = names.map((name) => `Correlation of ${correlationOf} with ${name}`);
  const lines = [[...headings, ...(correlations.length === 0 ? [] : others)]];
  for (const [index, row] of rows.entries()) {
    const own = correlations.subarray(index * rows.length, (index + 1) * rows.length);
    lines.push([names[index] ?? "", ...cellsOf(row), ...Array.from(own, numberText)]);
  }
  const { facts, range } = inFull;
  const days = `${isoOfDay(range.from)}..${isoOfDay(range.to)}`;
  const head = [...facts, days].map((fact) => `# ${fact}\n`);
  return [...head, ...lines.map((cells) => `${cells.map(toCell).join(separator)}\n`)].join("");
}

function cellsOf({ step, statistics }: StatisticsRow): readonly string[] {
  const { n, mean, standardDeviation, smallest, largest, halfLife } = statistics;
  return [
    ...[step, `${n}`, numberText(mean), numberText(standardDeviation)],
    ...[...extremeCells(smallest), ...extremeCells(largest), ...halfLifeCells(halfLife)],
  ];
}

function extremeCells(extreme: Extreme | undefined): readonly [string, string] {
  return extreme === undefined ? ["", ""] : [numberText(extreme.value), isoOfDay(extreme.day)];
}

function halfLifeCells(halfLife: HalfLife | undefined): readonly [string, string] {
  return halfLife === undefined
    ? ["", ""]
    : [`${halfLife.periods}`, halfLife.isLonger ? "yes" : ""];
}

function numberText(value: number): string {
  return Number.isNaN(value) ? "" : `${value}`;
}
