import { compareKeys } from "../../../../../shared/compareTexts";
import { type ExplorerAttribution } from "../../protocol";
import { changeBetween } from "../../../../../shared/series/equalValues";
import { filterTerms, passesFilter } from "../../../../../ui/table/filterTerms";

/** How contributions are grouped. */
export const groupings = ["variant", "signal", "tag"] as const;
export type AttributionGrouping = (typeof groupings)[number];

/** A forecast and its attribution. */
export interface AttributedSide {
  /** A decimal fraction. */
  readonly total: number;
  readonly attributions: readonly ExplorerAttribution[];
}

export interface AttributionRow {
  /** Equal for the same contribution in another answer. */
  readonly key: string;
  readonly label: string;
  /** Distinguishes rows with the same label; empty when none is needed. */
  readonly aside: string;
  /** Decimal fractions, one for each side; null when a side does not list the contribution. */
  readonly values: readonly (number | null)[];
  /** Indices into each side's attributions; null when a side does not list the contribution, and in grouped rows. */
  readonly places: readonly (number | null)[];
}

export interface AttributionTable {
  /** The rows that pass the filter, largest first. */
  readonly rows: readonly AttributionRow[];
  /** The number of rows without the filter. */
  readonly count: number;
  /** The total minus everything listed, one for each side; null when it lists nothing. */
  readonly notAttributed: readonly (number | null)[];
  readonly totals: readonly number[];
}

export function attributionTable(
  sides: readonly AttributedSide[],
  grouping: AttributionGrouping,
  filter: string,
): AttributionTable {
  const all = rowsOf(sides, grouping);
  const terms = filterTerms(filter);
  const rows = all.filter(({ label, aside }) => passesFilter(terms, `${label} ${aside}`));
  return {
    rows: rows.sort(compareBySize),
    count: all.length,
    notAttributed: sides.map(({ total, attributions }) =>
      attributions.length === 0
        ? null
        : total - attributions.reduce((sum, { forecast }) => sum + knownOrZero(forecast), 0),
    ),
    totals: sides.map(({ total }) => total),
  };
}

/** Second side minus first; NaN when either has no value. */
export function differenceIn([first, second]: readonly (number | null)[]): number {
  return changeBetween(first ?? Number.NaN, second ?? Number.NaN);
}

interface MadeRow extends AttributionRow {
  readonly values: (number | null)[];
  readonly places: (number | null)[];
}

function rowsOf(sides: readonly AttributedSide[], grouping: AttributionGrouping): AttributionRow[] {
  const rows = new Map<string, MadeRow>();
  for (const [side, { attributions }] of sides.entries()) {
    const seen = new Map<string, number>();
    for (const [place, attribution] of attributions.entries()) {
      const own = keyOf(attribution, grouping);
      const before = seen.get(own) ?? 0;
      seen.set(own, before + 1);
      // A variant that an answer lists twice makes two rows.
      const key = grouping === "variant" && before > 0 ? `${own} ${before}` : own;
      const row = rows.get(key) ?? newRow(key, attribution, grouping, sides.length);
      rows.set(key, row);
      row.values[side] = sumOf(row.values[side] ?? null, attribution.forecast);
      if (grouping === "variant") row.places[side] = place;
    }
  }
  return [...rows.values()];
}

function keyOf({ code, tags }: ExplorerAttribution, grouping: AttributionGrouping): string {
  const pairs = Object.entries(tags).sort(compareKeys);
  switch (grouping) {
    case "variant":
      return JSON.stringify([code, pairs]);
    case "signal":
      return JSON.stringify([code]);
    case "tag":
      return JSON.stringify(pairs);
  }
}

function newRow(
  key: string,
  { code, signal, variant }: ExplorerAttribution,
  grouping: AttributionGrouping,
  sides: number,
): MadeRow {
  const names = { variant: [signal, variant], signal: [signal, code], tag: [variant, ""] } as const;
  const [label, aside] = names[grouping];
  const none = (): null[] => Array.from({ length: sides }, () => null);
  return { key, label, aside: aside === label ? "" : aside, values: none(), places: none() };
}

/** A contribution without a value adds nothing to a sum. */
function sumOf(before: number | null, value: number): number {
  if (before === null || Number.isNaN(before)) return value;
  return before + knownOrZero(value);
}

/** By absolute difference, or by absolute value for a single one; rows without a value come last. */
function compareBySize(one: AttributionRow, other: AttributionRow): number {
  const [size, otherSize] = [sizeOf(one), sizeOf(other)];
  if (size !== otherSize) return otherSize - size;
  return one.label < other.label ? -1 : one.label > other.label ? 1 : 0;
}

function sizeOf({ values }: AttributionRow): number {
  const difference = Math.abs(differenceIn(values));
  if (!Number.isNaN(difference)) return difference;
  const sizes = values.flatMap((value) =>
    value === null || Number.isNaN(value) ? [] : [Math.abs(value)],
  );
  return Math.max(-1, ...sizes);
}

function knownOrZero(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}
