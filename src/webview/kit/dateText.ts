import { type Day } from "../../shared/day";
import { instantOfText, isEndOfDay, msOfInstant } from "../../shared/instant";
import { pageLanguage } from "../l10n";

const msPerDay = 86_400_000;

/** `22 Nov 2026`: day first in English too, which is unambiguous everywhere. */
export function dateText(day: Day): string {
  const language = pageLanguage();
  const ms = day * msPerDay;
  if (!language.startsWith("en")) return formatted(language, ms, { ...date, month: "short" });
  const month = formatted("en-US", ms, { month: "short" });
  const year = formatted("en-US", ms, { year: "numeric" });
  return `${new Date(ms).getUTCDate()} ${month} ${year}`;
}

/** `22 Nov 2026 09:45 UTC` */
export function momentText(ms: number): string {
  const time = new Date(ms).toISOString().slice(11, 16);
  return `${dateText(Math.floor(ms / msPerDay))} ${time} UTC`;
}

/** As {@link momentText}; the end of a day as that day only; `latest` and other texts unchanged. */
export function asOfWords(asOf: string): string {
  const instant = instantOfText(asOf);
  if (instant === undefined) return asOf;
  const ms = msOfInstant(instant);
  return isEndOfDay(instant) ? dateText(Math.floor(ms / msPerDay)) : momentText(ms);
}

const date: Intl.DateTimeFormatOptions = { day: "numeric", year: "numeric" };

/** Making one takes a thousand times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatted(language: string, ms: number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([language, options]);
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  formats.set(key, format);
  return format.format(ms);
}
