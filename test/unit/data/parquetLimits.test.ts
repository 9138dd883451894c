import assert from "node:assert/strict";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { assertRefused } from "../../support/decodeErrors";
import { written } from "../../support/fixtures";
import {
  type ColumnPart,
  type FileParts,
  pageOfDays,
  pagesOfText,
  parquetFileOf,
} from "../../support/parquetParts";

const rows = 1_000;
const date: ColumnPart = { name: "Date", type: "day", pages: [pageOfDays(rows)] };

function fileWith(note: Partial<ColumnPart>, rest: Partial<FileParts> = {}): Uint8Array {
  const pages = pagesOfText(["short", "longer"], rows);
  return parquetFileOf({
    rows,
    columns: [date, { name: "Note", type: "text", pages, ...note }],
    ...rest,
  });
}

describe("the limits of Parquet", () => {
  it("let a file pass that is what it claims (HOST-08)", async () => {
    const { frame } = await decodeFrame(fileWith({}), "parquet");
    assert.deepEqual(new Set(written(frame).columns["Note"]), new Set(["short"]));
    assert.equal(frame.days.length, rows);
  });

  it("are lower for a small body than for a large one (HOST-08)", async () => {
    const pages = pagesOfText(["a".repeat(40_000)], 5_000);
    const days = { ...date, pages: [pageOfDays(5_000)] };
    const texts = { name: "Note", type: "text", pages } as const;
    const bytes = parquetFileOf({ rows: 5_000, columns: [days, texts] });
    // 128 MiB, and 64 times the body.
    const limit = 128 * 1024 * 1024 + 64 * bytes.length;
    const message = new RegExp(`\\d{9} bytes of values; the limit is ${limit}$`);
    await assertRefused(decodeFrame(bytes, "parquet"), "too-large", message);
  });

  it("hold against the numbers of all rows, however few bytes they take in the file (HOST-08)", async () => {
    const many = 2_500_000;
    const [, run] = pagesOfText([""], many);
    assert.ok(run !== undefined);
    const pages = [{ body: Buffer.alloc(4), values: 1, isDictionary: true }, run];
    const names = ["Date", ...Array.from({ length: 7 }, (_, at) => `Other ${at}`)];
    const columns = names.map((name): ColumnPart => ({ name, type: "day", pages }));
    const bytes = parquetFileOf({ rows: many, columns });
    const message = /160000000 bytes of numbers/;
    await assertRefused(decodeFrame(bytes, "parquet"), "too-large", message);
  });

  it("let many short texts pass, however many a dictionary has (HOST-08)", async () => {
    const many = 60_000;
    const texts = Array.from({ length: 20_000 }, (_, at) => `text ${at}`);
    const bytes = parquetFileOf({
      rows: many,
      columns: [
        { ...date, pages: [pageOfDays(many)] },
        { name: "Note", type: "text", pages: pagesOfText(texts, many) },
      ],
    });
    const { frame } = await decodeFrame(bytes, "parquet");
    assert.deepEqual(new Set(written(frame).columns["Note"]), new Set(["text 0"]));
  });

  it("refuse a footer whose rows are not those of its groups (14.4)", async () => {
    const bytes = fileWith({}, { rows: rows + 1, rowsOfGroup: rows });
    await assertRefused(decodeFrame(bytes, "parquet"), "corrupt", /1001 rows, but 1000 in its row/);
  });

  it("refuse a file with fewer rows than it tells of (HOST-08)", async () => {
    const bytes = fileWith({}, { rows: rows + 1 });
    await assertRefused(decodeFrame(bytes, "parquet"), "corrupt", /1001 rows|cannot be read/);
  });
});
