import { createRequire } from "node:module";
import type * as DuckDb from "@duckdb/node-api";

const api = load();

/** Names DuckDB where npm has a build of it for this system; undefined elsewhere, for `itWith` and `describeWith`. */
export const duckDb = api === undefined ? undefined : "DuckDB";

/** A new database in memory. */
export async function connectDuckDb(): Promise<DuckDb.DuckDBConnection> {
  if (api === undefined)
    throw new Error("DuckDB is missing: its tests need itWith or describeWith");
  return (await api.DuckDBInstance.create(":memory:")).connect();
}

function load(): typeof DuckDb | undefined {
  try {
    return createRequire(__filename)("@duckdb/node-api") as typeof DuckDb;
  } catch {
    // npm left it out for this system, or the system's C library is older than its own.
    return undefined;
  }
}
