import { open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Agent } from "undici";
import { panelVariants } from "../../src/catalog/panelVariants";
import { decodeFrame } from "../../src/data/decodeFrame";
import { longLayout } from "../../src/data/table/long";
import { tableMetadata } from "../../src/data/table/metadata";
import { toParquet } from "../../src/data/parquetWriter";
import { tableWriter } from "../../src/data/table/tableWriter";
import { tagValues } from "../../src/sample/tagValues";
import { endOfDay } from "../../src/shared/instant";
import { type Panel } from "../../src/store/panel";
import { prefetchPanel } from "../../src/store/prefetchPanel";
import { PanelStore } from "../../src/store/panelStore";
import { type SeriesStore } from "../../src/store/seriesStore";
import { tableBlocks } from "../../src/store/tableBlocks";
import { startSampleProgram } from "../support/sampleProgram";
import { pastAsOf } from "../support/sampleSeries";
import { BenchStore, benchKey } from "./benchStore";
import { type Ratio, measure, ratioOf, roundsOf } from "./measure";
import { type NamedPanel, blocksByHand, bodiesAlone, walkColumns } from "./panelByHand";
import { randomWalk } from "./randomWalk";
import { startBodyServer } from "./startBodyServer";
import { sized } from "./sized";
import { testClient } from "../support/testClient";
import { withMembers } from "../support/withMembers";
import { CatalogStore } from "../../src/store/catalogStore";

const variants = sized(300, 10);
const rows = sized(9_000, 500);
const rounds = roundsOf(1, 5);
const mebibyte = 2 ** 20;
const countries = Array.from({ length: variants }, (_, at) => `C${at}`);
/** Of a service that gives the same series for all. */
const walks: NamedPanel = {
  family: "panel",
  code: "WALK",
  version: 0,
  tags: { country_iso: countries },
  dataKind: "FIT",
  // 2020-01-01
  asOf: endOfDay(18_262),
};
/** Of the sample service, each with 9,000 business days from 1990-01-01 on. */
const sectors: NamedPanel = {
  ...walks,
  code: "PRICE",
  version: 1,
  tags: {
    country_iso: tagValues.country_iso.slice(0, variants / 10),
    sector: tagValues.sector.slice(0, 10),
  },
  asOf: pastAsOf,
};

const what = `${variants} variants of 9,000 rows to one long Parquet file`;

/** A panel to one long Parquet file: kept on disk, and from services on this machine. */
export async function benchPanels(): Promise<Ratio[]> {
  const file = path.join(os.tmpdir(), `macro-signals-bench-${process.pid}.parquet`);
  try {
    return [
      ...(await fromCache(file)),
      ...(await fromSample(file)),
      ...(await fromBodiesAtHand(file)),
    ];
  } finally {
    await rm(file, { force: true });
  }
}

async function fromCache(file: string): Promise<Ratio[]> {
  const server = await startBodyServer(rows);
  const bench = await BenchStore.of(server.origin);
  const peak = { bytes: 0 };
  try {
    const kept = await fetched(bench);
    const medians = await measure(
      {
        ours: () => watched(peak, () => throughProduct(bench, file, { asked: walks, kept })),
        bare: () => bareTable(file),
      },
      rounds,
    );
    return [
      {
        what: `${what}, from the cache: time as a multiple of decoding and writing alone`,
        ratio: ratioOf(medians, "ours", "bare"),
        target: 0.7,
        bound: "at most",
      },
      {
        what: `${what}, from the cache: memory above what was there before, MiB`,
        ratio: peak.bytes / mebibyte,
        target: 256,
        bound: "at most",
      },
    ];
  } finally {
    await bench.dispose();
    server.stop();
  }
}

/** The sample service as it comes, which works out what it is asked for as others do. */
async function fromSample(file: string): Promise<Ratio[]> {
  const sample = await startSampleProgram({ key: benchKey });
  try {
    const medians = await fromService(file, sample.url, sectors);
    return [
      {
        what: `${what}, from the sample service: time as a multiple of the same steps by hand, without any check`,
        ratio: ratioOf(medians, "ours", "byHand"),
        target: 1.1,
        bound: "at most",
      },
      {
        what: `${what}, from the sample service: time as a multiple of fetching the bodies alone`,
        ratio: ratioOf(medians, "ours", "bodies"),
        target: 0,
        bound: "at least",
        isForInformation: true,
      },
    ];
  } finally {
    await sample.stop();
  }
}

