import { isoOfDay } from "../shared/day";
import { type ArrowChunk, type ArrowCTable, type ArrowField, forEachMissing } from "./arrowCData";
import { type ArrowType, type SmallNumbers, type TicksPerDay } from "./arrowTypes";
import { isDay, msPerDay } from "./dayText";
import { DecodeError } from "./errors";
import { type Column, type NumberColumn } from "./frame";
import { type ZoneOffset, zoneOffset } from "./zoneOffset";

type TimeType = Extract<ArrowType, { kind: "time" }>;

const wordSize = 2 ** 32;

/**
 * The days of a column, one copy.
 *
 * @throws {@link DecodeError} when the column is not of days or times, and for a row without a day.
 */
export function readDays(table: ArrowCTable, index: number, field: ArrowField): Int32Array {
  const { type } = field;
  const days = new Int32Array(table.rows);
  if (type?.kind !== "day" && type?.kind !== "time") {
    throw new DecodeError("unsupported", `column ${field.name}: ${field.format} is not a date`);
  }
  forEachChunk(table, index, (chunk, start) => {
    forEachMissing(table.memory, chunk, (row) => {
      throw new DecodeError("corrupt", `column ${field.name}: row ${start + row + 1} has no day`);
    });
    if (type.kind === "day") days.set(viewOf(table, chunk, Int32Array), start);
    else writeDays(table, chunk, type, days.subarray(start, start + chunk.length));
  });
  return days;
}

/** The values of a column of fixed width, one copy; undefined when its type is not read here. */
export function readColumn(
  table: ArrowCTable,
  index: number,
  field: ArrowField,
): Column | undefined {
  switch (field.type?.kind) {
    case undefined:
      return undefined;
    case "number":
      return readNumbers(table, index, field.name, field.type.array);
    case "long":
      return readLongs(table, index, field.name, field.type.isSigned);
    case "day":
      return readDayTexts(table, index, field.name);
    case "time":
      return readTimeTexts(table, index, field.name, field.type);
  }
}

