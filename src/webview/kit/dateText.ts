import { type Day } from "../../shared/day";
import { instantOfText, isEndOfDay, msOfInstant } from "../../shared/instant";
import { pageLanguage } from "../l10n";

const msPerDay = 86_400_000;

/** `22 Nov 2026`: day first in English too, which is unambiguous everywhere. */
export function dateText(day: Day): string {
  const language = pageLanguage();
  const date = new Date(day * msPerDay);
  if (!language.startsWith("en")) return formatOf(language).format(date);
  return `${date.getUTCDate()} ${englishMonths[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
}

/** A format takes milliseconds to make, and a page names many dates before its first paint. */
const englishMonths = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string): Intl.DateTimeFormat {
  const known = formats.get(language);
  if (known !== undefined) return known;
  const options = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  const format = new Intl.DateTimeFormat(language, options);
  formats.set(language, format);
  return format;
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
