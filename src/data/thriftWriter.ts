import { thriftType } from "./thriftReader";

/** For longer lists the number of elements follows the header. */
const maxInHeader = 14;

/**
 * Writes a structure of Thrift's compact protocol.
 *
 * Source: Apache Thrift, "Thrift Compact protocol" (thrift-compact-protocol.md).
 */
export class ThriftWriter {
  /** Never used; see {@link ThriftReader.empty}. */
  static readonly empty = new ThriftWriter();

  private buffer: Uint8Array = Buffer.allocUnsafe(1_024);
  private length = 0;
  /** The id of the last field of each open structure. */
  private readonly ids: number[] = [];

  /** A view of the bytes written so far. */
  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** Writes one structure; `write` writes its fields in the order of their ids. */
  struct(write: () => void): void {
    this.ids.push(0);
    write();
    this.ids.pop();
    this.byte(0);
  }

  text(id: number, value: string): void {
    this.header(id, thriftType.binary);
    this.binary(Buffer.from(value));
  }

  /** Writes the header of a list without the header of its field. */
  listLength(type: number, count: number): void {
    if (count <= maxInHeader) this.byte((count << 4) | type);
    else {
      this.byte(0xf0 | type);
      this.integerWithoutSign(count);
    }
  }

  private binary(value: Uint8Array): void {
    this.integerWithoutSign(value.length);
    this.append(value);
  }

  private integerWithoutSign(value: number): void {
    let left = value;
    for (; left >= 0x80; left = Math.floor(left / 0x80)) this.byte((left % 0x80) | 0x80);
    this.byte(left);
  }

  private header(id: number, type: number): void {
    const delta = id - (this.ids.at(-1) ?? 0);
    this.ids[this.ids.length - 1] = id;
    this.byte((delta << 4) | type);
  }

  private byte(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  private append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = new Uint8Array(2 * (this.length + count));
    larger.set(this.buffer);
    this.buffer = larger;
  }
}
