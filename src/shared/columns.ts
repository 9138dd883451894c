/** The numbers of a column. */
export type ColumnArray = Float64Array | Int32Array | Uint8Array;

/**
 * What each column of a kind is made of. Those of eight bytes come first and those of one byte last, so that all of them
 * stand in one buffer without gaps.
 */
export type ColumnTypes<C> = {
  readonly [Name in keyof C]: C[Name] extends Float64Array
    ? "float64"
    : C[Name] extends Int32Array
      ? "int32"
      : "uint8";
};

/** Columns in one buffer: to be moved to another thread, written to a file, and read back as views. */
export interface PackedColumns {
  /** One entry for each column, in the order of its kind's types. */
  readonly lengths: readonly number[];
  /** All columns, one behind the other. */
  readonly bytes: Uint8Array;
}

/** Texts, each once. */
export interface TextColumns {
  /** As UTF-8, one behind the other. */
  readonly textBytes: Uint8Array;
  /** Text `i` has the bytes from `textStarts[i]` up to but not including `textStarts[i + 1]`. */
  readonly textStarts: Int32Array;
}

/** Stands in a column of texts where there is none. */
export const noText = -1;

const arrays = { float64: Float64Array, int32: Int32Array, uint8: Uint8Array } as const;

/** What a column is made of. */
export type ElementType = keyof typeof arrays;

export function newColumn(type: ElementType, length: number): ColumnArray {
  return new arrays[type](length);
}

export function packed<C>(types: ColumnTypes<C>, columns: C): PackedColumns {
  const names = Object.keys(types) as (keyof C)[];
  const all = names.map((name) => columns[name] as ColumnArray);
  const bytes = new Uint8Array(all.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let offset = 0;
  for (const { buffer, byteOffset, byteLength } of all) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += byteLength;
  }
  return { lengths: all.map(({ length }) => length), bytes };
}

/** Views of packed columns. @throws RangeError where the bytes are not those of so many columns of such lengths. */
export function unpacked<C>(types: ColumnTypes<C>, { lengths, bytes: given }: PackedColumns): C {
  // Numbers of eight bytes stand at multiples of eight.
  const bytes = given.byteOffset % 8 === 0 ? given : new Uint8Array(given);
  const columns: [string, ColumnArray][] = [];
  let offset = 0;
  for (const [at, [name, type]] of Object.entries<ElementType>(types).entries()) {
    const view = arrays[type];
    const length = lengths[at] ?? -1;
    columns.push([name, new view(bytes.buffer as ArrayBuffer, bytes.byteOffset + offset, length)]);
    offset += length * view.BYTES_PER_ELEMENT;
  }
  if (offset !== bytes.byteLength) throw new RangeError("columns have other lengths");
  return Object.fromEntries(columns) as C;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text with an index; undefined for {@link noText}. */
export function textAt(
  { textBytes, textStarts }: TextColumns,
  index: number | undefined,
): string | undefined {
  if (index === undefined || index < 0) return undefined;
  const [start, end] = [textStarts[index], textStarts[index + 1]];
  return end === undefined ? undefined : decoder.decode(textBytes.subarray(start, end));
}

/** How many texts there are. */
export function textCount({ textStarts }: TextColumns): number {
  return textStarts.length - 1;
}

/** All texts by their indices, for a caller that needs each of them often. */
export function allTexts(columns: TextColumns): readonly string[] {
  return Array.from({ length: textCount(columns) }, (_, index) => textAt(columns, index) ?? "");
}
