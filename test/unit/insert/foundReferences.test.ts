import assert from "node:assert/strict";
import { foundReferences } from "../../../src/insert/foundReferences";

const us = "# macro-signals: signals/INFL/2/country_iso=US/FIT/latest @ sample";
const de = "# macro-signals: signals/INFL/2/country_iso=DE/FIT/latest @ sample";

describe("foundReferences", () => {
  const rowsOf = (lines: readonly string[]): (readonly [number, number, boolean])[] =>
    foundReferences(lines).map(({ line, row, endRow }) => [row, endRow, line !== undefined]);

  const cases: [when: string, lines: string[], rows: [number, number, boolean][]][] = [
    ["there is no line", ["import pandas as pd", "# macro signals"], []],
    ["one line has code to the end", ["x = 1", us, "y = 2"], [[1, 3, true]]],
    [
      "the next line ends the code of the one before",
      [us, "y = 2", de, "z = 3"],
      [
        [0, 2, true],
        [2, 4, true],
      ],
    ],
    [
      "the next cell ends its code",
      ["# %%", us, "y = 2", "", "# %% next", "z = 3"],
      [[1, 4, true]],
    ],
    ["a line was edited by hand", [us.replace("/2/", "/two/"), "y = 2"], [[0, 2, false]]],
  ];
  for (const [when, lines, rows] of cases) {
    it(`finds what there is when ${when}`, () => {
      assert.deepEqual(rowsOf(lines), rows);
    });
  }
});
