import assert from "node:assert/strict";
import { type InLanguage } from "../../../../../src/features/notebook/code/languages";
import { longLayout } from "../../../../../src/data/table/long";
import { wayOf } from "../../../../../src/features/notebook/code/codeBlock";
import { panelFileCode } from "../../../../../src/features/notebook/code/codePieces";
import { type PanelCodeSubject } from "../../../../../src/features/notebook/code/language";
import { panelPivot } from "../../../../../src/features/notebook/code/panelPivot";
import { type PanelRef, type TagSet, panelRef } from "../../../../../src/shared/reference";
import { inflation, lineOf } from "../../../../support/insertSubjects";

const columns = [
  { name: "Level", type: "number" },
  { name: "Aggregate", type: "number" },
] as const;

function panelOf(tags: Readonly<Record<string, TagSet>>): PanelRef {
  const panel = panelRef({ ...inflation, tags });
  assert.equal(panel.family, "panel");
  return panel;
}

const all = panelOf({ country_iso: "*" });

function layoutOf(panel: PanelRef): ReturnType<typeof longLayout> {
  const names = Object.keys(panel.tags).map((name) => ({ name, type: "text" }) as const);
  return longLayout(names, [columns]);
}

function codeOf(subject: Partial<InLanguage<PanelCodeSubject>> = {}): string[] {
  const layout = layoutOf(all);
  const pivot = panelPivot(all, layout);
  return panelFileCode({
    line: lineOf(all),
    library: "pandas",
    language: "python",
    relativePath: "data/INFL.parquet",
    format: "parquet",
    layout,
    ...(pivot === undefined ? {} : { pivot }),
    ...subject,
  }).text.split("\n");
}

const line =
  "macro-signals: signals/INFL/2/country_iso=*/FIT/20261119T235959Z @ https://api.acme.com/prefix";

describe("panelFileCode", () => {
  it("reads Parquet with pandas and puts one column side by side", () => {
    const [first, ...code] = codeOf();
    assert.equal(first, `# ${line}`);
    const name = code[4]?.split(" ")[0] ?? "";
    assert.match(name, /^infl_v2_all_country_iso_fit$/);
    assert.deepEqual(code, [
      "from pathlib import Path",
      "",
      "import pandas as pd",
      "",
      `${name} = (`,
      `    pd.read_parquet(Path(globals().get("__file__", "")).parent / "data/INFL.parquet")`,
      `    .astype({"Date": "datetime64[ns]", "country_iso": "string"})`,
      ")",
      `${name}_wide = ${name}.pivot(index="Date", columns="country_iso", values="Aggregate")`,
    ]);
  });

  it("is code of a file to those who read it again, in every language", () => {
    const cases = [
      { language: "python" },
      { language: "python", library: "polars", format: "csv", relativePath: "data/a.csv" },
      { language: "r", format: "csv", relativePath: "data/a.csv" },
      { language: "sql" },
    ] as const;
    for (const each of cases) {
      const lines = codeOf(each);
      const { language } = each;
      assert.equal(wayOf({ lines, row: 0, endRow: lines.length, language }), "file");
    }
  });

  it("only reads where nothing can be put side by side", () => {
    const layout = longLayout([{ name: "country_iso", type: "text" }], []);
    assert.equal(panelPivot(all, layout), undefined);
  });
});

describe("panelPivot", () => {
  const cases: [
    what: string,
    tags: Readonly<Record<string, TagSet>>,
    slice: readonly string[] | undefined,
    pivot: [kinds: string[], column: string],
  ][] = [
    ["Aggregate of all there are", { country_iso: "*" }, undefined, [["country_iso"], "Aggregate"]],
    [
      "no kind of which there is one value",
      { country_iso: ["US", "DE"], sector: ["Energy"] },
      undefined,
      [["country_iso"], "Aggregate"],
    ],
    [
      "all kinds that differ",
      { country_iso: "*", sector: ["Energy", "Utilities"] },
      undefined,
      [["country_iso", "sector"], "Aggregate"],
    ],
    ["the only column that is shown", { country_iso: "*" }, ["Level"], [["country_iso"], "Level"]],
    [
      "Aggregate of several that are shown",
      { country_iso: "*" },
      ["Level", "Aggregate"],
      [["country_iso"], "Aggregate"],
    ],
    [
      "a kind by the name that the file gives it",
      { Level: "*" },
      undefined,
      [["Level_2"], "Aggregate"],
    ],
  ];
  for (const [what, tags, shown, [kinds, column]] of cases) {
    it(`takes ${what}`, () => {
      const panel = panelOf(tags);
      const slice = shown === undefined ? {} : { columns: shown };
      assert.deepEqual(panelPivot(panel, layoutOf(panel), slice), {
        kinds,
        column: { name: column, type: "number" },
      });
    });
  }

  it("takes the first column where there is no Aggregate", () => {
    const layout = { ...layoutOf(all), columns: [columns[0]] };
    assert.equal(panelPivot(all, layout)?.column.name, "Level");
  });
});
