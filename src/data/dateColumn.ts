import { isValueColumn } from "../shared/forecastComponents";
import { dateColumn } from "./frame";

/** A column that may be the date. */
export interface Candidate {
  readonly name: string;
  /** Whether its type, or all of its texts, are dates; called only if no name decides. */
  readonly isDate: () => boolean;
}

/** pandas' name for an unnamed index. */
const pandasIndexName = "__index_level_0__";

/**
 * The index of the date column: `Date` in any case (exact match first), else the first of `indexNames` that exists,
 * else `__index_level_0__`, else the only column of dates; −1 if there is none.
 */
export function chooseDateColumn(
  candidates: readonly Candidate[],
  indexNames: readonly string[] = [],
): number {
  const exact = candidates.findIndex(({ name }) => name === dateColumn);
  if (exact !== -1) return exact;
  const names = candidates.map(({ name }) => name);
  const lowerCase = names.map((name) => name.trim().toLowerCase());
  const byName = [
    lowerCase.indexOf(dateColumn.toLowerCase()),
    ...[...indexNames, pandasIndexName].map((name) => names.indexOf(name)),
  ].find((index) => index !== -1);
  if (byName !== undefined) return byName;
  const ofDates = candidates.flatMap(({ isDate }, index) => (isDate() ? [index] : []));
  return ofDates.length === 1 ? (ofDates[0] ?? -1) : -1;
}

/**
 * The index of the date column in a table without rows, if no column has the name of one: the first column, if at least
 * one of the others has a name of the interface; else −1, because the text may not be a table at all.
 */
export function dateColumnOfEmpty(names: readonly string[]): number {
  const [first = "", ...others] = names;
  return !isValueColumn(first) && others.some(isValueColumn) ? 0 : -1;
}

/** Whether a column has no name of its own. */
export function isUnnamed(name: string): boolean {
  return name.trim() === "" || /^__index_level_\d+__$/.test(name);
}

/** Whether numbers are a row counter: none, or at least two consecutive integers, starting at 0 or 1. */
export function isCounter(values: Float64Array): boolean {
  if (values.length === 0) return true;
  const first = values[0];
  if ((first !== 0 && first !== 1) || values.length < 2) return false;
  return values.every((value, row) => value === first + row);
}
