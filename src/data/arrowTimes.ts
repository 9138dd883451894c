import { type Day, isDay, isoOfDay } from "../shared/day";
import { msPerDay } from "./dayText";
import { DecodeError } from "./errors";

/** Timestamps since 1970 in UTC. */
export interface TimeKind {
  readonly of: "time";
  /** The decimal digits of a second: 0, 3, 6 or 9. */
  readonly digits: number;
  /** Empty for times without a zone. */
  readonly zone: string;
}

/** Marks a missing day. */
export const noDay = -(2 ** 31);

/** NaT of numpy and pandas, if a writer stored it as a plain number. */
const notATime = -(2n ** 63n);

/**
 * A function that returns the day of a timestamp, in its zone; {@link noDay} for NaT.
 *
 * @throws {@link DecodeError} for an unknown zone; the function for a timestamp without a four-digit year.
 */
export function dayOfTime({ digits, zone }: TimeKind): (ticks: bigint) => Day {
  const perDay = ticksPerDay(digits);
  const offsetAt = zoneOffset(zone);
  return (ticks) => {
    if (ticks === notATime) return noDay;
    const day = checkedDay(quotient(ticks, perDay));
    if (offsetAt === undefined) return day;
    const ticksOfDay = Number(ticks - BigInt(day) * perDay);
    const epochMs = day * msPerDay + Math.floor(ticksOfDay / 10 ** (digits - 3));
    return Math.floor((epochMs + offsetAt(epochMs)) / msPerDay);
  };
}

function ticksPerDay(digits: number): bigint {
  return 86_400n * 10n ** BigInt(digits);
}

/** Rounded down. */
function quotient(dividend: bigint, divisor: bigint): number {
  const truncated = Number(dividend / divisor);
  return dividend < 0n && dividend % divisor !== 0n ? truncated - 1 : truncated;
}

function checkedDay(day: number): Day {
  if (isDay(day)) return day;
  throw new DecodeError("corrupt", "a time has no four-digit year");
}

/** A day without a four-digit year stays a number. */
export function epochDayText(day: number): string {
  return isDay(day) ? isoOfDay(day) : String(day);
}

/** `2024-06-28T15:30:00.250`, without trailing zeros, and with Z if the time has a zone; null for NaT. */
export function timeText(ticks: bigint, { digits, zone }: TimeKind): string | null {
  if (ticks === notATime) return null;
  const perDay = ticksPerDay(digits);
  const day = quotient(ticks, perDay);
  const nanos = Number(ticks - BigInt(day) * perDay) * 10 ** (9 - digits);
  const seconds = Math.floor(nanos / 1e9);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, "0"),
  );
  const fraction = String(nanos % 1e9)
    .padStart(9, "0")
    .replace(/0+$/, "");
  const suffix = zone === "" ? "" : "Z";
  return `${epochDayText(day)}T${clock.join(":")}${fraction === "" ? "" : `.${fraction}`}${suffix}`;
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
