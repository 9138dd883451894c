import { checkSums } from "../../../data/forecastSums";
import { firstRowFrom } from "../../../data/firstRowFrom";
import { type Frame, type NumberColumn } from "../../../data/frame";
import { isEnough, openingYears, shownNames } from "../model/excerpt";
import { type ChartData } from "../protocol";
import { type ViewState } from "../model/viewState";
import { lastKnownRow } from "../../../shared/series/observations";
import { type NativeStep, nativeStepOf, percentileAmong } from "../../../shared/series/nativeStep";
import { chartDataOf, type FetchedSeries } from "./chartData";

/** Where fewer rows are left out, telling all of them takes no longer. */
const leastLeftOut = 4_000;
const longestYear = 366;
/** So far back a page looks for how often values change. */
const yearsOfStep = 5;

/**
 * What a chart that opens with its newest years shows of a series, where that is much less than all of it; undefined
 * where it is not, and where the view shows more.
 *
 * @param isRounded - Its older values are going to be rounded.
 */
export function chartExcerptOf(
  fetched: FetchedSeries,
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
 * Those of a signal that are shown, and all of a forecast, which its table lists. None of a forecast where more is said
 * of its rows than their newest values: that some do not add up, or that components end on different days.
 */
function drawnColumns(
  { frame, reference }: FetchedSeries,
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

/** The row that stands so many years before the last one. */
function newestRow(days: Int32Array, years: number): number {
  return firstRowFrom(days, (days.at(-1) ?? 0) - years * longestYear) - 1;
}

/** Whether how often a column's values change is the same in the newest rows as in all: that is judged by the last years. */
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

/** The same array for the next column and the next series of the length: a message carries it once. */
function noValues(length: number): Float64Array {
  if (lastNoValues.length !== length) lastNoValues = new Float64Array(length).fill(Number.NaN);
  return lastNoValues;
}

/** What follows only from all rows of a column. */
interface Told {
  readonly step: NativeStep;
  /** The percentile of the newest value. */
  readonly percentile: number;
}

const nothingTold: Told = { step: "unknown", percentile: Number.NaN };

/** Keyed by the column's values, and collected with them. */
const known = new WeakMap<Float64Array, Told>();

/** @param percentile - That of a slice, which is not one among its own rows. */
function toldOf({ days }: Frame, column: NumberColumn, percentile?: number): Told {
  const { values } = column;
  if (percentile !== undefined) return { step: nativeStepOf({ days, values }), percentile };
  const before = known.get(values);
  if (before !== undefined) return before;
  const newestValue = values[lastKnownRow(column)] ?? Number.NaN;
  const step = nativeStepOf({ days, values });
  const told = { step, percentile: percentileAmong({ days, values }, newestValue, step) };
  known.set(values, told);
  return told;
}
