import { type Day, dayOfIso, isoOfDay, weekdayOf } from "./day";
import {
  dayOfInstant,
  endOfDay,
  type Instant,
  instantOfTyped,
  isEndOfDay,
  isLaterThan,
} from "./instant";
import { periodEndVintages } from "./vintages";

/** 5,000: two hours of a service that answers in 1.5 s. A larger table is fetched in parts. */
export const maxVintageRequests = 5_000;

/** The periods whose ends are as-ofs; a week ends on Sunday. */
export const gridSteps = ["week", "month", "quarter", "year"] as const;
export type GridStep = (typeof gridSteps)[number];

/** The ends of the periods from one day to another, both inclusive. */
export interface RegularGrid {
  readonly every: GridStep;
  readonly from: Day;
  readonly to: Day;
}

/** The as-ofs of a table of vintages: ends of periods, a list, or the productions that an archive knows. */
export type AsOfGrid = RegularGrid | readonly Instant[] | "productions";

/** A grid that is expanded. */
export interface GridBounds {
  /** No as-of is later: the window's as-of, or now. */
  readonly last: Instant;
  /** In any order; none by default. */
  readonly productions?: readonly Instant[];
}

/**
 * The distinct as-ofs of a grid, ascending. Ends of periods are the last second of their UTC day. A grid with more than
 * {@link maxVintageRequests} is cut to one more than that, which every caller refuses.
 */
export function asOfsOfGrid(
  grid: AsOfGrid,
  { last, productions = [] }: GridBounds,
): readonly Instant[] {
  const all = grid === "productions" ? productions : isRegular(grid) ? endsOf(grid, last) : grid;
  const known = all.filter((asOf) => !isLaterThan(asOf, last));
  return [...new Set(known)].sort().slice(0, maxVintageRequests + 1);
}

/** A grid as JSON: `{ "every": "month", "from": "2019-01-31", "to": "2023-12-31" }`, a list, or `"productions"`. */
export function formatGrid(grid: AsOfGrid): unknown {
  if (grid === "productions") return grid;
  if (!isRegular(grid)) return grid.map(formatAsOf);
  return { every: grid.every, from: isoOfDay(grid.from), to: isoOfDay(grid.to) };
}

/** The grid that {@link formatGrid} wrote; undefined for anything else, also for an empty list and unknown fields. */
export function parseGrid(json: unknown): AsOfGrid | undefined {
  if (json === "productions") return json;
  if (Array.isArray(json)) {
    const asOfs = json.map((text: unknown) =>
      typeof text === "string" ? parseGridAsOf(text) : undefined,
    );
    return asOfs.length > 0 && asOfs.every((asOf) => asOf !== undefined) ? asOfs : undefined;
  }
  if (typeof json !== "object" || json === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(json));
  const every = gridSteps.find((step) => step === fields.get("every"));
  const [from, to] = ["from", "to"].map((name) => dayOfIso(String(fields.get(name))));
  if (every === undefined || from === undefined || to === undefined) return undefined;
  return fields.size === 3 && from <= to ? { every, from, to } : undefined;
}

/** An as-of of a list: a day, which means its end in UTC, or an instant; undefined for any other text. */
export function parseGridAsOf(text: string): Instant | undefined {
  const typed = instantOfTyped(text);
  return typed.ok ? typed.instant : undefined;
}

/** The day if an as-of is its end, else the instant. */
function formatAsOf(asOf: Instant): string {
  return isEndOfDay(asOf) ? isoOfDay(dayOfInstant(asOf)) : asOf;
}

function isRegular(grid: Exclude<AsOfGrid, "productions">): grid is RegularGrid {
  return "from" in grid;
}

const stepMonths = { month: 1, quarter: 3, year: 12 } as const;

function endsOf({ every, from, to }: RegularGrid, last: Instant): readonly Instant[] {
  const end = Math.min(to, dayOfInstant(last));
  if (every !== "week") {
    const count = maxVintageRequests + 1;
    const ends = periodEndVintages(stepMonths[every], count, endOfDay(end));
    return ends.filter((asOf) => asOf >= endOfDay(from));
  }
  const asOfs: Instant[] = [];
  // 0 is Sunday.
  const sunday = end - weekdayOf(end);
  for (let day = sunday; day >= from && asOfs.length <= maxVintageRequests; day -= 7) {
    asOfs.push(endOfDay(day));
  }
  return asOfs;
}
