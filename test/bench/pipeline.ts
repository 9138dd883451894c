import { Agent, fetch } from "undici";
import { type SignalRef } from "../../src/shared/reference";
import { StepsByHand } from "./byHand";
import { BenchStore, vintages } from "./benchStore";
import { type Ratio, measure, ratioOf, roundsOf } from "./measure";
import { readThroughHyparquet } from "./peers";
import { startBodyServer } from "./startBodyServer";
import { sized } from "./sized";

const seriesCount = sized(500, 16);
/** A loop that takes one after the other need not take all of them to show its rate. */
const sequentialCount = sized(50, 4);
const concurrency = 8;
const rounds = roundsOf(1, 5);

/** Many series from loopback: fetched, verified, kept and decoded, against the same bodies without any of it. */
export async function benchPipeline(): Promise<Ratio[]> {
  const server = await startBodyServer(18_000);
  const agent = new Agent({ connections: concurrency });
  const bench = await BenchStore.of(server.origin);
  const byHand = await StepsByHand.of(agent, server.origin);
  try {
    const medians = await measure(
      {
        ours: () => throughStore(bench),
        undici: () => eightAtOnce((count) => throughUndici(agent, server.origin, count)),
        byHand: () => eightAtOnce((count) => byHand.take(count)),
        sequential: () => oneByOne(server.origin),
      },
      rounds,
      () => Promise.all([bench.clear(), byHand.clear()]),
    );
    return ratiosOf(medians);
  } finally {
    await byHand.dispose();
    await agent.destroy();
    await bench.dispose();
    server.stop();
  }
}

function ratiosOf(medians: ReadonlyMap<string, number>): Ratio[] {
  const what = `${seriesCount} series of 18,000 rows at concurrency ${concurrency}`;
  const slower = seriesCount / sequentialCount;
  const reported = { target: 0, bound: "at least", isForInformation: true } as const;
  return [
    {
      what: `${what}, verified, kept, decoded: time as a multiple of the same steps by hand, without checks, limits and retries`,
      ratio: ratioOf(medians, "ours", "byHand"),
      target: 1.05,
      bound: "at most",
    },
    ...Object.entries({ ours: "ours", byHand: "by hand" }).flatMap(([name, whose]): Ratio[] => [
      {
        what: `${what}, ${whose}: part of undici's throughput without any of it`,
        ratio: ratioOf(medians, "undici", name),
        ...reported,
      },
      {
        what: `${what}, ${whose}: times faster than fetch and hyparquet one after the other`,
        ratio: slower * ratioOf(medians, "sequential", name),
        ...reported,
      },
    ]),
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
  await bench.written(seriesCount);
  store.dispose();
}

async function throughUndici(agent: Agent, origin: string, count: number): Promise<void> {
  const { body } = await agent.request({ origin, path: `/${count}`, method: "GET" });
  await body.arrayBuffer();
}

async function eightAtOnce(take: (count: number) => Promise<void>): Promise<void> {
  let asked = 0;
  const takeAll = async (): Promise<void> => {
    while (asked++ < seriesCount) await take(asked);
  };
  await Promise.all(Array.from({ length: concurrency }, takeAll));
}

async function oneByOne(origin: string): Promise<void> {
  for (let count = 0; count < sequentialCount; count++) {
    const response = await fetch(`${origin}/${count}`);
    await readThroughHyparquet(new Uint8Array(await response.arrayBuffer()));
  }
}
