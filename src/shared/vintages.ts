import { type Day, isoOfDay, minDay } from "./day";
import { dayOfInstant, endOfDay, type Instant, instantOfMs, msOfInstant } from "./instant";
import { monthStart } from "./months";
import { type AsOfProblem, typedAsOf } from "./typedAsOf";

/** 24: more lines of one series cannot be told apart. */
export const maxVintages = 24;

/** The months between the as-ofs of regular vintages: ends of months, quarters or years. */
export const vintageSteps = [1, 3, 12] as const;
export type VintageStep = (typeof vintageSteps)[number];

/**
 * The last `count` ends of months, quarters or years up to an instant, each at the end of its UTC day, newest first.
 * Fewer where they would be before the year 0.
 */
export function periodEndVintages(
  step: VintageStep,
  count: number,
  last: Instant,
): readonly Instant[] {
  const next = firstDayAfter(dayOfInstant(last), step);
  const ends = Array.from({ length: count + 1 }, (_, at) => monthStart(next - at * step) - 1);
  return ends
    .filter((day) => day > minDay)
    .map(endOfDay)
    .filter((asOf) => asOf <= last)
    .slice(0, count);
}

/** The first month after the period of a day, counted from January of year 0. */
function firstDayAfter(day: Day, step: VintageStep): number {
  const [year = 0, month = 1] = isoOfDay(day).split("-").map(Number);
  const months = year * 12 + month - 1;
  return months - (months % step) + step;
}

/**
 * The newest distinct as-ofs among some times up to an instant, newest first.
 *
 * @param timesMs - Milliseconds since 1970-01-01 UTC.
 */
export function newestVintages(
  timesMs: readonly number[],
  count: number,
  last: Instant,
): readonly Instant[] {
  const known = timesMs
    .filter((ms) => ms <= msOfInstant(last))
    .flatMap((ms) => instantOfMs(ms) ?? []);
  return distinct(known).slice(0, count);
}

/** The as-ofs that a person listed, or the first text that is not one. */
export type TypedVintages =
  | { readonly ok: true; readonly asOfs: readonly Instant[] }
  | { readonly ok: false; readonly text: string; readonly problem: AsOfProblem | "tooMany" };

/**
 * Parses as-ofs separated by commas or semicolons, each as {@link typedAsOf} reads it; `latest` is the last instant.
 * Returns distinct as-ofs, newest first; none for an empty text.
 *
 * @param max - More than this are too many.
 */
export function typedVintages(
  text: string,
  last: Instant,
  max: number = maxVintages,
): TypedVintages {
  const found: Instant[] = [];
  for (const each of text.split(/[,;]/).filter((word) => word.trim() !== "")) {
    const typed = typedAsOf(each, msOfInstant(last));
    if (!typed.ok) return { ok: false, text: each.trim(), problem: typed.problem };
    found.push(typed.asOf === "latest" ? last : typed.asOf);
  }
  const asOfs = distinct(found);
  return asOfs.length > max
    ? { ok: false, text: text.trim(), problem: "tooMany" }
    : { ok: true, asOfs };
}

/**
 * Fetches vintages concurrently. Returns those fetched before the signal was aborted, in their order; all if one fails,
 * because the chart that shows them reports failures.
 *
 * @param onProgress - Called after each fetched vintage.
 */
export async function fetchVintages(
  asOfs: readonly Instant[],
  fetchOne: (asOf: Instant) => Promise<unknown>,
  { signal, onProgress }: FetchWatch,
): Promise<readonly Instant[]> {
  const came = new Set<Instant>();
  try {
    await Promise.all(
      asOfs.map(async (asOf) => {
        await fetchOne(asOf);
        came.add(asOf);
        onProgress(came.size, asOfs.length);
      }),
    );
  } catch {
    if (!signal.aborted) return asOfs;
  }
  return asOfs.filter((asOf) => came.has(asOf));
}

/** Receives the progress of a fetch, and aborts it. */
export interface FetchWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, of: number) => void;
}

/** Distinct as-ofs, newest first: canonical texts of instants sort by time. */
function distinct(asOfs: readonly Instant[]): readonly Instant[] {
  return [...new Set(asOfs)].sort().reverse();
}
