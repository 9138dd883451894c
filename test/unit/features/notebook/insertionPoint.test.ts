import assert from "node:assert/strict";
import { type CodeLanguage } from "../../../../src/features/notebook/code/languages";
import { insertedLines, insertionPoint } from "../../../../src/features/notebook/insertionPoint";
import { languageIdOf } from "../../../../src/features/notebook/languageId";

const quarto = ["# Title", "", "```{r}", "x <- 1", "```", "", "Words.", "````{python}", "```", "y"];

describe("insertionPoint", () => {
  const cases: [
    when: string,
    lines: readonly string[],
    row: number,
    languageId: string,
    point: [row: number, language: CodeLanguage | undefined, isProse: boolean],
  ][] = [
    ["the line of the cursor in a script", ["a", "b"], 1, "python", [1, "python", false]],
    ["the end of an empty script", [""], 0, "sql", [0, "sql", false]],
    ["behind the mark of a cell", ["# %%", "b"], 0, "python", [1, "python", false]],
    ["behind a mark at the end", ["-- %% last"], 0, "sql", [1, "sql", false]],
    ["nothing of ours in another language", ["a"], 0, "julia", [0, undefined, false]],
    ["prose of Markdown", ["a"], 0, "markdown", [0, "markdown", false]],
    ["a chunk of a document", quarto, 3, "quarto", [3, "r", false]],
    ["prose after a chunk, with its language", quarto, 6, "quarto", [6, "r", true]],
    ["prose before any chunk of Quarto", quarto, 1, "quarto", [1, "python", true]],
    ["prose before any chunk of R Markdown", quarto, 1, "rmd", [1, "r", true]],
    ["a chunk that a shorter fence does not end", quarto, 9, "quarto", [9, "python", false]],
    ["a chunk of another language", ["```{julia}", "x"], 1, "quarto", [1, undefined, false]],
  ];
  for (const [when, lines, row, languageId, [at, language, isProse]] of cases) {
    it(`is ${when}`, () => {
      assert.deepEqual(insertionPoint(lines, row, languageId), { row: at, language, isProse });
    });
  }
});

describe("insertionPoint behind the text of a line", () => {
  const cases: [
    when: string,
    lines: readonly string[],
    row: number,
    languageId: string,
    at: number,
  ][] = [
    ["the next line", ["a", "b"], 0, "python", 1],
    ["the end behind the last line", ["a"], 0, "python", 1],
    ["the line before the next cell", ["a", "# %%"], 0, "python", 1],
    ["the first line of a cell behind its mark", ["# %%", "b"], 0, "python", 1],
    ["the first line of a chunk", quarto, 2, "quarto", 3],
  ];
  for (const [what, lines, row, languageId, at] of cases) {
    it(`is ${what}`, () => {
      assert.equal(insertionPoint(lines, row, languageId, true).row, at);
    });
  }
});

describe("insertedLines", () => {
  const python = { text: "one\ntwo", language: "python" } as const;

  it("keeps blank lines between blocks and around them", () => {
    const lines = ["a", "b"];
    const point = insertionPoint(lines, 1, "python");
    const inserted = insertedLines(lines, point, [python, { ...python, text: "three" }]);
    assert.deepEqual(inserted, ["", "one", "two", "", "three", ""]);
  });

  it("adds none where there is one, or the mark of a cell", () => {
    const lines = ["# %%", "", "b"];
    assert.deepEqual(insertedLines(lines, insertionPoint(lines, 1, "python"), [python]), [
      "one",
      "two",
    ]);
  });

  it("puts code among prose into a chunk, and a table as it is", () => {
    const table = { text: "| a |", language: "markdown" } as const;
    const point = insertionPoint(quarto, 1, "quarto");
    assert.deepEqual(insertedLines(quarto, point, [python, table]), [
      "",
      "```{python}",
      "one",
      "two",
      "```",
      "",
      "| a |",
    ]);
  });

  it("ends no chunk by what the code holds", () => {
    const text = "x = '''\n````\n'''";
    const point = insertionPoint([""], 0, "quarto");
    const [fence, ...others] = insertedLines([""], point, [{ text, language: "python" }]);
    assert.deepEqual([fence, others.at(-1)], ["`````{python}", "`````"]);
  });
});

describe("languageIdOf", () => {
  it("knows documents of prose by their names where the editor does not", () => {
    const ids = [
      languageIdOf("plaintext", "/a/b.qmd"),
      languageIdOf("markdown", "/a/b.Rmd"),
      languageIdOf("python", "/a/b.py"),
    ];
    assert.deepEqual(ids, ["quarto", "rmd", "python"]);
  });
});
