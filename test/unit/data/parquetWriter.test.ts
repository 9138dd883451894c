import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type DuckDBConnection } from "@duckdb/node-api";
import { toParquet } from "../../../src/data/parquetWriter";
import { connectDuckDb, duckDb } from "../../support/duckDb";
import { frameOf } from "../../support/frames";
import { describeWith } from "../../support/interpreters";

describeWith(duckDb, "DuckDB")("toParquet, read by DuckDB", () => {
  const frame = frameOf(["1969-12-31", "1970-01-01", "2024-02-29", "9999-12-31"], {
    Level: [0.1 + 0.2, null, 5e-324, -1.5e308],
    _Trend_Growth: [1, 2 ** 53, null, 1.7976931348623157e308],
    Note: ["Größe", null, 'a "b",\n', "NaN"],
    "a b": [null, null, null, 1],
  });
  let folder: string;
  let connection: DuckDBConnection;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "macro-signals-"));
    connection = await connectDuckDb();
    const metadata = { reference: '{"code":"INFL","note":"Größe"}', empty: "" };
    await writeFile(path.join(folder, "frame.parquet"), toParquet(frame, metadata));
  });

  after(async () => {
    connection.closeSync();
    await rm(folder, { recursive: true });
  });

  /** Rows of a query in which `FILE` stands for the file. */
  async function query(sql: string): Promise<unknown[]> {
    const file = `'${path.join(folder, "frame.parquet")}'`;
    return (await connection.runAndReadAll(sql.replace("FILE", file))).getRowsJson();
  }

  it("has a real DATE, doubles and texts, in order", async () => {
    const described = await query(
      "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM FILE)",
    );
    assert.deepEqual(described, [
      ["Date", "DATE"],
      ["Level", "DOUBLE"],
      ["_Trend_Growth", "DOUBLE"],
      ["Note", "VARCHAR"],
      ["a b", "DOUBLE"],
    ]);
  });

  it("holds every day, number and text, and real nulls", async () => {
    assert.deepEqual(await query("SELECT * FROM FILE"), [
      ["1969-12-31", 0.30000000000000004, 1, "Größe", null],
      ["1970-01-01", null, 9007199254740992, null, null],
      ["2024-02-29", 5e-324, null, 'a "b",\n', null],
      ["9999-12-31", -1.5e308, 1.7976931348623157e308, "NaN", 1],
    ]);
  });

  it("is compressed with Snappy and carries its metadata", async () => {
    assert.deepEqual(await query("SELECT DISTINCT compression FROM parquet_metadata(FILE)"), [
      ["SNAPPY"],
    ]);
    const metadata = await query(
      "SELECT decode(key), decode(value) FROM parquet_kv_metadata(FILE) WHERE decode(key) <> 'ARROW:schema' ORDER BY 1",
    );
    assert.deepEqual(metadata, [
      ["empty", ""],
      ["reference", '{"code":"INFL","note":"Größe"}'],
    ]);
  });
});

describe("toParquet", () => {
  it("writes the same bytes each time, with all its metadata in order", () => {
    const frame = frameOf(["2024-02-29"], { Level: [1] });
    const metadata = Object.fromEntries(Array.from("abcdefgh", (name) => [name, name]));
    const first = toParquet(frame, metadata);
    for (let times = 0; times < 5; times++) assert.deepEqual(toParquet(frame, metadata), first);
  });
});
