import { type Day } from "./day";
import { dayOfInstant, instantOfText, isEndOfDay, msOfInstant } from "./instant";
import { noValueText } from "./series/numberText";

const msPerDay = 86_400_000;
const englishMonths = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
/** Cached: creating a format takes milliseconds, and a page formats many dates before its first paint. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A day as people read it, `26 Nov 2026`: day first in English too, which is unambiguous everywhere. Files, code and
 * logs have ISO dates instead.
 *
 * @param language - A BCP 47 tag.
 */
export function dateText(day: Day, language = "en"): string {
  const date = new Date(day * msPerDay);
  if (!language.startsWith("en")) return formatOf(language).format(date);
  return `${date.getUTCDate()} ${englishMonths[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
}

/** A time as people read it: `26 Nov 2026 18:00 UTC`; {@link noValueText} for a time outside the range of `Date`. */
export function momentText(ms: number, language = "en"): string {
  if (Number.isNaN(new Date(ms).getTime())) return noValueText;
  const time = new Date(ms).toISOString().slice(11, 16);
  return `${dateText(Math.floor(ms / msPerDay), language)} ${time} UTC`;
}

/** As {@link momentText}, with the seconds unless they are zero: `26 Nov 2026 18:00:30 UTC`. */
export function exactMomentText(ms: number, language = "en"): string {
  const text = momentText(ms, language);
  const seconds = secondsOf(ms);
  return seconds === 0 ? text : text.replace(/ UTC$/, `:${String(seconds).padStart(2, "0")} UTC`);
}

/**
 * A time on the clocks of this computer, with its zone: `29 Jun 2024 01:59 GMT+2`; with the seconds unless they are
 * zero.
 *
 * @param timeZone - An IANA name; the computer's own zone by default.
 */
export function localMomentText(ms: number, language = "en", timeZone?: string): string {
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: secondsOf(ms) === 0 ? undefined : "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(ms);
}

/** The seconds of the minute. */
function secondsOf(ms: number): number {
  return new Date(ms).getUTCSeconds();
}

/**
 * An as-of as people read it: `latest`, the day alone if it is the end of that day, else `28 Jun 2024 18:00 UTC`.
 * Returns any other text unchanged.
 */
export function asOfText(asOf: string, language = "en"): string {
  const instant = instantOfText(asOf);
  if (instant === undefined) return asOf;
  if (isEndOfDay(instant)) return dateText(dayOfInstant(instant), language);
  return momentText(msOfInstant(instant), language);
}

function formatOf(language: string): Intl.DateTimeFormat {
  const known = formats.get(language);
  if (known !== undefined) return known;
  const options = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  const format = new Intl.DateTimeFormat(language, options);
  formats.set(language, format);
  return format;
}
