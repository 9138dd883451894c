import assert from "node:assert/strict";
import fc from "fast-check";
import { type Coordinate } from "../../../src/data/coordinates";
import { type Frame } from "../../../src/data/frame";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { type LongLayout, type LongPart, longLayout } from "../../../src/data/table/long";
import { tableWriter } from "../../../src/data/table/tableWriter";
import { valuesDigest } from "../../../src/data/valuesDigest";
import { isoOfDay } from "../../../src/shared/day";
import { type WireFormat } from "../../../src/shared/wireFormat";
import { parquetParts } from "../../support/parquetParts";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { anyFrame, frameOf } from "../../support/frames";
import { describeWith } from "../../support/interpreters";
import { runs } from "../../support/propertyRuns";

const tags = [
  { name: "country_iso", type: "text" },
  { name: "version", type: "integer" },
] as const;

async function written(
  format: WireFormat,
  layout: LongLayout,
  parts: readonly LongPart[],
  metadata: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const writer = tableWriter({ format, layout });
  const blocks: Uint8Array[] = [];
  // It takes the numbers over.
  for (const part of parts) blocks.push(...(await writer.add(structuredClone(part))));
  blocks.push(...(await writer.end(metadata)));
  return Buffer.concat(blocks);
}

const layoutOf = (frames: readonly Frame[]): LongLayout =>
  longLayout(
    tags,
    frames.map(({ columns }) => columns),
  );

/** Every row cell by cell, without any of the tricks of the writers under test. */
function naiveRows(layout: LongLayout, parts: readonly LongPart[]): unknown[][] {
  return parts.flatMap(({ coordinates, frame }) =>
    [...frame.days].map((day, row) => [
      isoOfDay(day),
      ...coordinates,
      ...layout.columns.map(({ name, type }) => {
        const value = frame.columns.find((each) => each.name === name)?.values[row] ?? null;
        if (value === null || Number.isNaN(value)) return null;
        return type === "text" ? String(value) : value;
      }),
    ]),
  );
}

const anyText = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom('a,"b"\n', "NaN", "1.5"));
const anyCoordinates: fc.Arbitrary<readonly Coordinate[]> = fc
  .record({ text: fc.option(anyText), version: fc.option(fc.nat(2 ** 31)) })
  .map(({ text, version }) => [text, version]);

const anyParts: fc.Arbitrary<readonly LongPart[]> = fc.array(
  fc.record({ coordinates: anyCoordinates, frame: anyFrame }),
  { minLength: 1, maxLength: 5 },
);

describe("a long table", () => {
  const us = frameOf(["2024-01-01", "2024-01-02"], { Level: [0.5, null], Note: ["a,b", null] });
  const de = frameOf(["2023-12-31"], { Momentum: [-1], Level: [2] });
  const parts = [
    { coordinates: ["DE", 2], frame: de },
    { coordinates: ["US", 10], frame: us },
  ];
  const layout = layoutOf([de, us]);

  it("has the date, then the coordinates, then all columns, as CSV", async () => {
    assert.equal(
      (await written("csv", layout, parts)).toString(),
      [
        "Date,country_iso,version,Momentum,Level,Note",
        "2023-12-31,DE,2,-1,2,",
        '2024-01-01,US,10,,0.5,"a,b"',
        "2024-01-02,US,10,,,",
        "",
      ].join("\n"),
    );
  });

  it("is an array of rows as JSON", async () => {
    const text = (await written("json", layout, parts)).toString();
    assert.deepEqual(JSON.parse(text), [
      { Date: "2023-12-31", country_iso: "DE", version: 2, Momentum: -1, Level: 2, Note: null },
      {
        ...{ Date: "2024-01-01", country_iso: "US", version: 10 },
        ...{ Momentum: null, Level: 0.5, Note: "a,b" },
      },
      {
        ...{ Date: "2024-01-02", country_iso: "US", version: 10 },
        ...{ Momentum: null, Level: null, Note: null },
      },
    ]);
    assert.equal(text.trimEnd().split("\n").length, 5);
  });

  it("keeps the columns' names, and gives a coordinate of the same name another", () => {
    const kinds = ["Level", "Date", "Level_2"].map((name) => ({ name, type: "text" }) as const);
    const { coordinates, columns } = longLayout(kinds, [us.columns]);
    assert.deepEqual(
      [...coordinates, ...columns].map(({ name }) => name),
      ["Level_2", "Date_2", "Level_2_2", "Level", "Note"],
    );
  });

  it("is its head without rows", async () => {
    const empty = frameOf([], { Level: [] });
    const part = { coordinates: ["US", 1], frame: empty };
    const none = layoutOf([empty]);
    assert.equal(
      (await written("csv", none, [part])).toString(),
      "Date,country_iso,version,Level\n",
    );
    assert.equal((await written("json", none, [part])).toString(), "[]\n");
  });

  it("has any rows there are, as CSV and JSON", async () => {
    await fc.assert(
      fc.asyncProperty(anyParts, async (any) => {
        const whole = layoutOf(any.map(({ frame }) => frame));
        const names = ["Date", ...whole.coordinates, ...whole.columns].map((each) =>
          typeof each === "string" ? each : each.name,
        );
        const json: unknown = JSON.parse((await written("json", whole, any)).toString());
        const rows = naiveRows(whole, any);
        // Halves of surrogate pairs have no UTF-8.
        const cells = (values: readonly unknown[]): unknown[] =>
          values.map((cell) => (typeof cell === "string" ? Buffer.from(cell).toString() : cell));
        const expected = rows.map((row) =>
          Object.fromEntries(cells(row).map((cell, at) => [names[at] ?? "", cell])),
        );
        assert.deepEqual(json, expected);
        // The days of several series are no series: one part can be read back.
        for (const { frame } of any) {
          const alone = longLayout([], [frame.columns]);
          const csv = await written("csv", alone, [{ coordinates: [], frame }]);
          const read = await decodeFrame(csv, "csv");
          assert.equal(valuesDigest(read.frame), valuesDigest(frame));
        }
      }),
      { numRuns: runs() },
    );
  });
});

