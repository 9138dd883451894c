import assert from "node:assert/strict";
import fc from "fast-check";
import { csvBlocks, spreadsheetCells, spreadsheetFormat, toCsv } from "../../../src/data/csvWriter";
import { longLayout } from "../../../src/data/table/long";
import { LongText } from "../../../src/data/table/longText";
import { joined, textBlocks } from "../../../src/data/textRows";
import { type Frame } from "../../../src/data/frame";
import { isoOfDay } from "../../../src/shared/day";
import { instantOfText } from "../../../src/shared/instant";
import { anyFrame, frameOf } from "../../support/frames";
import { runs } from "../../support/propertyRuns";

/** RFC 4180 cell by cell, without any of the tricks of the writer under test. */
function naiveCsv({ days, columns }: Frame): string {
  const lines = [["Date", ...columns.map(({ name }) => naiveName(name))].join(",")];
  days.forEach((day, row) => {
    const cells = columns.map(({ values }) => naiveCell(values[row] ?? null));
    lines.push([isoOfDay(day), ...cells].join(","));
  });
  return lines.map((line) => `${line}\n`).join("");
}

const missing = /^[+-]?(nan|na|n\/a|#n\/a|#na|null|none|<na>|nat|\.|-|1\.#ind|1\.#qnan)$/i;

function naiveCell(value: number | string | null): string {
  if (value === null || Number.isNaN(value)) return "";
  if (typeof value === "number") return String(value);
  const isNumberLike =
    value.trim() !== "" && Number.isFinite(Number(value)) && !/[xob]/i.test(value);
  const isMarker = value.trim() === "" || missing.test(value.trim());
  const isInfinite = /^[+-]?inf(inity)?$/i.test(value.trim());
  const isDelicate = /[",;\t\r\n]/.test(value) || value !== value.trim();
  return isNumberLike || isMarker || isInfinite || isDelicate ? quoted(value) : value;
}

function naiveName(name: string): string {
  return /[",;\t\r\n]/.test(name) ? quoted(name) : name;
}

function quoted(text: string): string {
  return `"${text.split('"').join('""')}"`;
}

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

describe("toCsv", () => {
  it("writes what a naive writer writes, byte by byte", () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        assert.equal(textOf(toCsv(frame)), naiveCsv(frame));
      }),
      { numRuns: runs() },
    );
  });

  it("does so over the bounds of blocks, months and centuries", () => {
    const rows = 5_000;
    const frame: Frame = {
      days: Int32Array.from({ length: rows }, (_, row) => row * 7 - 20_000),
      columns: [
        {
          name: "Level",
          type: "number",
          values: Float64Array.from({ length: rows }, (_, row) =>
            row % 7 === 0 ? Number.NaN : Math.sin(row),
          ),
        },
        {
          name: "Note",
          type: "text",
          values: Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? null : `é${row}`)),
        },
        {
          name: "Momentum",
          type: "number",
          values: Float64Array.from({ length: rows }, (_, row) => Math.tan(row)),
        },
      ],
    };
    assert.equal(textOf(toCsv(frame)), naiveCsv(frame));
    assert.ok([...csvBlocks(frame)].length > 3);
  });

  it("leaves a missing value empty, and quotes what would be read as another", () => {
    const frame = frameOf(["2024-01-01", "2024-01-02"], {
      Level: [null, -1.5e308],
      Note: ["NA", "1.5"],
      "a,b": ['say "x"', "two\nlines"],
    });
    const expected = [
      'Date,Level,Note,"a,b"',
      '2024-01-01,,"NA","say ""x"""',
      '2024-01-02,-1.5e+308,"1.5","two\nlines"',
      "",
    ];
    assert.equal(textOf(toCsv(frame)), expected.join("\n"));
  });

  it("writes the header alone of a frame without rows", () => {
    assert.equal(textOf(toCsv(frameOf([], { Level: [] }))), "Date,Level\n");
  });
});

describe("CSV for spreadsheets (CSV-01)", () => {
  it("has vintages whose tags are no formulas, with as-ofs as in a data file", () => {
    const asOf = instantOfText("20240630T235959Z") ?? assert.fail();
    const layout = longLayout(
      [{ name: "=kind", type: "text" }],
      [[{ name: "Level", type: "number" }]],
      true,
    );
    const frame = frameOf(["2024-06-28"], { Level: [-1.5] });
    const written = (form: "csv" | "spreadsheet.csv"): string => {
      const text = new LongText(layout, form);
      const blocks = ["=1+1", "-x", "@A"].flatMap((tag) => [
        ...text.add({ asOf, coordinates: [tag], frame }),
      ]);
      return textOf(joined([...blocks, text.end()]));
    };
    const lines = (head: string, tags: readonly string[]): string =>
      [head, ...tags.map((tag) => `2024-06-30T23:59:59Z,2024-06-28,${tag},-1.5`), ""].join("\n");
    const spreadsheet = lines("\uFEFFas_of,Date,'=kind,Level", ["'=1+1", "'-x", "'@A"]);
    assert.equal(written("spreadsheet.csv"), spreadsheet);
    assert.equal(written("csv"), lines("as_of,Date,=kind,Level", ["=1+1", "-x", "@A"]));
  });

  const texts = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "\nx",
    "＝1",
    "＠A",
    "a=b",
    " =1",
    "'=1",
  ];
  const days = texts.map((_, at) => `2024-01-${at + 10}`);

  it("puts an apostrophe before texts and names that begin a formula, and leaves numbers alone", () => {
    const frame = frameOf(days, { "=Level": texts.map(() => -1.5), "@Note": texts });
    const [head, ...rows] = textOf(joined(textBlocks(frame, spreadsheetCells(frame, ","))))
      .trimEnd()
      .split(/\n(?=\d{4}-)/);
    assert.equal(head, "Date,'=Level,'@Note");
    const cells = [
      ...["'=1+1", "'+1", "'-1", "'@SUM(A1)", '"\'\tx"', '"\'\rx"', '"\'\nx"', "'＝1", "'＠A"],
      ...["a=b", '" =1"', "'=1"],
    ];
    assert.deepEqual(
      rows,
      cells.map((cell, at) => `${days[at] ?? ""},-1.5,${cell}`),
    );
  });

  it("begins with EF BB BF, even without rows or with several series, unlike data files and the clipboard", () => {
    const full = frameOf(["2024-01-01"], { Level: [1], Sector: ["Ölsaaten"] });
    for (const frame of [full, frameOf([], { Level: [] })]) {
      const bytes = joined(textBlocks(frame, spreadsheetFormat(frame)));
      const expected = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), toCsv(frame)]);
      assert.deepEqual(Buffer.from(bytes), expected);
      const long = (form: "csv" | "spreadsheet.csv" | "tsv" | "json"): Buffer => {
        const text = new LongText(longLayout([], [frame.columns]), form);
        const parts = [frame, frame].flatMap((each) => [
          ...text.add({ coordinates: [], frame: each }),
        ]);
        return Buffer.concat([...parts, text.end()]);
      };
      assert.deepEqual(
        long("spreadsheet.csv"),
        Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), long("csv")]),
      );
      for (const form of ["csv", "tsv", "json"] as const) {
        assert.notEqual(long(form)[0], 0xef, form);
      }
    }
  });

  it("is not what a data file gets", () => {
    const frame = frameOf(days, { "=Level": texts.map(() => -1.5), "@Note": texts });
    const [head, first] = textOf(toCsv(frame)).split("\n");
    assert.deepEqual([head, first], ["Date,=Level,@Note", "2024-01-10,-1.5,=1+1"]);
  });
});
