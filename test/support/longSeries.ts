import { type Frame } from "../../src/data/frame";

/** A day a row from 1915-03-30 on, with the square of the row's sine as its Aggregate, and twice that as its Level. */
export function longFrame(rows = 20_000): Frame {
  const days = Int32Array.from({ length: rows }, (_, row) => -20_000 + row);
  const values = Float64Array.from(days, (_, row) => Math.sin(row) ** 2);
  return {
    days,
    columns: [
      { name: "Level", type: "number", values: values.map((value) => 2 * value) },
      { name: "Aggregate", type: "number", values },
    ],
  };
}
