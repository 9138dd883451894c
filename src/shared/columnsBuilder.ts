import {
  type ColumnArray,
  type ColumnTypes,
  type ElementType,
  newColumn,
  packed,
  type PackedColumns,
  type TextColumns,
} from "./columns";

/** Builds columns of a kind, and the texts that they name. */
export class ColumnsBuilder<C extends TextColumns> {
  readonly texts = new TextsBuilder();
  /** For all but the texts. */
  readonly columns: Readonly<
    Record<Exclude<keyof C, keyof TextColumns>, ColumnBuilder<ColumnArray>>
  >;

  constructor(private readonly types: ColumnTypes<C>) {
    const builders = Object.entries<ElementType>(types).map(
      ([name, type]) => [name, new ColumnBuilder((length) => newColumn(type, length))] as const,
    );
    this.columns = Object.fromEntries(builders) as typeof this.columns;
  }

  /** What was built so far. */
  packed(): PackedColumns {
    const builders = Object.entries<ColumnBuilder<ColumnArray>>(this.columns);
    const filled = Object.fromEntries(builders.map(([name, each]) => [name, each.filled]));
    return packed(this.types, { ...filled, ...this.texts.columns } as unknown as C);
  }
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

/** Texts by their indices. */
export class TextsBuilder {
  private readonly indices = new Map<string, number>();
  private readonly bytes = new ColumnBuilder((length) => new Uint8Array(length));
  private readonly starts = new ColumnBuilder((length) => new Int32Array(length));
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
