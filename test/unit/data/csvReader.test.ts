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
        "only some numbers of a column have commas: then nothing is guessed",
        "Date;Level\n2024-01-01;1,234\n2024-01-02;12\n",
        { Level: ["1,234", "12"] },
      ],
      [
        "a column has points beside one that needs the decimal comma (DATA-11)",
        "Date;A;B;C\n2024-01-01;0,52;1.234;7\n2024-01-02;-1,5;12.5;8\n",
        { A: [0.52, -1.5], B: ["1.234", "12.5"], C: [7, 8] },
      ],
      [
        "a column has points beside one that has groups too (DATA-11)",
        "Date;A;B\n2024-01-01;1.234,5;1.234\n2024-01-02;2.000,5;\n",
        { A: ["1.234,5", "2.000,5"], B: ["1.234", null] },
      ],
      [
        "a column has points beside one that groups with them (DATA-11)",
        "Date;A;B\n2024-01-01;1.234.567;1.234\n2024-01-02;2;5\n",
        { A: ["1.234.567", "2"], B: ["1.234", "5"] },
      ],
      [
        "commas may group beside decimal points (DATA-11)",
        "Date;A;B\n2024-01-01;1,234;0.5\n2024-01-02;5,678;0.25\n",
        { A: ["1,234", "5,678"], B: ["0.5", "0.25"] },
      ],
      [
        "tabs separate and decimals have commas or points (DATA-11)",
        "Date\tA\tB\n2024-01-01\t0,5\t1.234\n2024-01-02\t1,5\t2\n",
        { A: ["0,5", "1,5"], B: ["1.234", "2"] },
      ],
      [
        "semicolons separate and all decimals have points",
        "Date;A;Note\n2024-01-01;1.234;a,5\n2024-01-02;2.5;28.06.2024\n",
        { A: [1.234, 2.5], Note: ["a,5", "28.06.2024"] },
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
        "a quoted NA makes its column one of texts, in which a bare one is text too (DATA-15)",
        'Date,Note\n2024-01-01,"NA"\n2024-01-02,NA\n',
        { Note: ["NA", "NA"] },
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
      [
        "large numbers lose digits behind a point or before an exponent (DATA-06)",
        "Date,A,B,C\n2024-01-01,9007199254740993.0,9.007199254740993e15,1e999\n2024-01-02,,1,2\n",
        {
          A: ["9007199254740993.0", null],
          B: ["9.007199254740993e15", "1"],
          C: ["1e999", "2"],
        },
      ],
      [
        "large numbers lose digits behind a comma (DATA-06)",
        "Date;A\n2024-01-01;9007199254740993,5\n2024-01-02;1,5\n",
        { A: ["9007199254740993,5", "1,5"] },
      ],
      [
        "large numbers keep all their digits",
        "Date,A,B\n2024-01-01,1e23,9007199254740992.0\n2024-01-02,-1.7976931348623157E+308,18446744073709551616\n",
        { A: [1e23, -1.7976931348623157e308], B: [2 ** 53, 2 ** 64] },
      ],
      [
        "small numbers have more digits than a double",
        "Date,A\n2024-01-01,0.1000000000000000055511\n2024-01-02,4503599627370497.123\n",
        { A: [0.1, 4503599627370497] },
      ],
      [
        "the header lacks the cell above the days, as R names rows",
        '"Level"\n"2024-01-01",1\n"2024-01-02",2\n',
        { Level: [1, 2] },
      ],
      [
        "the header lacks the cell above names of rows",
        '"Date","A"\n"3",2024-01-01,\n"7",2024-01-02,2\n',
        { "": ["3", "7"], A: [null, 2] },
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

  const counters: [what: string, text: string, names: string[]][] = [
    ["from 0", ",Date,A\n0,2024-01-01,1\n1,2024-01-02,2\n", ["A"]],
    ["from 1", ",Date,A\n1,2024-01-01,1\n2,2024-01-02,2\n", ["A"]],
    ["from 7: no counter", ",Date,A\n7,2024-01-01,1\n8,2024-01-02,2\n", ["", "A"]],
    ["with a gap: no counter", ",Date,A\n0,2024-01-01,1\n2,2024-01-02,2\n", ["", "A"]],
    ["of one row: no counter", ",Date,A\n1,2024-01-01,5\n", ["", "A"]],
    ["in quotes, as R writes them", '"","Date","A"\n"1",2024-01-01,1\n"2",2024-01-02,2\n', ["A"]],
    ["beside days of another name", ",Day,A\n1,2024-01-01,1\n2,2024-01-02,2\n", ["A"]],
    ["without a header", "Date,A\n1,2024-01-01,1\n2,2024-01-02,2\n", ["A"]],
  ];
  for (const [what, text, names] of counters) {
    it(`lose an unnamed counter: consecutive integers ${what} (14.1.5)`, async () => {
      const { frame, repairs } = await decode(text);
      assert.deepEqual(
        frame.columns.map(({ name }) => name),
        names,
      );
      assert.equal(repairs.droppedCounters, names.length === 1 ? 1 : 0);
    });
  }

  it("count equal rows of one day once, and tell so with infinities (DATA-10)", async () => {
    const { frame, repairs } = await decode(
      "Date,A,B\n2024-01-02,inf,x\n2024-01-01,1,\n2024-01-02,,x\n2024-01-02,nan,x\n",
    );
    assert.deepEqual(written(frame).columns, { A: [1, null], B: [null, "x"] });
    assert.deepEqual(repairs, {
      duplicateRows: 2,
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
    kind: "ambiguous" | "corrupt" | "incomplete" | "unsupported",
    message: RegExp,
  ][] = [
    [
      "rows of one day with different values (DATA-10)",
      "Date,country_iso,Level\n2024-06-28,US,1\n2024-06-27,US,1\n2024-06-28,DE,1\n2024-06-28,US,1\n",
      "ambiguous",
      /^3 rows for 2024-06-28 with different values: the response may mix variants$/,
    ],
    [
      "a row of a day that lacks a value of the other (DATA-10)",
      "Date,Level\n2024-06-28,1\n2024-06-28,\n",
      "ambiguous",
      /^2 rows for 2024-06-28/,
    ],
    [
      "a ragged row, by its line",
      'Date,A\n2024-01-01,"x\ny"\n2024-01-02\n',
      "corrupt",
      /line 4 .* 1 cell, the header has 2/,
    ],
    [
      "a row with one cell more than the others and the header",
      "Date,A\n2024-01-01,1\n2,2024-01-02,2\n",
      "corrupt",
      /line 3 .* 3 cells, the header has 2/,
    ],
    [
      "a row that lacks its name",
      "Date,A\n1,2024-01-01,1\n2024-01-02,2\n",
      "corrupt",
      /line 3 .* 2 cells, the header has 2/,
    ],
    [
      "rows with two cells more than the header",
      "Date,A\n1,1,2024-01-01,1\n2,2,2024-01-02,2\n",
      "corrupt",
      /line 2 .* 4 cells, the header has 2/,
    ],
    [
      "separators at the ends of the rows alone",
      "Day,A\n2024-01-01,1,\n2024-01-02,2,\n",
      "corrupt",
      /line 2 .* 3 cells, the header has 2/,
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
