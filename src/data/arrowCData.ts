import { DecodeError } from "./errors";

/** A chunk of one column in WebAssembly memory. */
interface ArrowChunk {
  readonly length: number;
  /** The row of the first value within the buffers. */
  readonly offset: number;
  /** Address of the values. */
  readonly values: number;
  /** Address of the validity bits; 0 if no value is missing. */
  readonly validity: number;
}

/** Positions, in words of 32 bits, within the structures on wasm32 (pointers of 4 bytes, integers of 8). */
const schema = { format: 0, children: 8 } as const;
const array = { length: 0, nullCount: 2, offset: 4, buffers: 10, children: 11 } as const;

/**
 * Format strings of the types whose values are exact as doubles.
 *
 * Source: Apache Arrow, "The Arrow C data interface", Data type description: format strings.
 */
const views = new Map<string, ViewClass>([
  ["c", Int8Array],
  ["C", Uint8Array],
  ["s", Int16Array],
  ["S", Uint16Array],
  ["i", Int32Array],
  ["I", Uint32Array],
  ["f", Float32Array],
  ["g", Float64Array],
  ["tdD", Int32Array],
]);

interface ViewClass {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): ArrayLike<number>;
}

const ascii = new TextDecoder("latin1");

/**
 * A table of record batches in the memory of a WebAssembly module, laid out by the Arrow C data interface, whose
 * columns are numbers and days. Reads only; allocates nothing in that memory.
 *
 * Source: Apache Arrow, "The Arrow C data interface", Structure definitions.
 */
export class ArrowCTable {
  readonly rows: number;
  private readonly words: Uint32Array;

  constructor(
    private readonly memory: ArrayBuffer,
    private readonly schemaAddress: number,
    private readonly batches: Uint32Array,
  ) {
    this.words = new Uint32Array(memory);
    this.rows = batches.reduce((rows, batch) => rows + this.word(batch, array.length), 0);
  }

  /** The days of a column; `noDay` for a missing one. */
  daysOf(index: number, noDay: number): Int32Array {
    const days = new Int32Array(this.rows);
    this.copy(index, days, noDay);
    return days;
  }

  /** The numbers of a column; NaN for a missing one. */
  numbersOf(index: number): Float64Array {
    const [first, ...others] = this.chunksOf(index);
    if (first !== undefined && others.length === 0 && this.viewClass(index) === Float64Array) {
      // The usual body is one chunk of doubles: a slice avoids zero-filling the copy first.
      const start = first.values + first.offset * Float64Array.BYTES_PER_ELEMENT;
      const values = new Float64Array(this.memory, start, first.length).slice();
      this.forEachMissing(first, (row) => (values[row] = Number.NaN));
      return values;
    }
    const values = new Float64Array(this.rows);
    this.copy(index, values, Number.NaN);
    return values;
  }

  private copy(index: number, target: Int32Array | Float64Array, missing: number): void {
    const View = this.viewClass(index);
    let start = 0;
    for (const chunk of this.chunksOf(index)) {
      const { values, offset, length } = chunk;
      target.set(new View(this.memory, values + offset * View.BYTES_PER_ELEMENT, length), start);
      const first = start;
      this.forEachMissing(chunk, (row) => (target[first + row] = missing));
      start += length;
    }
  }

  private viewClass(index: number): ViewClass {
    const children = this.word(this.schemaAddress, schema.children);
    const address = this.word(this.word(children, index), schema.format);
    const bytes = new Uint8Array(this.memory, address);
    const format = ascii.decode(bytes.subarray(0, bytes.indexOf(0)));
    const View = views.get(format);
    if (View !== undefined) return View;
    throw new DecodeError("unsupported", `the type ${format} is not supported`);
  }

  /** The chunks of a column, one per record batch. */
  private chunksOf(index: number): ArrowChunk[] {
    return Array.from(this.batches, (batch) => {
      const column = this.word(this.word(batch, array.children), index);
      const buffers = this.word(column, array.buffers);
      return {
        length: this.word(batch, array.length),
        offset: this.word(batch, array.offset) + this.word(column, array.offset),
        values: this.word(buffers, 1),
        validity: this.word(column, array.nullCount) === 0 ? 0 : this.word(buffers, 0),
      };
    });
  }

  /** Calls `visit` with each missing row, counted within the chunk. */
  private forEachMissing(chunk: ArrowChunk, visit: (row: number) => void): void {
    if (chunk.validity === 0) return;
    const { offset, length } = chunk;
    const bits = new Uint8Array(this.memory, chunk.validity, Math.ceil((offset + length) / 8));
    forEachZero(bits, offset, length, visit);
  }

  private word(address: number, index: number): number {
    const word = this.words[address / 4 + index];
    if (word === undefined) throw new RangeError("an Arrow structure lies outside the memory");
    return word;
  }
}

/** Calls `visit` with each bit that is 0, counted from the offset. Many times faster than asking for each bit. */
export function forEachZero(
  bits: Uint8Array,
  offset: number,
  length: number,
  visit: (index: number) => void,
): void {
  const end = offset + length;
  for (let at = offset; at < end; at++) {
    const byte = bits[at >> 3] ?? 0;
    if (byte === 0xff && (at & 7) === 0) at += 7;
    else if (((byte >> (at & 7)) & 1) === 0) visit(at - offset);
  }
}
