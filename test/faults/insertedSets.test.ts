import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setFileCode } from "../../src/features/notebook/code/codePieces";
import { type PanelCodeSubject } from "../../src/features/notebook/code/language";
import { type InLanguage } from "../../src/features/notebook/code/languages";
import { setPivot } from "../../src/features/notebook/code/panelPivot";
import { arrangedSeries, distinctCoordinates } from "../../src/data/coordinates";
import { type LongLayout, longLayout } from "../../src/data/table/long";
import { tableWriter } from "../../src/data/table/tableWriter";
import { type SeriesRef, forecastRef, signalRef } from "../../src/shared/reference";
import { wireFormats } from "../../src/shared/wireFormat";
import { connectDuckDb, duckDb } from "../support/duckDb";
import { frameOf } from "../support/frames";
import { oddFolder } from "../support/insertedFiles";
import { inflation } from "../support/insertSubjects";
import { itWith, pythonWith, rscriptWith } from "../support/interpreters";
import { type RanTable, type RunCode, tableOf } from "../support/ranCode";
import { ranPython } from "../support/ranPython";
import { ranR } from "../support/ranR";
import { temporaryFolder } from "../support/temporaryFolder";

const days = ["2024-01-01", "2024-02-29"];
const country = (country_iso: string, version = 2): SeriesRef =>
  signalRef({ ...inflation, version, tags: { country_iso } });
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

/** Series and their values on two days, in the order of their tables. */
interface WrittenSet {
  readonly series: readonly SeriesRef[];
  readonly columns: Readonly<Record<string, readonly (number | null)[]>>[];
}

const sets = {
  /** One column tells them apart; `NA` is no missing value. */
  countries: {
    series: [country("NA"), country("US")],
    columns: [{ Level: [1, null] }, { Level: [0.1 + 0.2, 3] }],
  },
  /** The forecast has no country, the signals no market; a column of one of them alone. */
  mixed: {
    series: [forecast, country("US", 1), country("US", 2)],
    columns: [{ Total: [0.5, 0.25] }, { Level: [1, 2] }, { Level: [3, null] }],
  },
} as const satisfies Readonly<Record<string, WrittenSet>>;
const names = ["countries", "mixed"] as const;
/** In a pattern of paths DuckDB takes a backslash for a slash on every system. */
const plainFolder = oddFolder.replace("\\", "");

/** The wide table of the countries, which can be pivoted by one kind. */
const wide: RanTable = {
  days,
  columns: [
    ["NA", [1, null]],
    ["US", [0.1 + 0.2, 3]],
  ],
};

/** All rows of the mixed set. */
const mixed: readonly (readonly unknown[])[] = [
  ["2024-01-01", null, null, null, "SPX", "USD", "12 Months", 0.5, null],
  ["2024-02-29", null, null, null, "SPX", "USD", "12 Months", 0.25, null],
  ["2024-01-01", "INFL", 1, "US", null, null, null, null, 1],
  ["2024-02-29", "INFL", 1, "US", null, null, null, null, 2],
  ["2024-01-01", "INFL", 2, "US", null, null, null, null, 3],
  ["2024-02-29", "INFL", 2, "US", null, null, null, null, null],
];
const mixedNames = [
  ...["Date", "code", "version", "country_iso"],
  ...["market", "currency", "horizon", "Total", "Level"],
];

