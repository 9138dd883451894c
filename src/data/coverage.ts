import { type Day } from "../shared/day";
import { type Instant, dayOfInstant } from "../shared/instant";
import { type PanelRef, type SignalRef, type TagValues } from "../shared/reference";
import { businessDayLag } from "../shared/series/businessDayLag";
import { type Repairs, totalRepairs } from "./normalizeFrame";

/** A variant that was fetched. */
interface FetchedVariant {
  readonly reference: SignalRef;
  /** The days with a value, strictly ascending. */
  readonly observed: Int32Array;
  /** All days that the series lists. */
  readonly rows: number;
  readonly repairs: Repairs;
}

/** What coverage is computed of: a panel as it was fetched. */
export interface CoverageSubject {
  readonly reference: PanelRef & { readonly asOf: Instant };
  /** Those that the service has. */
  readonly variants: readonly FetchedVariant[];
  /** Those that the service does not have. */
  readonly missing: readonly SignalRef[];
  readonly failed: readonly { readonly reference: SignalRef }[];
}

/** How a variant's days lie among those of its panel. */
export interface VariantDays {
  /** The first and the last day with a value. */
  readonly firstDay: Day;
  readonly lastDay: Day;
  /**
   * Days between the two on which this variant has no value, but another one of the panel has: a monthly panel has no gaps
   * for the days that nobody has.
   */
  readonly gaps: number;
  /** Business days after the last day, up to and including the UTC day of the as-of. */
  readonly lagBusinessDays: number;
  /** The last day lies before the newest last day of the panel. */
  readonly isUneven: boolean;
}

/** What a panel has of one variant. */
export interface VariantCoverage {
  readonly tags: TagValues;
  /** No data: the service does not have the variant, or its series has no value. */
  readonly status: "ok" | "no data" | "failed";
  /** Days that the series lists, those without a value among them; 0 where there is no series. */
  readonly rows: number;
  /** Absent unless the status is ok. */
  readonly days?: VariantDays;
}

export interface Coverage {
  /** Of the panel, sorted. */
  readonly tagKinds: readonly string[];
  /** Sorted by their values in the order of the kinds, by UTF-16 code unit. */
  readonly variants: readonly VariantCoverage[];
  /** Of all variants together. */
  readonly repairs: Repairs;
}

/** A panel's coverage in a few numbers. */
export interface CoverageSummary {
  /** How many variants there are of each status. */
  readonly ok: number;
  readonly noData: number;
  readonly failed: number;
  /** How many of those with data end before the newest last day, and how many have gaps. */
  readonly uneven: number;
  readonly withGaps: number;
  /** Of all variants together; absent when none has data. */
  readonly firstDay?: Day;
  readonly lastDay?: Day;
  /** Business days after that last day, as of its variants; absent as it is. */
  readonly lagBusinessDays?: number;
  /** Of how many more variants it is not known what there is, where only what is kept was looked at. */
  readonly unknown?: number;
  /** Of all variants together. */
  readonly repairs: Repairs;
}

/** What a panel has of its variants. */
export function coverageOf(panel: CoverageSubject): Coverage {
  const { reference, variants, missing, failed } = panel;
  const tagKinds = Object.keys(reference.tags);
  const days = daysOf(variants, dayOfInstant(reference.asOf));
  const covered = [
    ...variants.map((each, at) => coveredVariant(each, days[at])),
    ...missing.map(({ tags }): VariantCoverage => ({ tags, status: "no data", rows: 0 })),
    ...failed.map(({ reference: { tags } }): VariantCoverage => ({
      tags,
      status: "failed",
      rows: 0,
    })),
  ];
  return {
    tagKinds,
    variants: covered.sort((a, b) => compared(a.tags, b.tags, tagKinds)),
    repairs: totalRepairs(variants.map(({ repairs }) => repairs)),
  };
}

export function coverageSummary({ variants, repairs }: Coverage): CoverageSummary {
  const days = variants.flatMap((variant) => variant.days ?? []);
  const countOf = (status: VariantCoverage["status"]): number =>
    variants.filter((variant) => variant.status === status).length;
  const [first] = days;
  return {
    ok: countOf("ok"),
    noData: countOf("no data"),
    failed: countOf("failed"),
    uneven: days.filter(({ isUneven }) => isUneven).length,
    withGaps: days.filter(({ gaps }) => gaps > 0).length,
    repairs,
    ...(first === undefined
      ? {}
      : {
          firstDay: days.reduce((day, { firstDay }) => Math.min(day, firstDay), first.firstDay),
          lastDay: days.reduce((day, { lastDay }) => Math.max(day, lastDay), first.lastDay),
          lagBusinessDays: days.reduce(
            (lag, { lagBusinessDays }) => Math.min(lag, lagBusinessDays),
            first.lagBusinessDays,
          ),
        }),
  };
}

function coveredVariant(
  { reference, rows }: FetchedVariant,
  days: VariantDays | undefined,
): VariantCoverage {
  const { tags } = reference;
  return days === undefined
    ? { tags, status: "no data", rows }
    : { tags, status: "ok", rows, days };
}

/** One for each variant; undefined for one without a value. */
function daysOf(
  variants: readonly FetchedVariant[],
  asOf: Day,
): readonly (VariantDays | undefined)[] {
  const ends = variants.map(({ observed }) => [observed[0], observed.at(-1)] as const);
  const present = ends.flatMap(([first, last]) =>
    first === undefined || last === undefined ? [] : [{ first, last }],
  );
  const [any] = present;
  if (any === undefined) return ends.map(() => undefined);
  const start = present.reduce((day, { first }) => Math.min(day, first), any.first);
  const newest = present.reduce((day, { last }) => Math.max(day, last), any.last);
  const countBefore = observedBefore(variants, start, newest);
  return variants.map(({ observed }, at) => {
    const [firstDay, lastDay] = ends[at] ?? [];
    if (firstDay === undefined || lastDay === undefined) return undefined;
    const ofAnyone = countBefore(lastDay + 1) - countBefore(firstDay);
    return {
      firstDay,
      lastDay,
      gaps: ofAnyone - observed.length,
      lagBusinessDays: businessDayLag(lastDay, asOf),
      isUneven: lastDay < newest,
    };
  });
}

/** On how many days before one any of the variants has a value; all lie between start and end, both included. */
function observedBefore(
  variants: readonly FetchedVariant[],
  start: Day,
  end: Day,
): (day: Day) => number {
  const counts = new Uint32Array(end - start + 2);
  for (const { observed } of variants) for (const day of observed) counts[day - start + 1] = 1;
  let sum = 0;
  for (const [at, isObserved] of counts.entries()) counts[at] = sum += isObserved;
  return (day) => counts[day - start] ?? 0;
}

function compared(one: TagValues, other: TagValues, kinds: readonly string[]): number {
  for (const kind of kinds) {
    const [a = "", b = ""] = [one[kind], other[kind]];
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}
