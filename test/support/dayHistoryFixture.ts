import { readFileSync } from "node:fs";
import path from "node:path";
import { type Observations } from "../../src/shared/series/observations";

/** The rows of a series in the fixture. */
interface Rows {
  readonly days: readonly number[];
  readonly values: readonly (number | null)[];
}

/** `test/fixtures/revisions/makeHistory.py` documents each field. */
export const dayHistoryByPandas = JSON.parse(
  readFileSync(path.resolve("test/fixtures/revisions/dayHistory.json"), "utf8"),
) as {
  readonly fit: Rows;
  readonly vintages: readonly (Rows & { readonly asOf: string })[];
  readonly histories: readonly {
    readonly day: number;
    readonly values: readonly (number | null)[];
    readonly changes: readonly (number | null)[];
    readonly revisions: number;
    readonly delayDays: number | null;
    readonly fit: number | null;
    readonly wasRevisedBefore: boolean;
  }[];
};

/** The rows as numbers, NaN where there is none. */
export function observationsOf({ days, values }: Rows): Observations {
  const numbers = values.map((value) => value ?? Number.NaN);
  return { days: Int32Array.from(days), values: Float64Array.from(numbers) };
}
