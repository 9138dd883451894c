import { DecodeError } from "./errors";

/** The types of Thrift's compact protocol. Source: Apache Thrift, "Thrift Compact protocol" (thrift-compact-protocol.md). */
export const thriftType = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
  uuid: 13,
} as const;

const deepestNesting = 32;
const longestVarint = 10;

/** What {@link ThriftReader.nextField} returns after the last field of a structure. */
export const noField = Number.NEGATIVE_INFINITY;

/**
 * Walks over a structure of Thrift's compact protocol without building it, so that what a file claims to contain costs
 * no memory. Never reads outside its bytes.
 *
 * The reader of a field must consume exactly its value, with `skip(reader.type)` if it is not needed.
 */
export class ThriftReader {
  /**
   * Reads nothing. Keeps the engine's hidden class of readers alive, and with it the optimised code, which a garbage
   * collection between two footers would otherwise discard.
   */
  static readonly empty = new ThriftReader(new Uint8Array(0));

  /** The type of the next field, or of the next elements. */
  type = 0;
  private offset = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** The position of the next byte. */
  get position(): number {
    return this.offset;
  }

  /** The id of the next field of a structure; `id` is that of the previous field, or 0 before the first. */
  nextField(id: number): number {
    const header = this.byte();
    this.type = header & 0x0f;
    if (this.type === 0) return noField;
    const delta = header >> 4;
    return delta === 0 ? this.integer() : id + delta;
  }

  /** The number of elements of the list that begins here; sets {@link type} to theirs. */
  listLength(): number {
    const header = this.byte();
    this.type = header & 0x0f;
    const short = header >> 4;
    return short === 15 ? this.varint() : short;
  }

  /** A signed integer of any width; beyond 2^53 the nearest double. */
  integer(): number {
    const zigzag = this.varint();
    return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
  }

  /** A view, not a copy. */
  binary(): Uint8Array {
    return this.take(this.varint());
  }

  skip(type: number, depth = 0): void {
    if (depth > deepestNesting) throw this.corrupt("nested too deeply");
    switch (type) {
      case thriftType.true:
      case thriftType.false:
        return;
      case thriftType.byte:
        this.take(1);
        return;
      case thriftType.i16:
      case thriftType.i32:
      case thriftType.i64:
        this.varint();
        return;
      case thriftType.double:
        this.take(8);
        return;
      case thriftType.uuid:
        this.take(16);
        return;
      case thriftType.binary:
        this.binary();
        return;
      case thriftType.list:
      case thriftType.set:
        this.skipList(depth + 1);
        return;
      case thriftType.map:
        this.skipMap(depth + 1);
        return;
      case thriftType.struct:
        while (this.nextField(0) !== noField) this.skip(this.type, depth + 1);
        return;
      default:
        throw this.corrupt(`unknown type ${type}`);
    }
  }

  /** A boolean takes a byte in a collection; as a field it is part of the header. */
  private skipElement(type: number, depth: number): void {
    this.skip(
      type === thriftType.true || type === thriftType.false ? thriftType.byte : type,
      depth,
    );
  }

  private skipList(depth: number): void {
    const count = this.listLength();
    const { type } = this;
    for (let index = 0; index < count; index++) this.skipElement(type, depth);
  }

  private skipMap(depth: number): void {
    const count = this.varint();
    if (count === 0) return;
    const types = this.byte();
    for (let index = 0; index < count; index++) {
      this.skipElement(types >> 4, depth);
      this.skipElement(types & 0x0f, depth);
    }
  }

  private varint(): number {
    let value = 0;
    let scale = 1;
    for (let length = 0; length < longestVarint; length++) {
      const byte = this.byte();
      if (byte < 0x80) return value + byte * scale;
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    }
    throw this.corrupt("an integer has no end");
  }

  private byte(): number {
    const byte = this.bytes[this.offset++];
    if (byte === undefined) throw this.corrupt("it ends too early");
    return byte;
  }

  private take(length: number): Uint8Array {
    const end = this.offset + length;
    if (end > this.bytes.length) throw this.corrupt("it ends too early");
    const taken = this.bytes.subarray(this.offset, end);
    this.offset = end;
    return taken;
  }

  private corrupt(why: string): DecodeError {
    return new DecodeError("corrupt", `Parquet footer: ${why}`);
  }
}
