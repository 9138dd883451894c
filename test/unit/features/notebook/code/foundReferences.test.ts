import assert from "node:assert/strict";
import { foundReferences } from "../../../../../src/features/notebook/code/foundReferences";

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
    [
      "a chunk among prose ends its code",
      ["```{r}", us, "y <- 2", "```", "Prose.", "~~~{python}", de, "~~~~ ", "More."],
      [
        [1, 3, true],
        [6, 7, true],
      ],
    ],
    ["a line was edited by hand", [us.replace("/2/", "/two/"), "y = 2"], [[0, 2, false]]],
  ];
  for (const [when, lines, rows] of cases) {
    it(`finds what there is when ${when}`, () => {
      assert.deepEqual(rowsOf(lines), rows);
    });
  }

  it("looks at each line once, and at no more than a thousand references", () => {
    let reads = 0;
    const lines = new Proxy(new Array<string>(30_000).fill(us), {
      get: (target, name, receiver) => {
        if (typeof name === "string" && /^\d+$/.test(name)) reads++;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    const found = foundReferences(lines);
    assert.deepEqual([found.length, found.at(-1)?.row, found.at(-1)?.endRow], [1_000, 999, 1_000]);
    assert.equal(reads, 1_001);
  });
});
