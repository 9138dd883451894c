import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { changedRecords } from "../../src/catalog/changedRecords";
import { LatestRecords } from "../../src/catalog/latestRecords";
import { ReadableNames } from "../../src/catalog/readableNames";
import { type LatestSignals } from "../../src/service/latestSignals";
import { maxRecordTags } from "../../src/service/recordTags";
import { longestName } from "../../src/service/wireRecord";
import { type SignalDefinition } from "../../src/service/parseDefinition";
import { type LatestSignal } from "../../src/shared/latestColumns";
import { bodyReader } from "../../src/store/bodyReader";
import { FrameWorker } from "../../src/store/frameWorker";
import { latestSignalsForm, ListingFiles } from "../../src/store/listingFiles";
import { Slices } from "../../src/service/slices";
import { takeRecords } from "../../src/features/latest/heatmap/host/latestAnswer";
import { latestRecordText } from "../../src/features/latest/latestRecordText";
import { frameWorkerFile } from "../support/builtFiles";
import { signalsOf } from "../support/latestColumns";
import { holdUp, rounds } from "./holdUp";
import { type Ratio } from "./measure";
import { sized } from "./sized";

const count = sized(200_000, 1_000);

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
  const items = signalsOf(values.map(recordOf));
  const placed = await holdUp(`values of ${count} rows from as many records`, async () => {
    const records = new LatestRecords(items);
    await new Slices().run(records.read());
    const found = await new Slices().run(records.valuesOf(definition, [1]));
    const last = found.of({ company_name: `V${count - 1}` });
    if (last?.latest.aggregate !== 0.5) throw new Error("a variant has no values");
  });
  const others = [...(await shown(items)), ...(await cached(items)), await received()];
  return [placed, ...others, await atBounds()];
}

/** As many tags and as long names as a record may have. */
async function atBounds(): Promise<Ratio> {
  const records = Array.from({ length: count / 200 }, (_, at) => {
    const name = `V${at}`.padEnd(longestName, "x");
    const tags = Array.from({ length: maxRecordTags }, (__, tag) => [`k${tag}_name`, name]);
    return { ...recordOf(""), tags: Object.fromEntries(tags) as Record<string, string> };
  });
  const [newer, older] = [signalsOf(records), signalsOf(records.toReversed())];
  const names = { signal: (code: string) => code, variant: () => "variant" };
  const what = `what changed of ${records.length} records with ${maxRecordTags} long tags each`;
  return holdUp(what, async () => {
    const dated = (items: LatestSignals) => ({ records: items, fetchedAtMs: 0 });
    const { changed } = await new Slices().run(changedRecords(dated(newer), dated(older), names));
    if (changed.records.length > 0) throw new Error("records have changed");
  });
}

/** The same records in the heat map and in an export. */
async function shown(items: LatestSignals): Promise<Ratio[]> {
  const listing = { items, unreadable: [], isComplete: true, fetchedAtMs: 0 };
  const request = {
    generation: 1,
    subject: undefined,
    listed: [],
    staleBecause: null,
    names: new ReadableNames("en"),
    signal: new AbortController().signal,
  };
  return [
    await holdUp(`${count} latest records made ready for the heat map`, async () => {
      const { answer } = await takeRecords(listing, request);
      if (answer.columns.lengths[0] !== count) throw new Error("records are missing");
    }),
    await holdUp(`${count} latest records as CSV`, async () => {
      await latestRecordText(items, "csv");
    }),
  ];
}

/** A body of as many records, read in a thread of its own. */
async function received(): Promise<Ratio> {
  const records = Array.from({ length: count }, (_, at) => ({
    signal_code: "WIDE",
    version: 1,
    company_name: `V${at}`,
    point_in_time: "2024-06-28T18:03:12.25",
    latest: { Date: "2024-06-28T00:00:00", Level: 1, Momentum: -1, Aggregate: 0.5 },
  }));
  const text = Buffer.from(JSON.stringify(records));
  // Reading takes a body away.
  const bodies = Array.from({ length: rounds }, () => new Uint8Array(text));
  const worker = new FrameWorker(frameWorkerFile);
  const read = bodyReader(worker);
  try {
    return await holdUp(`an answer of ${count} latest records read`, async () => {
      const bytes = bodies.pop() ?? new Uint8Array();
      const facts = { request: "GET /signal/latest/", attempts: 1 };
      const { items } = await read({ form: "latestSignals", bytes, facts });
      if (items.length !== count) throw new Error("not all records were read");
    });
  } finally {
    worker.dispose();
  }
}

/** The same records on disk. */
async function cached(items: LatestSignals): Promise<Ratio[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "latest-values-"));
  try {
    const files = new ListingFiles(folder);
    const listing = { items, unreadable: [], isComplete: true, fetchedAtMs: 0 };
    const written = await holdUp(`${count} latest records written to the cache`, () =>
      files.write(latestSignalsForm, listing),
    );
    const read = await holdUp(`${count} latest records read from the cache`, async () => {
      const found = await files.read(latestSignalsForm);
      if (found?.items.length !== count) throw new Error("not all records were read");
    });
    return [written, read];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function recordOf(value: string): LatestSignal {
  const scores = { level: 1, momentum: -1, aggregate: 0.5 };
  return { code: "WIDE", version: 1, tags: { company_name: value }, day: 20_000, ...scores };
}
