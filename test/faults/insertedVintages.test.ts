import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { vintagesCode } from "../../src/features/notebook/code/codePieces";
import { type VintagesCodeSubject } from "../../src/features/notebook/code/language";
import { type CodeLanguage } from "../../src/features/notebook/code/languages";
import { type LongPart, longLayout } from "../../src/data/table/long";
import { tableWriter } from "../../src/data/table/tableWriter";
import { type Instant } from "../../src/shared/instant";
import { type WireFormat } from "../../src/shared/wireFormat";
import { connectDuckDb, duckDb } from "../support/duckDb";
import { frameOf } from "../support/frames";
import { itWith, pythonWith, rscriptWith } from "../support/interpreters";
import { type KnownRow, type RanVintages, ranVintages, vintagesOfR } from "../support/ranVintages";
import { temporaryFolder } from "../support/temporaryFolder";

const scores = ["Level", "Momentum", "Aggregate"];

/** One series as of one instant: its tags, and its rows of a day and two numbers. */
interface Vintage {
  readonly asOf: Instant;
  readonly tags: readonly (string | null)[];
  readonly rows: readonly (readonly [day: string, level: number | null, momentum: number | null])[];
}

const [first, second, third, noon] = [
  "20240102T235959Z",
  "20240104T235959Z",
  "20240106T235959Z",
  "20240108T120000Z",
] as Instant[] as [Instant, Instant, Instant, Instant];

/** Revisions, a day withdrawn, a series that begins late and lacks vintages (404), days without a value. */
function vintagesOf(tags: readonly (readonly (string | null)[])[]): readonly Vintage[] {
  const [one = [], late = [], gone = []] = tags;
  const all: Vintage[] = [
    {
      asOf: first,
      tags: one,
      rows: [
        ["2024-01-01", 1, 0.1 + 0.2],
        ["2024-01-02", 2, null],
      ],
    },
    {
      asOf: second,
      tags: one,
      rows: [
        ["2024-01-01", 1.5, -1e-7],
        ["2024-01-04", 4, 5e-324],
      ],
    },
    {
      asOf: third,
      tags: one,
      rows: [
        ["2024-01-01", 1.25, 1],
        ["2024-01-02", 2.5, 2],
      ],
    },
    {
      asOf: noon,
      tags: one,
      rows: [
        ["2024-01-02", null, 3],
        ["2024-01-08", 1 / 3, null],
      ],
    },
  ];
  if (tags.length === 1) return all;
  all.push(
    { asOf: second, tags: late, rows: [["2024-01-03", -3, 2 ** 53]] },
    { asOf: noon, tags: late, rows: [["2024-01-03", -3.5, 0]] },
    {
      asOf: first,
      tags: gone,
      rows: [
        ["2023-12-29", 7, 7],
        ["2024-01-02", 8, 8],
      ],
    },
  );
  return all.toSorted((a, b) => (a.asOf < b.asOf ? -1 : a.asOf > b.asOf ? 1 : 0));
}

const tables = {
  alone: { kinds: [], vintages: vintagesOf([[]]) },
  countries: { kinds: ["country_iso"], vintages: vintagesOf([["NA"], ["US"], ["DE"]]) },
  odd: {
    kinds: [`it's "a kind"`, "sector"],
    vintages: vintagesOf([
      ["a, b", null],
      ["a", ", b"],
      ["Größe -- ${x}", "NA"],
    ]),
  },
} as const;
type TableId = keyof typeof tables;
const ids = Object.keys(tables) as TableId[];

/** Before the first, at the very time of one, a second before it, after the last. */
const times = [
  "2024-01-01T00:00:00Z",
  "2024-01-04T23:59:58Z",
  "2024-01-04T23:59:59Z",
  "2024-01-08T12:00:00Z",
  "2030-01-01T00:00:00Z",
];

const isoOf = (asOf: Instant): string =>
  asOf.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z");

/** The newest vintage of each series that was known at a time. */
function knownVintages(id: TableId, time: string): readonly Vintage[] {
  const known = new Map<string, Vintage>();
  for (const each of tables[id].vintages) {
    const key = JSON.stringify(each.tags);
    const before = known.get(key);
    const isKnown = Date.parse(isoOf(each.asOf)) <= Date.parse(time);
    if (isKnown && (before === undefined || before.asOf < each.asOf)) known.set(key, each);
  }
  return [...known.values()];
}

function rowsOf({ asOf, tags, rows }: Vintage): KnownRow[] {
  return rows.map(([day, level, momentum]) => ({
    asOf: isoOf(asOf),
    day,
    tags: tags.map((each) => each ?? ""),
    numbers: [level, momentum, null],
  }));
}

function expected(id: TableId): RanVintages {
  const start = Date.parse(isoOf(first));
  const known: KnownRow[] = [];
  for (let ms = start; ms <= Date.parse(isoOf(noon)); ms += 86_400_000) {
    const time = new Date(ms).toISOString().replace(".000Z", "Z");
    for (const vintage of knownVintages(id, time)) {
      const last = rowsOf(vintage).at(-1);
      if (last !== undefined) known.push({ time, ...last });
    }
  }
  const at = times.map((time) => knownVintages(id, time).flatMap(rowsOf));
  return inOrder({ known, at });
}

/** The order of rows is each library's own. */
function inOrder({ known, at }: RanVintages): RanVintages {
  const sorted = (rows: readonly KnownRow[]): KnownRow[] =>
    rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { known: sorted(known), at: at.map(sorted) };
}

