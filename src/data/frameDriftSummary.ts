import { type Day, isoOfDay } from "../shared/day";
import { toCell } from "./csvCell";
import { type DriftRow, type FrameCell, type FrameDrift } from "./frameDrift";

/** What became of a value: both have one, only the second has, or only the first. */
export type ChangeKind = "revised" | "added" | "removed";

/** The values that changed in one way. */
export interface ChangedValues {
  readonly values: number;
  /** Of the days with such values; null where there are none. */
  readonly first: Day | null;
  readonly last: Day | null;
}

export type ChangesByKind = Readonly<Record<ChangeKind, ChangedValues>>;

/** Days in a row, of those that either frame lists, on which something changed in the same way. */
interface DaysInARow {
  readonly first: Day;
  /** Inclusive. */
  readonly last: Day;
}

/** Days in a row of which values were all added or all removed. */
export interface DriftRun extends DaysInARow {
  readonly kind: Exclude<ChangeKind, "revised">;
  /** Of all columns. */
  readonly values: number;
}

/** Days in a row on which a column had one value and has another. */
export interface RevisionRun extends DaysInARow, Omit<DriftRow, "day"> {}

type DriftRows = Pick<FrameDrift, "days" | "rows">;

export function changeKindOf({ before, after }: Pick<DriftRow, "before" | "after">): ChangeKind {
  if (before === null) return "added";
  return after === null ? "removed" : "revised";
}

/** Counts changed values. @param rows - By day, as {@link FrameDrift} has them. */
export function changesByKind(rows: readonly DriftRow[]): ChangesByKind {
  const of = (kind: ChangeKind): ChangedValues => {
    const own = rows.filter((row) => changeKindOf(row) === kind);
    return { values: own.length, first: own[0]?.day ?? null, last: own.at(-1)?.day ?? null };
  };
  return { revised: of("revised"), added: of("added"), removed: of("removed") };
}

/** The runs of revised values, the largest change first, of one size by day; texts, whose change has no size, last. */
export function revisionRuns({ days, rows }: DriftRows): readonly RevisionRun[] {
  const places = new Map(days.map((day, place) => [day, place]));
  const runs: RevisionRun[] = [];
  /** Of each column the place of its newest run, and of the day on which that ends. */
  const newest = new Map<string, readonly [run: number, end: number]>();
  for (const { day, ...change } of rows) {
    if (changeKindOf(change) !== "revised") continue;
    const place = places.get(day) ?? -1;
    const [at, end] = newest.get(change.column) ?? [-1, -1];
    const run = end === place - 1 ? runs[at] : undefined;
    const isSame = run?.before === change.before && run.after === change.after;
    if (isSame) runs[at] = { ...run, last: day };
    else runs.push({ first: day, last: day, ...change });
    newest.set(change.column, [isSame ? at : runs.length - 1, place]);
  }
  return runs.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** The runs of values that were added or removed, those with the most values first, of one size by day. */
export function driftRuns({ days, rows }: DriftRows): readonly DriftRun[] {
  return (["added", "removed"] as const)
    .flatMap((kind) => runsOf(kind, days, rows))
    .toSorted((a, b) => (a.values === b.values ? a.first - b.first : b.values - a.values));
}

/** The second value less the first; null where one is missing or a text. */
export function changeOf({ before, after }: Pick<DriftRow, "before" | "after">): number | null {
  return typeof before === "number" && typeof after === "number" ? after - before : null;
}

/**
 * Every value that changed as CSV: `Date,column,before,after,change`, numbers in full, no value an empty cell. Lines end
 * with LF, the last one too.
 */
export function toDriftCsv({ rows }: Pick<FrameDrift, "rows">): string {
  const lines = rows.map((row) =>
    [
      isoOfDay(row.day),
      toCell(row.column),
      valueCell(row.before),
      valueCell(row.after),
      valueCell(changeOf(row)),
    ].join(","),
  );
  return ["Date,column,before,after,change", ...lines].map((line) => `${line}\n`).join("");
}

function sizeOf(run: RevisionRun): number {
  return Math.abs(changeOf(run) ?? 0);
}

function runsOf(
  kind: DriftRun["kind"],
  days: readonly Day[],
  rows: readonly DriftRow[],
): readonly DriftRun[] {
  const counts = new Map<Day, number>();
  for (const row of rows) {
    if (changeKindOf(row) === kind) counts.set(row.day, (counts.get(row.day) ?? 0) + 1);
  }
  const runs: DriftRun[] = [];
  let isRun = false;
  for (const day of days) {
    const values = counts.get(day);
    if (values !== undefined) {
      const run = isRun ? runs.pop() : undefined;
      const [first, before] = [run?.first ?? day, run?.values ?? 0];
      runs.push({ kind, first, last: day, values: before + values });
    }
    isRun = values !== undefined;
  }
  return runs;
}

function valueCell(cell: FrameCell): string {
  if (cell === null) return "";
  return typeof cell === "number" ? String(cell) : toCell(cell);
}
