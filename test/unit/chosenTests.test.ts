import assert from "node:assert/strict";
import path from "node:path";
import { chosenTests } from "../e2e/testFiles";

describe("chosenTests", () => {
  const names = ["connect", "charts/charts", "charts/panels", "page/chartPageKeys", "page/changes"];
  const here = names.map((name) => name.replaceAll("/", path.sep));
  const chosen = (...words: string[]): string[] =>
    chosenTests(words, here).map((name) => name.replaceAll(path.sep, "/"));

  const cases: [what: string, words: string[], expected: string[]][] = [
    ["no word: all", [], names],
    ["a whole name", ["page/changes"], ["page/changes"]],
    ["the last part of a name", ["chartPageKeys"], ["page/chartPageKeys"]],
    ["a folder", ["page"], ["page/chartPageKeys", "page/changes"]],
    ["a folder as a shell completes it", ["page/"], ["page/chartPageKeys", "page/changes"]],
    ["a folder and a name alike", ["charts"], ["charts/charts", "charts/panels"]],
    [
      "several, each once",
      ["panels", "charts", "connect"],
      ["charts/panels", "charts/charts", "connect"],
    ],
  ];
  for (const [what, words, expected] of cases) {
    it(`takes ${what}`, () => {
      assert.deepEqual(chosen(...words), expected);
    });
  }

  it("refuses a word that chooses nothing, also beside others", () => {
    for (const word of ["chart", "keys", "harts/panels", "no"]) {
      assert.throws(() => chosen("page", word), new RegExp(`called ${word}$`));
    }
  });
});
