import { csvBlocks } from "../../src/data/csvWriter";
import { type Frame, type NumberColumn } from "../../src/data/frame";
import { type Ratio, type Rounds, fewRounds, manyRounds, measure, ratioOf } from "./measure";
import { stringifyNumbers } from "./peers";
import { randomWalk } from "./randomWalk";
import { sized } from "./sized";

const target = 1.15;

/** Rows to CSV text in blocks, against what their numbers alone take. */
export async function benchCsv(): Promise<Ratio[]> {
  const what = "rows of CSV: time as a multiple of JSON.stringify of the numbers only";
  const few = await toNumbersOnly(randomWalk(18_000), manyRounds);
  const many = await toNumbersOnly(randomWalk(sized(1_000_000, 20_000)), fewRounds);
  return [
    { what: `write 18,000 ${what}`, ratio: few, target, bound: "at most" },
    {
      what: `write 1,000,000 ${what}`,
      ratio: many,
      target,
      bound: "at most",
      isForInformation: true,
    },
  ];
}

async function toNumbersOnly(frame: Frame, rounds: Rounds): Promise<number> {
  const numbers = frame.columns.filter(
    (column): column is NumberColumn => column.type === "number",
  );
  const medians = await measure(
    { ours: () => [...csvBlocks(frame)], "numbers only": () => stringifyNumbers(numbers) },
    rounds,
  );
  return ratioOf(medians, "ours", "numbers only");
}