describe("inserted code of vintages", function () {
  this.timeout(120_000);
  const folder = temporaryFolder("inserted-vintages");
  const formats = ["csv", "json", "parquet"] as const;

  before(async () => {
    for (const id of ids) {
      for (const format of formats) {
        await writeTable(id, format, `${id}.${format}`, tables[id].vintages, true);
        for (const asOf of [first, second, third, noon]) {
          const own = tables[id].vintages.filter((each) => each.asOf === asOf);
          const file = `${id} x/as_of=${asOf}/part-${String(own.length)}.${format}`;
          await writeTable(id, format, file, own, false);
        }
      }
    }
  });
  after(() => folder.remove());

  async function writeTable(
    id: TableId,
    format: WireFormat,
    file: string,
    vintages: readonly Vintage[],
    hasAsOf: boolean,
  ): Promise<void> {
    const names = tables[id].kinds.map((name) => ({ name, type: "text" }) as const);
    const layout = longLayout(names, [scores.map((name) => ({ name, type: "number" }))], hasAsOf);
    const writer = tableWriter({ format, layout });
    const blocks: Uint8Array[] = [];
    for (const { asOf, tags, rows } of vintages) {
      const frame = frameOf(
        rows.map(([day]) => day),
        {
          Level: rows.map(([, level]) => level),
          Momentum: rows.map(([, , momentum]) => momentum),
          Aggregate: rows.map(() => null),
        },
      );
      const part: LongPart = { coordinates: tags, frame, ...(hasAsOf ? { asOf } : {}) };
      blocks.push(...(await writer.add(part)));
    }
    blocks.push(...(await writer.end({})));
    const location = path.join(folder.path, file);
    mkdirSync(path.dirname(location), { recursive: true });
    writeFileSync(location, Buffer.concat(blocks));
  }

  function codeOf(
    id: TableId,
    language: CodeLanguage,
    parts: Pick<VintagesCodeSubject, "format" | "isPartitioned"> &
      Partial<Pick<VintagesCodeSubject, "library">>,
  ): string {
    const relativePath = parts.isPartitioned ? `${id} x` : `${id}.${parts.format}`;
    const own = { library: "pandas", series: tables[id].kinds, scores, relativePath } as const;
    return vintagesCode("history", { language, ...own, ...parts });
  }

  for (const library of ["pandas", "polars"] as const) {
    for (const format of formats) {
      const needs = library === "pandas" && format === "parquet" ? ["pyarrow"] : [];
      const python = pythonWith(library, ...needs);
      itWith(python, `Python with ${[library, ...needs].join(" and ")}`)(
        `knows what was known, from ${format} with ${library}`,
        async () => {
          for (const isPartitioned of [false, true]) {
            const codes = ids.map((id) => codeOf(id, "python", { format, isPartitioned, library }));
            const ran = await ranVintages(python ?? "", codes, times, folder.path);
            for (const [at, id] of ids.entries()) {
              const { known, at: rows } = ran[at] ?? { known: [], at: [] };
              assert.deepEqual(
                inOrder({ known, at: rows }),
                expected(id),
                `${id} ${isPartitioned}`,
              );
            }
          }
        },
      );
    }
  }

  const rscript = rscriptWith();
  itWith(rscript, "Rscript")("knows what was known, from csv with R", async () => {
    for (const isPartitioned of [false, true]) {
      const codes = ids.map((id) => codeOf(id, "r", { format: "csv", isPartitioned }));
      const ran = await vintagesOfR(rscript ?? "", codes, times, folder.path);
      for (const [at, id] of ids.entries()) {
        const { known, at: rows } = ran[at] ?? { known: [], at: [] };
        assert.deepEqual(inOrder({ known, at: rows }), expected(id), `${id} ${isPartitioned}`);
      }
    }
  });

  for (const format of formats) {
    itWith(duckDb, "DuckDB")(`knows what was known, from ${format} with DuckDB`, async () => {
      const connection = await connectDuckDb();
      await connection.run(`SET file_search_path = '${folder.path}'`);
      await connection.run("SET TimeZone = 'America/New_York'").catch(() => undefined);
      const rowsIn = async (query: string): Promise<KnownRow[]> => {
        const result = await connection.runAndReadAll(query);
        const names = result.columnNames();
        return result.getRowsJson().map((cells) => duckRow(names, cells));
      };
      for (const isPartitioned of [false, true]) {
        for (const id of ids) {
          await connection.run(codeOf(id, "sql", { format, isPartitioned }));
          const types = `SELECT column_type FROM (DESCRIBE history) WHERE column_name = 'as_of'`;
          const result = await connection.runAndReadAll(types);
          assert.deepEqual(result.getRowsJson(), [["TIMESTAMP"]]);
          const known = await rowsIn("FROM history_known");
          const at: KnownRow[][] = [];
          for (const time of times)
            at.push(await rowsIn(`FROM history_at('${time.replace("Z", "")}')`));
          assert.deepEqual(inOrder({ known, at }), expected(id), `${id} ${isPartitioned}`);
        }
      }
      connection.closeSync();
    });
  }
});

/** The as-of is in the first column, or in the last where it comes from a folder. */
function duckRow(names: readonly string[], cells: readonly unknown[]): KnownRow {
  const cellOf = (name: string): unknown => cells[names.indexOf(name)];
  const time = cellOf("time");
  const isTag = (name: string): boolean => !["time", "as_of", "Date", ...scores].includes(name);
  const iso = (text: unknown): string => `${String(text).replace(" ", "T")}Z`;
  return {
    ...(names.includes("time") ? { time: iso(time) } : {}),
    asOf: iso(cellOf("as_of")),
    day: String(cellOf("Date")),
    tags: names.filter(isTag).map((name) => String(cellOf(name))),
    numbers: scores.map((name) => cellOf(name) as number | null),
  };
}
