import { type Day, dayOfCivil, isoOfDay, minDay, maxDay } from "./day";

declare const instantBrand: unique symbol;

/** A second in UTC as `YYYYMMDDTHHmmssZ`: sorts by time and, having no colons, is valid in paths and file names. */
export type Instant = string & { readonly [instantBrand]: true };

/** A knowledge cutoff, inclusive, or the newest data. */
export type AsOf = Instant | "latest";

/** Why a typed as-of is invalid: its format is wrong, or its day or time does not exist. */
export type InstantProblem = "unreadable" | "impossible";

export type TypedInstant =
  | { readonly ok: true; readonly instant: Instant }
  | { readonly ok: false; readonly problem: InstantProblem };

const msPerDay = 86_400_000;
const secondsPerDay = 86_400;

/** The range of a `Date`. */
export const maxInstantMs = 8.64e15;
const canonicalForm = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const typedForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(?:(Z|UTC)|([+-])(\d{2}):?(\d{2})?)?)?$/i;

/** The instant that a canonical text names; undefined for any other text. */
export function instantOfText(text: string): Instant | undefined {
  const match = canonicalForm.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as Six;
  return epochMs(year, month, day, hour, minute, second) === undefined
    ? undefined
    : (text as Instant);
}

/**
 * Parses a typed instant. Accepts `2024-06-28` (the end of that UTC day, 23:59:59), `2024-06-28T18:00[:30]` in
 * UTC, the same with `Z` or an offset (`+02:00`), which is converted to UTC, and the canonical form. A fraction of a second
 * is rounded up, as by {@link instantOfMs}.
 */
export function instantOfTyped(text: string): TypedInstant {
  const trimmed = text.trim();
  if (canonicalForm.test(trimmed)) return result(instantOfText(trimmed));
  const match = typedForm.exec(trimmed);
  if (match === null) return { ok: false, problem: "unreadable" };
  const [, year, month, day, hour = "23", minute = "59"] = match;
  const second = match[6] ?? (match[4] === undefined ? "59" : "00");
  const utc = epochMs(...([year, month, day, hour, minute, second].map(Number) as Six));
  const fractionMs = /[1-9]/.test(match[7] ?? "") ? 1 : 0;
  const offsetMinutes = offsetOf(match[9], match[10], match[11]);
  if (utc === undefined || offsetMinutes === undefined) return { ok: false, problem: "impossible" };
  return result(instantOfMs(utc + fractionMs - offsetMinutes * 60_000));
}

/**
 * The first second at or after an epoch time; undefined outside the years 0000 to 9999. Rounded up, because as of the
 * second before, what was produced at that time is not known yet.
 */
export function instantOfMs(ms: number): Instant | undefined {
  const seconds = Math.ceil(ms / 1000);
  const day = Math.floor(seconds / secondsPerDay);
  if (!(day >= minDay && day <= maxDay)) return undefined;
  const second = seconds - day * secondsPerDay;
  const clock = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join("");
  return `${isoOfDay(day).replaceAll("-", "")}T${clock}Z` as Instant;
}

/**
 * The second that this computer's clock shows.
 *
 * @throws RangeError outside the years 0000 to 9999.
 */
export function presentInstant(): Instant {
  const instant = instantOfMs(Math.floor(Date.now() / 1000) * 1000);
  if (instant === undefined) throw new RangeError("this computer's clock has no four-digit year");
  return instant;
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export function msOfInstant(instant: Instant): number {
  const [year, month, day, hour, minute, second] = fieldsOf(instant);
  const ms = epochMs(year, month, day, hour, minute, second);
  if (ms === undefined) throw new RangeError(`${instant} is not an instant`);
  return ms;
}

/** The UTC day that contains the instant. */
export function dayOfInstant(instant: Instant): Day {
  return Math.floor(msOfInstant(instant) / msPerDay);
}

/**
 * Whether an as-of is later than another one. Instants are texts that sort by time; latest is later than all of them.
 *
 * @param asOf - Canonical, as an {@link AsOf} is.
 */
export function isLaterThan(asOf: string, other: AsOf): boolean {
  if (other === "latest") return false;
  return asOf === "latest" || asOf > other;
}

/** 23:59:59 of a UTC day, which is what a date means as an as-of. */
export function endOfDay(day: Day): Instant {
  return `${isoOfDay(day).replaceAll("-", "")}T235959Z` as Instant;
}

export function isEndOfDay(instant: Instant): boolean {
  return instant.endsWith("T235959Z");
}

/** `YYYY-MM-DDTHH:mm:ss` in UTC, without an offset: the service's `as_of_utc` parameter. */
export function asOfParameter(instant: Instant): string {
  return instant.replace(canonicalForm, "$1-$2-$3T$4:$5:$6");
}

/** `YYYY-MM-DDTHH:mm:ssZ`, which libraries of tables parse. */
export function isoOfInstant(instant: Instant): string {
  return `${asOfParameter(instant)}Z`;
}

type Six = [number, number, number, number, number, number];

function fieldsOf(instant: Instant): Six {
  const match = canonicalForm.exec(instant);
  if (match === null) throw new RangeError(`${instant} is not an instant`);
  return match.slice(1).map(Number) as Six;
}

function epochMs(...[year, month, day, hour, minute, second]: Six): number | undefined {
  const civil = dayOfCivil(year, month, day);
  if (civil === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  return civil * msPerDay + (hour * 3600 + minute * 60 + second) * 1000;
}

/** Minutes east of UTC; 0 without an offset; undefined beyond 14 hours, the largest offset in use. */
function offsetOf(sign?: string, hours = "0", minutes = "0"): number | undefined {
  if (sign === undefined) return 0;
  const total = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || total > 14 * 60) return undefined;
  return sign === "-" ? -total : total;
}

function result(instant: Instant | undefined): TypedInstant {
  return instant === undefined ? { ok: false, problem: "impossible" } : { ok: true, instant };
}
