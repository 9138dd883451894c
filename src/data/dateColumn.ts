import { dateColumn } from "./frame";

/** A column of a body, as far as choosing the date needs it. */
export interface Candidate {
  readonly name: string;
  /** Whether its type, or all of its texts, are dates; asked only when no name decides. */
  readonly isDate: () => boolean;
}

/** The name that pandas gives to an index without one. */
const pandasIndexName = "__index_level_0__";

/**
 * Which column holds the days: `Date` in any case (exactly so first), else the first of `indexNames` that there is, else
 * `__index_level_0__`, else the only one of dates; -1 when none is.
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

/** Whether a column has no name of its own. */
export function isUnnamed(name: string): boolean {
  return name.trim() === "" || /^__index_level_\d+__$/.test(name);
}

/** Whether numbers count rows: at least two consecutive integers, from 0 or 1 on. */
export function isCounter(values: Float64Array): boolean {
  const first = values[0];
  if ((first !== 0 && first !== 1) || values.length < 2) return false;
  return values.every((value, row) => value === first + row);
}
