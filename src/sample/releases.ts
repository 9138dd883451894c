import {
  firstMonthOf,
  lastBusinessDayOfMonth,
  lastBusinessDayOfWeek,
  monthOfYear,
  yearOfMonth,
} from "./businessDays";
import { seedOf, wordAt } from "./noise";

/** Whether a signal is observed at the end of each month or week and released later, or daily on the markets. */
export type Frequency = Periodic | { readonly kind: "daily" };

interface Periodic {
  readonly kind: "monthly" | "weekly";
  /** Business days from the end of a period to the release of its value. */
  readonly lagBusinessDays: number;
  /** How many releases later than usual a period's value is published; 0 if absent. */
  readonly periodsBehind?: number;
}

/**
 * When each value became known, for all variants of one signal. The three event arrays are aligned and ordered by
 * production: at `productions[i]` the value of observation `observations[i]` (a month, a week or a business day)
 * becomes known at `stages[i]`.
 */
export interface Releases {
  readonly productions: Int32Array;
  readonly observations: Int32Array;
  readonly stages: Uint8Array;
  /** For each business day the newest observation released by then; −1 before the first. */
  readonly newest: Int32Array;
  /** The number of observations in three months. */
  readonly threeMonths: number;
}

/** Stages of a month: first report, two revisions, then up to three benchmark revisions. */
export const firstBenchmarkStage = 3;
const benchmarkYears = 3;
/** Benchmark revisions are released with the value of June. */
const benchmarkMonth = 6;

/** Stages of a business day: nearly all reports are right; a wrong one is corrected within two weeks. */
export const dailyStage = { right: 0, wrong: 1, corrected: 2 } as const;
const daysPerError = 400;
const longestCorrection = 10;
const businessDaysInThreeMonths = 63;
const weeksInThreeMonths = 13;

/** Everything that became known up to a production, inclusive. A later production only appends. */
export function releasesOf(code: string, frequency: Frequency, last: number): Releases {
  switch (frequency.kind) {
    case "monthly":
      return monthlyReleases(code, frequency, last);
    case "weekly":
      return weeklyReleases(frequency, last);
    case "daily":
      return dailyReleases(code, last);
  }
}

/**
 * A month is released after its lag and a delay of up to three days, revised with each of the next two releases, and by
 * the benchmark revisions of the following three years.
 */
function monthlyReleases(
  code: string,
  { lagBusinessDays, periodsBehind = 0 }: Periodic,
  last: number,
): Releases {
  const events = new EventList(last);
  const delaySeed = seedOf("release", code);
  for (let month = 0; ; month++) {
    const released = month + periodsBehind;
    const delay = wordAt(delaySeed, released) % 4;
    const production = lastBusinessDayOfMonth(released) + lagBusinessDays + delay;
    if (production > last) return events.toReleases(3);
    if (monthOfYear(month) === benchmarkMonth) addBenchmark(events, production, yearOfMonth(month));
    if (month >= 2) events.add(production, month - 2, 2);
    if (month >= 1) events.add(production, month - 1, 1);
    events.add(production, month, 0);
  }
}

function addBenchmark(events: EventList, production: number, year: number): void {
  for (let back = benchmarkYears; back >= 1; back--) {
    const january = firstMonthOf(year - back);
    if (january < 0) continue;
    for (let month = january; month < january + 12; month++) {
      events.add(production, month, firstBenchmarkStage + back - 1);
    }
  }
}

/** A week is released after its lag, always on the same weekday, and revised once, with the next release. */
function weeklyReleases({ lagBusinessDays, periodsBehind = 0 }: Periodic, last: number): Releases {
  const events = new EventList(last);
  for (let week = 0; ; week++) {
    const production = lastBusinessDayOfWeek(week + periodsBehind) + lagBusinessDays;
    if (production > last) return events.toReleases(weeksInThreeMonths);
    if (week >= 1) events.add(production, week - 1, 1);
    events.add(production, week, 0);
  }
}

function dailyReleases(code: string, last: number): Releases {
  const events = new EventList(last);
  const delays = correctionDelays(code, last);
  for (let day = 0; day <= last; day++) {
    for (let back = Math.min(longestCorrection, day); back >= 1; back--) {
      if (delays[day - back] === back) events.add(day, day - back, dailyStage.corrected);
    }
    events.add(day, day, delays[day] === 0 ? dailyStage.right : dailyStage.wrong);
  }
  return events.toReleases(businessDaysInThreeMonths);
}

/** How many business days later the error of each day is corrected; 0 if there is none. */
function correctionDelays(code: string, last: number): Uint8Array {
  const seed = seedOf("correction", code);
  return Uint8Array.from({ length: last + 1 }, (_, day) => {
    const word = wordAt(seed, day);
    return word % daysPerError === 0 ? 1 + ((word >>> 16) % longestCorrection) : 0;
  });
}

class EventList {
  private readonly productions: number[] = [];
  private readonly observations: number[] = [];
  private readonly stages: number[] = [];

  constructor(private readonly last: number) {}

  add(production: number, observation: number, stage: number): void {
    this.productions.push(production);
    this.observations.push(observation);
    this.stages.push(stage);
  }

  toReleases(threeMonths: number): Releases {
    return {
      productions: Int32Array.from(this.productions),
      observations: Int32Array.from(this.observations),
      stages: Uint8Array.from(this.stages),
      newest: this.newestByDay(),
      threeMonths,
    };
  }

  private newestByDay(): Int32Array {
    const newest = new Int32Array(this.last + 1);
    let event = 0;
    let observation = -1;
    for (let day = 0; day <= this.last; day++) {
      for (; this.productions[event] === day; event++) {
        observation = Math.max(observation, this.observations[event] ?? observation);
      }
      newest[day] = observation;
    }
    return newest;
  }
}
