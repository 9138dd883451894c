const utf8 = new TextDecoder();

/** What pandas says about a table beside its schema. */
export interface PandasMetadata {
  /** The columns that hold the index. */
  readonly indexNames: readonly string[];
  /** Time zones by column. The only place that names them where pyarrow did not write its schema. */
  readonly zones: ReadonlyMap<string, string>;
}

const nothing: PandasMetadata = { indexNames: [], zones: new Map() };

/**
 * Reads the value of the metadata key `pandas`. Anyone can have written it: whatever is not what pandas writes is
 * ignored.
 */
export function readPandasMetadata(metadata: Uint8Array | undefined): PandasMetadata {
  if (metadata === undefined) return nothing;
  const parsed = parseOrUndefined(utf8.decode(metadata));
  const indexNames = listIn(parsed, "index_columns");
  return {
    // A RangeIndex is described by an object and has no column.
    indexNames: indexNames.filter((name) => typeof name === "string"),
    zones: new Map(listIn(parsed, "columns").flatMap(zoneOf)),
  };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A hint only: without it the date column is found by name and type.
    return undefined;
  }
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
