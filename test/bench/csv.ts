import { csvBlocks } from "../../src/data/csvWriter";
import { type NumberColumn } from "../../src/data/frame";
import { type Ratio, measure, ratioOf } from "./measure";
import { stringifyNumbers } from "./peers";
import { randomWalk } from "./randomWalk";

const rows = 18_000;

/** 18,000 rows to CSV text in blocks, against what their numbers alone take. */
export async function benchCsv(): Promise<Ratio[]> {
  const frame = randomWalk(rows);
  const numbers = frame.columns.filter(
    (column): column is NumberColumn => column.type === "number",
  );
  const medians = await measure(
    { ours: () => [...csvBlocks(frame)], "numbers only": () => stringifyNumbers(numbers) },
    100,
  );
  return [
    {
      what: "write 18,000 rows of CSV: time as a multiple of JSON.stringify of the numbers only",
      ratio: ratioOf(medians, "ours", "numbers only"),
      target: 1.65,
      bound: "at most",
    },
  ];
}