describe("inserted code of sets", function () {
  this.timeout(60_000);
  const folder = temporaryFolder("inserted-sets");
  const arrangedOf = (name: (typeof names)[number]): ReturnType<typeof arrangedSeries> =>
    arrangedSeries(sets[name].series.map((reference) => ({ reference, service: "" })));

  function layoutOf(name: (typeof names)[number]): LongLayout {
    const shapes = sets[name].columns.map((each) =>
      Object.keys(each).map((column) => ({ name: column, type: "number" }) as const),
    );
    return longLayout(arrangedOf(name).names, shapes);
  }

  before(async () => {
    for (const name of names) {
      const { series } = arrangedOf(name);
      for (const format of wireFormats) {
        const writer = tableWriter({ format, layout: layoutOf(name) });
        const blocks: Uint8Array[] = [];
        for (const [at, { coordinates }] of series.entries()) {
          const frame = frameOf(days, { ...sets[name].columns[at] });
          blocks.push(...(await writer.add({ coordinates, frame })));
        }
        blocks.push(...(await writer.end({})));
        for (const each of new Set([oddFolder, plainFolder])) {
          mkdirSync(path.join(folder.path, each), { recursive: true });
          const file = path.join(folder.path, each, `${name}.${format}`);
          writeFileSync(file, Buffer.concat(blocks));
        }
      }
    }
  });
  after(() => folder.remove());

  function codeOf(
    name: (typeof names)[number],
    parts: Pick<InLanguage<PanelCodeSubject>, "library" | "language" | "format">,
  ): string {
    const layout = layoutOf(name);
    const pivot = setPivot(distinctCoordinates(arrangedOf(name)), layout);
    const own = parts.language === "sql" ? plainFolder : oddFolder;
    const relativePath = `${own}/${name}.${parts.format}`;
    return setFileCode("prices_table", { ...parts, layout, relativePath, ...(pivot && { pivot }) });
  }

  /** The series of several shapes are not pivoted. */
  it("has a wide table if text coordinates alone tell all series apart", () => {
    const parts = { library: "pandas", language: "python", format: "csv" } as const;
    assert.match(codeOf("countries", parts), /^prices_table_wide = /m);
    assert.doesNotMatch(codeOf("mixed", parts), /_wide/);
  });

  for (const library of ["pandas", "polars"] as const) {
    const python = pythonWith(library, ...(library === "pandas" ? ["pyarrow"] : []));
    for (const format of wireFormats) {
      const itRuns = itWith(python, `Python with ${library}`);
      itRuns(`has every value by ${format} with ${library}`, async () => {
        const parts = { library, language: "python", format } as const;
        const index =
          library === "pandas" ? `shown = prices_table.set_index("Date")` : "shown = prices_table";
        const pieces: RunCode[] = [
          { code: codeOf("countries", parts), variable: "prices_table_wide" },
          { code: `${codeOf("mixed", parts)}\n${index}`, variable: "shown" },
        ];
        const [first, second] = await ranPython(python ?? "", pieces, { cwd: folder.path });
        assert.deepEqual(tableOf(first), wide);
        assert.deepEqual(rowsIn(tableOf(second)), [mixedNames, ...mixed]);
      });
    }
  }

  const rscript = rscriptWith();
  itWith(rscript, "Rscript")("has every value with R", async () => {
    const parts = { library: "pandas", language: "r", format: "csv" } as const;
    const pieces = [
      { code: codeOf("countries", parts), variable: "prices_table_wide" },
      { code: codeOf("mixed", parts), variable: "prices_table" },
    ];
    const env = { LC_ALL: "C" };
    const [first, second] = await ranR(rscript ?? "", pieces, { cwd: folder.path, env });
    assert.deepEqual(tableOf(first), wide);
    assert.deepEqual(rowsIn(tableOf(second)), [mixedNames, ...mixed]);
  });

  for (const format of wireFormats) {
    itWith(duckDb, "DuckDB")(`has every value by ${format} with DuckDB`, async () => {
      const connection = await connectDuckDb();
      await connection.run(`SET file_search_path = '${folder.path}'`);
      const parts = { library: "pandas", language: "sql", format } as const;
      await connection.run(codeOf("countries", parts));
      const pivoted = await connection.runAndReadAll("FROM prices_table_wide");
      assert.deepEqual(pivoted.columnNames(), ["Date", "NA", "US"]);
      const wanted = days.map((day, row) => [day, ...wide.columns.map(([, cells]) => cells[row])]);
      assert.deepEqual(pivoted.getRowsJson(), wanted);
      await connection.run(codeOf("mixed", parts));
      const all = await connection.runAndReadAll("FROM prices_table");
      assert.deepEqual(all.columnNames(), mixedNames);
      const numbers = all
        .getRowsJson()
        .map((row) => row.map((cell, at) => (at === 2 && cell !== null ? Number(cell) : cell)));
      assert.deepEqual(numbers, mixed);
      connection.closeSync();
    });
  }
});

/** The names, and the cells of each row. */
function rowsIn(table: RanTable): readonly (readonly unknown[])[] {
  return [
    ["Date", ...table.columns.map(([name]) => name)],
    ...table.days.map((day, row) => [day, ...table.columns.map(([, cells]) => cells[row] ?? null)]),
  ];
}
