import { type LatestSignals } from "../../src/service/latestSignals";
import { type Arrival } from "../../src/service/serviceClock";
import { type AnswerArchive } from "../../src/store/answerArchive";
import { signalsOf } from "./latestColumns";
import { latestRecord } from "./latestRecords";

/** The time from which the tests count the hours of answers. */
export const noon = Date.parse("2026-11-25T12:00Z");
export const hour = 3_600_000;

/** An answer with one record of this level. */
export function signals(level: number): LatestSignals {
  return signalsOf([latestRecord({ level })]);
}

export function given<T>(
  items: T,
  fetchedAtMs: number,
  isComplete = true,
): { readonly items: T; readonly fetchedAtMs: number; readonly isComplete: boolean } {
  return { items, fetchedAtMs, isComplete };
}

/** The arrival of an answer while the clocks of this machine and of the service agreed. */
export function agreed(ms: number): Arrival {
  return { ms, isConfirmed: true, agreedMs: ms };
}

/** The level of each archived answer of signals, and how many hours after noon it was fetched. */
export async function held(
  archive: AnswerArchive,
): Promise<readonly (readonly [number | undefined, number])[]> {
  const kept = await archive.list("signals");
  const all = kept.map(async (each) => {
    const level = (await archive.signals(each))?.columns.level[0];
    return [level, (each.fetchedAtMs - noon) / hour] as const;
  });
  return Promise.all(all);
}
