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

  it("hold against the longest text of a dictionary in each row (HOST-08)", async () => {
    const pages = pagesOfText(["a".repeat(40_000)], 100_000);
    const days = { ...date, pages: [pageOfDays(100_000)] };
    const bytes = parquetFileOf({
      rows: 100_000,
      columns: [days, { name: "Note", type: "text", pages }],
    });
    await assertRefused(decodeFrame(bytes, "parquet"), "too-large", /40\d{8} uncompressed bytes/);
  });

  it("are lower for a small body than for a large one (HOST-08)", async () => {
    const pages = pagesOfText(["a".repeat(40_000)], 5_000);
    const days = { ...date, pages: [pageOfDays(5_000)] };
    const texts = { name: "Note", type: "text", pages } as const;
    const bytes = parquetFileOf({ rows: 5_000, columns: [days, texts] });
    // 128 MiB, and 64 times the body.
    const limit = 128 * 1024 * 1024 + 64 * bytes.length;
    const message = new RegExp(`2002\\d{5} uncompressed bytes; the limit is ${limit}$`);
    await assertRefused(decodeFrame(bytes, "parquet"), "too-large", message);
  });

  it("hold against the numbers of all rows, however few bytes they take in the file (HOST-08)", async () => {
    const many = 9_000_000;
    const [, run] = pagesOfText([""], many);
    assert.ok(run !== undefined);
    const pages = [{ body: Buffer.alloc(4), values: 1, isDictionary: true }, run];
    const columns = ["Date", "Other"].map((name): ColumnPart => ({ name, type: "day", pages }));
    const bytes = parquetFileOf({ rows: many, columns });
    const message = /144000000 bytes of numbers/;
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

  it("hold against what pages claim, whatever the footer does (HOST-08)", async () => {
    const [dictionary, values] = pagesOfText(["short"], rows);
    assert.ok(dictionary !== undefined && values !== undefined);
    const cases: [pages: ColumnPart["pages"], kind: "corrupt" | "too-large", words: RegExp][] = [
      [[dictionary, { ...values, uncompressedBytes: 2 ** 30 }], "too-large", /uncompressed/],
      [[dictionary, { ...values, values: 2 ** 30 }], "corrupt", /do not match the footer/],
      [
        [dictionary, { ...values, values: rows - 1 }],
        "corrupt",
        /do not match the footer|Parquet page/,
      ],
      [[{ ...dictionary, values: 2 ** 30 }, values], "corrupt", /its header is inconsistent/],
      // Before an array with a place for each of its texts is made.
      [
        [{ ...dictionary, values: 2 ** 26, uncompressedBytes: 2 ** 29 }, values],
        "too-large",
        /uncompressed bytes/,
      ],
      [[dictionary, dictionary, values], "corrupt", /do not match the footer/],
    ];
    for (const [pages, kind, words] of cases) {
      await assertRefused(decodeFrame(fileWith({ pages }), "parquet"), kind, words);
    }
  });

  it("refuse columns that share their pages (HOST-08)", async () => {
    // Without pages of their own they have those of the first column.
    const sharing = ["Level", "Momentum"].map((name): ColumnPart => ({ ...date, name, pages: [] }));
    const bytes = parquetFileOf({ rows, columns: [date, ...sharing] });
    await assertRefused(
      decodeFrame(bytes, "parquet"),
      "corrupt",
      /Level: its pages also belong to another/,
    );
  });

  it("refuse a column with more values than its group has rows (HOST-08)", async () => {
    const bytes = fileWith({ values: rows + 1 });
    await assertRefused(decodeFrame(bytes, "parquet"), "corrupt", /1001 values in a group of 1000/);
  });

  it("leave the bytes as they were, whatever comes of them", async () => {
    const [good, bad] = [fileWith({}), fileWith({ codec: 1 })];
    const copies = [good, bad].map((bytes) => bytes.slice());
    await decodeFrame(good, "parquet");
    await assertRefused(decodeFrame(bad, "parquet"), "corrupt");
    assert.deepEqual([good, bad], copies);
  });

  it("refuse a footer whose rows are not those of its groups (14.4)", async () => {
    const bytes = fileWith({}, { rows: rows + 1, rowsOfGroup: rows });
    await assertRefused(decodeFrame(bytes, "parquet"), "corrupt", /1001 rows, but 1000 in its row/);
  });

  it("hold against the size of a group and against the sum of its chunks (14.4)", async () => {
    const large = 2 ** 30;
    const both = [fileWith({}, { bytesOfGroup: large }), fileWith({ uncompressedBytes: large })];
    for (const bytes of both) {
      await assertRefused(
        decodeFrame(bytes, "parquet"),
        "too-large",
        /1073\d{6} uncompressed bytes/,
      );
    }
  });

  it("refuse a group without one of the columns (HOST-08)", async () => {
    const bytes = fileWith({}, { chunksOfGroup: 1 });
    await assertRefused(
      decodeFrame(bytes, "parquet"),
      "corrupt",
      /2 columns, but 1 in a row group/,
    );
  });

  it("refuse a file with an encrypted column as encrypted (14.1.1)", async () => {
    await assertRefused(
      decodeFrame(fileWith({ isEncrypted: true }), "parquet"),
      "unsupported",
      /encrypted/,
    );
  });
});
