import { parsedJson } from "../shared/jsonText";

/** pandas' metadata about a table. */
export interface PandasMetadata {
  /** The columns of the index. */
  readonly indexNames: readonly string[];
  /** Time zones by column; the only place for them if pyarrow did not write its schema. */
  readonly zones: ReadonlyMap<string, string>;
}

const nothing: PandasMetadata = { indexNames: [], zones: new Map() };

/** Parses the value of the metadata key `pandas`. It is untrusted: anything that pandas would not write is ignored. */
export function readPandasMetadata(metadata: string | undefined): PandasMetadata {
  if (metadata === undefined) return nothing;
  const parsed = parsedJson(metadata);
  const indexNames = listIn(parsed, "index_columns");
  return {
    // A RangeIndex is described by an object and has no column.
    indexNames: indexNames.filter((name) => typeof name === "string"),
    zones: new Map(listIn(parsed, "columns").flatMap(zoneOf)),
  };
}

function listIn(parsed: unknown, key: string): unknown[] {
  const list = valueOf(parsed, key);
  return Array.isArray(list) ? list : [];
}

function zoneOf(column: unknown): [name: string, zone: string][] {
  const name = valueOf(column, "field_name") ?? valueOf(column, "name");
  const zone = valueOf(valueOf(column, "metadata"), "timezone");
  return typeof name === "string" && typeof zone === "string" ? [[name, zone]] : [];
}

function valueOf(parsed: unknown, key: string): unknown {
  if (typeof parsed !== "object" || parsed === null || !Object.hasOwn(parsed, key))
    return undefined;
  return (parsed as Readonly<Record<string, unknown>>)[key];
}
