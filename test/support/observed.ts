import { readFileSync } from "node:fs";
import path from "node:path";
import { dayOfIso } from "../../src/shared/day";
import { type Observations } from "../../src/shared/series/observations";

/** What pandas makes of a series: `test/fixtures/observations/make.py` says what each field is. */
export interface ObservedByPandas {
  readonly start: string;
  readonly days: readonly number[];
  readonly values: readonly (number | null)[];
  readonly step: string;
  readonly count: number;
  readonly observed: readonly (readonly [day: string, value: number])[];
  readonly percentiles: readonly (readonly [fromEnd: number, exact: number])[];
}

const file = path.resolve("test/fixtures/observations/observations.json");
/** By what the series are. */
export const observedByPandas = JSON.parse(readFileSync(file, "utf8")) as Readonly<
  Record<string, ObservedByPandas>
>;

export function seriesOf({ start, days, values }: ObservedByPandas): Observations {
  const first = dayOfIso(start) ?? 0;
  return {
    days: Int32Array.from(days, (day) => first + day),
    values: Float64Array.from(values, (value) => value ?? Number.NaN),
  };
}

/** What pandas computes from the same series for numbers that charts print: see `test/fixtures/observations/charts.py`. */
export interface ChartsByPandas {
  readonly month: Readonly<Record<string, number>>;
  readonly pins: readonly (readonly [
    name: string,
    from: string,
    to: string,
    difference: number | null,
    days: number,
    slopePerYear: number | null,
  ])[];
}

const chartsFile = path.resolve("test/fixtures/observations/charts.json");
export const chartsByPandas = JSON.parse(readFileSync(chartsFile, "utf8")) as ChartsByPandas;
