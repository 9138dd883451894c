import { type KeptAnswer } from "./keptAnswer";

const dayMs = 86_400_000;

/** For how many UTC days, including today, all answers stay and, after that, one of each day. */
const allDays = 14;
const dailyDays = 365;

/** The most answers deleted at a time: it limits the damage of an unforeseen fault of the clocks. */
const maxSurplus = 20;

/**
 * The answers to delete, the oldest first: all distinct answers of the last 14 days stay, then the last of each day for a
 * year, then the last of each month. At most 20 at a time.
 *
 * @param kept - The answers of one kind, oldest first.
 * @param nowMs - The service's time.
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
      if (recent?.digest !== answer.digest) recent = answer;
      else if (recent.fetchedAtMs !== answer.fetchedAtMs) surplus.push(answer);
      else {
        // Under the same time, a window may be giving one file the name of the other, which was seen later.
        surplus.push(recent);
        recent = answer;
      }
      continue;
    }
    const earlier = last.get(period);
    if (earlier !== undefined) surplus.push(earlier);
    last.set(period, answer);
  }
  return surplus.slice(0, maxSurplus);
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

/** The file of an archived answer, and the service that it belongs to. */
export interface ArchivedFile {
  readonly file: string;
  readonly service: string;
  readonly bytes: number;
  readonly fetchedAtMs: number;
  readonly isDamaged: boolean;
}

/**
 * The files to delete so that the rest fits into the capacity, of which each service has an equal share. They are taken
 * from the largest service, damaged files first, then the oldest. A service within its share loses nothing.
 *
 * @param written - The file just written, whatever its date. It stays, unless it needs the share of another service.
 */
export function filesOverCapacity(
  files: readonly ArchivedFile[],
  capacityBytes: number,
  written: string,
): readonly ArchivedFile[] {
  const sizes = new Map<string, number>();
  const grow = (service: string, bytes: number): void =>
    void sizes.set(service, (sizes.get(service) ?? 0) + bytes);
  for (const { service, bytes } of files) grow(service, bytes);
  const shareBytes = capacityBytes / sizes.size;
  const surplus: ArchivedFile[] = [];
  const remove = (file: ArchivedFile): void => {
    surplus.push(file);
    grow(file.service, -file.bytes);
  };
  const newest = files.find(({ file }) => file === written);
  if (newest !== undefined && newest.bytes > capacityBytes - takenBy(sizes, shareBytes, newest)) {
    remove(newest);
  }
  const rest = files.filter((each) => each !== newest).sort(leastNeededFirst);
  while (sumOf(sizes.values()) > capacityBytes) {
    const largestFirst = [...sizes.keys()].sort(
      (a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0),
    );
    const [next] = largestFirst.flatMap((own) => rest.find(({ service }) => service === own) ?? []);
    if (next === undefined) break;
    rest.splice(rest.indexOf(next), 1);
    remove(next);
  }
  return surplus;
}

/** The bytes that the other services than a file's own take up within their shares. */
function takenBy(
  sizes: ReadonlyMap<string, number>,
  shareBytes: number,
  { service: own }: ArchivedFile,
): number {
  const others = [...sizes].filter(([service]) => service !== own);
  return sumOf(others.map(([, bytes]) => Math.min(bytes, shareBytes)));
}

function leastNeededFirst(one: ArchivedFile, other: ArchivedFile): number {
  const damagedFirst = Number(other.isDamaged) - Number(one.isDamaged);
  return damagedFirst === 0 ? one.fetchedAtMs - other.fetchedAtMs : damagedFirst;
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
