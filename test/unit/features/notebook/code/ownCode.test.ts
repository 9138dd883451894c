import assert from "node:assert/strict";
import { changedCode } from "../../../../../src/features/notebook/code/changedCode";
import {
  fileCode,
  requestCode,
  valuesCode,
} from "../../../../../src/features/notebook/code/codePieces";
import { foundReferences } from "../../../../../src/features/notebook/code/foundReferences";
import { type CodeLanguage } from "../../../../../src/features/notebook/code/languages";
import { pieceBlocks } from "../../../../../src/features/notebook/code/pieceBlocks";
import { instantOfText } from "../../../../../src/shared/instant";
import { signalRef } from "../../../../../src/shared/reference";
import { type ReferenceLine } from "../../../../../src/shared/referenceLine";
import { editedLines } from "../../../../support/editedLines";
import { twoDays } from "../../../../support/insertSubjects";

const service = "https://api.example.com";

function lineOf(country: string, asOf = "20240628T235959Z"): ReferenceLine {
  const time = instantOfText(asOf) ?? ("latest" as const);
  const tags = { country_iso: country };
  const reference = { code: "INFL", version: 2, tags, dataKind: "FIT", asOf: time } as const;
  return { reference: signalRef(reference), service };
}

const comment = (country: string): string =>
  `# macro-signals: signals/INFL/2/country_iso=${country}/FIT/20240628T235959Z @ ${service}`;
const fileOf = (country: string, asOf = "20240628"): string =>
  `data/INFL-v2_country_iso-${country}_FIT_asof-${asOf}.csv`;
const reads = (country: string): string[] => [
  `infl_v2_${country.toLowerCase()}_fit = pd.read_csv(`,
  `    "${fileOf(country)}",`,
  ")",
];

/** Refreshes the line of a country: the changed lines, or why there are none. */
function refreshed(
  lines: readonly string[],
  country: string,
  language: CodeLanguage = "python",
): readonly string[] | string {
  const found = foundReferences(lines).find(
    ({ line }) =>
      line?.reference.family === "signal" && line.reference.tags["country_iso"] === country,
  );
  assert.ok(found);
  const after = lineOf(country, "20240701T101500Z");
  const [before, relativePath] = [lineOf(country), fileOf(country, "20240701T101500Z")];
  const { row, endRow } = found;
  const values = { line: after, library: "pandas", frame: twoDays } as const;
  const valuesText = valuesCode({ ...values, language: "python" }).text;
  const change = { before, after, relativePath, valuesCode: valuesText };
  const result = changedCode({ lines, language, row, endRow }, change);
  if (!result.ok) return result.problem;
  const next = editedLines(lines, result.edits);
  return next.filter((text, index) => text !== lines[index]);
}

const next = (country: string): string =>
  comment(country).replace("20240628T235959Z", "20240701T101500Z");
const newPath = (country: string): string => `    "${fileOf(country, "20240701T101500Z")}",`;

describe("a reference line and its own code (CODE-01)", () => {
  // isort 5.13 --profile black --float-to-top moves both comments up to the imports, the last one first.
  const floated = [
    comment("DE"),
    comment("US"),
    "import pandas as pd",
    "import statsmodels.api as sm",
    "",
    ...reads("US"),
    "",
    "print(infl_v2_us_fit.tail())",
    "",
    ...reads("DE"),
  ];

  it("are not refreshed if isort moved the line away from its code", () => {
    assert.equal(refreshed(floated, "DE"), "not-above");
  });

  it("are refreshed if the line is above its code, whatever else is below it", () => {
    assert.deepEqual(refreshed(floated, "US"), [next("US"), newPath("US")]);
  });

  const away: [what: string, lines: string[]][] = [
    ["another line", [comment("DE"), comment("US"), ...reads("US"), ...reads("DE")]],
    [
      "another line, comments and blanks",
      [comment("DE"), "", "# mine", "", comment("US"), "", ...reads("US")],
    ],
    [
      "other code of its own and another line",
      [...reads("DE"), comment("DE"), "# %%", ...reads("US")],
    ],
    ["the mark of a cell", [comment("DE"), "# %%", ...reads("DE")]],
    ["its code above it", [...reads("DE"), "", comment("DE")]],
    ["another line above it and the code of that", [comment("US"), comment("DE"), ...reads("US")]],
  ];
  for (const [what, lines] of away) {
    it(`are not refreshed with ${what} between them`, () => {
      assert.equal(refreshed(lines, "DE"), "not-above");
    });
  }

  const near: [what: string, between: string[]][] = [
    ["blank lines", ["", "", ""]],
    ["a comment", ["# the German one", ""]],
    ["other imports", ["import numpy as np", "import pandas as pd", "", ""]],
  ];
  for (const [what, between] of near) {
    it(`are refreshed with ${what} between them, as formatters put there`, () => {
      const lines = [comment("DE"), ...between, ...reads("DE")];
      assert.deepEqual(refreshed(lines, "DE"), [next("DE"), newPath("DE")]);
    });
  }

  it("are refreshed if there is no code: the line is a note", () => {
    const notes = [comment("US"), comment("DE"), "", "# %%", ...reads("FR")];
    for (const country of ["US", "DE"])
      assert.deepEqual(refreshed(notes, country), [next(country)]);
  });

  it("are refreshed in SQL and R as inserted", () => {
    for (const language of ["sql", "r"] as const) {
      const pieces = ["US", "DE"].map((country) => {
        const common = {
          line: lineOf(country),
          library: "pandas",
          columns: twoDays.columns,
        } as const;
        return fileCode({ ...common, language, format: "csv", relativePath: fileOf(country) }).text;
      });
      const lines = pieces.join("\n\n").split("\n");
      assert.equal(refreshed(lines, "DE", language).length, 2);
      const [us = "", de = ""] = pieces;
      const [line = "", ...code] = us.split("\n");
      const moved = [de.split("\n")[0] ?? "", line, ...code];
      assert.equal(refreshed(moved, "DE", language), "not-above");
    }
  });

  for (const way of ["request", "values"] as const) {
    it(`leave a ${way} of another series alone if its own line was moved`, () => {
      const pieces = ["US", "DE"].map((country) => {
        const common = { line: lineOf(country), library: "pandas", language: "python" } as const;
        return way === "request"
          ? requestCode({ ...common, baseUrl: service })
          : valuesCode({ ...common, frame: twoDays });
      });
      const [text = ""] = pieceBlocks(pieces, { form: "each", isNotebook: false });
      const lines = text.split("\n");
      assert.ok(Array.isArray(refreshed(lines, "US")) && Array.isArray(refreshed(lines, "DE")));
      const others = lines.filter((each) => !each.startsWith("# macro-signals:"));
      assert.equal(refreshed([comment("DE"), comment("US"), ...others], "DE"), "not-above");
      assert.equal(refreshed([comment("US"), comment("DE"), ...others], "DE"), "not-above");
    });
  }
});
