import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { matchedForecasts } from "../../src/catalog/changedForecasts";
import { changedRecords } from "../../src/catalog/changedRecords";
import { olderRecords } from "../../src/catalog/olderRecords";
import { type LatestForecasts } from "../../src/service/latestForecasts";
import { type LatestSignals } from "../../src/service/latestSignals";
import { Slices } from "../../src/service/slices";
import { AnswerArchive } from "../../src/store/answerArchive";
import { latestSignalsForm, ListingFiles } from "../../src/store/listingFiles";
import { attribution, forecastsOf, node, summary } from "../support/forecastSummaries";
import { signalsOf } from "../support/latestColumns";
import { holdUp } from "./holdUp";
import { type Ratio } from "./measure";
import { median } from "./median";
import { sized } from "./sized";

const answers = sized(400, 4);
const records = sized(20_000, 1_000);
const manyRecords = sized(200_000, 1_000);
const rounds = sized(15);

/** A year of answers with 20,000 records: their size on disk, and the time to list and open them. */
export async function benchArchive(): Promise<Ratio[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "archive-"));
  try {
    return [...(await full(folder)), ...(await large(folder)), ...(await compared())];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function full(root: string): Promise<Ratio[]> {
  const folder = path.join(root, "full");
  const archive = new AnswerArchive(folder);
  await archive.begin();
  const startMs = Date.now() - answers * 60_000;
  for (let at = 0; at < answers; at++) {
    await archive.keep("signals", {
      items: scoresOf(records, at),
      isComplete: true,
      fetchedAtMs: startMs + at * 60_000,
    });
  }
  const kept = await archive.list("signals");
  if (kept.length !== answers) throw new Error(`${kept.length} answers are kept`);
  const open = async (): Promise<LatestSignals> => {
    const middle = kept[answers / 2];
    const items = middle && (await archive.signals(middle));
    if (items?.length !== records) throw new Error("not all records were read");
    return items;
  };
  const files = new ListingFiles(path.join(root, "cache"));
  const listing = { items: await open(), unreadable: [], isComplete: true, fetchedAtMs: 0 };
  await files.write(latestSignalsForm, listing);
  const opened = await taken(open);
  const cached = await taken(async () => void (await files.read(latestSignalsForm)));
  const listed = await taken(async () => void (await archive.list("signals")));
  const all = `${answers} answers of ${records} records`;
  return [
    {
      what: `${all}: size on disk, MB`,
      ratio: (await sizeOf(folder)) / 1_000_000,
      target: 200,
      bound: "at most",
    },
    {
      what: `one of ${all} opened (${opened.toFixed(1)} ms), times an answer read from the cache`,
      ratio: opened / cached,
      target: 4,
      bound: "at most",
    },
    {
      what: `${all} listed (${listed.toFixed(1)} ms), times one of them opened`,
      ratio: listed / opened,
      target: 1,
      bound: "at most",
    },
    await holdUp(`one of ${all} opened`, async () => void (await open())),
    await holdUp(`${all} listed`, async () => void (await archive.list("signals"))),
  ];
}

/** The largest answers. */
async function large(root: string): Promise<Ratio[]> {
  const folder = path.join(root, "large");
  const archive = new AnswerArchive(folder);
  await archive.begin();
  let at = 0;
  const signals = scoresOf(manyRecords, 0);
  const forecasts = forecastsWith(records);
  const given = <T extends LatestSignals | LatestForecasts>(items: T) => ({
    items,
    isComplete: true,
    fetchedAtMs: (at += 1),
  });
  return [
    await holdUp(`an answer of ${manyRecords} records kept`, async () => {
      await rm(folder, { recursive: true });
      await archive.begin();
      // Passing in the same answer again waits for the same file.
      const copy = { ...given(signals), items: copyOf(signals) };
      if ((await archive.keep("signals", copy)) === undefined) throw new Error("was not kept");
    }),
    await holdUp(`an answer of ${manyRecords} records opened`, async () => {
      const [kept] = await archive.list("signals");
      const opened = kept && (await archive.signals(kept));
      if (opened?.length !== manyRecords) throw new Error("not all records were read");
    }),
    await holdUp(`${manyRecords} records found in an older answer`, async () => {
      const found = await new Slices().run(olderRecords(signals.columns, signals.columns));
      if (found.at(-1) !== manyRecords - 1) throw new Error("a record was not found");
    }),
    await holdUp(`an answer of ${records} forecasts with attributions kept`, async () => {
      await rm(folder, { recursive: true });
      await archive.begin();
      const copy = { ...given(forecasts), items: copyOf(forecasts) };
      if ((await archive.keep("forecasts", copy)) === undefined) throw new Error("was not kept");
    }),
  ];
}

/** The changes from one answer to the next. */
async function compared(): Promise<Ratio[]> {
  const [older, newer] = [scoresOf(records, 1), scoresOf(records, 2)];
  const [olderForecasts, newerForecasts] = [forecastsWith(records), forecastsWith(records)];
  const names = { signal: (code: string) => code, variant: () => "variant" };
  return [
    await holdUp(`what changed of ${records} records`, async () => {
      const dated = (items: LatestSignals) => ({ records: items, fetchedAtMs: 0 });
      const changes = changedRecords(dated(newer), dated(older), names);
      const { changed } = await new Slices().run(changes);
      if (changed.records.length !== records) throw new Error("not all records have changed");
    }),
    await holdUp(`what changed of ${records} forecasts`, async () => {
      const matched = matchedForecasts(newerForecasts, olderForecasts);
      const { vanished } = await new Slices().run(matched);
      if (vanished.length > 0) throw new Error("a forecast was not found");
    }),
  ];
}

/** Another object with the same columns. */
function copyOf<T extends LatestSignals | LatestForecasts>(items: T): T {
  return Object.assign(Object.create(Object.getPrototypeOf(items) as object) as T, items);
}

/** Scores with all their digits, which barely compress. */
function scoresOf(count: number, seed: number): LatestSignals {
  return signalsOf(
    Array.from({ length: count }, (_, at) => {
      const score = (step: number): number => 3 * Math.sin(at * 12.9898 + seed * 78.233 + step);
      return {
        code: `S${at % 250}`,
        version: 1,
        tags: { country_iso: `C${Math.floor(at / 250)}` },
        day: 20_000 + (at % 3),
        level: score(1),
        momentum: score(2),
        aggregate: score(3),
        pointInTimeMs: 1_790_000_000_000 + (at % 250) * 1_000,
      };
    }),
  );
}

function forecastsWith(count: number): LatestForecasts {
  const attributions = Array.from({ length: 40 }, (_, at) =>
    attribution(`S${at}`, { country_iso: "US" }, Math.sin(at) / 100),
  );
  const parts = ["Trend", "Tactical", "Carry"].map((kind, at) => node(kind, at / 100));
  return forecastsOf(
    Array.from({ length: count }, (_, at) =>
      summary({
        marketCode: `M${at % 500}`,
        horizonName: `${Math.floor(at / 500)} Months`,
        latest: node("Forecast", Math.sin(at), parts),
        attributions,
      }),
    ),
  );
}

async function sizeOf(folder: string): Promise<number> {
  let total = 0;
  for (const name of await readdir(folder)) total += (await stat(path.join(folder, name))).size;
  return total;
}

/** The median of several runs, in milliseconds. */
async function taken(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}
