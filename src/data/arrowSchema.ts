import { type ArrowType, ticksByUnit } from "./arrowTypes";
import { DecodeError } from "./errors";

/** Type ids. Source: Apache Arrow, Schema.fbs, Type and DateUnit. */
const typeKind = { date: 8, time: 9, timestamp: 10, interval: 11, duration: 18 } as const;
const dateUnitMs = 1;

/** Field positions in their tables. Source: Apache Arrow, Message.fbs and Schema.fbs. */
const message = { header: 2 } as const;
const schema = { fields: 1 } as const;
const field = { name: 0, typeKind: 2, type: 3 } as const;
const timeType = { unit: 0, zone: 1 } as const;

/** What an Arrow schema says about a column beyond what Parquet can express. */
export interface ArrowHint {
  /** The time zone of timestamps: Parquet records only whether there is one. */
  readonly zone?: string;
  /** The type of 64-bit integers that Parquet does not specify further. */
  readonly integers?: ArrowType;
  /** What integers represent if they are neither numbers nor timestamps. */
  readonly unreadable?: string;
}

/**
 * Parses the value of the metadata key `ARROW:schema`, a message in base64, and returns its hints by column.
 *
 * @throws {@link DecodeError} of kind `corrupt` if it is invalid: the days of timestamps with a zone would be
 * uncertain.
 */
export function readArrowSchema(metadata: Uint8Array | undefined): ReadonlyMap<string, ArrowHint> {
  if (metadata === undefined) return new Map();
  try {
    return hintsOf(new FlatBuffer(messageBytes(metadata)));
  } catch (error) {
    throw new DecodeError("corrupt", "the Arrow schema of the Parquet file cannot be read", {
      cause: error,
    });
  }
}

/** Without the leading marker and length; the oldest writers wrote only a length. */
function messageBytes(metadata: Uint8Array): Buffer {
  const bytes = Buffer.from(Buffer.from(metadata).toString("latin1"), "base64");
  return bytes.subarray(bytes.readUInt32LE(0) === 0xffff_ffff ? 8 : 4);
}

function hintsOf(buffer: FlatBuffer): Map<string, ArrowHint> {
  const header = buffer.target(buffer.root(), message.header);
  const fields = header === undefined ? undefined : buffer.target(header, schema.fields);
  const tables = fields === undefined ? [] : buffer.tables(fields);
  return new Map(
    tables.map((table) => {
      const name = buffer.target(table, field.name);
      return [name === undefined ? "" : buffer.text(name), hintOf(buffer, table)];
    }),
  );
}

function hintOf(buffer: FlatBuffer, table: number): ArrowHint {
  const type = buffer.target(table, field.type);
  if (type === undefined) return {};
  switch (buffer.byte(table, field.typeKind)) {
    case typeKind.timestamp: {
      const zoneText = buffer.target(type, timeType.zone);
      const zone = zoneText === undefined ? "" : buffer.text(zoneText);
      const ticks = ticksByUnit[buffer.short(type, timeType.unit) ?? 0];
      if (ticks === undefined) throw new RangeError("an unknown unit of time");
      return { ...(zone === "" ? {} : { zone }), integers: { kind: "time", ticks, zone } };
    }
    case typeKind.date:
      if ((buffer.short(type, timeType.unit) ?? dateUnitMs) !== dateUnitMs) return {};
      return { integers: { kind: "time", ticks: ticksByUnit[1], zone: "", isDate: true } };
    case typeKind.time:
      return { unreadable: "times of day" };
    case typeKind.duration:
    case typeKind.interval:
      return { unreadable: "durations" };
    default:
      return {};
  }
}

/**
 * Reads tables, vectors and texts by position; a position outside is a RangeError.
 *
 * Source: Google, "FlatBuffers internals".
 */
class FlatBuffer {
  constructor(private readonly bytes: Buffer) {}

  root(): number {
    return this.bytes.readUInt32LE(0);
  }

  /** The position that a table's field points to; undefined if the table lacks the field. */
  target(table: number, index: number): number | undefined {
    const at = this.position(table, index);
    return at === undefined ? undefined : at + this.bytes.readUInt32LE(at);
  }

  byte(table: number, index: number): number {
    const at = this.position(table, index);
    return at === undefined ? 0 : this.bytes.readUInt8(at);
  }

  short(table: number, index: number): number | undefined {
    const at = this.position(table, index);
    return at === undefined ? undefined : this.bytes.readInt16LE(at);
  }

  tables(vector: number): number[] {
    const count = this.bytes.readUInt32LE(vector);
    const end = vector + 4 * (count + 1);
    if (end > this.bytes.length) throw new RangeError("a vector lies outside the buffer");
    return Array.from({ length: count }, (_, index) => {
      const at = vector + 4 * (index + 1);
      return at + this.bytes.readUInt32LE(at);
    });
  }

  text(at: number): string {
    const start = at + 4;
    const end = start + this.bytes.readUInt32LE(at);
    if (end > this.bytes.length) throw new RangeError("a text lies outside the buffer");
    return this.bytes.toString("utf8", start, end);
  }

  private position(table: number, index: number): number | undefined {
    const layout = table - this.bytes.readInt32LE(table);
    const entry = 4 + 2 * index;
    if (entry >= this.bytes.readUInt16LE(layout)) return undefined;
    const offset = this.bytes.readUInt16LE(layout + entry);
    return offset === 0 ? undefined : table + offset;
  }
}
