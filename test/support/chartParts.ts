import {
  type ChartColumn,
  type ChartData,
  type ChartPart,
  type SeriesFacts,
} from "../../src/shared/chart/chartProtocol";
import { dayOfIso } from "../../src/shared/day";
import { type ForecastComponent, componentOfColumn } from "../../src/shared/forecastComponents";

/** Values by column name; null is no value. */
export type Values = Readonly<Record<string, readonly (number | null)[]>>;

/** The day of an ISO date that exists. */
export function dayOf(iso: string): number {
  const day = dayOfIso(iso);
  if (day === undefined) throw new RangeError(`${iso} is no day`);
  return day;
}

const facts: SeriesFacts = {
  service: "Acme · api.acme.com",
  isSample: false,
  subject: "INFL v2",
  variant: "United States",
  dataKind: "SNAP",
  asOf: "latest",
  path: "/acme/signals/INFL/2/country_iso=US/SNAP/latest/INFL US.csv",
  fetchedAtMs: Date.UTC(2026, 10, 20, 8, 12, 30),
  staleBecause: null,
};

/** Data of a signal on the days given, or on as many as there are values from 2026-11-16 on. */
export function signalData(
  values: Values,
  given: Partial<Pick<ChartData, "days" | "mismatchedRows">> & {
    facts?: Partial<SeriesFacts>;
  } = {},
): ChartData {
  return {
    unit: "score",
    days: given.days ?? daysFrom("2026-11-16", rowsOf(values)),
    columns: Object.entries(values).map(([name, column]) => columnOf(name, null, column)),
    mismatchedRows: given.mismatchedRows ?? new Int32Array(0),
    facts: { ...facts, ...given.facts },
  };
}

/** Data of a forecast by the service's column names. */
export function forecastData(
  values: Values,
  given: Parameters<typeof signalData>[1] = {},
): ChartData {
  const own = { subject: "SPX USD 12 Months", variant: "", dataKind: null, asOf: null };
  return {
    ...signalData(values, { ...given, facts: { ...own, ...given.facts } }),
    unit: "fraction",
    columns: Object.entries(values).map(([name, column]) =>
      columnOf(name, componentOfColumn(name) ?? null, column),
    ),
  };
}

/** A part of a chart that has arrived. */
export function partOf(data: ChartData | null, given: Partial<ChartPart> = {}): ChartPart {
  return {
    id: "a",
    role: "part",
    family: data?.unit === "fraction" ? "forecast" : "signal",
    title: "INFL United States SNAP",
    isLoading: data === null,
    failure: null,
    ...given,
    data,
  };
}

/** So many days from one on. */
export function daysFrom(iso: string, count: number): Int32Array {
  const first = dayOf(iso);
  return Int32Array.from({ length: count }, (_, row) => first + row);
}

function rowsOf(values: Values): number {
  return Object.values(values)[0]?.length ?? 0;
}

function columnOf(
  name: string,
  component: ForecastComponent | null,
  values: readonly (number | null)[],
): ChartColumn {
  return {
    name,
    label: component ?? name,
    component,
    values: Float64Array.from(values, (value) => value ?? Number.NaN),
  };
}
