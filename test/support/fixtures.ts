import { readFileSync } from "node:fs";
import path from "node:path";
import { type Frame } from "../../src/data/frame";
import { isoOfDay } from "../../src/shared/day";
import { type WireFormat } from "../../src/shared/wireFormat";

/** What a file of test/fixtures/ holds, said by its maker: days as ISO texts; null is no value. */
export interface Expectation {
  readonly days: readonly string[];
  readonly columns: Readonly<Record<string, readonly (number | string | null)[]>>;
}

/** Why a file must be refused. */
export interface ExpectedRefusal {
  readonly refused: string;
}

const folder = path.join(process.cwd(), "test/fixtures");

/** By the file's name. */
export const expectations: ReadonlyMap<string, Expectation | ExpectedRefusal> = new Map(
  Object.entries(
    JSON.parse(fixtureText("expected.json")) as Record<string, Expectation | ExpectedRefusal>,
  ),
);

/** What a file of the zoo holds; the keys are explained at the head of `make-zoo.py`. */
export interface ZooExpectation {
  readonly days?: readonly string[];
  readonly or_days?: readonly string[];
  readonly refused?: string;
  readonly or_refused?: boolean;
  readonly columns?: Readonly<Record<string, ZooColumn>>;
}

export interface ZooColumn {
  readonly type: "float" | "integer" | "decimal" | "text" | "boolean" | "day" | "refused";
  readonly values: readonly (number | string | boolean | null)[];
}

/** By the file's path below test/fixtures/. */
export const zoo: ReadonlyMap<string, ZooExpectation> = new Map(
  Object.entries(
    JSON.parse(fixtureText("zoo/expected.json")) as Record<string, ZooExpectation>,
  ).map(([name, expected]) => [`zoo/${name}`, expected]),
);

export function fixtureBytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(path.join(folder, name)));
}

export function fixtureText(name: string): string {
  return readFileSync(path.join(folder, name), "utf8");
}

export function formatOf(name: string): WireFormat {
  const extension = path.extname(name).slice(1);
  if (extension === "parquet" || extension === "csv" || extension === "json") return extension;
  throw new RangeError(`${name} is not a body`);
}

/** A frame as its maker would write it down; the names of the columns in their order. */
export function written({ days, columns }: Frame): Expectation & { names: string[] } {
  return {
    days: Array.from(days, isoOfDay),
    names: columns.map(({ name }) => name),
    columns: Object.fromEntries(
      columns.map(({ name, values }) => [
        name,
        Array.from(values as ArrayLike<number | string | null>, (value) =>
          Number.isNaN(value) ? null : value,
        ),
      ]),
    ),
  };
}
