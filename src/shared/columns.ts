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
  /** Of each column, in the order of its kind's types. */
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

const elements = {
  float64: { size: 8, view: (...from: View) => new Float64Array(...from) },
  int32: { size: 4, view: (...from: View) => new Int32Array(...from) },
  uint8: { size: 1, view: (...from: View) => new Uint8Array(...from) },
} as const;

type View = [buffer: ArrayBuffer, offset: number, length: number];

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

/** Views of packed columns; undefined where the bytes are not those of so many columns of such lengths. */
export function unpacked<C>(
  types: ColumnTypes<C>,
  { lengths, bytes: given }: PackedColumns,
): C | undefined {
  // Numbers of eight bytes stand at multiples of eight.
  const bytes = given.byteOffset % 8 === 0 ? given : new Uint8Array(given);
  const columns: [string, ColumnArray][] = [];
  let offset = 0;
  for (const [at, [name, type]] of Object.entries<keyof typeof elements>(types).entries()) {
    const { size, view } = elements[type];
    const length = lengths[at] ?? -1;
    const end = offset + length * size;
    if (!Number.isSafeInteger(length) || length < 0 || end > bytes.byteLength) return undefined;
    columns.push([name, view(bytes.buffer as ArrayBuffer, bytes.byteOffset + offset, length)]);
    offset = end;
  }
  return offset === bytes.byteLength ? (Object.fromEntries(columns) as C) : undefined;
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

/** All texts by their indices, for who needs each of them often. */
export function allTexts(columns: TextColumns): readonly string[] {
  return Array.from({ length: textCount(columns) }, (_, index) => textAt(columns, index) ?? "");
}

/** A column of unknown length. */
export class ColumnBuilder<T extends ColumnArray> {
  private values: T;
  private taken = 0;

  constructor(private readonly make: (length: number) => T) {
    this.values = make(64);
  }

  get length(): number {
    return this.taken;
  }

  push(value: number): void {
    this.reserve(1);
    this.values[this.taken++] = value;
  }

  /** Room for so many more, which `fill` writes; it returns how many of them it did. */
  append(most: number, fill: (room: T) => number): void {
    this.reserve(most);
    this.taken += fill(this.values.subarray(this.taken) as T);
  }

  /** What was pushed so far, as a view. */
  get filled(): T {
    return this.values.subarray(0, this.taken) as T;
  }

  private reserve(more: number): void {
    const needed = this.taken + more;
    if (needed <= this.values.length) return;
    const { filled } = this;
    this.values = this.make(Math.max(needed, 2 * this.values.length));
    this.values.set(filled);
  }
}

export const float64Column = (): ColumnBuilder<Float64Array> =>
  new ColumnBuilder((length) => new Float64Array(length));
export const int32Column = (): ColumnBuilder<Int32Array> =>
  new ColumnBuilder((length) => new Int32Array(length));

/** Texts by their indices. */
export class TextsBuilder {
  private readonly indices = new Map<string, number>();
  private readonly bytes = new ColumnBuilder((length) => new Uint8Array(length));
  private readonly starts = int32Column();
  private readonly encoder = new TextEncoder();

  constructor() {
    this.starts.push(0);
  }

  indexOf(text: string): number {
    const known = this.indices.get(text);
    if (known !== undefined) return known;
    const index = this.indices.size;
    this.indices.set(text, index);
    this.bytes.append(3 * text.length, (room) => this.encoder.encodeInto(text, room).written);
    this.starts.push(this.bytes.length);
    return index;
  }

  /** As views. */
  get columns(): TextColumns {
    return { textBytes: this.bytes.filled, textStarts: this.starts.filled };
  }
}
