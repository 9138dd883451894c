import assert from "node:assert/strict";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { type DecodedFrame } from "../../../src/data/normalizeFrame";
import { assertRefused } from "../../support/decodeErrors";
import { written } from "../../support/fixtures";

const decode = (text: string, isCloseDelimited = false): Promise<DecodedFrame> =>
  decodeFrame(new TextEncoder().encode(text), "csv", { isCloseDelimited });

describe("CSV bodies (LIST-02)", () => {
  const days = ["2024-01-01", "2024-01-02"];
  const cases: [when: string, text: string, columns: Record<string, (number | string | null)[]>][] =
    [
      ["lines end with CRLF", "Date,Level\r\n2024-01-01,1\r\n2024-01-02,2\r\n", { Level: [1, 2] }],
      ["lines end with CR", "Date,Level\r2024-01-01,1\r2024-01-02,2\r", { Level: [1, 2] }],
      ["the last line has no end", "Date,Level\n2024-01-01,1\n2024-01-02,2", { Level: [1, 2] }],
      [
        "there are a byte order mark and empty lines",
        "\uFEFF\nDate,Level\n\n2024-01-01,1\n2024-01-02,2\n\n",
        { Level: [1, 2] },
      ],
      ["tabs separate", "Date\tLevel\n2024-01-01\t1\n2024-01-02\t2\n", { Level: [1, 2] }],
      [
        "decimals have commas",
        "Date;Level\n2024-01-01;-1,5\n2024-01-02;NA\n",
        { Level: [-1.5, null] },
      ],
      [
        "only some numbers have commas: then nothing is guessed",
        "Date;Level\n2024-01-01;1,234\n2024-01-02;12\n",
        { Level: ["1,234", "12"] },
      ],
      [
        "values are missing",
        "Date,A,B,C,D\n2024-01-01,,NaN,nan,null\n2024-01-02,1,NA,3,4\n",
        { A: [null, 1], B: [null, null], C: [null, 3], D: [null, 4] },
      ],
      [
        "values are infinite",
        "Date,A\n2024-01-01,inf\n2024-01-02,-Infinity\n",
        { A: [null, null] },
      ],
      [
        "a quoted NA is text, a bare one is none",
        'Date,Note\n2024-01-01,"NA"\n2024-01-02,NA\n',
        { Note: ["NA", null] },
      ],
      [
        "quotes are everywhere, so they say nothing",
        '"Date","Level"\n"2024-01-01","1.5"\n"2024-01-02",""\n',
        { Level: [1.5, null] },
      ],
      [
        "cells hold quotes and line breaks",
        'Date,Note\n2024-01-01,"a ""b"",\r\nc"\n2024-01-02,d\n',
        { Note: ['a "b",\r\nc', "d"] },
      ],
      [
        "integers are longer than numbers (DATA-06)",
        "Date,Big\n2024-01-01,9007199254740993\n2024-01-02,1\n",
        { Big: ["9007199254740993", "1"] },
      ],
      ["the first header is empty", ",Level\n2024-01-01,1\n2024-01-02,2\n", { Level: [1, 2] }],
      [
        "only one column is of dates",
        "when,Level\n2024-01-01 00:00:00+09:00,1\n2024-01-02T23:59:59Z,2\n",
        { Level: [1, 2] },
      ],
      ["zero is negative", "Date,A\n2024-01-01,-0\n2024-01-02,-0.0\n", { A: [0, 0] }],
    ];
  for (const [when, text, columns] of cases) {
    it(`are read when ${when}`, async () => {
      const { frame } = await decode(text);
      assert.deepEqual(written(frame), { days, columns, names: Object.keys(columns) });
    });
  }

  it("lose an unnamed counter, but not an unnamed column of other numbers", async () => {
    const counter = await decode(",Date,A\n7,2024-01-01,1\n8,2024-01-02,2\n");
    assert.deepEqual(
      counter.frame.columns.map(({ name }) => name),
      ["A"],
    );
    assert.equal(counter.repairs.droppedCounters, 1);
    const other = await decode(",Date,A\n7,2024-01-01,1\n9,2024-01-02,2\n");
    assert.deepEqual(
      other.frame.columns.map(({ name }) => name),
      ["", "A"],
    );
  });

  it("tell infinities, and the last of two rows for one day wins", async () => {
    const { frame, repairs } = await decode("Date,A\n2024-01-02,inf\n2024-01-01,1\n2024-01-02,3\n");
    assert.deepEqual(written(frame).columns, { A: [1, 3] });
    assert.deepEqual(repairs, {
      duplicateDays: 1,
      infinities: 1,
      droppedCounters: 0,
      undatedRows: 0,
      leftOutColumns: [],
      isReordered: true,
    });
  });

  const refusals: [
    what: string,
    text: string,
    kind: "corrupt" | "incomplete" | "unsupported",
    message: RegExp,
  ][] = [
    [
      "a ragged row, by its line",
      'Date,A\n2024-01-01,"x\ny"\n2024-01-02\n',
      "corrupt",
      /line 4 .* 1 cells, the header 2/,
    ],
    ["quotes that are never closed", 'Date,A\n2024-01-01,"x\n', "incomplete", /line 2/],
    ["text behind quotes", 'Date,A\n2024-01-01,"x"y\n', "corrupt", /line 2/],
    ["a row without a day", "Date,A\n,1\n", "corrupt", /column Date: row 1/],
    ["a day that does not exist", "Date,A\n2024-02-30,1\n", "corrupt", /2024-02-30/],
    ["a body without dates", "A,B\n1,2\n", "unsupported", /A, B/],
    ["two columns of one name", "Date,A,A\n2024-01-01,1,2\n", "corrupt", /named A/],
    ["an empty body", "", "corrupt", /header/],
  ];
  for (const [what, text, kind, message] of refusals) {
    it(`are refused for ${what}`, () => assertRefused(decode(text), kind, message));
  }

  it("that only the connection's end delimits must end with a line break (DATA-02)", async () => {
    await assertRefused(decode("Date,A\n2024-01-01,1", true), "incomplete");
    assert.equal((await decode("Date,A\n2024-01-01,1\n", true)).frame.days.length, 1);
  });

  it("that are not UTF-8 are refused", async () => {
    await assertRefused(decodeFrame(Uint8Array.of(0x44, 0xff, 0x0a), "csv"), "corrupt", /UTF-8/);
  });

  it("beyond the limits are refused with the numbers", async () => {
    const limits = { rows: 2, columns: 2, bytes: 100 };
    const bytes = new TextEncoder().encode("Date,A\n2024-01-01,1\n2024-01-02,1\n2024-01-03,1\n");
    await assertRefused(
      decodeFrame(bytes, "csv", { limits }),
      "too-large",
      /3 rows; the limit is 2/,
    );
    const long = { limits: { ...limits, bytes: 10 } };
    await assertRefused(decodeFrame(bytes, "csv", long), "too-large", /bytes/);
  });
});
