import { open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Agent } from "undici";
import { panelVariants } from "../../src/catalog/panelVariants";
import { decodeFrame } from "../../src/data/decodeFrame";
import { longLayout } from "../../src/data/longTable";
import { panelMetadata } from "../../src/data/panelMetadata";
import { toParquet } from "../../src/data/parquetWriter";
import { tableWriter } from "../../src/data/tableWriter";
import { endOfDay } from "../../src/shared/instant";
import { type PanelRef } from "../../src/shared/reference";
import { type Panel } from "../../src/store/panel";
import { PanelStore } from "../../src/store/panelStore";
import { panelLayout, panelParts } from "../../src/store/panelTable";
import { type SeriesStore } from "../../src/store/seriesStore";
import { tableBlocks } from "../../src/store/tableBlocks";
import { BenchStore } from "./benchStore";
import { type Ratio, measure, ratioOf } from "./measure";
import { randomWalk } from "./randomWalk";
import { startBodyServer } from "./startBodyServer";

const variants = 300;
const rows = 9_000;
const rounds = { warmUp: 1, counted: 5 };
const mebibyte = 2 ** 20;
/** 2020-01-01 */
const asOf = endOfDay(18_262);
const countries = Array.from({ length: variants }, (_, at) => `C${at}`);
const reference: PanelRef = {
  family: "panel",
  code: "WALK",
  version: 0,
  tags: { country_iso: "*" },
  dataKind: "FIT",
  asOf,
};

const what = `${variants} variants of 9,000 rows to one long Parquet file`;

/** A panel to one long Parquet file: kept on disk, and from loopback. */
export async function benchPanels(): Promise<Ratio[]> {
  const file = path.join(os.tmpdir(), `macro-signals-bench-${process.pid}.parquet`);
  try {
    return [
      ...(await fromCache(file)),
      ...(await fromService(file, "encode")),
      ...(await fromService(file, "at hand")),
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
        ours: () => watched(peak, () => throughProduct(bench, file, kept)),
        bare: () => bareTable(file),
      },
      rounds,
    );
    return [
      {
        what: `${what}, from the cache: time as a multiple of decoding and writing alone`,
        ratio: ratioOf(medians, "ours", "bare"),
        target: 2,
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

/** Judged where the service encodes what it is asked for; bodies at hand leave nothing to wait for but the loopback. */
async function fromService(file: string, work: "encode" | "at hand"): Promise<Ratio[]> {
  const server = await startBodyServer(rows, work);
  const agent = new Agent({ connections: 8 });
  const bench = await BenchStore.of(server.origin);
  try {
    const medians = await measure(
      {
        ours: () => throughProduct(bench, file),
        bodies: () => bodiesAlone(agent, server.origin),
        bare: () => bareTable(file),
      },
      rounds,
      () => bench.clear(),
    );
    const service = `a service that ${work === "encode" ? "encodes each body when asked" : "has each body at hand"}`;
    const told = { target: 0, bound: "at least", isForInformation: true } as const;
    const judged = { target: 1.5, bound: "at most" } as const;
    return [
      {
        what: `${what}, from ${service}: time as a multiple of fetching the bodies alone`,
        ratio: ratioOf(medians, "ours", "bodies"),
        ...(work === "encode" ? judged : told),
      },
      {
        what: `${what}, from ${service}: decoding and writing alone as a multiple of fetching the bodies alone`,
        ratio: ratioOf(medians, "bare", "bodies"),
        ...told,
      },
    ];
  } finally {
    await agent.destroy();
    await bench.dispose();
    server.stop();
  }
}

function panelsOf(series: SeriesStore): PanelStore {
  const tags = [{ kind: "country_iso", values: countries, subTags: [] }];
  const definition = { code: "WALK", version: 0, name: "Walk", tags, unreadable: [] };
  return new PanelStore({
    client: { newestServerDateMs: Date.now() },
    series,
    catalog: {
      keptSignals: () => Promise.resolve(undefined),
      definition: () => Promise.resolve(definition),
      storedDefinition: () => Promise.resolve(definition),
    },
    panelVariants,
  });
}

async function fetched(bench: BenchStore): Promise<Panel> {
  const series = bench.store();
  const panel = await panelsOf(series).panel(reference);
  series.dispose();
  return panel;
}

/** With nothing in memory but what is known of the panel, where it is. */
async function throughProduct(bench: BenchStore, file: string, kept?: Panel): Promise<void> {
  const series = bench.store();
  const panels = panelsOf(series);
  const panel = kept ?? (await panels.panel(reference));
  const source = { panel, panels };
  const spec = {
    format: "parquet",
    layout: panelLayout(source),
    series: panel.variants.length,
    metadata: panelMetadata({
      ...panel,
      service: "https://api.example.com/",
      isSample: false,
      isStale: false,
    }),
  } as const;
  await written(file, tableBlocks(bench.worker, spec, panelParts(source)));
  panels.dispose();
  series.dispose();
}

/** One body after the other in this thread, with nothing around it. */
async function bareTable(file: string): Promise<void> {
  const body = toParquet(randomWalk(rows));
  const layout = longLayout([{ name: "country_iso", type: "text" }], [columnsOf()]);
  async function* blocks(): AsyncGenerator<Uint8Array> {
    const writer = tableWriter({ format: "parquet", layout, series: variants, metadata: {} });
    for (const country of countries) {
      const { frame } = await decodeFrame(body, "parquet");
      yield* await writer.add({ coordinates: [country], frame });
    }
    yield* await writer.end();
  }
  await written(file, blocks());
}

function columnsOf(): { name: string; type: "number" }[] {
  return ["Level", "Momentum", "Aggregate"].map((name) => ({ name, type: "number" }));
}

async function written(file: string, blocks: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, "w");
  try {
    for await (const block of blocks) await handle.write(block);
  } finally {
    await handle.close();
  }
}

async function bodiesAlone(agent: Agent, origin: string): Promise<void> {
  let asked = 0;
  const takeAll = async (): Promise<void> => {
    while (asked++ < variants) {
      const { body } = await agent.request({ origin, path: `/${asked}`, method: "GET" });
      await body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 8 }, takeAll));
}

/** Notes by how much the memory of the process has grown at most while work goes on. */
async function watched(peak: { bytes: number }, work: () => Promise<void>): Promise<void> {
  const before = process.memoryUsage.rss();
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
