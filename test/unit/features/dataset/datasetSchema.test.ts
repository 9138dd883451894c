import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parseDatasetLock } from "../../../../src/dataset/lock";
import { parseDatasetSpec } from "../../../../src/dataset/parseSpec";
import { describeWith, pythonWith, runInterpreter } from "../../../support/interpreters";

/** Prints for each value of a schema whether it is valid. */
const validator = `
import json, sys
from jsonschema import Draft7Validator
asked = json.load(sys.stdin)
Draft7Validator.check_schema(asked["schema"])
validator = Draft7Validator(asked["schema"])
print(json.dumps([validator.is_valid(json.loads(text)) for text in asked["texts"]]))
`;

const base = {
  macrodata: 1,
  service: "https://api.acme.com",
  kind: "FIT",
  tables: { us: { series: "signals/INFL/2/country_iso=US" } },
};

function spec(changed: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...base, ...changed });
}

function table(value: unknown, name = "t"): string {
  return spec({ tables: { [name]: value } });
}

const months = { every: "month", from: "2019-01-31", to: "2023-12-31" };
const us = "signals/INFL/2/country_iso=US";
const panel = "signals/INFL/2/country_iso=*";
const forecast = "forecasts/SPX/USD/12 Months";

const good: readonly string[] = [
  spec({}),
  spec({ $schema: "./x.json", service: "sample", kind: "SNAP", asOf: "latest" }),
  spec({ asOf: "2024-06-28" }),
  spec({ asOf: "20240628T180000Z" }),
  spec({ output: {} }),
  spec({ output: { folder: "data/raw", format: "csv", layout: "partitioned" } }),
  spec({ output: { folder: ".", format: "json", layout: "files" } }),
  table({ series: `${us}/SNAP/20240628T235959Z` }, "A-1_b.c"),
  table({ panel, layout: "files" }),
  table({ panel: "signals/INFL/2/country_iso=DE+US,sector=Energy/FIT/latest" }),
  table({ set: [us, forecast], layout: "files" }),
  table({ forecast }),
  table({ vintages: [us, `${panel}/SNAP`], asOfs: months, layout: "partitioned" }),
  table({ vintages: [us], asOfs: ["2024-01-31", "20240229T180000Z"] }),
  table({ vintages: [us], asOfs: "productions" }),
];

const bad: readonly string[] = [
  "[]",
  "{}",
  spec({ macrodata: 2 }),
  spec({ service: "api.acme.com" }),
  spec({ service: "https://user:pass@api.acme.com" }),
  spec({ service: "https://api.acme.com?api_key=1" }),
  spec({ kind: "snap" }),
  spec({ asOf: "yesterday" }),
  spec({ asOf: 20_240_628 }),
  spec({ apiKey: "x" }),
  spec({ output: { folder: "../data" } }),
  spec({ output: { folder: "/data" } }),
  spec({ output: { folder: "C:/data" } }),
  spec({ output: { folder: "data/.git" } }),
  spec({ output: { folder: "a\\b" } }),
  spec({ output: { format: "xlsx" } }),
  spec({ output: { layout: "wide" } }),
  spec({ output: { path: "data" } }),
  spec({ tables: {} }),
  spec({ tables: [] }),
  table({}),
  table({ series: us, panel }),
  table({ series: panel }),
  table({ series: "signals/INFL/2" }),
  table({ series: "forecasts/SPX" }),
  table({ series: forecast }),
  table({ series: us, layout: "files" }),
  table({ series: us, asOfs: months }),
  table({ series: us, note: "x" }),
  table({ panel: us }),
  table({ panel, layout: "partitioned" }),
  table({ set: us }),
  table({ set: [] }),
  table({ set: [panel] }),
  table({ forecast: us }),
  table({ vintages: [us] }),
  table({ vintages: [`${us}/FIT/latest`], asOfs: months }),
  table({ vintages: [us], asOfs: { every: "month" } }),
  table({ vintages: [us], asOfs: { ...months, every: "day" } }),
  table({ vintages: [us], asOfs: ["latest"] }),
  table({ vintages: [us], asOfs: [] }),
  table({ series: us }, "../t"),
  table({ series: us }, "a b"),
  table({ series: us }, ".hidden"),
];

const digest = "ab".repeat(32);
const lock = {
  macrodata: 1,
  service: "sample",
  asOf: "20240628T235959Z",
  spec: `sha256:${digest}`,
  files: [{ path: "data/t.parquet", table: "t", sha256: digest, rows: 2 }],
  series: [{ table: "t", reference: `${us}/FIT/20240628T235959Z`, absent: 404 }] as unknown[],
};
const values = `macro-values/1:${digest}`;

function lockWith(changed: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...lock, ...changed });
}

const goodLocks: readonly string[] = [
  lockWith({}),
  lockWith({ files: [], series: [] }),
  lockWith({
    series: [{ table: "f", reference: forecast, retrieved: lock.asOf, rows: 0, values }],
  }),
];
const badLocks: readonly string[] = [
  lockWith({ macrodata: 2 }),
  lockWith({ asOf: "latest" }),
  lockWith({ spec: digest }),
  lockWith({ note: "by hand" }),
  lockWith({ series: [{ table: "t", reference: `${us}/FIT/latest`, absent: 404 }] }),
  lockWith({ series: [{ table: "t", reference: `${us}/FIT/20240628T235959Z`, rows: 2 }] }),
  lockWith({ series: [{ table: "f", reference: forecast, rows: -1, values }] }),
];

const python = pythonWith("json", "jsonschema");
describeWith(python, "Python with jsonschema")("the JSON schemas of datasets", () => {
  const validity = async (name: string, texts: readonly string[]): Promise<readonly boolean[]> => {
    const schema = JSON.parse(readFileSync(`media/${name}.schema.json`, "utf8")) as unknown;
    const input = JSON.stringify({ schema, texts });
    const { stdout, stderr } = await runInterpreter(python ?? "", ["-c", validator], { input });
    assert.equal(stderr.includes("Error"), false, stderr);
    return JSON.parse(stdout) as readonly boolean[];
  };

  it("accept the specs that are read, and refuse those that are not", async () => {
    const texts = [...good, ...bad];
    const valid = await validity("macrodata", texts);
    const isRead = texts.map((text) => "spec" in parseDatasetSpec(text));
    assert.deepEqual(
      texts.filter((_, at) => valid[at] !== at < good.length),
      [],
    );
    assert.deepEqual(
      texts.filter((_, at) => isRead[at] !== at < good.length),
      [],
    );
  });

  it("accept the locks that are read, and refuse those that are not", async () => {
    const texts = [...goodLocks, ...badLocks];
    const valid = await validity("macrodata.lock", texts);
    assert.deepEqual(
      texts.map((_, at) => valid[at]),
      texts.map((_, at) => at < goodLocks.length),
    );
    for (const text of goodLocks) assert.doesNotThrow(() => parseDatasetLock(text));
    for (const text of badLocks) assert.throws(() => parseDatasetLock(text));
  });
});
