import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { LatestRecords } from "../../src/catalog/latestRecords";
import { type SignalDefinition } from "../../src/service/parseDefinition";
import { type LatestSignal } from "../../src/service/parseLatestSignals";
import { latestSignalsForm, ListingFiles } from "../../src/store/listingFiles";
import { Slices } from "../../src/store/slices";
import { type Ratio } from "./measure";
import { median } from "./median";

const count = 200_000;
const rounds = 7;

/**
 * The newest values of a signal with 200,000 variants, from 200,000 records of one answer, as the rows of the side bar place
 * them: how long the longest piece of that work holds up everything else on its thread.
 */
export async function benchLatestValues(): Promise<Ratio[]> {
  const values = Array.from({ length: count }, (_, at) => `V${at}`);
  const definition: SignalDefinition = {
    code: "WIDE",
    version: 1,
    name: "Wide",
    tags: [{ kind: "company_name", values, subTags: [] }],
    unreadable: [],
  };
  const items = values.map(recordOf);
  const longest: number[] = [];
  let placed = 0;
  for (let round = 0; round < rounds; round++) {
    longest.push(
      await longestHoldUp(async () => {
        const records = new LatestRecords();
        await new Slices().run(records.add(items));
        placed = (await new Slices().run(records.valuesOf(definition, [1]))).byVariant.size;
      }),
    );
  }
  if (placed !== count) throw new Error(`${placed} of ${count} variants have values`);
  return [held(`values of ${count} rows from as many records`, longest), ...(await cached(items))];
}

/** The same records on disk. */
async function cached(items: readonly LatestSignal[]): Promise<Ratio[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "latest-values-"));
  try {
    const files = new ListingFiles(folder);
    const listing = { items, unreadable: [], isComplete: true, fetchedAtMs: 0 };
    const [written, read]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      written.push(await longestHoldUp(() => files.write(latestSignalsForm, listing)));
      read.push(
        await longestHoldUp(async () => {
          const found = await files.read(latestSignalsForm);
          if (found?.items.length !== count) throw new Error("not all records were read");
        }),
      );
    }
    return [
      { ...held(`${count} latest records written to the cache`, written), isForInformation: true },
      { ...held(`${count} latest records read from the cache`, read), isForInformation: true },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function held(what: string, longestMs: readonly number[]): Ratio {
  const words = `${what}: longest hold-up, median of ${rounds} runs, ms`;
  return { what: words, ratio: median(longestMs), target: 16, bound: "at most" };
}

function recordOf(value: string): LatestSignal {
  const scores = { level: 1, momentum: -1, aggregate: 0.5 };
  return { code: "WIDE", version: 1, tags: { company_name: value }, day: 20_000, ...scores };
}

/** The longest time between two turns of the event loop while some work goes on, in milliseconds. */
async function longestHoldUp(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.();
  let [longest, last, isOver] = [0, performance.now(), false];
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return longest;
}