function forEachChunk(
  table: ArrowCTable,
  index: number,
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
function viewOf<T>(
  table: ArrowCTable,
  { values, offset, length }: ArrowChunk,
  View: ViewClass<T>,
  elementsPerValue = 1,
): T {
  const start = values + offset * elementsPerValue * View.BYTES_PER_ELEMENT;
  return new View(table.memory, start, length * elementsPerValue);
}

function readNumbers(
  table: ArrowCTable,
  index: number,
  name: string,
  View: SmallNumbers,
): NumberColumn {
  let values: Float64Array | undefined;
  forEachChunk(table, index, (chunk, start) => {
    const source = viewOf<InstanceType<SmallNumbers>>(table, chunk, View);
    const isWhole = chunk.length === table.rows && source instanceof Float64Array;
    // The usual body is one chunk of doubles: a slice saves filling the copy with zeros first.
    const target = isWhole ? source.slice() : (values ?? new Float64Array(table.rows));
    if (!isWhole) target.set(source, start);
    values = target;
    forEachMissing(table.memory, chunk, (row) => (target[start + row] = Number.NaN));
  });
  return { name, type: "number", values: values ?? new Float64Array(0) };
}

/** 64-bit integers: numbers while all of them fit into a double, else texts with all their digits. */
function readLongs(table: ArrowCTable, index: number, name: string, isSigned: boolean): Column {
  const values = new Float64Array(table.rows);
  forEachChunk(table, index, (chunk, start) => {
    const words = viewOf(table, chunk, Uint32Array, 2);
    for (let row = 0; row < chunk.length; row++) {
      const low = words[2 * row] ?? 0;
      const high = words[2 * row + 1] ?? 0;
      values[start + row] = (isSigned ? high | 0 : high) * wordSize + low;
    }
    forEachMissing(table.memory, chunk, (row) => (values[start + row] = Number.NaN));
  });
  // Rounding never brings an integer beyond 2^53 below it; 2^53 itself may be a rounded neighbour.
  if (values.every((value) => !(Math.abs(value) >= 2 ** 53)))
    return { name, type: "number", values };
  const texts = readLongTexts(table, index, isSigned ? BigInt64Array : BigUint64Array);
  return { name, type: "text", values: texts };
}

function readLongTexts(
  table: ArrowCTable,
  index: number,
  View: typeof BigInt64Array | typeof BigUint64Array,
): (string | null)[] {
  const texts: (string | null)[] = [];
  forEachChunk(table, index, (chunk, start) => {
    for (const value of viewOf<Iterable<bigint>>(table, chunk, View)) texts.push(String(value));
    forEachMissing(table.memory, chunk, (row) => (texts[start + row] = null));
  });
  return texts;
}

function writeDays(table: ArrowCTable, chunk: ArrowChunk, type: TimeType, days: Int32Array): void {
  const offsetAt = zoneOffset(type.zone);
  if (offsetAt !== undefined) {
    writeZonedDays(viewOf(table, chunk, BigInt64Array), type.ticks, offsetAt, days);
    return;
  }
  const words = viewOf(table, chunk, Uint32Array, 2);
  for (let row = 0; row < days.length; row++) {
    days[row] = checkedDay(dayOfTicks(words[2 * row] ?? 0, words[2 * row + 1] ?? 0, type.ticks));
  }
}

/** The day of an instant is the one on the calendar of its zone. */
function writeZonedDays(
  ticks: BigInt64Array,
  { digits }: TicksPerDay,
  offsetAt: ZoneOffset,
  days: Int32Array,
): void {
  const perSecond = 10n ** BigInt(digits);
  ticks.forEach((tick, row) => {
    const ofSecond = ((tick % perSecond) + perSecond) % perSecond;
    const epochMs = Number((tick - ofSecond) / perSecond) * 1000;
    checkedDay(Math.floor(epochMs / msPerDay));
    days[row] = Math.floor((epochMs + offsetAt(epochMs)) / msPerDay);
  });
}

function checkedDay(day: number): number {
  if (isDay(day)) return day;
  throw new DecodeError("corrupt", "a time has no four-digit year");
}

/** Exact: both operands are integers below 2^53, so that no quotient below an integer is rounded up to it. */
function dayOfTicks(low: number, high: number, { shift, odd }: TicksPerDay): number {
  return Math.floor(((high | 0) * 2 ** (32 - shift) + (low >>> shift)) / odd);
}

function readDayTexts(table: ArrowCTable, index: number, name: string): Column {
  const texts: (string | null)[] = [];
  forEachChunk(table, index, (chunk, start) => {
    const days = viewOf(table, chunk, Int32Array);
    for (const day of days) texts.push(isDay(day) ? isoOfDay(day) : String(day));
    forEachMissing(table.memory, chunk, (row) => (texts[start + row] = null));
  });
  return { name, type: "text", values: texts };
}

function readTimeTexts(table: ArrowCTable, index: number, name: string, type: TimeType): Column {
  const texts: (string | null)[] = [];
  forEachChunk(table, index, (chunk, start) => {
    for (const ticks of viewOf<Iterable<bigint>>(table, chunk, BigInt64Array)) {
      texts.push(timeText(ticks, type));
    }
    forEachMissing(table.memory, chunk, (row) => (texts[start + row] = null));
  });
  return { name, type: "text", values: texts };
}

/** `2024-06-28T15:30:00.250`, in UTC with `Z` when the type has a zone; a date alone for a type of dates. */
function timeText(
  ticks: bigint,
  { ticks: { shift, odd, digits }, zone, isDate }: TimeType,
): string {
  const perDay = BigInt(odd) << BigInt(shift);
  const ticksOfDay = ((ticks % perDay) + perDay) % perDay;
  const day = Number((ticks - ticksOfDay) / perDay);
  if (!isDay(day)) return String(ticks);
  if (isDate) return isoOfDay(day);
  const perSecond = 10n ** BigInt(digits);
  const seconds = Number(ticksOfDay / perSecond);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, "0"),
  );
  const fraction = String(ticksOfDay % perSecond)
    .padStart(digits, "0")
    .replace(/0+$/, "");
  const suffix = (fraction === "" ? "" : `.${fraction}`) + (zone === "" ? "" : "Z");
  return `${isoOfDay(day)}T${clock.join(":")}${suffix}`;
}
