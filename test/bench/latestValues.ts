import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { LatestRecords } from "../../src/catalog/latestRecords";
import { type LatestSignals } from "../../src/service/latestSignals";
import { type SignalDefinition } from "../../src/service/parseDefinition";
import { type LatestSignal } from "../../src/shared/latest/latestColumns";
import { latestSignalsForm, ListingFiles } from "../../src/store/listingFiles";
import { Slices } from "../../src/store/slices";
import { signalsOf } from "../support/latestColumns";
import { holdUp } from "./holdUp";
import { type Ratio } from "./measure";

const count = 200_000;

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
  return [placed, ...(await cached(items))];
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
