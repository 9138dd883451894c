import { decodeFrame } from "../../src/data/decodeFrame";
import { toParquet } from "../../src/data/parquetWriter";
import { type Ratio, measure, ratioOf } from "./measure";
import { readThroughCData, readThroughHyparquet } from "./peers";
import { randomWalk } from "./randomWalk";

const rows = 18_000;
const rounds = 100;

/** A Parquet body of 18,000 rows to a frame, against the fastest safe technique and against hyparquet. */
export async function benchDecode(): Promise<Ratio[]> {
  const bytes = toParquet(randomWalk(rows));
  const ours = (): Promise<unknown> => decodeFrame(bytes, "parquet");
  const safe = await measure({ ours, "C data": () => readThroughCData(bytes) }, rounds);
  const other = await measure({ ours, hyparquet: () => readThroughHyparquet(bytes) }, rounds);
  return [
    {
      what: "decode 18,000 rows of Parquet: time as a multiple of the fastest safe technique",
      ratio: ratioOf(safe, "ours", "C data"),
      target: 1.5,
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
