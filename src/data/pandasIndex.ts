const utf8 = new TextDecoder();

/**
 * The columns that pandas names as the index, from the value of the metadata key `pandas`; none when the text, which
 * anyone can have written, is not what pandas writes.
 */
export function pandasIndexNames(metadata: Uint8Array | undefined): string[] {
  if (metadata === undefined) return [];
  const parsed = parseOrUndefined(utf8.decode(metadata));
  if (typeof parsed !== "object" || parsed === null || !("index_columns" in parsed)) return [];
  const names: unknown = parsed.index_columns;
  if (!Array.isArray(names)) return [];
  // A RangeIndex is described by an object and has no column.
  return names.filter((name) => typeof name === "string");
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A hint only: without it the date column is found by name and type.
    return undefined;
  }
}