/** Told only: where nothing is worked out, there is nothing to wait for but the loopback. */
async function fromBodiesAtHand(file: string): Promise<Ratio[]> {
  const server = await startBodyServer(rows);
  try {
    const medians = await fromService(file, server.origin, walks);
    const service = "a service that has one body at hand for all";
    const reported = { target: 0, bound: "at least", isForInformation: true } as const;
    return [
      {
        what: `${what}, from ${service}: time as a multiple of fetching the bodies alone`,
        ratio: ratioOf(medians, "ours", "bodies"),
        ...reported,
      },
      {
        what: `${what}, from ${service}: decoding and writing alone as a multiple of fetching the bodies alone`,
        ratio: ratioOf(medians, "bare", "bodies"),
        ...reported,
      },
    ];
  } finally {
    server.stop();
  }
}

async function fromService(
  file: string,
  url: string,
  asked: NamedPanel,
): Promise<Map<string, number>> {
  const agent = new Agent({ connections: 8 });
  const bench = await BenchStore.of(url);
  try {
    return await measure(
      {
        ours: () => throughProduct(bench, file, { asked }),
        bodies: () => bodiesAlone(agent, url, asked),
        byHand: () => written(file, blocksByHand(agent, bench.worker, url, asked)),
        bare: () => bareTable(file),
      },
      rounds,
      () => bench.clear(),
    );
  } finally {
    await agent.destroy();
    await bench.dispose();
  }
}

function panelsOf(series: SeriesStore, { code, version, tags: sets }: NamedPanel): PanelStore {
  const kinds = Object.entries(sets).map(([kind, values]) => ({ kind, values }));
  const tags = kinds.slice(0, 1).map((first) => ({ ...first, subTags: kinds.slice(1) }));
  const definition = { code, version, name: code, tags, unreadable: [] };
  const client = withMembers(testClient("http://127.0.0.1:9").client, {
    newestServerDateMs: Date.now(),
    latestAsOfMs: Date.now(),
  });
  return new PanelStore({
    client,
    series,
    catalog: withMembers(new CatalogStore({ client }), {
      cachedSignals: () => Promise.resolve(undefined),
      definition: () => Promise.resolve(definition),
      storedDefinition: () => Promise.resolve(definition),
    }),
    panelVariants,
  });
}

async function fetched(bench: BenchStore): Promise<Panel> {
  const series = bench.store();
  const panel = await panelsOf(series, walks).panel(walks);
  await bench.written(variants);
  series.dispose();
  return panel;
}

interface Asked {
  readonly asked: NamedPanel;
  /** What is known of it already. */
  readonly kept?: Panel;
}

/** With nothing in memory but what is known of the panel, where it is. */
async function throughProduct(
  bench: BenchStore,
  file: string,
  { asked, kept }: Asked,
): Promise<void> {
  const series = bench.store();
  const panels = panelsOf(series, asked);
  const format = "parquet" as const;
  const origin = { service: "https://api.example.com/", isSample: false };
  const metadata = (panel: Panel): ReturnType<typeof tableMetadata> =>
    tableMetadata({ kind: "panel", member: { panel, ...origin } });
  const fetched =
    kept === undefined
      ? await prefetchPanel(panels, bench.worker, { reference: asked, format, metadata })
      : { panel: kept };
  const member = { ...fetched, panels, ...origin };
  const blocks = tableBlocks(bench.worker, { kind: "panel", member }, {}, format);
  await written(file, blocks);
  panels.dispose();
  series.dispose();
}

/** One body after the other in this thread, with nothing around it. */
async function bareTable(file: string): Promise<void> {
  const body = toParquet(randomWalk(rows));
  const layout = longLayout([{ name: "country_iso", type: "text" }], [walkColumns]);
  async function* blocks(): AsyncGenerator<Uint8Array> {
    const writer = tableWriter({ format: "parquet", layout });
    for (const country of countries) {
      const { frame } = await decodeFrame(body, "parquet");
      yield* await writer.add({ coordinates: [country], frame });
    }
    yield* await writer.end({});
  }
  await written(file, blocks());
}

export async function written(
  file: string,
  blocks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const handle = await open(file, "w");
  try {
    for await (const block of blocks) await handle.write(block);
  } finally {
    await handle.close();
  }
}

/** Notes by how much the memory of the process has grown at most while work goes on. */
export async function watched(
  peak: { bytes: number },
  work: () => Promise<void>,
  before = process.memoryUsage.rss(),
): Promise<void> {
  const look = (): void => {
    peak.bytes = Math.max(peak.bytes, process.memoryUsage.rss() - before);
  };
  const timer = setInterval(look, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
}
