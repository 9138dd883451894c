import { checkSums, forecastColumns } from "../../../data/forecastSums";
import { type Frame, type NumberColumn } from "../../../data/frame";
import {
  type ChartColumn,
  type ChartData,
  type ChartExcerpt,
  type ChartSlice,
  type Mismatches,
} from "../protocol";
import { type ForecastComponent } from "../../../shared/forecastComponents";
import { type Instant } from "../../../shared/instant";
import { plainLine } from "../../../shared/plainText";
import { type SeriesRef } from "../../../shared/reference";
import { areSameDays } from "../../../shared/series/observations";

/** A fetched series and the state of its fetch. */
export interface ChartedSeries {
  readonly reference: SeriesRef;
  /** The rows and columns that the chart shows. */
  readonly frame: Frame;
  /** The instant that `latest` resolved to; null for a reference with a fixed as-of. */
  readonly latestAsOf: Instant | null;
  readonly fetchedAtMs: number;
  /** A message that gives the reason why there is nothing newer; null unless the series is stale. */
  readonly staleBecause: string | null;
  /** Messages about what was repaired in the answer. */
  readonly repairs: readonly string[];
  /** The slice of the series that the frame holds; null for the whole series. */
  readonly slice: ChartSlice | null;
  /** The rows of the slice that the frame holds; absent for all of them. */
  readonly excerpt?: ChartExcerpt;
}

/**
 * Converts a series to the columns of numbers that a chart shows. Every array owns its whole buffer, because a message
 * carries the entire buffer of a view, and each buffer once.
 */
export function chartDataOf(fetched: ChartedSeries): ChartData {
  const { frame, reference, latestAsOf, fetchedAtMs, staleBecause, repairs, slice } = fetched;
  const { excerpt = null } = fetched;
  const isForecast = reference.family === "forecast";
  return {
    unit: isForecast ? "fraction" : "score",
    latestAsOf,
    fetchedAtMs,
    staleBecause,
    repairs,
    days: sharedDays(frame.days),
    columns: isForecast ? forecastChartColumns(frame) : frame.columns.flatMap(plainColumn),
    mismatches: isForecast ? mismatchesOf(frame) : [],
    slice,
    excerpt,
  };
}

function plainColumn(column: Frame["columns"][number]): ChartColumn[] {
  return column.type === "number" ? [{ ...chartColumn(column), component: null }] : [];
}

/** A component is the first column of its name; another column of the same name is a plain column. */
function forecastChartColumns(frame: Frame): ChartColumn[] {
  const components = new Map(
    [...forecastColumns(frame)].map(([component, column]) => [column, component]),
  );
  return frame.columns.flatMap((column) => {
    const component = column.type === "number" ? components.get(column) : undefined;
    if (column.type !== "number" || component === undefined) return plainColumn(column);
    return [{ ...chartColumn(column), label: component, component }];
  });
}

function chartColumn({ name, values }: NumberColumn): Omit<ChartColumn, "component"> {
  return { name, label: plainLine(name, longestLabel), values: owned(values) };
}

function owned<Numbers extends Int32Array | Float64Array>(numbers: Numbers): Numbers {
  const isOwner = numbers.byteLength === numbers.buffer.byteLength;
  return isOwner ? numbers : (numbers.slice() as Numbers);
}

const longestLabel = 100;

let lastDays = new WeakRef<Int32Array>(new Int32Array());

/** Returns the previous array when the days are equal, as for most series of a panel: a message carries it once. */
function sharedDays(days: Int32Array): Int32Array {
  const last = lastDays.deref();
  if (last !== undefined && areSameDays(last, days)) return last;
  const own = owned(days);
  lastDays = new WeakRef(own);
  return own;
}

function mismatchesOf(frame: Frame): Mismatches[] {
  const rows = new Map<ForecastComponent, number[]>();
  for (const { component, row } of checkSums(frame)) {
    const found = rows.get(component);
    if (found === undefined) rows.set(component, [row]);
    else found.push(row);
  }
  return Array.from(rows, ([component, found]) => ({ component, rows: Int32Array.from(found) }));
}
