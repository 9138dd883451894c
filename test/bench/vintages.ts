import { rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Agent } from "undici";
import { tagValues } from "../../src/sample/tagValues";
import { endOfDay, type Instant } from "../../src/shared/instant";
import { monthStart } from "../../src/shared/months";
import { type SignalRef, signalRef } from "../../src/shared/reference";
import { vintageFiles } from "../../src/store/vintageFiles";
import { startSampleProgram } from "../support/sampleProgram";
import { pastAsOf } from "../support/sampleSeries";
import { BenchStore, benchKey } from "./benchStore";
import { type Ratio, measure, ratioOf, roundsOf } from "./measure";
import { type NamedPanel, blocksByHand, combinations } from "./panelByHand";
import { watched, written } from "./panels";
import { sized } from "./sized";

const countries = sized(4, 1);
const vintageCount = sized(60, 3);
const mebibyte = 2 ** 20;

/** Of the sample service, each with business days from 1990-01-01 on: 9,000 as of the last vintage. */
const sectors: NamedPanel = {
  family: "panel",
  code: "PRICE",
  version: 1,
  tags: {
    country_iso: tagValues.country_iso.slice(0, countries),
    sector: tagValues.sector.slice(0, 10),
  },
  dataKind: "SNAP",
  asOf: pastAsOf,
};

/** Month ends up to May 2024, ascending, counted from January of year 0. */
const asOfs = Array.from({ length: vintageCount }, (_, at): Instant => {
  return endOfDay(monthStart(2024 * 12 + 6 - vintageCount + at) - 1);
});

const members = combinations(sectors.tags).map((tags) => {
  const { code, version, dataKind } = sectors;
  return signalRef({ code, version, tags, dataKind, asOf: "latest" });
});

const what = `${members.length} variants as of ${vintageCount} instants to one long Parquet file`;

/** Vintages of a panel to one long Parquet file, from the sample service and from the cache. */
export async function benchVintages(): Promise<Ratio[]> {
  const idleBytes = process.memoryUsage.rss();
  const file = path.join(os.tmpdir(), `macro-signals-vintages-${process.pid}.parquet`);
  const sample = await startSampleProgram({ key: benchKey });
  const bench = await BenchStore.of(sample.url);
  const agent = new Agent({ connections: 8 });
  const peaks = { all: { bytes: 0 }, some: { bytes: 0 } };
  const some = asOfs.slice(0, Math.ceil(vintageCount / 4));
  try {
    await watched(peaks.some, () => throughProduct(bench, file, some), idleBytes);
    await bench.clear();
    const medians = await measure(
      {
        ours: () => watched(peaks.all, () => throughProduct(bench, file, asOfs), idleBytes),
        byHand: () => written(file, blocksByHand(agent, bench.worker, sample.url, sectors, asOfs)),
      },
      roundsOf(0, 2),
      () => bench.clear(),
    );
    await resumed(bench, file, () => sample.stop());
    return ratiosOf(ratioOf(medians, "ours", "byHand"), peaks);
  } finally {
    await agent.destroy();
    await bench.dispose();
    await sample.stop();
    await rm(file, { force: true });
  }
}

function ratiosOf(
  ratio: number,
  { all, some }: Record<"all" | "some", { readonly bytes: number }>,
): Ratio[] {
  const bound = "at most";
  return [
    {
      what: `${what}, from the sample service: time as a multiple of the same requests and writes by hand`,
      ...{ ratio, target: 1.25, bound },
    },
    {
      what: `${what}: memory above the idle process, MiB`,
      ...{ ratio: all.bytes / mebibyte, target: 256, bound },
    },
    {
      what: `${what}: memory for all of them, less that for a quarter before, MiB`,
      ...{ ratio: (all.bytes - some.bytes) / mebibyte, target: 96, bound },
    },
  ];
}

/** With the service gone, the table is written again from the disk alone. @throws Error if it is another one */
async function resumed(bench: BenchStore, file: string, stop: () => Promise<void>): Promise<void> {
  await bench.clear();
  await throughProduct(bench, file, asOfs);
  await bench.written(members.length * asOfs.length);
  const { size } = await stat(file);
  await stop();
  await throughProduct(bench, file, asOfs);
  const again = await stat(file);
  if (again.size !== size) throw new Error(`${again.size} bytes were resumed, not ${size}`);
}

async function throughProduct(
  bench: BenchStore,
  file: string,
  wanted: readonly Instant[],
): Promise<void> {
  const series = bench.store();
  const source = { series, service: "https://api.example.com/", isSample: false };
  const request: { source: typeof source; members: readonly SignalRef[]; asOfs: typeof wanted } = {
    ...{ source, members, asOfs: wanted },
  };
  const form = { name: "vintages", format: "parquet", isPartitioned: false } as const;
  const onSettled = (vintage: object): void => {
    if ("error" in vintage) throw vintage.error as Error;
  };
  for await (const { blocks } of vintageFiles(bench.worker, request, form, { onSettled })) {
    await written(file, blocks);
  }
  series.dispose();
}
