import { type ReadableNames } from "../../catalog/readableNames";
import { checkSums, forecastColumns } from "../../data/forecastSums";
import { type Frame, type NumberColumn } from "../../data/frame";
import {
  type ChartColumn,
  type ChartData,
  type SeriesFacts,
} from "../../shared/chart/chartProtocol";
import { plainLine } from "../../shared/plainText";
import { type SeriesRef } from "../../shared/reference";
import { referencePath } from "../../shared/referencePath";
import { type Connection, defaultName } from "../connection/connection";

/** A series as it was fetched, and where from. */
export interface FetchedSeries {
  readonly reference: SeriesRef;
  /** What is shown of it. */
  readonly frame: Frame;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
  /** In words, why there is nothing newer; null when there need not be. */
  readonly staleBecause: string | null;
  readonly connection: Connection;
}

/** How things are called in the editor's language. */
export interface ChartNames {
  readonly readable: ReadableNames;
  /** `Sample data`. */
  readonly sampleData: string;
}

/**
 * A series as a chart shows it: its columns of numbers. All arrays are copies that own their whole buffer, because a
 * message carries a view's entire buffer.
 */
export function chartDataOf(fetched: FetchedSeries, names: ChartNames): ChartData {
  const { frame, reference } = fetched;
  const isForecast = reference.family === "forecast";
  return {
    unit: isForecast ? "fraction" : "score",
    facts: factsOf(fetched, names),
    days: frame.days.slice(),
    columns: isForecast ? forecastChartColumns(frame) : frame.columns.flatMap(plainColumn),
    mismatchedRows: isForecast ? mismatchedRows(frame) : new Int32Array(),
  };
}

function plainColumn(column: Frame["columns"][number]): ChartColumn[] {
  return column.type === "number" ? [{ ...copyOf(column), component: null }] : [];
}

/** A component is the first column that bears its name; another one of the same name is a column like any other. */
function forecastChartColumns(frame: Frame): ChartColumn[] {
  const components = new Map(
    [...forecastColumns(frame)].map(([component, column]) => [column, component]),
  );
  return frame.columns.flatMap((column) => {
    const component = column.type === "number" ? components.get(column) : undefined;
    if (column.type !== "number" || component === undefined) return plainColumn(column);
    return [{ ...copyOf(column), label: component, component }];
  });
}

function copyOf({ name, values }: NumberColumn): Omit<ChartColumn, "component"> {
  return { name, label: plainLine(name, longestLabel), values: values.slice() };
}

const longestLabel = 100;

function mismatchedRows(frame: Frame): Int32Array {
  return Int32Array.from(new Set(checkSums(frame).map(({ row }) => row))).sort();
}

function factsOf(fetched: FetchedSeries, names: ChartNames): SeriesFacts {
  const { reference, connection, fetchedAtMs, staleBecause } = fetched;
  const isSignal = reference.family === "signal";
  return {
    service: serviceName(connection, names),
    isSample: connection.kind === "sample",
    subject: plainLine(subjectOf(reference)),
    variant: plainLine(variantOf(reference, names.readable).join(" · ")),
    dataKind: isSignal ? reference.dataKind : null,
    asOf: isSignal ? reference.asOf : null,
    path: referencePath(reference),
    fetchedAtMs,
    staleBecause,
  };
}

/** `Acme · api.acme.com`; a connection that bears the name of its host says it once. */
function serviceName(connection: Connection, { sampleData }: ChartNames): string {
  if (connection.kind === "sample") return sampleData;
  const host = defaultName(connection.baseUrl);
  return plainLine(connection.name === host ? host : `${connection.name} · ${host}`);
}

function subjectOf(reference: SeriesRef): string {
  if (reference.family === "signal") return `${reference.code} v${reference.version}`;
  return [reference.market, reference.currency, reference.horizon].join(" ");
}

/** The values of a signal's tags for people: `United States`, `Energy`. */
export function variantOf(reference: SeriesRef, names: ReadableNames): readonly string[] {
  if (reference.family === "forecast") return [];
  return Object.entries(reference.tags).map(([kind, value]) => names.tagValue(kind, value));
}
