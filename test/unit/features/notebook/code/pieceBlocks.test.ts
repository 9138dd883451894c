import assert from "node:assert/strict";
import { pathIn } from "../../../../../src/features/notebook/code/changedCode";
import { type CodeBlock, wayOf } from "../../../../../src/features/notebook/code/codeBlock";
import {
  type CodePiece,
  fileCode,
  requestCode,
} from "../../../../../src/features/notebook/code/codePieces";
import { type DataFrameLibrary } from "../../../../../src/features/notebook/code/language";
import { type CodeLanguage } from "../../../../../src/features/notebook/code/languages";
import { foundReferences } from "../../../../../src/features/notebook/code/foundReferences";
import {
  type TablesForm,
  pieceBlocks,
} from "../../../../../src/features/notebook/code/pieceBlocks";
import { type SignalRef, signalRef } from "../../../../../src/shared/reference";
import { inflation, lineOf } from "../../../../support/insertSubjects";

const german = signalRef({ ...inflation, tags: { country_iso: "DE" } });
const both: readonly SignalRef[] = [inflation, german];

function files(
  library: DataFrameLibrary = "pandas",
  language: "python" | "r" = "python",
): CodePiece[] {
  return both.map((reference) => {
    const relativePath = `data/${String(reference.tags["country_iso"])}.csv`;
    const subject = { library, language, relativePath, format: "csv", columns: [] } as const;
    return fileCode({ ...subject, line: lineOf(reference) });
  });
}

function requests(...services: readonly string[]): CodePiece[] {
  return both.map((reference, index) => {
    const baseUrl = services[index] ?? "https://api.acme.com/prefix";
    const line = lineOf(reference, baseUrl);
    return requestCode({ line, library: "pandas", language: "python", baseUrl });
  });
}

function blocksOf(text: string, language: CodeLanguage = "python"): CodeBlock[] {
  const lines = text.split("\n");
  return foundReferences(lines).map(({ row, endRow }) => ({ lines, row, endRow, language }));
}

function only(texts: readonly string[]): string {
  assert.equal(texts.length, 1);
  return texts[0] ?? "";
}

const count = (text: string, part: string): number => text.split(part).length - 1;

describe("pieceBlocks", () => {
  it("is a cell for each, which shows the end of its table", () => {
    const pieces = files();
    assert.deepEqual(
      pieceBlocks(pieces, { form: "each", isNotebook: true }),
      pieces.map(({ text, name }) => `${text}\n${name}.tail()`),
    );
  });

  it("imports once in a script and shows nothing", () => {
    const text = only(pieceBlocks(files(), { form: "each", isNotebook: false }));
    assert.equal(count(text, "import pandas as pd"), 1);
    assert.doesNotMatch(text, /tail/);
    assert.match(text, /\n\)\n\n# macro-signals: [^\n]*country_iso=DE[^\n]*\ninfl_v2_de_fit = pd/);
  });

  const ends: [library: DataFrameLibrary, form: TablesForm, end: string[]][] = [
    [
      "pandas",
      "joined",
      [
        "joined = pd.concat(",
        "    {",
        `        "infl_v2_us_fit": infl_v2_us_fit,`,
        `        "infl_v2_de_fit": infl_v2_de_fit,`,
        "    },",
        "    axis=1,",
        "    sort=True,",
        ")",
        "joined.tail()",
      ],
    ],
    [
      "polars",
      "joined",
      [
        "joined = pl.concat(",
        "    [",
        `        infl_v2_us_fit.select("Date", pl.exclude("Date").name.prefix("infl_v2_us_fit_")),`,
        `        infl_v2_de_fit.select("Date", pl.exclude("Date").name.prefix("infl_v2_de_fit_")),`,
        "    ],",
        `    how="align",`,
        ")",
        "joined.tail()",
      ],
    ],
    [
      "pandas",
      "dictionary",
      [
        "tables = {",
        `    "infl_v2_us_fit": infl_v2_us_fit,`,
        `    "infl_v2_de_fit": infl_v2_de_fit,`,
        "}",
        `tables["infl_v2_us_fit"].tail()`,
      ],
    ],
  ];
  for (const [library, form, end] of ends) {
    it(`is one cell that ends with what is ${form} in ${library}`, () => {
      const text = only(pieceBlocks(files(library), { form, isNotebook: true }));
      assert.deepEqual(text.split("\n").slice(-end.length), end);
      assert.equal(count(text, "\nimport "), 1);
      assert.equal(count(text, "\nfrom pathlib "), 1);
    });
  }

  it("leaves each reference line the code that reads its own file", () => {
    const text = only(pieceBlocks(files(), { form: "joined", isNotebook: true }));
    const paths = blocksOf(text).map((block) => pathIn(block, lineOf()));
    assert.deepEqual(
      paths.map((path) => path.ok && path.relativePath),
      ["data/US.csv", "data/DE.csv"],
    );
  });

  it("defines what asks once, and knows each request as one", () => {
    const text = only(pieceBlocks(requests(), { form: "dictionary", isNotebook: true }));
    assert.equal(count(text, "def macro_signals_table("), 1);
    assert.equal(count(text, "import io"), 1);
    assert.deepEqual(blocksOf(text).map(wayOf), ["request", "request"]);
  });

  it("defines anew what asks another service otherwise", () => {
    const pieces = requests("https://api.acme.com", "http://127.0.0.1:8080");
    const text = only(pieceBlocks(pieces, { form: "joined", isNotebook: false }));
    assert.equal(count(text, "def macro_signals_table("), 2);
    assert.match(text, /\n\n\n(?=class NoRedirects)/);
  });

  it("is of one series its table alone, whatever was chosen", () => {
    const [piece] = files();
    assert.ok(piece);
    const text = only(pieceBlocks([piece], { form: "joined", isNotebook: true }));
    assert.equal(text, `${piece.text}\ninfl_v2_us_fit.tail()`);
  });

  it("leaves other languages as they are", () => {
    const pieces = files("pandas", "r");
    const texts = pieceBlocks(pieces, { form: "joined", isNotebook: true });
    assert.deepEqual(
      texts,
      pieces.map(({ text }) => text),
    );
  });
});
