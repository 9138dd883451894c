import assert from "node:assert/strict";
import { frozenSpec } from "../../../../src/dataset/datasetTables";
import { type DatasetLock } from "../../../../src/dataset/lock";
import { formatDatasetSpec } from "../../../../src/dataset/spec";
import { parseDatasetSpec } from "../../../../src/dataset/parseSpec";
import { type Instant } from "../../../../src/shared/instant";
import { signalRef } from "../../../../src/shared/reference";
import { type ReferenceLine, parseReferenceLine } from "../../../../src/shared/referenceLine";
import { type CodeBlock } from "../../../../src/features/notebook/code/codeBlock";
import { requestCode } from "../../../../src/features/notebook/code/codePieces";
import {
  formatOfBlocks,
  freezeProblem,
  frozenEdits,
} from "../../../../src/features/dataset/freezePlan";

const now = "20240628T120000Z" as Instant;
const old = "20240331T235959Z" as Instant;
const us = "# macro-signals: signals/INFL/2/country_iso=US/FIT/20240331T235959Z @ sample";
const newest = us.replace("20240331T235959Z", "latest");
const parquet = 'df = pd.read_parquet("data/INFL.parquet")';
const csv = 'df = pd.read_csv("data/INFL.csv")';

function blockIn(
  language: CodeBlock["language"],
  ...lines: readonly string[]
): readonly [CodeBlock, ReferenceLine] {
  const line = parseReferenceLine(lines[0] ?? "");
  assert.ok(line);
  return [{ lines, row: 0, endRow: lines.length, language }, line];
}

function block(...lines: readonly string[]): readonly [CodeBlock, ReferenceLine] {
  return blockIn("python", ...lines);
}

/** The lock of a dataset of the United States as of now. */
function lockOf(format: "parquet" | "csv"): DatasetLock {
  return {
    service: "sample",
    spec: `sha256:${"0".repeat(64)}`,
    files: [{ path: `study/INFL-US.${format}`, table: "INFL-US", sha256: "0", rows: 1 }],
    series: [
      {
        ...{ table: "INFL-US", reference: signal("US", now), rows: 1, first: 1, last: 1 },
        ...{ values: "macro-values/1:0", settled: true },
      },
    ],
  };
}

/** The rows and texts of the edits that freeze a block into that dataset. */
function frozen(
  given: readonly [CodeBlock, ReferenceLine],
  format: "parquet" | "csv",
): readonly (readonly [row: number, text: string])[] | undefined {
  const { tables } = frozenSpec("sample", [signal("US", "latest")], {
    ...{ now, folder: "study", format },
  });
  const how = { tables, now, dataset: "study.macrodata.json", lock: lockOf(format) };
  return frozenEdits(...given, how)?.map(({ start, text }) => [start.row, text]);
}

function signal(country: string, asOf: Instant | "latest"): ReturnType<typeof signalRef> {
  const tags = { country_iso: country };
  return signalRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf });
}

describe("freezing reference lines", () => {
  it("reads the format of most lines, Parquet without files", () => {
    assert.equal(formatOfBlocks([block(us)]), "parquet");
    assert.equal(formatOfBlocks([block(us, csv), block(us, csv), block(us, parquet)]), "csv");
  });

  const problems: [when: string, lines: readonly string[], problem: string | undefined][] = [
    ["a line is alone", [us], undefined],
    ["code reads a file", [us, parquet], undefined],
    ["code reads another format", [us, csv], "format"],
    ["code reads a file elsewhere", [us, 'df = pd.read_parquet("/tmp/a.parquet")'], "path"],
    ["code has the values", [us, "df = pd.DataFrame(", '    {"Date": [1]},', ")"], "values"],
    ["a line is of some days", [us.replace(" @", "/2020-01-01..2020-12-31 @")], "part"],
  ];
  for (const [when, lines, problem] of problems) {
    it(`finds ${problem ?? "no problem"} when ${when}`, () => {
      assert.equal(freezeProblem(...block(...lines), "parquet"), problem);
    });
  }

  it("has a table for each reference once, latest as of now, and is read back as the same", () => {
    const references = [signal("US", "latest"), signal("US", old), signal("US", now)];
    const spec = frozenSpec("sample", references, { now, folder: "study", format: "csv" });
    const named = spec.tables.map(({ name }) => name);
    assert.deepEqual(
      [spec.asOf, spec.output.folder, ...named],
      [now, "study", "INFL-US", "INFL-US-2"],
    );
    assert.deepEqual(parseDatasetSpec(formatDatasetSpec(spec)), { spec });
  });

  it("changes the line and the path to those of the dataset, and nothing else", () => {
    const spec = frozenSpec("sample", [signal("US", "latest")], {
      now,
      folder: "study",
      format: "parquet",
    });
    const lock = lockOf("parquet");
    const how = { tables: spec.tables, now, dataset: "sets/study.macrodata.json" };
    const given = block(newest, parquet, "df.plot()");
    const edits = frozenEdits(...given, { ...how, lock });
    assert.deepEqual(
      edits?.map(({ start, text }) => [start.row, text]),
      [
        [0, `${newest.replace("latest", now)} from sets/study.macrodata.json`],
        [1, '"sets/study/INFL-US.parquet"'],
      ],
    );
    const absent: DatasetLock = {
      ...lock,
      files: [],
      series: [{ table: "INFL-US", reference: signal("US", now), absent: 404 }],
    };
    assert.equal(frozenEdits(...given, { ...how, lock: absent }), undefined);
  });

  it("changes scripts in R and SQL alike", () => {
    const line = newest.replace("latest", now);
    const inR = blockIn("r", newest, 'infl <- read.csv("data/INFL.csv")');
    assert.equal(freezeProblem(...inR, "csv"), undefined);
    assert.deepEqual(frozen(inR, "csv"), [
      [0, `${line} from study.macrodata.json`],
      [1, '"study/INFL-US.csv"'],
    ]);
    const inSql = blockIn(
      "sql",
      newest.replace("#", "--"),
      "CREATE TABLE infl AS FROM read_parquet('data/INFL.parquet');",
    );
    assert.equal(freezeProblem(...inSql, "parquet"), undefined);
    assert.deepEqual(frozen(inSql, "parquet"), [
      [0, `${line.replace("#", "--")} from study.macrodata.json`],
      [1, "'study/INFL-US.parquet'"],
    ]);
  });

  it("keeps a live request, as of the dataset's instant, and names no dataset that it does not read", () => {
    const { text } = requestCode({
      ...{ language: "python", library: "pandas", baseUrl: "https://api.acme.com" },
      line: { reference: signal("US", old), service: "sample" },
    });
    const edits = frozen(block(...text.split("\n")), "parquet");
    assert.equal(edits, undefined);
    const { text: present } = requestCode({
      ...{ language: "python", library: "pandas", baseUrl: "https://api.acme.com" },
      line: { reference: signal("US", now), service: "sample" },
    });
    assert.deepEqual(frozen(block(...present.split("\n")), "parquet"), []);
  });
});
