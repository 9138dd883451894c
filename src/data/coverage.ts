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
  /** The number of days that the series lists. */
  readonly rows: number;
  readonly repairs: Repairs;
}

/** The input of coverage: a fetched panel. */
export interface CoverageSubject {
  readonly reference: PanelRef & { readonly asOf: Instant };
  /** The variants that the service has. */
  readonly variants: readonly FetchedVariant[];
  /** The variants that the service does not have. */
  readonly missing: readonly SignalRef[];
  readonly failed: readonly { readonly reference: SignalRef }[];
}

/** A variant's days compared with those of its panel. */
export interface VariantDays {
  /** The first and the last day with a value. */
  readonly firstDay: Day;
  readonly lastDay: Day;
  /**
   * Days in between on which this variant has no value but another one of the panel has. Days on which no variant has a
   * value are not gaps, so a monthly panel has none.
   */
  readonly gaps: number;
  /** Business days after the last day, up to and including the UTC day of the as-of. */
  readonly lagBusinessDays: number;
  /** Whether the last day is before the newest last day of the panel. */
  readonly isUneven: boolean;
}

/** The coverage of one variant. */
export interface VariantCoverage {
  readonly tags: TagValues;
  /** No data: the service does not have the variant, or its series has no values. */
  readonly status: "ok" | "no data" | "failed";
  /** Days that the series lists, including those without a value; 0 if there is no series. */
  readonly rows: number;
  /** Present only if the status is ok. */
  readonly days?: VariantDays;
}

export interface Coverage {
  /** The panel's tag kinds, sorted. */
  readonly tagKinds: readonly string[];
  /** Sorted by their values in the order of the kinds, by UTF-16 code unit. */
  readonly variants: readonly VariantCoverage[];
  /** For all variants together. */
  readonly repairs: Repairs;
}

/** A panel's coverage in a few numbers. */
export interface CoverageSummary {
  /** The number of variants with each status. */
  readonly ok: number;
  readonly noData: number;
  readonly failed: number;
  /** How many variants with data end before the newest last day, and how many have gaps. */
  readonly uneven: number;
  readonly withGaps: number;
  /** The range of all variants together; absent if none has data. */
  readonly firstDay?: Day;
  readonly lastDay?: Day;
  /** Business days after the last day, up to the panel's as-of; absent if there is no last day. */
  readonly lagBusinessDays?: number;
  /** The number of further variants whose state is unknown because only the cache was read. */
  readonly unknown?: number;
  /** For all variants together. */
  readonly repairs: Repairs;
}

/** The coverage of a panel. */
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

/** One per variant; undefined for one without values. */
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

/**
 * For each day, the number of earlier days on which any variant has a value. All lie between start and end, both
 * inclusive.
 */
function observedBefore(
  variants: readonly FetchedVariant[],
  start: Day,
  end: Day,
): (day: Day) => number {
  const counts = new Uint32Array(end - start + 2);
  // Most variants share one array.
  const distinct = new Set(variants.map(({ observed }) => observed));
  for (const days of distinct) for (const day of days) counts[day - start + 1] = 1;
  let sum = 0;
  for (let at = 0; at < counts.length; at++) counts[at] = sum += counts[at] ?? 0;
  return (day) => counts[day - start] ?? 0;
}

function compared(one: TagValues, other: TagValues, kinds: readonly string[]): number {
  for (const kind of kinds) {
    const [a = "", b = ""] = [one[kind], other[kind]];
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}
