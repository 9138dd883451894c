import { type Day } from "../shared/day";
import { type Revisions, revisionsBetween } from "../shared/series/revisions";
import { type Column, type Frame } from "./frame";

/** One value of a frame; null is no value. */
export type FrameCell = number | string | null;

/** How a column that both frames have differs; a text has neither size nor sign, so it counts as revised alone. */
export interface ColumnDrift extends Revisions {
  readonly name: string;
}

/** A value that is not what it was; of a day or column that only one frame has, the other's is null. */
export interface DriftRow {
  readonly day: Day;
  readonly column: string;
  readonly before: FrameCell;
  readonly after: FrameCell;
}

/** What changed between two frames of one series. */
export interface FrameDrift {
  /** All that either lists, ascending. */
  readonly days: readonly Day[];
  /** Days that only the second lists, ascending. */
  readonly daysAdded: readonly Day[];
  /** Days that only the first lists, ascending. */
  readonly daysGone: readonly Day[];
  /** In the order of the second frame. */
  readonly columnsAdded: readonly string[];
  /** In the order of the first frame. */
  readonly columnsGone: readonly string[];
  /** In the order of the second frame. */
  readonly columns: readonly ColumnDrift[];
  /** By day, then in the order of the second frame's columns, those that are gone last. */
  readonly rows: readonly DriftRow[];
}

/** Where one day stands in two frames; −1 where it does not. */
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

/** Compares two frames day by day and column by column, exactly: the same series served twice is the same to the last bit. */
export function driftOf(before: Frame, after: Frame): FrameDrift {
  const days = dayPairs(before.days, after.days);
  const pairs = columnPairs(before.columns, after.columns);
  const inBoth = pairs.flatMap(({ name, before: first, after: second }) =>
    first === undefined || second === undefined
      ? []
      : [{ name, ...revisionsOf(before, first, after, second, days) }],
  );
  return {
    days: days.map(({ day }) => day),
    daysAdded: days.filter((pair) => pair.before === -1).map(({ day }) => day),
    daysGone: days.filter((pair) => pair.after === -1).map(({ day }) => day),
    columnsAdded: pairs.filter((pair) => pair.before === undefined).map(({ name }) => name),
    columnsGone: pairs.filter((pair) => pair.after === undefined).map(({ name }) => name),
    columns: inBoth,
    rows: days.flatMap((day) => changedCells(day, pairs)),
  };
}

/** Whether two frames are the same table, apart from the order of their columns. */
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
  days: readonly DayPair[],
): Revisions {
  if (before.type === "number" && after.type === "number") {
    const first = { days: daysBefore, values: before.values };
    return revisionsBetween(first, { days: daysAfter, values: after.values });
  }
  let [compared, onlyInOne, revised] = [0, 0, 0];
  for (const pair of days) {
    const [then, now] = [cellOf(before, pair.before), cellOf(after, pair.after)];
    if (then !== null && now !== null) {
      compared++;
      if (then !== now) revised++;
    } else if (then !== now) onlyInOne++;
  }
  return { compared, onlyInOne, revised, signFlips: 0, largest: null };
}

function changedCells(pair: DayPair, columns: readonly ColumnPair[]): DriftRow[] {
  return columns.flatMap((column): DriftRow[] => {
    const before = cellOf(column.before, pair.before);
    const after = cellOf(column.after, pair.after);
    return before === after ? [] : [{ day: pair.day, column: column.name, before, after }];
  });
}

function cellOf(column: Column | undefined, row: number): FrameCell {
  const value = column?.values[row];
  return value === undefined || value === null || Number.isNaN(value) ? null : value;
}
