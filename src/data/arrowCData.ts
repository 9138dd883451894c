import { type ArrowType, arrowTypeOf } from "./arrowTypes";

/** One field of a schema in WebAssembly memory. */
export interface ArrowField {
  readonly name: string;
  /** As the C data interface writes types: `g` is a double. */
  readonly format: string;
  /** Undefined for a type that is not read here. */
  readonly type: ArrowType | undefined;
}

/** A stretch of one column in WebAssembly memory. The views end with the next allocation there. */
export interface ArrowChunk {
  readonly length: number;
  /** The row, within the buffers, of the first value. */
  readonly offset: number;
  /** Address of the values. */
  readonly values: number;
  /** Address of the validity bits, 0 when every value is there. */
  readonly validity: number;
}

/** Positions, in words of 32 bits, within the structures on wasm32 (pointers of 4 bytes, integers of 8). */
const schema = { format: 0, name: 1, childCount: 6, children: 8 } as const;
const array = { length: 0, nullCount: 2, offset: 4, buffers: 10, children: 11 } as const;

const utf8 = new TextDecoder();

/**
 * A table of record batches laid out by the Arrow C data interface in the memory of a WebAssembly module. Reads what is
 * there and allocates nothing in it.
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

  /** The stretches of the column with this index, one per record batch. */
  chunksOf(index: number): ArrowChunk[] {
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

  private fieldAt(address: number): ArrowField {
    const format = this.textAt(this.word(address, schema.format));
    const name = this.textAt(this.word(address, schema.name));
    return { name, format, type: arrowTypeOf(format) };
  }

  private word(address: number, index: number): number {
    const word = this.words[address / 4 + index];
    if (word === undefined) throw new RangeError("an Arrow structure lies outside the memory");
    return word;
  }

  /** The text that ends with NUL. */
  private textAt(address: number): string {
    const bytes = new Uint8Array(this.memory, address);
    return utf8.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

/** Calls `visit` with each row, counted within the chunk, that has no value. */
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
