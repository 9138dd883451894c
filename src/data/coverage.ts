import { type Day } from "../shared/day";
import { type Instant } from "../shared/instant";
import { type PanelRef, type SignalRef, type TagValues } from "../shared/reference";

/** What coverage is computed of: a panel as it was fetched. */
export interface CoverageSubject {
  readonly reference: PanelRef & { readonly asOf: Instant };
  readonly members: readonly {
    readonly reference: SignalRef;
    /** The days with a value, strictly ascending. */
    readonly observed: Int32Array;
    /** All days that the series lists. */
    readonly rows: number;
  }[];
  /** Those that the service does not have. */
  readonly missing: readonly SignalRef[];
  readonly failed: readonly { readonly reference: SignalRef }[];
}

/** How a member's days lie among those of its panel. */
export interface MemberDays {
  /** The first and the last day with a value. */
  readonly firstDay: Day;
  readonly lastDay: Day;
  /**
   * Days between the two on which this member has no value, but another one of the panel has: a monthly panel has no gaps
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
  readonly days?: MemberDays;
}

export interface Coverage {
  /** Of the panel, sorted. */
  readonly tagKinds: readonly string[];
  /** Sorted by their values in the order of the kinds, by UTF-16 code unit. */
  readonly variants: readonly VariantCoverage[];
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
}
