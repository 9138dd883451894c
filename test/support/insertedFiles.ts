import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { toCsv } from "../../src/data/csvWriter";
import { toJson } from "../../src/data/jsonWriter";
import { type Frame } from "../../src/data/frame";
import { toParquet } from "../../src/data/parquetWriter";
import { type RanTable } from "./ranCode";

/** A folder whose name is nothing special on this system, but in many languages. */
export const oddFolder =
  process.platform === "win32" ? "it's [1] {x} %s" : `it's [1]* "x" \\n $HOME %s k=v`;

/** Names and texts that have broken readers before, and days and numbers at their edges. */
export const oddTable: RanTable = {
  days: ["1970-01-01", "1999-12-31", "2024-02-29", "2030-06-30"],
  columns: [
    ["Level", [0.1 + 0.2, null, 5e-324, -1.5e308]],
    [`it's "quoted", \\n`, [1, 2 ** 53, null, 1e21]],
    ["line\nbreak", [null, null, null, 123456.789]],
    ["Größe", [null, -1e-7, 1 / 3, 2 / 3]],
    ["Note", ["NA", null, 'a "b",\n\\', "nan"]],
    ["recursive", ["null", "007", " x ", "-- */ ${x} %d"]],
  ],
};

/** Writes a frame in all formats into a folder below another one. */
export function writeFrame(folder: string, name: string, frame: Frame): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.csv`), toCsv(frame));
  writeFileSync(path.join(folder, `${name}.parquet`), toParquet(frame));
  writeFileSync(path.join(folder, `${name}.json`), toJson(frame));
}
