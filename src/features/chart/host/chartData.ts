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

/** A series as it was fetched. */
export interface FetchedSeries {
  readonly reference: SeriesRef;
  /** What is shown of it. */
  readonly frame: Frame;
  /** What latest was; null where it was not asked for. */
  readonly latestAsOf: Instant | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
  /** In words, why there is nothing newer; null when there need not be. */
  readonly staleBecause: string | null;
  /** In words, what of the answer is not in the frame as it came. */
  readonly repairs: readonly string[];
  /** Which part of it the frame is; null for all of it. */
  readonly slice: ChartSlice | null;
  /** Which of its rows the frame has; absent for all of them. */
  readonly excerpt?: ChartExcerpt;
}

/**
 * A series as a chart shows it: its columns of numbers. All arrays own their whole buffer, because a message carries a
 * view's entire buffer, and each buffer once.
 */
export function chartDataOf(fetched: FetchedSeries): ChartData {
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

/** A component is the first column that bears its name; another one of the same name is a column like any other. */
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

/** The previous array if the days are equal, as for most series of a panel: a message carries it once. */
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
