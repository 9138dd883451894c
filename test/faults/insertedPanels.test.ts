import assert from "node:assert/strict";
import { panelFileCode } from "../../src/features/notebook/code/codePieces";
import { type PanelCodeSubject } from "../../src/features/notebook/code/language";
import { type InLanguage } from "../../src/features/notebook/code/languages";
import { panelPivot } from "../../src/features/notebook/code/panelPivot";
import { variableName } from "../../src/features/notebook/code/variableName";
import { type LongLayout } from "../../src/data/table/long";
import { dayOfIso } from "../../src/shared/day";
import { endOfDay } from "../../src/shared/instant";
import { type TagSet, panelRef, signalRef } from "../../src/shared/reference";
import { wireFormats } from "../../src/shared/wireFormat";
import { connectDuckDb, duckDb } from "../support/duckDb";
import { oddFolder } from "../support/insertedFiles";
import { lineOf } from "../support/insertSubjects";
import { itWith, pythonWith, rscriptWith } from "../support/interpreters";
import { type PanelTable, layoutOf, wideTable, writePanel } from "../support/panelFiles";
import { type RanTable, type RunCode, tableOf, tableOfCsv, typesOf } from "../support/ranCode";
import { ranPython } from "../support/ranPython";
import { ranR, asRounded } from "../support/ranR";
import { type SampleProgram, startSampleProgram } from "../support/sampleProgram";
import { fetchedCsv } from "../support/sampleSeries";
import { temporaryFolder } from "../support/temporaryFolder";

/** The sample's first six years. */
const earlyAsOf = endOfDay(dayOfIso("1995-12-29") ?? Number.NaN);

/** A panel of the sample service: `NA` is Namibia to it, and no value to many a reader. */
interface Panel {
  readonly code: string;
  readonly tags: Readonly<Record<string, TagSet>>;
  readonly variants: readonly (readonly string[])[];
}

const one: Panel = {
  code: "INFL",
  tags: { country_iso: "*" },
  variants: [["DE"], ["JP"], ["US"]],
};
const held: Panel = {
  code: "EARN",
  tags: { country_iso: ["DE", "US"], sector: ["Energy"] },
  variants: [
    ["DE", "Energy"],
    ["US", "Energy"],
  ],
};
const two: Panel = {
  code: "EARN",
  tags: { country_iso: ["DE", "US"], sector: "*" },
  variants: [
    ["DE", "Energy"],
    ["DE", "Utilities"],
    ["US", "Energy"],
  ],
};
/** In a pattern of paths DuckDB takes a backslash for a slash on every system. */
const plainFolder = oddFolder.replace("\\", "");

/** Names, texts and values that have broken readers before. */
const odd: Panel = {
  code: `it's "odd"`,
  tags: { [`it's "a kind", \\n`]: "*" },
  variants: [["NA"], ['a "b",\n\\'], ["Größe -- */ ${x}"]],
};
/** With a space or a bar between their values some are called alike. */
const alike: Panel = {
  code: "ALIKE",
  tags: { city: "*", commodity: "*" },
  variants: [
    ["New York", "Gas"],
    ["New", "York Gas"],
    ["a | b", "c"],
    ["a", "b | c"],
    ["a |", "| c"],
    ["a ||", "c"],
  ],
};
const panels = { one, held, two, odd, alike };
const names = ["one", "held", "two", "odd", "alike"] as const;

const oddTables = (["NA", 'a "b",\n\\', "Größe -- */ ${x}"] as const).map((value, at) => ({
  values: [value],
  table: {
    days: ["1970-01-01", "2024-02-29", "2030-06-30"].slice(at),
    columns: [["Aggregate", [0.1 + 0.2, null, -1.5e308].slice(at)]] as const,
  },
}));

const alikeTables = alike.variants.map((values, at) => ({
  values,
  table: { days: ["2024-02-29"], columns: [["Aggregate", [at + 1]]] as const },
}));

