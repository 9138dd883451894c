import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type DuckDBConnection, type Json } from "@duckdb/node-api";
import { connectDuckDb } from "./duckDb";

/** DuckDB, which knows nothing of the code under test, over files in a folder of its own. */
export class DuckFiles {
  private written = 0;
  private connected: Promise<DuckDBConnection> | undefined;

  private constructor(readonly folder: string) {}

  /** Without DuckDB only what uses the files fails, so that a block whose other tests need none can open them. */
  static async open(): Promise<DuckFiles> {
    return new DuckFiles(await mkdtemp(path.join(os.tmpdir(), "macro-signals-")));
  }

  /**
   * Writes a file that later queries read as `FILE`, in the place of the one before. DuckDB keeps what it has read of a file
   * that seems to be the same: each has a name of its own.
   */
  async write(bytes: Uint8Array): Promise<void> {
    await rm(this.file, { force: true });
    this.written += 1;
    await writeFile(this.file, bytes);
  }

  /** The rows of a query in which `FILE` stands for a file, the one that was written unless another is named. */
  async rows(sql: string, file = this.file): Promise<Json[][]> {
    const text = `'${file.replaceAll("'", "''")}'`;
    const connection = await this.connection();
    return (await connection.runAndReadAll(sql.replaceAll("FILE", text))).getRowsJson();
  }

  /** The rows of a query as a Parquet file. */
  async parquetOf(sql: string, codec = "zstd"): Promise<Uint8Array> {
    const file = path.join(this.folder, "made.parquet");
    const connection = await this.connection();
    await connection.run(`COPY (${sql}) TO '${file}' (FORMAT parquet, COMPRESSION ${codec})`);
    return new Uint8Array(await readFile(file));
  }

  /** Names and types of the columns of the file. */
  async columns(file = this.file): Promise<Json[][]> {
    const sql = "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM FILE)";
    return this.rows(sql, file);
  }

  /** What the footer of a Parquet file says. */
  async metadata(file = this.file): Promise<Record<string, string>> {
    const sql = "SELECT decode(key), decode(value) FROM parquet_kv_metadata(FILE)";
    const pairs = await this.rows(sql, file);
    return Object.fromEntries(
      pairs.map((pair) => pair.map((text) => (typeof text === "string" ? text : ""))),
    ) as Record<string, string>;
  }

  async close(): Promise<void> {
    (await this.connected)?.closeSync();
    await rm(this.folder, { recursive: true });
  }

  private connection(): Promise<DuckDBConnection> {
    this.connected ??= connectDuckDb();
    return this.connected;
  }

  private get file(): string {
    return path.join(this.folder, `written-${this.written}.parquet`);
  }
}
