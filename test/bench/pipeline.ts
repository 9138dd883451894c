import { Agent, fetch } from "undici";
import { type SignalRef } from "../../src/shared/reference";
import { BenchStore, vintages } from "./benchStore";
import { type Ratio, measure, ratioOf } from "./measure";
import { readThroughHyparquet } from "./peers";
import { startBodyServer } from "./startBodyServer";

const seriesCount = 500;
/** A loop that takes one after the other need not take all of them to show its rate. */
const sequentialCount = 50;
const concurrency = 8;
const rounds = { warmUp: 1, counted: 5 };

/** Many series from loopback: fetched, verified, kept and decoded, against the same bodies without any of it. */
export async function benchPipeline(): Promise<Ratio[]> {
  const server = await startBodyServer(18_000);
  const agent = new Agent({ connections: concurrency });
  const bench = await BenchStore.of(server.origin);
  try {
    const medians = await measure(
      {
        ours: () => throughStore(bench),
        undici: () => throughUndici(agent, server.origin),
        sequential: () => oneByOne(server.origin),
      },
      rounds,
      () => bench.clear(),
    );
    return ratiosOf(medians);
  } finally {
    await agent.destroy();
    await bench.dispose();
    server.stop();
  }
}

function ratiosOf(medians: ReadonlyMap<string, number>): Ratio[] {
  const what = `${seriesCount} series of 18,000 rows at concurrency ${concurrency}`;
  const slower = seriesCount / sequentialCount;
  return [
    {
      what: `${what}, verified, kept, decoded: part of undici's throughput without any of it`,
      ratio: ratioOf(medians, "undici", "ours"),
      target: 0.6,
      bound: "at least",
    },
    {
      what: `${what}: times faster than fetch and hyparquet one after the other`,
      ratio: slower * ratioOf(medians, "sequential", "ours"),
      target: 8,
      bound: "at least",
    },
  ];
}

async function throughStore(bench: BenchStore): Promise<void> {
  const store = bench.store();
  // All are asked for at once: how many requests run is the client's to bound.
  // None is held on to, as none of undici's bodies is.
  const take = async (reference: SignalRef): Promise<void> => {
    await store.series(reference);
  };
  await Promise.all(vintages(seriesCount).map(take));
  store.dispose();
}

async function throughUndici(agent: Agent, origin: string): Promise<void> {
  let asked = 0;
  const take = async (): Promise<void> => {
    while (asked++ < seriesCount) {
      const { body } = await agent.request({ origin, path: `/${asked}`, method: "GET" });
      await body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, take));
}

async function oneByOne(origin: string): Promise<void> {
  for (let count = 0; count < sequentialCount; count++) {
    const response = await fetch(`${origin}/${count}`);
    await readThroughHyparquet(new Uint8Array(await response.arrayBuffer()));
  }
}
