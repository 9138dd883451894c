import { type Day, isoOfDay } from "../shared/day";
import { areEqualValues } from "../shared/series/equalValues";
import { isVisibleChange, type Unit } from "../shared/series/numberText";
import { type Revisions, revisionsOfVintages, runsBySize } from "../shared/series/revisions";
import { toCell } from "./csvCell";
import { type Column, type Frame } from "./frame";

/** One value of a frame; null is a missing value. */
export type FrameCell = number | string | null;

/** How a column that both frames have differs. Texts have neither size nor sign, so they only count as revised. */
export interface ColumnDrift extends Revisions {
  readonly name: string;
  /** The correlation of observations; NaN for texts, for too few observations, and if either is constant. */
  readonly correlation: number;
  /** The revised values, by day. */
  readonly runs: readonly CellRun[];
}

/** A value in two frames; null in one that lacks the day or column. */
export interface CellChange {
  readonly before: FrameCell;
  readonly after: FrameCell;
}

/** Consecutive days, of those that either frame lists, on which a value changed from one value to another. */
interface CellRun extends CellChange {
  readonly first: Day;
  /** Inclusive. */
  readonly last: Day;
  /** The second value minus the first; NaN for texts. */
  readonly change: number;
}

/** A changed value. */
export interface DriftRow extends CellChange {
  readonly day: Day;
  readonly column: string;
}

/** What changed between two frames of one series. */
export interface FrameDrift {
  /** All days that either frame lists, ascending. */
  readonly days: readonly Day[];
  /** Days that only the second frame lists, ascending. */
  readonly daysAdded: readonly Day[];
  /** Days that only the first frame lists, ascending. */
  readonly daysGone: readonly Day[];
  /** In the order of the second frame. */
  readonly columnsAdded: readonly string[];
  /** In the order of the first frame. */
  readonly columnsGone: readonly string[];
  /** In the order of the second frame. */
  readonly columns: readonly ColumnDrift[];
  /** By day, then in the order of the second frame's columns, followed by those that are gone. */
  readonly rows: readonly DriftRow[];
  /** The largest absolute difference between numbers that count as equal; 0 if they are identical. */
  readonly rounding: number;
}

/** The rows of one day in two frames; −1 if absent. */
interface DayPair {
  readonly day: Day;
  readonly before: number;
  readonly after: number;
}

/** A column of either frame or of both. */
interface ColumnPair {
  readonly name: string;
  readonly before: Column | undefined;
  readonly after: Column | undefined;
}

/**
 * Compares two frames by day and column.
 *
 * @param unit - The unit of the numbers; it decides which revisions are visible.
 */
export function driftOf(before: Frame, after: Frame, unit: Unit = "score"): FrameDrift {
  const days = dayPairs(before.days, after.days);
  const pairs = columnPairs(before.columns, after.columns);
  const inBoth = pairs.flatMap(({ name, before: first, after: second }) =>
    first === undefined || second === undefined
      ? []
      : [{ name, ...revisionsOf(before, first, after, second, { days, unit }) }],
  );
  return {
    days: days.map(({ day }) => day),
    daysAdded: days.filter((pair) => pair.before === -1).map(({ day }) => day),
    daysGone: days.filter((pair) => pair.after === -1).map(({ day }) => day),
    columnsAdded: pairs.filter((pair) => pair.before === undefined).map(({ name }) => name),
    columnsGone: pairs.filter((pair) => pair.after === undefined).map(({ name }) => name),
    columns: inBoth,
    rows: days.flatMap((day) => changedCells(day, pairs)),
    rounding: inBoth.reduce((largest, { rounding }) => Math.max(largest, rounding), 0),
  };
}

/** Whether two frames are the same table, apart from the order of their columns and from rounding. */
export function isUnchanged(drift: FrameDrift): boolean {
  const { daysAdded, daysGone, columnsAdded, columnsGone, rows } = drift;
  return [daysAdded, daysGone, columnsAdded, columnsGone, rows].every(({ length }) => length === 0);
}

function dayPairs(before: Int32Array, after: Int32Array): DayPair[] {
  const rowsBefore = new Map(Array.from(before, (day, row) => [day, row]));
  const rowsAfter = new Map(Array.from(after, (day, row) => [day, row]));
  const all = [...new Set([...before, ...after])].sort((a, b) => a - b);
  return all.map((day) => ({
    day,
    before: rowsBefore.get(day) ?? -1,
    after: rowsAfter.get(day) ?? -1,
  }));
}

function columnPairs(before: readonly Column[], after: readonly Column[]): ColumnPair[] {
  const byName = new Map(before.map((column) => [column.name, column]));
  const present = new Set(after.map(({ name }) => name));
  return [
    ...after.map((column) => ({
      name: column.name,
      before: byName.get(column.name),
      after: column,
    })),
    ...before
      .filter(({ name }) => !present.has(name))
      .map((column) => ({ name: column.name, before: column, after: undefined })),
  ];
}

