import assert from "node:assert/strict";
import { DatasetLockError, DatasetPathError } from "../../../src/dataset/errors";
import { type DatasetLock, formatDatasetLock, parseDatasetLock } from "../../../src/dataset/lock";
import { dayOfIso } from "../../../src/shared/day";
import { type Instant } from "../../../src/shared/instant";
import { forecastRef, signalRef } from "../../../src/shared/reference";

const asOf = "20240628T235959Z" as Instant;
const digest = "ab".repeat(32);

function signal(country: string): ReturnType<typeof signalRef> {
  return signalRef({
    code: "INFL",
    version: 2,
    tags: { country_iso: country },
    dataKind: "FIT",
    asOf,
  });
}

const lock: DatasetLock = {
  service: "https://api.acme.com",
  asOf,
  spec: `sha256:${digest}`,
  files: [{ path: "data/inflation.parquet", table: "inflation", sha256: digest, rows: 2 }],
  series: [
    {
      table: "spx",
      reference: forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
      retrieved: "20241120T140501Z" as Instant,
      rows: 0,
      values: `macro-values/1:${digest}`,
    },
    { table: "inflation", reference: signal("XK"), absent: 404 },
    {
      table: "inflation",
      reference: signal("DE"),
      rows: 2,
      first: dayOfIso("1990-01-01") ?? 0,
      last: dayOfIso("2024-06-28") ?? 0,
      values: `macro-values/1:${digest}`,
      settled: true,
    },
  ],
};

const text = `{
  "macrodata": 1,
  "service": "https://api.acme.com",
  "asOf": "20240628T235959Z",
  "spec": "sha256:${digest}",
  "files": [
    { "path": "data/inflation.parquet", "table": "inflation", "sha256": "${digest}", "rows": 2 }
  ],
  "series": [
    { "table": "inflation", "reference": "signals/INFL/2/country_iso=DE/FIT/20240628T235959Z", "rows": 2, "first": "1990-01-01", "last": "2024-06-28", "values": "macro-values/1:${digest}", "settled": true },
    { "table": "inflation", "reference": "signals/INFL/2/country_iso=XK/FIT/20240628T235959Z", "absent": 404 },
    { "table": "spx", "reference": "forecasts/SPX/USD/12 Months", "retrieved": "20241120T140501Z", "rows": 0, "values": "macro-values/1:${digest}" }
  ]
}
`;

describe("formatDatasetLock", () => {
  it("writes one series a line, sorted, with line feeds", () => {
    assert.equal(formatDatasetLock(lock), text);
  });

  it("writes what parseDatasetLock reads", () => {
    assert.equal(formatDatasetLock(parseDatasetLock(text)), text);
  });

  it("writes the number of parts after the spec", () => {
    const parts = formatDatasetLock({ ...lock, parts: 8 });
    assert.equal(parts, text.replace(/("spec": .*)/, '$1\n  "parts": 8,'));
    assert.equal(parseDatasetLock(parts).parts, 8);
  });

  it("writes empty lists", () => {
    const empty = formatDatasetLock({ ...lock, files: [], series: [] });
    assert.deepEqual(parseDatasetLock(empty), { ...lock, files: [], series: [] });
  });
});

describe("parseDatasetLock", () => {
  const cases: [what: string, text: string, line: number][] = [
    ["nothing", "", 1],
    ["a merge conflict", text.replace("  ]\n}", "=======\n  ]\n}"), 13],
    ["half of it", text.slice(0, 300), 7],
    ["ten thousand brackets", "[".repeat(10_000), 1],
    ["another version", text.replace('"macrodata": 1', '"macrodata": 2'), 2],
    ["no part", text.replace('"files"', '"parts": 0, "files"'), 6],
    ["an unknown field", text.replace('"asOf"', '"asof"'), 4],
    ["latest", text.replace("DE/FIT/20240628T235959Z", "DE/FIT/latest"), 10],
    ["a panel", text.replace("country_iso=XK", "country_iso=*"), 11],
    ["no reference", text.replace("forecasts/SPX/USD/12 Months", "SPX"), 12],
    ["a negative count", text.replace('"rows": 0', '"rows": -1'), 12],
    ["an impossible day", text.replace("1990-01-01", "1990-02-31"), 10],
    ["a short digest", text.replace(`"${digest}", "rows"`, '"abcd", "rows"'), 7],
    ["a status that is none", text.replace("404", "4040"), 11],
    ["a line without values", text.replace(/, "values": "[^"]+", "settled": true/, ""), 10],
  ];
  for (const [what, wrong, line] of cases) {
    it(`refuses ${what} and names the line`, () => {
      assert.throws(
        () => parseDatasetLock(wrong),
        (error) => error instanceof DatasetLockError && error.line === line,
      );
    });
  }

  for (const path of [
    ...[
      "../x.parquet",
      "/etc/x.csv",
      "data/../../x.csv",
      "a\\\\b.csv",
      "C:/x.csv",
      "x.macrodata.json",
    ],
    ...[
      ".vscode/tasks.json",
      "data/x.sh",
      "a.macrodata.lock.json",
      "data/x",
      "a//b.csv",
      "NUL.csv",
      "",
    ],
  ]) {
    it(`refuses the file ${path}`, () => {
      const wrong = text.replace("data/inflation.parquet", path);
      assert.throws(() => parseDatasetLock(wrong), DatasetPathError);
    });
  }

  it("accepts partitions", () => {
    const path = "data/v/as_of=20240630T235959Z/part-0.parquet";
    const { files } = parseDatasetLock(text.replace("data/inflation.parquet", path));
    assert.equal(files[0]?.path, path);
  });
});
