import assert from "node:assert/strict";
import { type DatasetLock } from "../../../../src/dataset/lock";
import { formatDatasetSpec } from "../../../../src/dataset/spec";
import { parseDatasetSpec } from "../../../../src/dataset/parseSpec";
import { type Instant } from "../../../../src/shared/instant";
import { signalRef } from "../../../../src/shared/reference";
import { type ReferenceLine, parseReferenceLine } from "../../../../src/shared/referenceLine";
import { type CodeBlock } from "../../../../src/features/notebook/code/codeBlock";
import {
  formatOfBlocks,
  freezeProblem,
  frozenEdits,
  frozenSpec,
} from "../../../../src/features/dataset/freezePlan";

const now = "20240628T120000Z" as Instant;
const us = "# macro-signals: signals/INFL/2/country_iso=US/FIT/20240331T235959Z @ sample";
const newest = us.replace("20240331T235959Z", "latest");
const parquet = 'df = pd.read_parquet("data/INFL.parquet")';
const csv = 'df = pd.read_csv("data/INFL.csv")';

function block(...lines: readonly string[]): readonly [CodeBlock, ReferenceLine] {
  const line = parseReferenceLine(lines[0] ?? "");
  assert.ok(line);
  return [{ lines, row: 0, endRow: lines.length, language: "python" }, line];
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
    const old = "20240331T235959Z" as Instant;
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
    const lock: DatasetLock = {
      service: "sample",
      spec: `sha256:${"0".repeat(64)}`,
      files: [{ path: "study/INFL-US.parquet", table: "INFL-US", sha256: "0", rows: 1 }],
      series: [
        {
          ...{ table: "INFL-US", reference: signal("US", now), rows: 1, first: 1, last: 1 },
          ...{ values: "macro-values/1:0", settled: true },
        },
      ],
    };
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
});
