import {
  formatCount,
  formatSize,
  formatValue,
  noValueText,
} from "../../../../shared/series/numberText";
import { type NativeStep } from "../../../../shared/series/nativeStep";
import { rowsIn } from "../../../../shared/series/observations";
import {
  correlationMatrix,
  type CorrelationOf,
  type Extreme,
  type HalfLife,
  leastPairs,
  pairCount,
  type Sample,
  type Statistics,
  statisticsOf,
} from "../../../../shared/series/statistics";
import { dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type ChartView } from "./chartView";
import { drawnColumns } from "./drawnColumns";
import { asServed } from "./normalised";
import { observedOf } from "./observed";
import { type Layer, type Line } from "./pane";

/** A larger correlation matrix would be unreadable and slow to compute. */
const maxSeries = 40;

export interface StatisticsRow {
  readonly series: Line | Layer;
  readonly step: NativeStep;
  readonly statistics: Statistics;
}

/** The statistics of what a chart draws, in the range in sight. */
export interface StatisticsTable {
  /** The rows in the order of the legend, or of the table of several series, followed by the difference of a pair. */
  readonly rows: readonly StatisticsRow[];
  readonly omitted: number;
  /** `22 Nov 2021 – 20 Nov 2026 · 61 monthly observations each`. */
  readonly summary: string;
  readonly correlationOf: CorrelationOf;
  /** Correlations of each series with each, row by row, from −1 to 1; NaN is blank. Empty for a single series. */
  readonly correlations: Float64Array;
  /** The reason for each blank correlation; empty text for the others. */
  readonly reasons: readonly string[];
}

/**
 * Computes the statistics of what a chart draws. Yields after each series and each pair of series.
 *
 * @param order - Ids of lines in the order of the table of several series; others come after them.
 */
export function* statisticsTable(
  view: ChartView,
  of: CorrelationOf,
  order: readonly string[] = [],
): Generator<void, StatisticsTable> {
  const panes = view.panes.filter(({ kind }) => kind !== "difference");
  const shown = drawnColumns({ panes });
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: Line | Layer): number => places.get(id) ?? order.length;
  const all = shown.map(asServed).toSorted((one, other) => placeOf(one) - placeOf(other));
  const series = all.slice(0, maxSeries);
  const samples = series.map((each): Sample => ({
    step: observedOf(each).observed.step,
    rows: rowsIn(each, view.range),
  }));
  const rows: StatisticsRow[] = [];
  for (const [index, sample] of samples.entries()) {
    const own = series[index];
    if (own === undefined) continue;
    yield;
    rows.push({ series: own, step: sample.step, statistics: yield* statisticsOf(sample) });
  }
  yield;
  const summary = summaryOf(view, rows);
  for (const difference of view.panes.filter(({ kind }) => kind === "difference")) {
    for (const line of difference.lines) {
      const { step } = observedOf(line).observed;
      const own = statisticsOf({ step, rows: rowsIn(line, view.range) });
      rows.push({ series: line, step, statistics: yield* own });
    }
  }
  const correlations =
    samples.length < 2 ? new Float64Array() : yield* correlationMatrix(samples, of);
  return {
    rows,
    omitted: all.length - series.length,
    summary: [
      summary,
      ...(shown.some((each) => "served" in each) ? [t("values as served")] : []),
    ].join(" · "),
    correlationOf: of,
    correlations,
    reasons: Array.from(correlations, (value, at) => {
      const one = samples[Math.floor(at / samples.length)];
      const other = samples[at % samples.length];
      const isBlank = Number.isNaN(value) && one !== undefined && other !== undefined;
      return isBlank ? reasonOf(pairCount(one, other, of)) : "";
    }),
  };
}

/** The reason why a correlation of this number of pairs is blank. */
function reasonOf(count: number): string {
  return count < leastPairs ? t("{0} of {1} observations", count, leastPairs) : t("does not vary");
}

function summaryOf({ range }: ChartView, rows: readonly StatisticsRow[]): string {
  const days = `${dateText(range.from)} – ${dateText(range.to)}`;
  const [first, ...others] = rows;
  if (first === undefined) return days;
  const { n } = first.statistics;
  const isSame = others.every(({ step, statistics }) => step === first.step && statistics.n === n);
  if (!isSame) return days;
  const observations = observationsText(first.step, n);
  return `${days} · ${others.length === 0 ? observations : t("{0} each", observations)}`;
}

function observationsText(step: NativeStep, count: number): string {
  switch (step) {
    case "unknown":
      return t("{0} rows", count);
    case "daily":
      return t("{0} daily observations", count);
    case "weekly":
      return t("{0} weekly observations", count);
    case "monthly":
      return t("{0} monthly observations", count);
    case "quarterly":
      return t("{0} quarterly observations", count);
  }
}

/** The columns beside the name: the heading, and the text of each cell. */
export function statisticsColumns(): readonly {
  readonly heading: string;
  readonly text: (row: StatisticsRow) => string;
  /** The day behind the text; empty for none. */
  readonly note?: (row: StatisticsRow) => string;
}[] {
  return [
    { heading: t("n"), text: ({ statistics }) => formatCount(statistics.n) },
    {
      heading: t("Mean"),
      text: ({ series: { unit }, statistics }) => formatValue(unit, statistics.mean),
    },
    { heading: t("Std. dev."), text: deviationText },
    {
      heading: t("Smallest"),
      text: (row) => extremeText(row, row.statistics.smallest),
      note: ({ statistics }) => dayOf(statistics.smallest),
    },
    {
      heading: t("Largest"),
      text: (row) => extremeText(row, row.statistics.largest),
      note: ({ statistics }) => dayOf(statistics.largest),
    },
    {
      heading: t("Half-life"),
      text: ({ step, statistics }) => halfLifeText(statistics.halfLife, step),
    },
  ];
}

/** `+0.42`; a dash without a correlation. */
export function correlationText(value: number): string {
  return Number.isNaN(value) ? "–" : formatValue("score", value);
}

function deviationText({ series: { unit }, statistics }: StatisticsRow): string {
  const { standardDeviation } = statistics;
  return unit === "score"
    ? formatSize(unit, standardDeviation)
    : formatValue(unit, standardDeviation);
}

function extremeText({ series: { unit } }: StatisticsRow, extreme: Extreme | undefined): string {
  return extreme === undefined ? noValueText : formatValue(unit, extreme.value);
}

function dayOf(extreme: Extreme | undefined): string {
  return extreme === undefined ? "" : dateText(extreme.day);
}

function halfLifeText(halfLife: HalfLife | undefined, step: NativeStep): string {
  if (halfLife === undefined) return noValueText;
  const periods = halfLife.periods.toFixed(1);
  const text = periodsText(periods, step);
  return halfLife.isLonger ? `> ${text}` : text;
}

function periodsText(periods: string, step: NativeStep): string {
  switch (step) {
    case "unknown":
      return t("{0} rows", periods);
    case "daily":
      return t("{0} days", periods);
    case "weekly":
      return t("{0} weeks", periods);
    case "monthly":
      return t("{0} months", periods);
    case "quarterly":
      return t("{0} quarters", periods);
  }
}
