import assert from "node:assert/strict";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { DecodeError } from "../../../src/data/errors";
import { type DecodedFrame } from "../../../src/data/normalizeFrame";
import { assertRefused } from "../../support/decodeErrors";
import { written } from "../../support/fixtures";

const decode = (text: string, isCloseDelimited = false): Promise<DecodedFrame> =>
  decodeFrame(new TextEncoder().encode(text), "json", { isCloseDelimited });

describe("JSON bodies (LIST-03)", () => {
  const days = ["2024-01-01", "2024-01-02"];
  const level = { Level: [1, 2] };
  const cases: [when: string, text: string, columns: Record<string, (number | string | null)[]>][] =
    [
      ["rows", '[{"Date":"2024-01-01","Level":1},{"Date":"2024-01-02","Level":2}]', level],
      [
        "rows of which one lacks a cell",
        '[{"Date":"2024-01-01"},{"Date":"2024-01-02","Level":2}]',
        { Level: [null, 2] },
      ],
      ["columns", '{"Date":["2024-01-01","2024-01-02"],"Level":[1,2]}', level],
      [
        "split with the date as a column",
        '{"columns":["Date","Level"],"data":[["2024-01-01",1],["2024-01-02",2]]}',
        level,
      ],
      [
        "split with a counter as its index",
        '{"columns":["Date","Level"],"index":[0,1],"data":[["2024-01-01",1],["2024-01-02",2]]}',
        level,
      ],
      [
        "pandas' default with a counter",
        '{"Date":{"0":1704067200000,"1":1704153600000},"Level":{"0":1,"1":2}}',
        level,
      ],
      ["by day", '{"2024-01-01":{"Level":1},"2024-01-02":{"Level":2}}', level],
      [
        "rows under one key",
        '{"count":2,"items":[{"Date":"2024-01-01","Level":1},{"Date":"2024-01-02","Level":2}]}',
        level,
      ],
      ["lines", '{"Date":"2024-01-01","Level":1}\r\n{"Date":"2024-01-02","Level":2}\r\n', level],
      [
        "rows with milliseconds (DATA-09)",
        '[{"Date":1704067200000,"Level":1},{"Date":1704153600000,"Level":2}]',
        level,
      ],
      [
        "rows with the digits of days (DATA-09)",
        '[{"Date":20240101,"Level":1},{"Date":20240102,"Level":2}]',
        level,
      ],
      ["by day, as digits (DATA-09)", '{"20240101":{"Level":1},"20240102":{"Level":2}}', level],
      [
        "pandas' default with milliseconds (DATA-09)",
        '{"Level":{"1704067200000":1,"1704153600000":2}}',
        level,
      ],
      [
        "split with the digits of days as its index (DATA-09)",
        '{"columns":["Level"],"index":[20240101,20240102],"data":[[1],[2]]}',
        level,
      ],
      [
        "rows with bare numbers that are none",
        '[{"Date":"2024-01-01","A":NaN,"B":-Infinity},{"Date":"2024-01-02","A":1,"B":Infinity}]',
        { A: [null, 1], B: [null, null] },
      ],
      [
        "rows with such words in texts",
        String.raw`[{"Date":"2024-01-01","A":"NaN, \"Infinity\""},{"Date":"2024-01-02","A":"\\"}]`,
        { A: ['NaN, "Infinity"', "\\"] },
      ],
      [
        "rows with long integers (DATA-06)",
        '[{"Date":"2024-01-01","A":9007199254740993},{"Date":"2024-01-02","A":-12345678901234567890}]',
        { A: ["9007199254740993", "-12345678901234567890"] },
      ],
      [
        "rows with large numbers that lose digits (DATA-06)",
        '[{"Date":"2024-01-01","A":9007199254740993.0,"B":9.007199254740993E+15,"C":1e999},' +
          '{"Date":"2024-01-02","A":1,"B":2,"C":3}]',
        {
          A: ["9007199254740993.0", "1"],
          B: ["9.007199254740993E+15", "2"],
          C: ["1e999", "3"],
        },
      ],
      [
        "rows with long numbers that a double keeps",
        '[{"Date":"2024-01-01","A":123450000000000000000,"B":1E23,"C":18446744073709551616},' +
          '{"Date":"2024-01-02","A":0.1000000000000000055,"B":-9007199254740992.0,"C":5e-324}]',
        { A: [123450000000000000000, 0.1], B: [1e23, -(2 ** 53)], C: [2 ** 64, 5e-324] },
      ],
      [
        "rows with identifiers that begin with a zero, beside numerals (DATA-06)",
        '[{"Date":"2024-01-01","A":"037833100","B":"0.5","C":"0"},{"Date":"2024-01-02","A":"7","B":"-0.25","C":"10"}]',
        { A: ["037833100", "7"], B: [0.5, -0.25], C: [0, 10] },
      ],
      [
        "rows with booleans and empty texts",
        '[{"Date":"2024-01-01","A":true},{"Date":"2024-01-02","A":""}]',
        { A: ["true", null] },
      ],
    ];
  for (const [when, text, columns] of cases) {
    it(`are read as ${when}`, async () => {
      const { frame } = await decode(text);
      assert.deepEqual(written(frame), { days, columns, names: Object.keys(columns) });
    });
  }

  it("count from any other number than 0 or 1 in a column that is kept (14.1.5)", async () => {
    const split = (index: string): string =>
      `{"columns":["Date","A"],"index":[${index}],"data":[["2024-01-01",1],["2024-01-02",2]]}`;
    for (const [index, names] of [
      ["0,1", ["A"]],
      ["1,2", ["A"]],
      ["5,6", ["index", "A"]],
    ] as const) {
      const { columns } = (await decode(split(index))).frame;
      assert.deepEqual(
        columns.map(({ name }) => name),
        names,
        index,
      );
    }
  });

  it("with milliseconds have 1970-01-01 as 0 among others (DATA-09)", async () => {
    const { frame } = await decode('{"Level":{"-86400000":1,"0":2,"86400000":3}}');
    assert.deepEqual(written(frame), {
      days: ["1969-12-31", "1970-01-01", "1970-01-02"],
      names: ["Level"],
      columns: { Level: [1, 2, 3] },
    });
  });

  it("with milliseconds have the years 1800 to 2200 (DATA-09)", async () => {
    // Date.UTC of each day by Python: (date - 1970-01-01).days * 86400000
    const { frame } = await decode('{"Level":{"-5364662400000":1,"7289568000000":2}}');
    assert.deepEqual(written(frame).days, ["1800-01-01", "2200-12-31"]);
    for (const outside of ["-5364748800000", "7289654400000"]) {
      await assertRefused(decode(`{"Level":{"${outside}":1}}`), "corrupt", /not a day/);
    }
  });

  const integers: [what: string, cells: string][] = [
    ["epoch seconds", "1704067200,1704153600"],
    ["epoch microseconds", "1704067200000000,1704153600000000"],
    ["milliseconds within a day", "1704067200000,1704153600001"],
    ["years", "2023,2024"],
    ["a RangeIndex", "0,1"],
    ["a RangeIndex of one row", "0"],
    ["a zero among days", '"2024-01-01",0'],
    ["an Excel day", "45292,45293"],
    ["digits of no day", "20240230,20240301"],
    ["digits of months", "202401,202402"],
    ["fractions", "20240101.5,20240102.5"],
  ];
  for (const [what, cells] of integers) {
    it(`are refused for ${what} as days, in every layout (DATA-09)`, async () => {
      const all = cells.split(",");
      const keys = all.map((cell) => `"${cell.replaceAll('"', "")}"`);
      const values = all.map(() => "1").join(",");
      const bodies = [
        `[${all.map((cell) => `{"Date":${cell},"Level":1}`).join(",")}]`,
        `{"Date":[${cells}],"Level":[${values}]}`,
        `{"columns":["Level"],"index":[${cells}],"data":[${all.map(() => "[1]").join(",")}]}`,
        `{"Level":{${keys.map((key) => `${key}:1`).join(",")}}}`,
      ];
      for (const body of bodies) await assertRefused(decode(body), "corrupt", /which is not a day/);
      const byDay = `{${keys.map((key) => `${key}:{"Level":1}`).join(",")}}`;
      await assert.rejects(decode(byDay), DecodeError);
    });
  }

  it("without rows are empty frames", async () => {
    for (const text of ["[]", "{}", '{"data":[]}', '{"Level":{}}', '{"Date":[],"Level":[]}']) {
      assert.equal((await decode(text)).frame.days.length, 0, text);
    }
  });

  it("with __proto__ as a key have such a column and change no prototype (HOST-05)", async () => {
    const text = '[{"Date":"2024-01-01","__proto__":{"polluted":1}}]';
    await assertRefused(decode(text), "unsupported", /__proto__/);
    const { frame } = await decode(text.replace('{"polluted":1}', "5"));
    assert.deepEqual(frame.columns, [
      { name: "__proto__", type: "number", values: Float64Array.of(5) },
    ]);
    assert.ok(!("polluted" in {}));
  });

  const bomb = 1_000_000;
  const refusals: [
    what: string,
    text: string,
    kind: "ambiguous" | "corrupt" | "unsupported",
    message: RegExp,
  ][] = [
    [
      "keys of one day (DATA-09)",
      '{"Level":{"2024-06-28":1,"20240628":1}}',
      "ambiguous",
      /"20240628" and "2024-06-28" are the same day, 2024-06-28/,
    ],
    [
      "keys of one day by day (DATA-09)",
      '{"2024-06-28T00:00:00":{"Level":1},"2024-06-28T12:00:00":{"Level":1}}',
      "ambiguous",
      /the same day, 2024-06-28/,
    ],
    [
      "rows of one day with different values (DATA-10)",
      '[{"Date":"2024-06-28","Level":1},{"Date":"2024-06-28","Level":null}]',
      "ambiguous",
      /^2 rows for 2024-06-28 with different values/,
    ],
    [
      "two equal keys of a row (14.1.5)",
      '[{"Date":"2024-01-01","Level":1},{"Date":"2024-01-02","Level":1,"Level":1}]',
      "ambiguous",
      /repeats the key Level/,
    ],
    [
      "two equal keys of which one is escaped (14.1.5)",
      String.raw`{"Level":{"2024-01-01":1},"\u004cevel":{"2024-01-02":1}}`,
      "ambiguous",
      /repeats the key Level/,
    ],
    [
      "two equal days as keys (14.1.5)",
      '{"Level":{"2024-01-01":1, "2024-01-01" :2}}',
      "ambiguous",
      /repeats the key 2024-01-01/,
    ],
    [
      "two equal keys on a line (14.1.5)",
      '{"Date":"2024-01-01","A":1}\n{"Date":"2024-01-02","A":1,"A":2}\n',
      "ambiguous",
      /repeats the key A/,
    ],
    [
      "two keys named __proto__ (14.1.5)",
      '[{"Date":"2024-01-01","__proto__":1,"__proto__":2}]',
      "ambiguous",
      /repeats the key __proto__/,
    ],
    [
      "digits behind Infinity (14.1.1)",
      '[{"Date":"2024-01-01","A":Infinity0}]',
      "corrupt",
      /not JSON/,
    ],
    [
      "digits before Infinity (14.1.1)",
      '[{"Date":"2024-01-01","A":1Infinity}]',
      "corrupt",
      /not JSON/,
    ],
    ["digits behind NaN (14.1.1)", '[{"Date":"2024-01-01","A":NaN0}]', "corrupt", /not JSON/],
    [
      "a leading zero before many digits (14.1.1)",
      '[{"Date":"2024-01-01","A":09007199254740993}]',
      "corrupt",
      /not JSON/,
    ],
    [
      "many digits with two points (14.1.1)",
      '[{"Date":"2024-01-01","A":9007199254740993.0.0}]',
      "corrupt",
      /not JSON/,
    ],
    [
      "nesting a million deep (HOST-05)",
      "[".repeat(bomb) + "]".repeat(bomb),
      "unsupported",
      /nested/,
    ],
    ["objects a million deep", '{"a":'.repeat(bomb), "unsupported", /nested/],
    ["the words of a failure", '{"detail":"not found"}', "unsupported", /date/],
    ["a number alone", "5", "unsupported", /layout/],
    ["a cut text", '[{"Date":"2024-01-01","Level":1},{"Da', "corrupt", /not JSON/],
    ["bare words", '[{"Date":"2024-01-01","Level":Nothing}]', "corrupt", /not JSON/],
    ["columns of two lengths", '{"Date":["2024-01-01"],"Level":[1,2]}', "corrupt", /1 and 2/],
    [
      "a short row of a split",
      '{"columns":["Date","A"],"data":[["2024-01-01"]]}',
      "corrupt",
      /row 1/,
    ],
    ["a row without a day", '[{"Date":null,"A":1}]', "corrupt", /row 1 has null/],
    ["a day beyond four digits of a year", '[{"Date":1e300,"A":1}]', "corrupt", /not a day/],
    ["a cell that is an array", '[{"Date":"2024-01-01","A":[1]}]', "unsupported", /column A/],
  ];
  for (const [what, text, kind, message] of refusals) {
    it(`are refused for ${what}`, () => assertRefused(decode(text), kind, message));
  }

  it("that only the connection's end delimits must end with their end (DATA-02)", async () => {
    const lines = '{"Date":"2024-01-01","A":1}\n{"Date":"2024-01-02","A":1}';
    await assertRefused(decode(lines, true), "incomplete", /line break/);
    await assertRefused(decode('[{"Date":"2024-01-01","A":1},', true), "incomplete", /bracket/);
    assert.equal((await decode(`${lines}\n`, true)).frame.days.length, 2);
    assert.equal((await decode('[{"Date":"2024-01-01","A":1}]\n', true)).frame.days.length, 1);
  });

  it("with more elements in all than the limits allow are refused before they are parsed (14.4)", async () => {
    const limits = { rows: 1_000, columns: 100, bytes: 8_000 };
    const arrays = (count: number): Uint8Array => {
      const notes = Array.from({ length: count }, (_, at) => `"n${at}":[${"1,".repeat(499)}1]`);
      const rows = '"data":[{"Date":"2024-01-01","A":1}]';
      return new TextEncoder().encode(`{"info":{${notes.join(",")}},${rows}}`);
    };
    // 499 commas in each array, 1,100 in all: 8,000 bytes of numbers and 100 columns.
    assert.equal((await decodeFrame(arrays(2), "json", { limits })).frame.days.length, 1);
    const message = /^the body has 1101 elements; the limit is 1100$/;
    await assertRefused(decodeFrame(arrays(3), "json", { limits }), "too-large", message);
  });

  it("of many rows with names of their own are refused before they fill the memory", async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `{"Date":"2024-01-01","c${row}":1}`);
    const limits = { rows: 1_000, columns: 100, bytes: 1e6 };
    const bytes = new TextEncoder().encode(`[${rows.join(",")}]`);
    await assertRefused(decodeFrame(bytes, "json", { limits }), "too-large", /columns/);
  });
});
