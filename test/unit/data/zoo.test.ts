import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { type DecodeErrorKind } from "../../../src/data/errors";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { type ZooColumn, fixtureBytes, written, zoo } from "../../support/fixtures";
import { assertRefused } from "../../support/decodeErrors";

type Cell = number | string | null;

/** An expected value in the form that a read one has: a number where all its digits fit into one. */
function toCell(value: ZooColumn["values"][number], read: Cell | undefined): Cell {
  if (value === null) return null;
  return typeof read === "number" ? Number(value) : String(value);
}

/** What was read of a column against what must be. A column of a type that is not read must be missing. */
function comparison(
  { type, values }: ZooColumn,
  read: readonly Cell[] | undefined,
): [read: readonly Cell[] | undefined, expected: readonly Cell[] | undefined] {
  if (type === "refused") return [read, undefined];
  return [read, values.map((value, row) => toCell(value, read?.[row]))];
}

/** Files that are refused, as what, and by which words. */
const refusals = new Map<string, [kind: DecodeErrorKind, words: RegExp]>([
  ["zoo/pandas-nat.parquet", ["corrupt", /row 3 has no day/]],
  ["zoo/pandas-integer-days.parquet", ["unsupported", /column Date/]],
  [
    "zoo/polars-int128.parquet",
    ["unsupported", /type that is not supported: Unrecognized Int type/],
  ],
]);

/** Types that the Parquet module cannot read. */
const unread = [...zoo.keys()].filter((name) => /\/dictionary-(?:bool|decimal128)-/.test(name));

/** Of files without an Arrow schema the module reads these times as nanoseconds, which end in 2262. */
const beyondNanoseconds = "zoo/day-int96-far-no-schema.parquet";

/** Refused where days are put in order, whatever the format. */
const ofAnyFormat = new Set(["zoo/pandas-multiindex.parquet"]);

describe("the zoo of Parquet files", () => {
  it("is all expected, and all there", () => {
    const files = readdirSync("test/fixtures/zoo").filter((name) => name.endsWith(".parquet"));
    assert.deepEqual(files.map((name) => `zoo/${name}`).sort(), [...zoo.keys()].sort());
    assert.equal(zoo.size, 216);
  });

  for (const [name, [kind, words]] of refusals) {
    it(`${name} is refused (PARQ-03)`, async () => {
      const { refused, or_refused: mayBeRefused } = zoo.get(name) ?? {};
      assert.ok(refused !== undefined || mayBeRefused === true);
      await assertRefused(decodeFrame(fixtureBytes(name), "parquet"), kind, words);
    });
  }

  for (const name of unread) {
    it(`${name} is refused, with its type (PARQ-03)`, async () => {
      const words = /column x: dictionaries of (?:booleans|decimals) are not read/;
      await assertRefused(decodeFrame(fixtureBytes(name), "parquet"), "unsupported", words);
    });
  }

  it(`${beyondNanoseconds} gives the days until 2262 (PARQ-03)`, async () => {
    const { frame } = await decodeFrame(fixtureBytes(beyondNanoseconds), "parquet");
    assert.equal(written(frame).days[1], "2024-02-29");
  });

  for (const [name, { days, or_days: orDays, columns = {} }] of zoo) {
    if (refusals.has(name) || ofAnyFormat.has(name)) continue;
    if (unread.includes(name) || name === beyondNanoseconds) continue;
    it(`${name} gives every value and every day (PARQ-03)`, async () => {
      const { frame, repairs } = await decodeFrame(fixtureBytes(name), "parquet");
      const read = written(frame);
      const isOther = orDays !== undefined && read.days[0] === orDays[0];
      assert.deepEqual(read.days, isOther ? orDays : days);
      const compared = Object.entries(columns).map(([column, expected]) =>
        comparison(expected, read.columns[column]),
      );
      assert.deepEqual(
        compared.map(([found]) => found),
        compared.map(([, wanted]) => wanted),
      );
      const leftOut = Object.keys(columns).filter((column) => columns[column]?.type === "refused");
      assert.deepEqual(
        repairs.leftOutColumns.map((note) => note.split(" (")[0]),
        leftOut,
      );
      assert.equal(read.names.length, Object.keys(columns).length - leftOut.length);
    });
  }
});