describeWith(duckDb, "DuckDB")("a long Parquet file, read by DuckDB", () => {
  let duck: DuckFiles;

  before(async () => {
    duck = await DuckFiles.open();
  });
  after(() => duck.close());

  it("has real types", async () => {
    const frame = frameOf(["2024-01-01"], { Level: [1], Note: ["x"] });
    const parts = [{ coordinates: ["US", 3], frame }];
    await duck.write(await written("parquet", layoutOf([frame]), parts));
    assert.deepEqual(await duck.columns(), [
      ["Date", "DATE"],
      ["country_iso", "VARCHAR"],
      ["version", "BIGINT"],
      ["Level", "DOUBLE"],
      ["Note", "VARCHAR"],
    ]);
  });

  it("holds every value of any series, and their digests", async () => {
    await fc.assert(
      fc.asyncProperty(anyParts, async (any) => {
        const layout = layoutOf(any.map(({ frame }) => frame));
        await duck.write(await written("parquet", layout, any, { own: "kept" }));
        const expected = naiveRows(layout, any).map((row) =>
          // A BIGINT is a text in JSON.
          row.map((cell, at) => (at === 2 && typeof cell === "number" ? `${cell}` : cell)),
        );
        assert.deepEqual(await duck.rows("SELECT * FROM FILE"), expected);
        const metadata = await duck.metadata();
        assert.equal(metadata["own"], "kept");
        assert.deepEqual(
          JSON.parse(metadata["macro-signals.values_digests"] ?? ""),
          any.map(({ frame }) => valuesDigest(frame)),
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it("has no −0, whatever the service sent, and a null for each value that is none", async () => {
    const body = Buffer.from("Date,Level,Note\n2024-01-01,-0,-0x\n2024-01-02,NaN,\n");
    const { frame } = await decodeFrame(body, "csv");
    const parts = [{ coordinates: ["US", 3], frame }];
    await duck.write(await written("parquet", layoutOf([frame]), parts));
    assert.deepEqual(await duck.rows("SELECT Level, 1 / Level > 0, Note FROM FILE"), [
      [0, true, "-0x"],
      [null, null, null],
    ]);
  });

  it("holds the same for the same data, in groups that are never large", async () => {
    const rows = 9_000;
    const frame: Frame = {
      days: Int32Array.from({ length: rows }, (_, row) => row),
      columns: [
        {
          name: "L",
          type: "number",
          values: Float64Array.from({ length: rows }, (_, row) => Math.sin(row)),
        },
      ],
    };
    const parts = Array.from({ length: 30 }, (_, at) => ({ coordinates: [`C${at}`, at], frame }));
    const bytes = await written("parquet", layoutOf([frame]), parts);
    const again = await written("parquet", layoutOf([frame]), parts);
    assert.ok(parquetParts(bytes).pages.equals(parquetParts(again).pages));
    assert.deepEqual(parquetParts(bytes).footer, parquetParts(again).footer);
    await duck.write(bytes);
    const groups = await duck.rows(
      "SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata(FILE) ORDER BY 1",
    );
    assert.deepEqual(
      groups.map(([, count]) => Number(count)),
      [131_072, 131_072, 7_856],
    );
    const counted = await duck.rows("SELECT count(*), count(DISTINCT country_iso) FROM FILE");
    assert.deepEqual(counted, [["270000", "30"]]);
  });

  it("ends with its footer alone where the last group is full", async () => {
    const frame: Frame = {
      days: Int32Array.from({ length: 131_072 }, (_, row) => row),
      columns: [{ name: "L", type: "number", values: new Float64Array(131_072).fill(0.5) }],
    };
    await duck.write(
      await written("parquet", layoutOf([frame]), [{ coordinates: ["US", 1], frame }], {
        own: "said",
      }),
    );
    assert.deepEqual(await duck.rows("SELECT count(*), sum(L) FROM FILE"), [["131072", 65_536]]);
    assert.equal((await duck.metadata())["own"], "said");
  });
});
