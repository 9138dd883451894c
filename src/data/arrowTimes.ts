import { isDay, isoOfDay } from "../shared/day";
import {
  type ArrowChunk,
  type ArrowColumn,
  forEachChunk,
  forEachMissing,
  viewOf,
} from "./arrowCData";
import { textColumn } from "./arrowTexts";
import { type ArrowType, type TicksPerDay } from "./arrowTypes";
import { msPerDay } from "./dayText";
import { DecodeError } from "./errors";
import { type TextColumn } from "./frame";
type MomentType = Extract<ArrowType, { kind: "time" | "int96" }>;

/** Marks a missing day. */
export const noDay = -(2 ** 31);

/** NaT of numpy and pandas, if a writer stored it as a plain number. */
const notATime = -(2n ** 63n);

/** The Julian day of 1970-01-01. */
const julianOfEpoch = 2_440_588;
const nanosPerDay = 86_400_000_000_000n;

/**
 * The days of a column of days or timestamps, copied once; {@link noDay} for NaT.
 *
 * @throws {@link DecodeError} for a missing value, and for a timestamp without a four-digit year.
 */
export function readDays(column: ArrowColumn, type: MomentType | { kind: "day" }): Int32Array {
  const { table, name } = column;
  const days = new Int32Array(table.rows);
  forEachChunk(column, (chunk, start) => {
    forEachMissing(table.memory, chunk, (row) => {
      throw new DecodeError("corrupt", `column ${name}: row ${start + row + 1} has no day`);
    });
    const target = days.subarray(start, start + chunk.length);
    if (type.kind === "day") target.set(viewOf(column, chunk, Int32Array));
    else if (type.kind === "time" && zoneOffset(type.zone) === undefined) {
      writeDays(viewOf(column, chunk, Uint32Array, 2), type.ticks, target);
    } else writeZonedDays(column, chunk, type, target);
  });
  return days;
}

function writeDays(words: Uint32Array, ticks: TicksPerDay, days: Int32Array): void {
  for (let row = 0; row < days.length; row++) {
    const low = words[2 * row] ?? 0;
    const high = words[2 * row + 1] ?? 0;
    const isMissing = high === 0x8000_0000 && low === 0;
    days[row] = isMissing ? noDay : checkedDay(dayOfTicks(low, high, ticks));
  }
}

/** The day of an instant is the calendar day in its zone. */
function writeZonedDays(
  column: ArrowColumn,
  chunk: ArrowChunk,
  type: MomentType,
  days: Int32Array,
): void {
  const offsetAt = zoneOffset(type.zone) ?? (() => 0);
  forEachMoment(column, chunk, type, (moment, row) => {
    if (moment === undefined) days[row] = noDay;
    else {
      const epochMs = checkedDay(moment.day) * msPerDay + Math.floor(moment.nanos / 1e6);
      days[row] = Math.floor((epochMs + offsetAt(epochMs)) / msPerDay);
    }
  });
}

function checkedDay(day: number): number {
  if (isDay(day)) return day;
  throw new DecodeError("corrupt", "a time has no four-digit year");
}

/** Exact: both operands are integers below 2^53, so that no quotient rounds up to the next integer. */
function dayOfTicks(low: number, high: number, { shift, odd }: TicksPerDay): number {
  return Math.floor(((high | 0) * 2 ** (32 - shift) + (low >>> shift)) / odd);
}

export function readDayTexts(column: ArrowColumn): TextColumn {
  return textColumn(column, (chunk) => Array.from(viewOf(column, chunk, Int32Array), dayText));
}

/** A day without a four-digit year stays a number. */
function dayText(day: number): string {
  return isDay(day) ? isoOfDay(day) : String(day);
}

export function readMomentTexts(column: ArrowColumn, type: MomentType): TextColumn {
  const suffix = type.zone === "" ? "" : "Z";
  const isDate = type.kind === "time" && type.isDate === true;
  const textOf = (moment: Moment): string =>
    isDate ? dayText(moment.day) : momentText(moment) + suffix;
  return textColumn(column, (chunk) => {
    const texts: (string | null)[] = [];
    forEachMoment(column, chunk, type, (moment) => {
      texts.push(moment === undefined ? null : textOf(moment));
    });
    return texts;
  });
}

/** A day, and the nanoseconds since its start. */
interface Moment {
  readonly day: number;
  readonly nanos: number;
}

/** Calls `visit` with the content of each row, including missing rows; undefined for NaT. */
function forEachMoment(
  column: ArrowColumn,
  chunk: ArrowChunk,
  type: MomentType,
  visit: (moment: Moment | undefined, row: number) => void,
): void {
  if (type.kind === "time") {
    const nanosPerTick = 10n ** BigInt(9 - type.ticks.digits);
    const ticks = viewOf(column, chunk, BigInt64Array);
    ticks.forEach((tick, row) => visit(momentOf(0, tick, nanosPerTick), row));
    return;
  }
  const words = viewOf(column, chunk, Uint32Array, 3);
  for (let row = 0; row < chunk.length; row++) {
    const [low = 0, high = 0, julianDay = 0] = words.subarray(3 * row);
    const nanos = (BigInt(high | 0) << 32n) | BigInt(low);
    visit(momentOf((julianDay | 0) - julianOfEpoch, nanos, 1n), row);
  }
}

function momentOf(day: number, ticks: bigint, nanosPerTick: bigint): Moment | undefined {
  if (ticks === notATime) return undefined;
  const nanos = ticks * nanosPerTick;
  const ofDay = ((nanos % nanosPerDay) + nanosPerDay) % nanosPerDay;
  return { day: day + Number((nanos - ofDay) / nanosPerDay), nanos: Number(ofDay) };
}

/** `2024-06-28T15:30:00.250`, without trailing zeros. */
function momentText({ day, nanos }: Moment): string {
  const seconds = Math.floor(nanos / 1e9);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, "0"),
  );
  const fraction = String(nanos % 1e9)
    .padStart(9, "0")
    .replace(/0+$/, "");
  return `${dayText(day)}T${clock.join(":")}${fraction === "" ? "" : `.${fraction}`}`;
}

const msPerMinute = 60_000;
const withoutOffset = new Set(["", "UTC", "Z", "GMT", "Etc/UTC", "+00:00", "-00:00"]);

/** The zone's offset from UTC at an instant, in milliseconds. */
type ZoneOffset = (epochMs: number) => number;

/**
 * The offset function of a zone as Arrow names it (`America/New_York`, `+09:00`); undefined for UTC. Independent of
 * this machine's zone.
 *
 * @throws {@link DecodeError} of kind `unsupported` for an unknown zone.
 */
function zoneOffset(zone: string): ZoneOffset | undefined {
  if (withoutOffset.has(zone)) return undefined;
  const fixed = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (fixed !== null) {
    const offsetMs = signed(fixed[1], Number(fixed[2]) * 60 + Number(fixed[3])) * msPerMinute;
    return () => offsetMs;
  }
  const format = longOffsetFormat(zone);
  return (epochMs) => offsetOf(format.format(epochMs));
}

function longOffsetFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch (error) {
    throw new DecodeError("unsupported", `unknown time zone ${zone}`, { cause: error });
  }
}

/** Parses a text that ends in `GMT`, `GMT-05:00` or, before standard time, `GMT-04:56:02`. */
function offsetOf(text: string): number {
  const match = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (match === null) return 0;
  const [, sign, hours, minutes, seconds = "0"] = match;
  const minutesInAll = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  return Math.round(signed(sign, minutesInAll) * msPerMinute);
}

function signed(sign: string | undefined, value: number): number {
  return sign === "-" ? -value : value;
}
