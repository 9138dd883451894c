import { type KeptAnswer } from "./keptAnswer";

const dayMs = 86_400_000;

/** For how many UTC days, including today, all answers stay and, after that, one of each day. */
const allDays = 14;
const dailyDays = 365;

/**
 * The answers to delete: all distinct answers of the last 14 days stay, then the last of each day for a
 * year, then the last of each month.
 *
 * @param kept - Of one kind, oldest first.
 */
export function surplusAnswers(kept: readonly KeptAnswer[], nowMs: number): readonly KeptAnswer[] {
  const today = dayOf(referenceMs(kept, nowMs));
  const last = new Map<string, KeptAnswer>();
  const surplus: KeptAnswer[] = [];
  let recent: KeptAnswer | undefined;
  for (const answer of kept) {
    const period = periodOf(answer.fetchedAtMs, today);
    if (period === undefined) {
      // Two windows archived the same answer at once.
      if (recent?.digest === answer.digest) surplus.push(answer);
      else recent = answer;
      continue;
    }
    const earlier = last.get(period);
    if (earlier !== undefined) surplus.push(earlier);
    last.set(period, answer);
  }
  return surplus;
}

/**
 * The time from which the age of answers is counted. The clock may have been moved: a single answer dated long after all
 * others makes them at most one day older, and answers in the future do not count.
 */
function referenceMs(kept: readonly KeptAnswer[], nowMs: number): number {
  const before = kept.filter(({ fetchedAtMs }) => fetchedAtMs <= nowMs).at(-2);
  return before === undefined ? nowMs : Math.min(nowMs, before.seenAtMs + dayMs);
}

/** The day or month of which one answer stays; undefined if all stay. */
function periodOf(fetchedAtMs: number, today: number): string | undefined {
  const age = today - dayOf(fetchedAtMs);
  if (age < allDays) return undefined;
  return new Date(fetchedAtMs).toISOString().slice(0, age < dailyDays ? 10 : 7);
}

function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}