function revisionsOf(
  { days: daysBefore }: Frame,
  before: Column,
  { days: daysAfter }: Frame,
  after: Column,
  { days, unit }: { readonly days: readonly DayPair[]; readonly unit: Unit },
): Omit<ColumnDrift, "name"> {
  if (before.type === "number" && after.type === "number") {
    const first = { days: daysBefore, values: before.values };
    const second = { days: daysAfter, values: after.values };
    const found = revisionsOfVintages(first, second, unit);
    return { ...found, runs: found.runs.filter(({ kind }) => kind === "revised") };
  }
  return textRevisions(days, before, after);
}

function textRevisions(
  days: readonly DayPair[],
  first: Column,
  second: Column,
): Omit<ColumnDrift, "name"> {
  const counts = { compared: 0, added: 0, gone: 0, revised: 0 };
  const runs: CellRun[] = [];
  let isOpen = false;
  for (const { day, ...pair } of days) {
    const [before, after] = [cellOf(first, pair.before), cellOf(second, pair.after)];
    if (before !== null && after !== null) counts.compared++;
    else if (before !== after) counts[before === null ? "added" : "gone"]++;
    const isRevised = before !== null && after !== null && !areEqualCells(before, after);
    if (isRevised) {
      counts.revised++;
      const run = isOpen ? runs.at(-1) : undefined;
      if (run?.before === before && run.after === after) runs.splice(-1, 1, { ...run, last: day });
      else runs.push({ first: day, last: day, before, after, change: Number.NaN });
    }
    isOpen = isRevised;
  }
  const firstRevised = runs[0]?.first ?? null;
  const none = { smaller: 0, signFlips: 0, largest: null, rms: Number.NaN, rounding: 0 };
  return { ...counts, ...none, firstRevised, correlation: Number.NaN, runs };
}

function changedCells(pair: DayPair, columns: readonly ColumnPair[]): DriftRow[] {
  return columns.flatMap((column): DriftRow[] => {
    const before = cellOf(column.before, pair.before);
    const after = cellOf(column.after, pair.after);
    return areEqualCells(before, after)
      ? []
      : [{ day: pair.day, column: column.name, before, after }];
  });
}

function cellOf(column: Column | undefined, row: number): FrameCell {
  const value = column?.values[row];
  return value === undefined || value === null || Number.isNaN(value) ? null : value;
}

function areEqualCells(one: FrameCell, other: FrameCell): boolean {
  return typeof one === "number" && typeof other === "number"
    ? areEqualValues(one, other)
    : one === other;
}

/** How a value changed: both frames have one, only the second, or only the first. */
export type ChangeKind = "revised" | "added" | "removed";

/** The values that changed in one way. */
export interface ChangedValues {
  readonly values: number;
  /** The first and last day with such values; null if there are none. */
  readonly first: Day | null;
  readonly last: Day | null;
}

/** Counts as revisions only those that are visible. */
export interface ChangesByKind extends Readonly<Record<ChangeKind, ChangedValues>> {
  /** The number of revised values whose change is not visible. */
  readonly smaller: number;
}

/** Consecutive days, of those that either frame lists, on which all values were added or all removed. */
export interface DriftRun {
  readonly kind: Exclude<ChangeKind, "revised">;
  readonly first: Day;
  /** Inclusive. */
  readonly last: Day;
  /** In all columns. */
  readonly values: number;
}

/** Consecutive days on which a column's value changed from one value to another. */
export interface ColumnRun extends CellRun {
  readonly column: string;
}

function changeKindOf({ before, after }: CellChange): ChangeKind {
  if (before === null) return "added";
  return after === null ? "removed" : "revised";
}

/**
 * Counts changed values.
 *
 * @param rows - By day, as in {@link FrameDrift}.
 */
export function changesByKind(rows: readonly DriftRow[], unit: Unit): ChangesByKind {
  const seen = rows.filter((row) => {
    const change = changeOf(row);
    return change === null || isVisibleChange(unit, change);
  });
  const of = (kind: ChangeKind): ChangedValues => {
    const own = seen.filter((row) => changeKindOf(row) === kind);
    return { values: own.length, first: own[0]?.day ?? null, last: own.at(-1)?.day ?? null };
  };
  const smaller = rows.length - seen.length;
  return { revised: of("revised"), added: of("added"), removed: of("removed"), smaller };
}

/**
 * The runs of revised values, largest change first, equal changes by day; texts last, since their changes have no size.
 */
export function revisionRuns({ columns }: FrameDrift): readonly ColumnRun[] {
  return runsBySize(
    columns.flatMap(({ name, runs }) => runs.map((run) => ({ ...run, column: name }))),
  );
}

/** The runs of added or removed values, most values first, equal counts by day. */
export function driftRuns({ days, rows }: FrameDrift): readonly DriftRun[] {
  return (["added", "removed"] as const)
    .flatMap((kind) => runsOf(kind, days, rows))
    .toSorted((a, b) => (a.values === b.values ? a.first - b.first : b.values - a.values));
}

/** The second value minus the first; null if one is missing or a text. */
export function changeOf({ before, after }: CellChange): number | null {
  return typeof before === "number" && typeof after === "number" ? after - before : null;
}

/**
 * All changed values as CSV: `Date,column,before,after,change`, numbers in full, missing values as empty cells. Each
 * line ends with LF, including the last.
 */
export function toDriftCsv({ rows }: FrameDrift): string {
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