describe("inserted code of panels", function () {
  this.timeout(60_000);
  const folder = temporaryFolder("inserted-panels");
  const tables = new Map<string, readonly PanelTable[]>([
    ["odd", oddTables],
    ["alike", alikeTables],
  ]);
  const layouts = new Map<string, LongLayout>();
  let service: SampleProgram;

  before(async () => {
    service = await startSampleProgram();
    for (const name of names) {
      const { code, tags, variants } = panels[name];
      const kinds = Object.keys(tags);
      if (!tables.has(name)) tables.set(name, await fetched(code, kinds, variants));
      const layout = layoutOf(kinds, tables.get(name) ?? []);
      layouts.set(name, layout);
      for (const each of new Set([oddFolder, plainFolder])) {
        await writePanel(`${folder.path}/${each}`, name, layout, tables.get(name) ?? []);
      }
    }
  });

  after(async () => {
    await service.stop();
    folder.remove();
  });

  /** Each variant by itself. */
  async function fetched(
    code: string,
    kinds: readonly string[],
    variants: Panel["variants"],
  ): Promise<PanelTable[]> {
    return Promise.all(
      variants.map(async (values) => {
        const tags = Object.fromEntries(kinds.map((kind, at) => [kind, values[at] ?? ""]));
        const version = code === "INFL" ? 2 : 1;
        const reference = signalRef({ code, version, tags, dataKind: "FIT", asOf: earlyAsOf });
        return { values, table: tableOfCsv(await fetchedCsv(service, reference)) };
      }),
    );
  }

  const layoutFor = (name: string): LongLayout =>
    layouts.get(name) ?? { coordinates: [], columns: [] };

  function codeOf(
    name: keyof typeof panels,
    parts: Pick<InLanguage<PanelCodeSubject>, "library" | "language" | "format">,
    after: (wide: string) => string = () => "",
  ): RunCode {
    const { code, tags } = panels[name];
    const reference = panelRef({ code, version: 2, tags, dataKind: "FIT", asOf: earlyAsOf });
    assert.equal(reference.family, "panel");
    const layout = layoutFor(name);
    const pivot = panelPivot(reference, layout);
    assert.ok(pivot !== undefined);
    const own = parts.language === "sql" ? plainFolder : oddFolder;
    const relativePath = `${own}/${name}.${parts.format}`;
    const subject = { ...parts, line: lineOf(reference), layout, pivot, relativePath };
    const variable = `${variableName(reference)}_wide`;
    return { code: `${panelFileCode(subject).text}\n${after(variable)}`, variable };
  }

  /** What tells the series apart, which of a held tag kind is nothing. */
  function expected(
    name: keyof typeof panels,
    several: (values: readonly string[]) => string,
  ): RanTable {
    return wideTable(tables.get(name) ?? [], "Aggregate", (values) =>
      name === "two" || name === "alike" ? several(values) : (values[0] ?? ""),
    );
  }

  /** The only bar that is not doubled is the one between two values. */
  const named = (values: readonly string[]): string =>
    values.map((value) => value.replaceAll("|", "||")).join(" | ");

  for (const library of ["pandas", "polars"] as const) {
    const python = pythonWith(library, ...(library === "pandas" ? ["pyarrow"] : []));
    const itRuns = itWith(python, `Python with ${library}`);
    for (const format of wireFormats) {
      itRuns(`have every value by ${format} with ${library}`, async () => {
        const parts = { library, language: "python", format } as const;
        // Names of several parts are none of JSON.
        const joined = (wide: string): string =>
          `if not all(isinstance(each, str) for each in ${wide}.columns):\n    ${wide}.columns = [" | ".join(part.replace("|", "||") for part in each) for each in ${wide}.columns]`;
        const pieces = names.map((name) => codeOf(name, parts, joined));
        const ran = await ranPython(python ?? "", pieces, { cwd: folder.path });
        const braced = (values: readonly string[]): string => `{"${values.join('","')}"}`;
        const several = library === "pandas" ? named : braced;
        for (const [at, name] of names.entries()) {
          assert.deepEqual(sorted(tableOf(ran[at])), sorted(expected(name, several)), name);
          assert.match(typesOf(ran[at])[0] ?? "", /^Date/);
        }
      });
    }
  }

  const rscript = rscriptWith();
  itWith(rscript, "Rscript")("have every value with R", async () => {
    const parts = { library: "pandas", language: "r", format: "csv" } as const;
    const pieces = names.map((name) => codeOf(name, parts));
    const ran = await ranR(rscript ?? "", pieces, { cwd: folder.path, env: { LC_ALL: "C" } });
    for (const [at, name] of names.entries()) {
      const wanted = sorted(expected(name, named));
      assert.deepEqual(asRounded(sorted(tableOf(ran[at])), wanted), wanted, name);
      assert.equal(typesOf(ran[at])[0], "Date");
    }
  });

  for (const format of wireFormats) {
    itWith(duckDb, "DuckDB")(`have every value by ${format} with DuckDB`, async () => {
      const connection = await connectDuckDb();
      await connection.run(`SET file_search_path = '${folder.path}'`);
      for (const name of names) {
        const { code, variable } = codeOf(name, { library: "pandas", language: "sql", format });
        await connection.run(code);
        const result = await connection.runAndReadAll(`FROM ${variable}`);
        const [, ...columns] = result.columnNames();
        const rows = result.getRowsJson();
        const table = {
          days: rows.map(([day]) => day as string),
          columns: columns.map((column, at) => [
            column,
            rows.map((row) => (row[at + 1] ?? null) as number | null),
          ]),
        } as const;
        assert.deepEqual(sorted(table as unknown as RanTable), sorted(expected(name, named)), name);
      }
      connection.closeSync();
    });
  }
});

/** In which order the series stand is each library's own. */
function sorted({ days, columns }: RanTable): RanTable {
  return { days, columns: columns.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
}
