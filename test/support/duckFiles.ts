import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type DuckDBConnection, DuckDBInstance, type Json } from "@duckdb/node-api";

/** DuckDB, which knows nothing of the code under test, over files in a folder of its own. */
export class DuckFiles {
  private written = 0;

  private constructor(
    private readonly connection: DuckDBConnection,
    readonly folder: string,
  ) {}

  static async open(): Promise<DuckFiles> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "macro-signals-"));
    return new DuckFiles(await (await DuckDBInstance.create(":memory:")).connect(), folder);
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
    return (await this.connection.runAndReadAll(sql.replaceAll("FILE", text))).getRowsJson();
  }

  /** The rows of a query as a Parquet file. */
  async parquetOf(sql: string, codec = "zstd"): Promise<Uint8Array> {
    const file = path.join(this.folder, "made.parquet");
    await this.connection.run(`COPY (${sql}) TO '${file}' (FORMAT parquet, COMPRESSION ${codec})`);
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
    this.connection.closeSync();
    await rm(this.folder, { recursive: true });
  }

  private get file(): string {
    return path.join(this.folder, `written-${this.written}.parquet`);
  }
}
