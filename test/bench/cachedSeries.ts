import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { toCsv } from "../../src/data/csvWriter";
import { toParquet } from "../../src/data/parquetWriter";
import { DocumentStore } from "../../src/store/documentStore";
import { BenchStore, vintages } from "./benchStore";
import { type Ratio, manyRounds, measure, ratioOf } from "./measure";
import { randomWalk } from "./randomWalk";
import { startBodyServer } from "./startBodyServer";

const rows = 18_000;

/**
 * A series that is kept on disk to the text of its document, against reading such a file and formatting such a frame.
 */
export async function benchCachedSeries(): Promise<Ratio[]> {
  const server = await startBodyServer(rows);
  const bench = await BenchStore.of(server.origin);
  const frame = randomWalk(rows);
  const file = path.resolve("dist/bench/walk.parquet");
  await writeFile(file, toParquet(frame));
  try {
    await bench.store().series(cachedVintage());
    await bench.written(1);
    const medians = await measure(
      {
        ours: () => opened(bench),
        bare: async () => [await readFile(file), toCsv(frame)],
      },
      manyRounds,
    );
    return [
      {
        what: `open a kept series of 18,000 rows as CSV: time as a multiple of reading a file and formatting`,
        ratio: ratioOf(medians, "ours", "bare"),
        target: 2,
        bound: "at most",
      },
    ];
  } finally {
    await bench.dispose();
    server.stop();
  }
}

function cachedVintage(): ReturnType<typeof vintages>[number] {
  const [first] = vintages(1);
  if (first === undefined) throw new Error("no vintage");
  return first;
}

/** With nothing in memory, as in a window that was just opened. */
async function opened(bench: BenchStore): Promise<void> {
  const store = bench.store();
  const documents = new DocumentStore({
    seriesOf: () => Promise.resolve(store),
    panelsOf: () => Promise.reject(new Error("only series are read here")),
    worker: bench.worker,
    limitBytes: () => 50 * 2 ** 20,
    didChange: () => undefined,
  });
  await documents.read({ connectionId: "bench", reference: cachedVintage(), form: "csv" });
  documents.dispose();
  store.dispose();
}
