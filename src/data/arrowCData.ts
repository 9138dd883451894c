import { type ArrowType, arrowTypeOf } from "./arrowTypes";

/** One field of a schema in WebAssembly memory. */
export interface ArrowField {
  /** As the C data interface writes types: `g` is a double. */
  readonly format: string;
  /** Undefined for an unsupported type. */
  readonly type: ArrowType | undefined;
}

/** A chunk of one column in WebAssembly memory. Views become invalid with the next allocation there. */
export interface ArrowChunk {
  readonly length: number;
  /** The row of the first value within the buffers. */
  readonly offset: number;
  /** Address of the values. */
  readonly values: number;
  /** Address of the bytes of texts; their offsets are at `values`. */
  readonly data: number;
  /** Address of the validity bits; 0 if no value is missing. */
  readonly validity: number;
}

/** Positions, in words of 32 bits, within the structures on wasm32 (pointers of 4 bytes, integers of 8). */
const schema = { format: 0, childCount: 6, children: 8, dictionary: 9 } as const;
const array = { length: 0, nullCount: 2, offset: 4, buffers: 10, children: 11 } as const;

const ascii = new TextDecoder("latin1");

/**
 * A table of record batches in the memory of a WebAssembly module, laid out by the Arrow C data interface. Reads only;
 * allocates nothing in that memory.
 *
 * Source: Apache Arrow, "The Arrow C data interface", Structure definitions.
 */
export class ArrowCTable {
  readonly fields: readonly ArrowField[];
  readonly rows: number;
  private readonly words: Uint32Array;

  constructor(
    readonly memory: ArrayBuffer,
    schemaAddress: number,
    private readonly batches: Uint32Array,
  ) {
    this.words = new Uint32Array(memory);
    const fieldCount = this.word(schemaAddress, schema.childCount);
    const children = this.word(schemaAddress, schema.children);
    this.fields = Array.from({ length: fieldCount }, (_, index) =>
      this.fieldAt(this.word(children, index)),
    );
    this.rows = batches.reduce((rows, batch) => rows + this.word(batch, array.length), 0);
  }

  /** The chunks of the column with this index, one per record batch. */
  chunksOf(index: number): ArrowChunk[] {
    return Array.from(this.batches, (batch) => {
      const column = this.word(this.word(batch, array.children), index);
      const buffers = this.word(column, array.buffers);
      return {
        length: this.word(batch, array.length),
        offset: this.word(batch, array.offset) + this.word(column, array.offset),
        values: this.word(buffers, 1),
        data: this.word(buffers, 2),
        validity: this.word(column, array.nullCount) === 0 ? 0 : this.word(buffers, 0),
      };
    });
  }

  private fieldAt(address: number): ArrowField {
    const format = this.textAt(this.word(address, schema.format));
    // With a dictionary the format is that of its codes, not of the values.
    const isDictionary = this.word(address, schema.dictionary) !== 0;
    return { format, type: isDictionary ? undefined : arrowTypeOf(format) };
  }

  private word(address: number, index: number): number {
    const word = this.words[address / 4 + index];
    if (word === undefined) throw new RangeError("an Arrow structure lies outside the memory");
    return word;
  }

  /** The NUL-terminated text. */
  private textAt(address: number): string {
    const bytes = new Uint8Array(this.memory, address);
    return ascii.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

/** A column of a table in the module's memory. */
export interface ArrowColumn {
  readonly table: ArrowCTable;
  readonly index: number;
  readonly name: string;
}

/** Calls `visit` with each non-empty chunk of the column and the row at which it begins. */
export function forEachChunk(
  { table, index }: ArrowColumn,
  visit: (chunk: ArrowChunk, start: number) => void,
): void {
  let start = 0;
  for (const chunk of table.chunksOf(index)) {
    if (chunk.length > 0) visit(chunk, start);
    start += chunk.length;
  }
}

interface ViewClass<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

/** A view of the chunk's values. */
export function viewOf<T>(
  { table }: ArrowColumn,
  { values, offset, length }: ArrowChunk,
  View: ViewClass<T>,
  elementsPerValue = 1,
): T {
  const start = values + offset * elementsPerValue * View.BYTES_PER_ELEMENT;
  return new View(table.memory, start, length * elementsPerValue);
}

/** Calls `visit` with each missing row, counted within the chunk. */
export function forEachMissing(
  memory: ArrayBuffer,
  chunk: ArrowChunk,
  visit: (row: number) => void,
): void {
  if (chunk.validity === 0) return;
  const end = chunk.offset + chunk.length;
  const bits = new Uint8Array(memory, chunk.validity, Math.ceil(end / 8));
  for (let at = chunk.offset; at < end; at++) {
    const byte = bits[at >> 3] ?? 0;
    if (byte === 0xff && (at & 7) === 0) at += 7;
    else if (((byte >> (at & 7)) & 1) === 0) visit(at - chunk.offset);
  }
}
