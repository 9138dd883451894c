import { decodeFrame } from "../../src/data/decodeFrame";
import { toParquet } from "../../src/data/parquetWriter";
import { type Ratio, fewRounds, manyRounds, measure, ratioOf } from "./measure";
import { readThroughCData, readThroughHyparquet, readThroughIpc } from "./peers";
import { randomWalk } from "./randomWalk";
import { sized } from "./sized";

/** A Parquet body to a frame, against the fastest safe technique, hyparquet and, for many rows, Arrow's own way. */
export async function benchDecode(): Promise<Ratio[]> {
  return [...(await benchBody()), await benchLargeBody()];
}

async function benchBody(): Promise<Ratio[]> {
  const bytes = toParquet(randomWalk(18_000));
  const ours = (): Promise<unknown> => decodeFrame(bytes, "parquet");
  const safe = await measure({ ours, "C data": () => readThroughCData(bytes) }, manyRounds);
  const other = await measure({ ours, hyparquet: () => readThroughHyparquet(bytes) }, manyRounds);
  return [
    {
      what: "decode 18,000 rows of Parquet: time as a multiple of the fastest safe technique",
      ratio: ratioOf(safe, "ours", "C data"),
      target: 1.15,
      bound: "at most",
    },
    {
      what: "decode 18,000 rows of Parquet: times faster than hyparquet",
      ratio: ratioOf(other, "hyparquet", "ours"),
      target: 4,
      bound: "at least",
    },
  ];
}

async function benchLargeBody(): Promise<Ratio> {
  const bytes = toParquet(randomWalk(sized(1_000_000, 20_000)));
  const ours = (): Promise<unknown> => decodeFrame(bytes, "parquet");
  const medians = await measure({ ours, IPC: () => readThroughIpc(bytes) }, fewRounds);
  return {
    what: "decode 1,000,000 rows of Parquet: time as a multiple of IPC in one batch, nulls ignored",
    ratio: ratioOf(medians, "ours", "IPC"),
    target: 0.75,
    bound: "at most",
  };
}
