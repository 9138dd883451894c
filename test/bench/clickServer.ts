import { type Frame } from "../../src/data/frame";
import { toParquet } from "../../src/data/parquetWriter";
import { componentsOf } from "../../src/shared/forecastComponents";
import { type TestServer, startServer } from "../support/testServer";
import { randomWalk } from "./randomWalk";
import { sized } from "./sized";

const rows = sized(18_000, 1_000);
const rowsOfVariant = sized(9_000, 300);
/** The number of business days for which a monthly signal has one value. */
const rowsOfMonth = 21;

/** The last day of the variants of WIDE and MONTHS. */
export const lastDayOfVariant = randomWalk(rowsOfVariant).days.at(-1) ?? 0;

/** The series of each signal; every variant of the panels WIDE and MONTHS has the same one. */
function framesOfSignals(): Readonly<Record<string, Frame>> {
  return {
    WALK: randomWalk(rows),
    // The business days since 1900.
    LONG: randomWalk(sized(33_000, 2_000)),
    WIDE: randomWalk(rowsOfVariant),
    MONTHS: monthly(randomWalk(rowsOfVariant)),
  };
}

export const countries = Array.from({ length: 40 }, (_, at) => `C${at}`);

/** Starts a service that has a few signals in any version, and any forecast. */
export async function startClickServer(): Promise<TestServer> {
  const bodies = new Map(
    Object.entries(framesOfSignals()).map(([code, frame]) => [code, toParquet(frame)]),
  );
  const forecast = toParquet(forecastOf(rows));
  const wide = randomWalk(rowsOfVariant);
  const vintageOf = (url: string): Buffer | undefined => {
    if (!url.includes("/WIDE/") || !url.includes("SNAP")) return undefined;
    const asOf = new URL(url, "http://localhost").searchParams.get("as_of_utc");
    return asOf === null ? undefined : Buffer.from(toParquet(vintage(wide, Date.parse(asOf))));
  };
  const tags = [{ kind: "country_iso", values: countries }];
  const definitionOf = (code: string, version: number): unknown => ({
    ...{ code, version, name: code, tags },
  });
  const listing = [...bodies.keys()].map((code) => definitionOf(code, 1));
  return startServer(({ url = "" }, response) => {
    const [, code = "", version = ""] = /signal\/(\w+)\/(\d+)\//.exec(url) ?? [];
    const body = url.includes("/forecast/market/")
      ? forecast
      : (vintageOf(url) ?? bodies.get(code));
    if (body !== undefined && url.includes("/data/")) {
      response.setHeader("content-type", "application/vnd.apache.parquet");
      response.end(body);
      return;
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(code === "" ? listing : definitionOf(code, Number(version))));
  });
}

/** The rows known at a time, in milliseconds since 1970. Those of the month before it are first prints, 1 % off. */
function vintage({ days, columns }: Frame, atMs: number): Frame {
  const count = days.filter((day) => day * 86_400_000 <= atMs).length;
  return {
    days: days.slice(0, count),
    columns: columns.map((column) => {
      if (column.type !== "number") return column;
      const values = column.values.slice(0, count);
      for (let row = Math.max(0, count - rowsOfMonth); row < count; row++) {
        values[row] = (values[row] ?? 0) * 1.01;
      }
      return { ...column, values };
    }),
  };
}

/** The same days, with a new value only on one in {@link rowsOfMonth}. */
function monthly({ days, columns }: Frame): Frame {
  return {
    days,
    columns: columns.map((column) => {
      if (column.type !== "number") return column;
      const { values } = column;
      const held = values.map((_value, row) => values[row - (row % rowsOfMonth)] ?? Number.NaN);
      return { ...column, values: held };
    }),
  };
}

/** A forecast of all thirteen components, which add up. */
function forecastOf(count: number): Frame {
  const { days, columns } = randomWalk(count);
  const [walk] = columns;
  if (walk?.type !== "number") throw new RangeError("the walk has no numbers");
  const all: { name: string; type: "number"; values: Float64Array }[] = [];
  const add = (name: string, values: Float64Array): Float64Array => {
    all.push({ name, type: "number", values });
    return values;
  };
  const total = new Float64Array(count);
  for (const whole of componentsOf("Forecast")) {
    const sum = new Float64Array(count);
    for (const part of componentsOf(whole)) {
      const share = (1 + all.length) / 10_000;
      const values = walk.values.map((value, row) => share * (value - 100) + share * (row % 7));
      values.forEach((value, row) => (sum[row] = (sum[row] ?? 0) + value));
      add(`_${whole}_${part.replace(" ", "_")}`, values);
    }
    sum.forEach((value, row) => (total[row] = (total[row] ?? 0) + value));
    add(`_${whole}`, sum);
  }
  add("Forecast", total);
  return { days, columns: all };
}
