import { checkSums } from "../../../data/forecastSums";
import { firstRowFrom } from "../../../data/firstRowFrom";
import { type Frame, type NumberColumn } from "../../../data/frame";
import { isEnough, openingYears, shownNames } from "../model/excerpt";
import { type ChartData } from "../protocol";
import { type ViewState } from "../model/viewState";
import { lastKnownRow } from "../../../shared/series/observations";
import { type NativeStep, nativeStepOf, percentileAmong } from "../../../shared/series/nativeStep";
import { chartDataOf, type ChartedSeries } from "./chartData";

/** 4,000: when fewer rows would be left out, sending all of them takes no longer. */
const leastLeftOut = 4_000;
const longestYear = 366;
/** Years by which a page judges how often values change. */
const yearsOfStep = 5;

/**
 * The newest years of a series, for a chart that opens with them; undefined when they are most of the series, or when
 * the view shows more.
 *
 * @param isRounded - Whether its older values are going to be rounded.
 */
export function chartExcerptOf(
  fetched: ChartedSeries,
  state: ViewState,
  isRounded = false,
): ChartData | undefined {
  const { frame, slice } = fetched;
  const start = newestRow(frame.days, openingYears);
  if (start < leastLeftOut) return undefined;
  const numbers = frame.columns.filter((column) => column.type === "number");
  const drawn = drawnColumns(fetched, numbers, state);
  const names = drawn.map(({ name }) => name);
  const wholeFrom = frame.days[start] ?? 0;
  if (drawn.length === 0 || !isEnough({ wholeFrom, columns: names, isRounded }, names, state))
    return undefined;
  if (!drawn.every(({ values }) => tellsItsStep(frame.days, values, start))) return undefined;
  const nothing = noValues(frame.days.length - start + 1);
  const columns = numbers.map((column): NumberColumn => {
    const isDrawn = drawn.includes(column);
    return { ...column, values: isDrawn ? newest(column.values, start) : nothing };
  });
  const told = numbers.map((column, index) =>
    drawn.includes(column) ? toldOf(frame, column, slice?.percentiles[index]) : nothingTold,
  );
  const percentiles = Float64Array.from(told, ({ percentile }) => percentile);
  const steps = told.map(({ step }) => step);
  return chartDataOf({
    ...fetched,
    frame: { days: newest(frame.days, start), columns },
    excerpt: { wholeFrom, columns: names, percentiles, steps, isRounded },
  });
}

/**
 * The shown columns of a signal, or all of a forecast, which its table lists. Empty for a forecast with rows that do
 * not add up or components that end on different days: the page reports both from all rows.
 */
function drawnColumns(
  { frame, reference }: ChartedSeries,
  numbers: readonly NumberColumn[],
  state: ViewState,
): readonly NumberColumn[] {
  const names = numbers.map(({ name }) => name);
  if (reference.family === "signal") {
    const shown = shownNames(names, state);
    return numbers.filter(({ name }) => shown.includes(name));
  }
  const isEven = numbers.every(({ values }) => !Number.isNaN(values.at(-1)));
  return isEven && checkSums(frame).length === 0 ? numbers : [];
}

/** The last row that is more than so many years older than the newest. */
function newestRow(days: Int32Array, years: number): number {
  return firstRowFrom(days, (days.at(-1) ?? 0) - years * longestYear) - 1;
}

/** Whether the newest rows show how often a column's values change as all rows do: the last years decide it. */
function tellsItsStep(days: Int32Array, values: Float64Array, start: number): boolean {
  const before = values.subarray(start, newestRow(days, yearsOfStep) + 1);
  return before.some((value) => !Number.isNaN(value));
}

/** The first row, and all from `start` on. */
function newest<Numbers extends Int32Array | Float64Array>(all: Numbers, start: number): Numbers {
  const rows = all.slice(start - 1) as Numbers;
  rows.set(all.subarray(0, 1));
  return rows;
}

let lastNoValues = new Float64Array();

/** Returns the same array for columns and series of equal length: a message carries it once. */
function noValues(length: number): Float64Array {
  if (lastNoValues.length !== length) lastNoValues = new Float64Array(length).fill(Number.NaN);
  return lastNoValues;
}

/** Facts that follow only from all rows of a column. */
interface Told {
  readonly step: NativeStep;
  /** The percentile of the newest value. */
  readonly percentile: number;
}

const nothingTold: Told = { step: "unknown", percentile: Number.NaN };

/** Keyed by the column's values, and collected with them. */
const known = new WeakMap<Float64Array, Told>();

/** @param percentile - That of a slice, which is ranked among all rows of the series. */
function toldOf({ days }: Frame, column: NumberColumn, percentile?: number): Told {
  const { values } = column;
  if (percentile !== undefined) return { step: nativeStepOf({ days, values }), percentile };
  const before = known.get(values);
  if (before !== undefined) return before;
  const newestValue = values[lastKnownRow(values)] ?? Number.NaN;
  const step = nativeStepOf({ days, values });
  const told = { step, percentile: percentileAmong({ days, values }, newestValue, step) };
  known.set(values, told);
  return told;
}
