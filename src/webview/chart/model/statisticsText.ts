import { isoOfDay } from "../../../shared/day";
import { type Extreme, type HalfLife } from "../../../shared/series/statistics";
import { type ChartView } from "./chartView";
import { drawnColumns } from "./drawnColumns";
import { toCell, uniqueNames } from "./shownText";
import { type StatisticsRow, type StatisticsTable } from "./statistics";

const headings = [
  ...["Series", "Step", "n", "Mean", "Std. dev."],
  ...["Smallest", "Smallest on", "Largest", "Largest on", "Half-life"],
];

/**
 * The statistics for a program or a sheet: lines beginning with `# ` for what each series is and for the range, then a row for
 * each series, with its correlation with each where there are several. Numbers are the shortest that read back as the same
 * double, fractions as such, a half-life in steps; no value is an empty cell. Lines end with LF.
 *
 * @param inFull - The view whose labels name the series.
 */
export function statisticsText(
  { rows, summary, correlations, correlationOf }: StatisticsTable,
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
  const facts = [...inFull.facts, summary].map((fact) => `# ${fact}\n`);
  return [...facts, ...lines.map((cells) => `${cells.map(toCell).join(separator)}\n`)].join("");
}

function cellsOf({ step, statistics }: StatisticsRow): readonly string[] {
  const { n, mean, standardDeviation, smallest, largest, halfLife } = statistics;
  return [
    ...[step, `${n}`, numberText(mean), numberText(standardDeviation)],
    ...[...extremeCells(smallest), ...extremeCells(largest), halfLifeText(halfLife)],
  ];
}

function extremeCells(extreme: Extreme | undefined): readonly [string, string] {
  return extreme === undefined ? ["", ""] : [numberText(extreme.value), isoOfDay(extreme.day)];
}

function halfLifeText(halfLife: HalfLife | undefined): string {
  if (halfLife === undefined) return "";
  return halfLife.isLonger ? `>${halfLife.periods}` : `${halfLife.periods}`;
}

function numberText(value: number): string {
  return Number.isNaN(value) ? "" : `${value}`;
}
