import { checkSums, forecastColumns } from "../../../data/forecastSums";
import { type Frame, type NumberColumn } from "../../../data/frame";
import { type ChartColumn, type ChartData, type Mismatches, type SentData } from "../protocol";
import { columnsInView } from "../model/columnNames";
import { baseOf, type SentDays, sentDays, sentValues } from "../model/sentNumbers";
import { type ViewState } from "../model/viewState";
import { type ForecastComponent } from "../../../shared/forecastComponents";
import { type Instant } from "../../../shared/instant";
import { plainLine } from "../../../shared/plainText";
import { type SeriesRef } from "../../../shared/reference";
import { type NativeStep, nativeStepOf, percentileAmong } from "../../../shared/series/nativeStep";
import { areSameDays, lastKnownRow, type Observations } from "../../../shared/series/observations";
import { type ChartedSlice } from "./chartSlice";

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
  readonly slice: ChartedSlice | null;
}

/**
 * Converts a series to the columns of numbers that a chart shows.
 *
 * @param state - The view; columns that it does not show are left without values.
 */
export function chartDataOf(fetched: ChartedSeries, state: ViewState): ChartData {
  const { frame, reference, latestAsOf, fetchedAtMs, staleBecause, repairs, slice } = fetched;
  const isForecast = reference.family === "forecast";
  const numbers = frame.columns.filter((column) => column.type === "number");
  const components = isForecast ? componentsIn(frame) : new Map<NumberColumn, ForecastComponent>();
  const named = numbers.map((column) => ({
    ...column,
    component: components.get(column) ?? null,
  }));
  const shown = new Set(columnsInView(reference.family, named, state));
  return {
    unit: isForecast ? "fraction" : "score",
    latestAsOf,
    fetchedAtMs,
    staleBecause,
    repairs,
    days: frame.days,
    columns: named.map((column, at) => {
      const { name, component, values } = column;
      const label = component ?? plainLine(name, longestLabel);
      if (!shown.has(column)) return { name, label, component, ...noNumbers };
      const { step, percentile } = factsOf({ days: frame.days, values });
      const ranked = slice?.percentiles[at] ?? percentile;
      return { name, label, component, values, percentile: ranked, step };
    }),
    mismatches: isForecast ? mismatchesOf(frame) : [],
    barScale: isForecast ? barScaleOf(frame, components) : null,
    slice: slice && { words: slice.words, lastDay: slice.lastDay },
  };
}

const noNumbers: Omit<ChartColumn, "name" | "label" | "component"> = {
  values: new Float64Array(),
  percentile: null,
  step: null,
};

/**
 * Converts the data of a chart to the form that a message carries. Days and values that are mostly those of the data
 * before, as in panels and vintages, refer to its arrays, which a message carries once.
 */
export function sentDataOf(data: ChartData): SentData {
  const last = lastSent?.deref();
  const columns = data.columns.map((column) => {
    const before = last?.columns.find(({ name }) => name === column.name)?.values;
    return { ...column, values: sentValues(column.values, before && baseOf(before)) };
  });
  const sent = { ...data, days: sharedDays(data.days, last?.days), columns };
  lastSent = new WeakRef(sent);
  return sent;
}

let lastSent: WeakRef<SentData> | undefined;

/** A component is the first column of its name; another column of the same name is a plain column. */
function componentsIn(frame: Frame): ReadonlyMap<NumberColumn, ForecastComponent> {
  return new Map([...forecastColumns(frame)].map(([component, column]) => [column, component]));
}

/** The range of all components on the newest day of the forecast, extended to include zero. */
function barScaleOf(
  { days }: Frame,
  components: ReadonlyMap<NumberColumn, ForecastComponent>,
): ChartData["barScale"] {
  const all = [...components];
  const total = all.find(([, component]) => component === "Forecast")?.[0].values;
  const row = lastKnownRow(total ?? new Float64Array(days.length));
  const newest = all
    .map(([{ values }]) => values[row] ?? Number.NaN)
    .filter((value) => !Number.isNaN(value));
  return { lowest: Math.min(0, ...newest), highest: Math.max(0, ...newest) };
}

const longestLabel = 100;

interface Facts {
  readonly step: NativeStep;
  /** The percentile of the newest value among all observations; NaN without a value. */
  readonly percentile: number;
}

/** Keyed by the values of a column, because counting reads all of them. */
const known = new WeakMap<Float64Array, Facts>();

function factsOf(column: Observations): Facts {
  const { values } = column;
  const before = known.get(values);
  if (before !== undefined) return before;
  const step = nativeStepOf(column);
  const newest = values[lastKnownRow(values)] ?? Number.NaN;
  const facts = { step, percentile: percentileAmong(column, newest, step) };
  known.set(values, facts);
  return facts;
}

function sharedDays(days: Int32Array, last: SentDays | undefined): SentDays {
  const sent = sentDays(days);
  return last !== undefined && areSame(last, sent) ? last : sent;
}

function areSame(one: SentDays, other: SentDays): boolean {
  if (one instanceof Int32Array || other instanceof Int32Array) {
    return one instanceof Int32Array && other instanceof Int32Array && areSameDays(one, other);
  }
  return one.first === other.first && Buffer.compare(one.gaps, other.gaps) === 0;
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
