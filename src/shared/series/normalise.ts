import { maxDay, minDay } from "../day";
import { exceeds, farAbove } from "./equalValues";
import { type Moments, momentsOf } from "./moments";
import { observe } from "./nativeStep";
import { areSameDays, lastKnownRow, type Observations, standingRow } from "./observations";

/**
 * The z-score of each value: its distance from the mean in standard deviations, both of the series' observations over its
 * whole history. One per row; NaN where the row has no value, and everywhere if the observations do not vary.
 */
export function zScores(values: Float64Array, { mean, standardDeviation }: Moments): Float64Array {
  const scores = new Float64Array(values.length);
  for (let row = 0; row < values.length; row++) {
    scores[row] = ((values[row] ?? Number.NaN) - mean) / standardDeviation;
  }
  return scores;
}

/**
 * The z-score of the newest value, from {@link Moments} of the whole history; NaN without a value, and if the observations
 * do not vary.
 */
export function newestZScore(
  { values }: Observations,
  { mean, standardDeviation }: Moments,
): number {
  return ((values[lastKnownRow(values)] ?? Number.NaN) - mean) / standardDeviation;
}

/** How far the newest value is from the mean, in standard deviations of the observations; NaN as {@link newestZScore}. */
export function newestDistance(series: Observations): number {
  return Math.abs(newestZScore(series, momentsOf(observe(series).values)));
}

/**
 * The rank of each of several series among all of them, day by day: 1 for the largest of the values in force that day.
 * Equal values share the better rank. The days of a series are those on which any has a row, from its own first day to
 * its last; NaN where it has no value. Pauses before each series and every {@link daysPerPiece} days.
 */
export function* ranksAmong(
  all: readonly Observations[],
): Generator<void, readonly Observations[]> {
  const days = daysOfAny(all);
  const inForce: Float64Array[] = [];
  for (const series of all) {
    yield;
    inForce.push(valuesOn(series, days));
  }
  const ranks = all.map(() => new Float64Array(days.length).fill(Number.NaN));
  for (let at = 0; at < days.length; at++) {
    if (at % daysPerPiece === 0) yield;
    rankRow(inForce, ranks, at);
  }
  return all.map((series, index) => {
    const [first, last] = [series.days.at(0), series.days.at(-1)];
    if (first === undefined || last === undefined) return series;
    const [from, to] = [standingRow(days, first), standingRow(days, last) + 1];
    return { days: days.subarray(from, to), values: ranks[index]?.subarray(from, to) ?? noValues };
  });
}

/** Takes a few milliseconds, even for forty series. */
const daysPerPiece = 2 ** 12;

const noValues = new Float64Array();

function rankRow(
  inForce: readonly Float64Array[],
  ranks: readonly Float64Array[],
  at: number,
): void {
  // Most days only repeat the values of the day before.
  const isSame = at > 0 && inForce.every((values) => Object.is(values[at], values[at - 1]));
  for (let series = 0; series < ranks.length; series++) {
    const own = ranks[series];
    if (own === undefined) continue;
    if (isSame) {
      own[at] = own[at - 1] ?? Number.NaN;
      continue;
    }
    const value = inForce[series]?.[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const far = farAbove(value);
    let above = 0;
    for (const values of inForce) {
      const other = values[at] ?? Number.NaN;
      if (other > far || exceeds(other, value)) above++;
    }
    own[at] = above + 1;
  }
}

/** The days on which any series has a row, ascending; the days of the first if all have the same. */
function daysOfAny(all: readonly Observations[]): Int32Array {
  const distinct = [...new Set(all.map(({ days }) => days))].filter(({ length }) => length > 0);
  const [first = new Int32Array(), ...others] = distinct;
  if (others.every((days) => areSameDays(days, first))) return first;
  const start = Math.min(...distinct.map((days) => days[0] ?? 0));
  const end = Math.max(...distinct.map((days) => days.at(-1) ?? 0));
  const isListed = new Uint8Array(end - start + 1);
  for (const days of distinct) for (const day of days) isListed[day - start] = 1;
  const found = new Int32Array(isListed.reduce((sum, each) => sum + each, 0));
  let count = 0;
  for (let day = 0; day < isListed.length; day++) {
    if (isListed[day] === 1) found[count++] = start + day;
  }
  return found;
}

/** The value in force on each of some days; NaN before the first and after the last day of the series. */
function valuesOn(series: Observations, days: Int32Array): Float64Array {
  if (series.days === days) return series.values;
  const values = new Float64Array(days.length).fill(Number.NaN);
  const last = series.days.at(-1) ?? minDay;
  // Both ascend: each row is visited once.
  for (let at = 0, row = -1; at < days.length; at++) {
    const day = days[at] ?? maxDay;
    while ((series.days[row + 1] ?? maxDay) <= day && row + 1 < series.days.length) row++;
    if (row >= 0 && day <= last) values[at] = series.values[row] ?? Number.NaN;
  }
  return values;
}
