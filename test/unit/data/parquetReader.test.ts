import assert from "node:assert/strict";
import {
  DateDay,
  Decimal,
  Field,
  Float64,
  Int64,
  RecordBatch,
  Schema,
  Struct,
  Table,
  type Timestamp,
  TimestampMicrosecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint64,
  type Data,
  type DataType,
  Bool,
  Utf8,
  makeData,
  tableToIPC,
  vectorFromArray,
} from "apache-arrow";
import { parquetMetadata } from "hyparquet";
import {
  Compression,
  Table as ModuleTable,
  type WriterProperties,
  WriterPropertiesBuilder,
  wasmMemory,
  writeParquet,
} from "parquet-wasm";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { toParquet } from "../../../src/data/parquetWriter";
import { assertRefused } from "../../support/decodeErrors";
import { expectations, fixtureBytes, written } from "../../support/fixtures";
import { frameOf } from "../../support/frames";

/** A file of these columns; written through Arrow by the module's own writer. */
function parquetOf(
  columns: Readonly<Record<string, Data>>,
  properties?: WriterProperties,
): Uint8Array {
  const fields = Object.entries(columns).map(([name, data]) => new Field(name, data.type, true));
  const children = Object.values(columns);
  const length = children[0]?.length ?? 0;
  const rows = makeData({ type: new Struct(fields), length, nullCount: 0, children });
  const schema = new Schema(fields);
  const stream = tableToIPC(new Table(schema, [new RecordBatch(schema, rows)]), "stream");
  return writeParquet(ModuleTable.fromIPCStream(stream), properties);
}

function dataOf(values: readonly unknown[], type: DataType): Data {
  const [data] = vectorFromArray(values, type).data;
  assert.ok(data !== undefined);
  return data;
}

const perDay = 86_400n;
const twoDays = makeData({
  type: new DateDay(),
  data: Int32Array.of(-1, 19_723),
  length: 2,
  nullCount: 0,
});
const isoDays = ["1969-12-31", "2024-01-01"];

function times(type: Timestamp, ticks: readonly bigint[]): Data {
  return makeData({
    type,
    data: BigInt64Array.from(ticks),
    length: ticks.length,
    nullCount: 0,
  });
}

