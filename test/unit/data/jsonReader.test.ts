import assert from "node:assert/strict";
import { decodeFrame } from "../../../src/data/decodeFrame";
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
        "rows with milliseconds, on any clock of the day",
        '[{"Date":1704067200000,"Level":1},{"Date":1704239999999,"Level":2}]',
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
        "rows with long numbers that a double keeps",
        '[{"Date":"2024-01-01","A":123450000000000000000},{"Date":"2024-01-02","A":0.1000000000000000055}]',
        { A: [123450000000000000000, 0.1] },
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
  const refusals: [what: string, text: string, kind: "corrupt" | "unsupported", message: RegExp][] =
    [
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
      ["a day beyond four digits of a year", '[{"Date":1e300,"A":1}]', "corrupt", /no day/],
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

  it("of many rows with names of their own are refused before they fill the memory", async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `{"Date":"2024-01-01","c${row}":1}`);
    const limits = { rows: 1_000, columns: 100, bytes: 1e6 };
    const bytes = new TextEncoder().encode(`[${rows.join(",")}]`);
    await assertRefused(decodeFrame(bytes, "json", { limits }), "too-large", /columns/);
  });
});