describe("Parquet bodies", () => {
  it("take the day that is written: of an instant the day in the column's zone (DATA-05)", async () => {
    // 1969-12-31 and 2024-07-01, midnight in New York (UTC-5 and UTC-4), Tokyo and UTC.
    const midnights: [zone: string | null, hours: [bigint, bigint]][] = [
      ["America/New_York", [5n, 4n]],
      ["Asia/Tokyo", [-9n, -9n]],
      ["-03:30", [3n, 3n]],
      ["UTC", [0n, 0n]],
      [null, [0n, 0n]],
    ];
    for (const [zone, [first, second]] of midnights) {
      const halfHour = zone === "-03:30" ? 1800n : 0n;
      const ticks = [
        -perDay + first * 3600n + halfHour,
        19_905n * perDay + second * 3600n + halfHour,
      ];
      const bytes = parquetOf({
        Date: times(
          new TimestampMicrosecond(zone),
          ticks.map((tick) => tick * 1_000_000n),
        ),
      });
      assert.deepEqual(
        written((await decodeFrame(bytes, "parquet")).frame).days,
        ["1969-12-31", "2024-07-01"],
        String(zone),
      );
    }
  });

  it("take the last nanosecond of a day for that day", async () => {
    const ns = perDay * 1_000_000_000n;
    const ticks = [-1n, 19_724n * ns - 1n];
    const bytes = parquetOf({ Date: times(new TimestampNanosecond(), ticks) });
    assert.deepEqual(written((await decodeFrame(bytes, "parquet")).frame).days, isoDays);
  });

  it("keep the zone of a date whose unit Parquet changed, also where only Arrow's schema names it (14.1.1)", async () => {
    // Midnight in Tokyo is 15:00 of the day before in UTC. Seconds are stored as integers, of which Parquet says nothing.
    const hours = [-perDay - 9n * 3600n, 19_905n * perDay - 9n * 3600n];
    const bytes = parquetOf({ Date: times(new TimestampSecond("Asia/Tokyo"), hours) });
    const { frame } = await decodeFrame(bytes, "parquet");
    assert.deepEqual(written(frame).days, ["1969-12-31", "2024-07-01"]);
  });

  it("take the zone of a date from pandas where no Arrow schema names it (DATA-05, 14.1.1)", async () => {
    const midnights = [-perDay - 9n * 3600n, 19_905n * perDay - 9n * 3600n];
    const ticks = midnights.map((seconds) => seconds * 1_000_000n);
    const column = { name: null, field_name: "Date", metadata: { timezone: "Asia/Tokyo" } };
    const pandas = JSON.stringify({ index_columns: ["Date"], columns: [column] });
    const data = { Date: times(new TimestampMicrosecond("UTC"), ticks) };
    const metadata = new Map([["pandas", pandas]]);
    const properties = new WriterPropertiesBuilder().setKeyValueMetadata(metadata).build();
    const bytes = Buffer.from(parquetOf(data, properties));
    bytes.write("other", bytes.lastIndexOf("ARROW:schema"));
    const { frame } = await decodeFrame(bytes, "parquet");
    assert.deepEqual(written(frame).days, ["1969-12-31", "2024-07-01"]);
  });

  it("whose Arrow schema cannot be read are refused: it may hold zones (14.1.1)", async () => {
    const bytes = Buffer.from(parquetOf({ Date: times(new TimestampSecond(), [0n, perDay]) }));
    const at = bytes.lastIndexOf("ARROW:schema");
    bytes.fill("/", at + 20, at + 60);
    await assertRefused(decodeFrame(bytes, "parquet"), "corrupt", /ARROW:schema/);
  });

  for (const [name, compression] of [
    ["uncompressed", Compression.UNCOMPRESSED],
    ["compressed", Compression.SNAPPY],
  ] as const) {
    it(`are read where a column's dictionary is empty, ${name} (14.1.1)`, async () => {
      const nothing = { Text: dataOf([null, null], new Utf8()) };
      const level = { Level: dataOf([0.5, -1.25], new Float64()) };
      const columns = { Date: twoDays, ...level, ...nothing };
      const properties = new WriterPropertiesBuilder().setCompression(compression);
      const bytes = parquetOf(columns, properties.setDictionaryEnabled(true).build());
      const { row_groups: groups } = parquetMetadata(Uint8Array.from(bytes).buffer);
      assert.ok(groups[0]?.columns[2]?.meta_data?.dictionary_page_offset !== undefined);
      assert.deepEqual(written((await decodeFrame(bytes, "parquet")).frame).columns, {
        Level: [0.5, -1.25],
        Text: [null, null],
      });
    });
  }

  it("leave out and count the rows whose day is NaT; beside the date it is no value (14.1.6)", async () => {
    const notATime = -(2n ** 63n);
    const levels = { Level: dataOf([1, 2], new Float64()), Note: dataOf(["a", "b"], new Utf8()) };
    for (const zone of [null, "UTC", "Asia/Tokyo"]) {
      const [ofDate, ofOther] = [
        [notATime, 19_723n * perDay * 1_000_000n],
        [0n, notATime],
      ].map((ticks) => times(new TimestampMicrosecond(zone), ticks));
      assert.ok(ofDate !== undefined && ofOther !== undefined);
      const bytes = parquetOf({ Date: ofDate, ...levels, Time: ofOther });
      const { frame, repairs } = await decodeFrame(bytes, "parquet");
      assert.deepEqual(written(frame), {
        days: ["2024-01-01"],
        names: ["Level", "Note", "Time"],
        columns: { Level: [2], Note: ["b"], Time: [null] },
      });
      assert.equal(repairs.undatedRows, 1);
    }
  });

  it("keep a leading U+FEFF of texts, and NUL in a name (14.1.1)", async () => {
    const names = ["Level", "nul\0nul"];
    const bytes = parquetOf({
      Date: twoDays,
      ...Object.fromEntries(names.map((name) => [name, dataOf(["\ufeffa", "ä"], new Utf8())])),
    });
    const read = written((await decodeFrame(bytes, "parquet")).frame);
    assert.deepEqual(read.names, names);
    assert.deepEqual(
      Object.values(read.columns),
      names.map(() => ["\ufeffa", "ä"]),
    );
  });

  it("have NUL in a name that the writer of this project wrote (14.1.1)", async () => {
    const frame = frameOf(["2024-01-01"], { "nul\0nul": [1] });
    assert.deepEqual((await decodeFrame(toParquet(frame), "parquet")).frame, frame);
  });

  it("keep numbers right: long integers, decimals, booleans (DATA-06)", async () => {
    const decimals = makeData({
      type: new Decimal(2, 38, 128),
      data: Uint32Array.of(
        0xffff_fff9,
        0xffff_ffff,
        0xffff_ffff,
        0xffff_ffff,
        0xffff_ffff,
        0xffff_ffff,
        0,
        0,
      ),
      length: 2,
      nullCount: 0,
    });
    const bytes = parquetOf({
      Date: twoDays,
      Small: dataOf([-5n, 2n ** 52n], new Int64()),
      Long: dataOf([-(2n ** 63n), null], new Int64()),
      Unsigned: dataOf([2n ** 64n - 1n, 0n], new Uint64()),
      Price: decimals,
      Flag: dataOf([true, null], new Bool()),
      Level: dataOf([null, 1.5], new Float64()),
    });
    const { days, columns } = written((await decodeFrame(bytes, "parquet")).frame);
    assert.deepEqual(days, isoDays);
    assert.deepEqual(columns, {
      Small: [-5, 2 ** 52],
      Long: ["-9223372036854775808", null],
      Unsigned: ["18446744073709551615", "0"],
      Price: ["-0.07", "184467440737095516.15"],
      Flag: ["true", null],
      Level: [null, 1.5],
    });
  });

  it("write times beside the date as texts", async () => {
    const ticks = [-1_500_000n, 19_723n * perDay * 1_000_000n];
    const bytes = parquetOf({
      Date: twoDays,
      point_in_time: times(new TimestampMicrosecond(), ticks),
      produced: times(new TimestampSecond("UTC"), [0n, 19_723n * perDay + 3_661n]),
    });
    assert.deepEqual(written((await decodeFrame(bytes, "parquet")).frame).columns, {
      point_in_time: ["1969-12-31T23:59:58.5", "2024-01-01T00:00:00"],
      produced: ["1970-01-01T00:00:00Z", "2024-01-01T01:01:01Z"],
    });
  });

  it("without values have gaps, never 0 nor the neighbour (DATA-04)", async () => {
    for (const name of ["arrow-nulls.parquet", "arrow-nulls-v2-pages.parquet"]) {
      const { frame } = await decodeFrame(fixtureBytes(name), "parquet");
      const level = written(frame).columns["Level"] ?? [];
      const gaps = level.flatMap((value, row) => (value === null ? [row] : []));
      assert.deepEqual(gaps, [3, 10], name);
    }
  });

  it("that are encrypted or compressed with LZO are refused by that name (PARQ-02)", async () => {
    const encrypted = fixtureBytes("pandas-date32.parquet");
    encrypted.set(new TextEncoder().encode("PARE"), encrypted.length - 4);
    await assertRefused(decodeFrame(encrypted, "parquet"), "unsupported", /encrypted/);
    const lzo = fixtureBytes("pandas-named-index-none.parquet");
    // The codec of the first column in the footer, 0 for none; 6 is how Thrift writes 3.
    lzo[codecOffset(lzo)] = 6;
    await assertRefused(decodeFrame(lzo, "parquet"), "unsupported", /LZO/);
  });

  it("that are cut anywhere are refused", async () => {
    for (const name of ["arrow-types.parquet", "pandas-named-index-zstd.parquet"]) {
      const bytes = fixtureBytes(name);
      for (let length = 0; length < bytes.length; length += 97) {
        await assertRefused(decodeFrame(bytes.slice(0, length), "parquet"), "incomplete");
      }
      await assertRefused(decodeFrame(bytes.slice(0, -1), "parquet"), "incomplete");
    }
  });

  it("whose pages are overwritten are refused", async () => {
    const bytes = fixtureBytes("pandas-named-index-gzip.parquet");
    bytes.fill(0xff, 4, 400);
    await assertRefused(decodeFrame(bytes, "parquet"), "corrupt", /cannot be read/);
  });

  it("that claim more than the limits are refused from the footer alone (HOST-03)", async () => {
    const bytes = fixtureBytes("pandas-date32.parquet");
    // The pages are gone: only the footer can have been read.
    bytes.fill(0, 4, 100);
    const limits = { rows: 66, columns: 4, bytes: 1e6 };
    const tooFew = { limits: { ...limits, rows: 10 } };
    await assertRefused(
      decodeFrame(bytes, "parquet", tooFew),
      "too-large",
      /67 rows; the limit is 10/,
    );
    const narrow = { limits: { ...limits, rows: 100, columns: 3 } };
    await assertRefused(
      decodeFrame(bytes, "parquet", narrow),
      "too-large",
      /4 columns; the limit is 3/,
    );
  });

  it("free the module's memory, also after failures", async () => {
    const good = toParquet(randomTexts());
    const bad = good.slice();
    bad.fill(0xff, 4, 200);
    const decodeBoth = async (): Promise<void> => {
      await decodeFrame(good, "parquet");
      await assertRefused(decodeFrame(bad, "parquet"), "corrupt");
    };
    await decodeBoth();
    const before = memoryBytes();
    for (let turn = 0; turn < 100; turn++) await decodeBoth();
    assert.ok(memoryBytes() - before <= 1 << 20, `${memoryBytes() - before} bytes more`);
  });

  it("have nothing to do with the bytes they came from", async () => {
    const name = "pandas-date32.parquet";
    const bytes = fixtureBytes(name);
    const { frame } = await decodeFrame(bytes, "parquet");
    bytes.fill(0);
    await decodeFrame(fixtureBytes("forecast.parquet"), "parquet");
    const expected = expectations.get(name);
    assert.ok(expected !== undefined && "columns" in expected);
    assert.deepEqual(written(frame).columns, expected.columns);
  });
});

function randomTexts(): ReturnType<typeof frameOf> {
  const days = Array.from(
    { length: 28 },
    (_, row) => `2024-02-${String(row + 1).padStart(2, "0")}`,
  );
  return frameOf(days, {
    Note: days.map((day) => day.repeat(100)),
    Level: days.map((_, row) => row),
  });
}

function memoryBytes(): number {
  const memory: unknown = wasmMemory();
  return (memory as { buffer: ArrayBuffer }).buffer.byteLength;
}

/** Where the codec of the first column stands: behind its path, which is a list of one name. */
function codecOffset(file: Uint8Array): number {
  const path = Buffer.from([0x19, 0x18, 5, ...Buffer.from("Level")]);
  return Buffer.from(file).lastIndexOf(path) + path.length + 1;
}
