import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { type WireFormat } from "../../../src/shared/wireFormat";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { fixtureBytes, formatOf, written } from "../../support/fixtures";
import { noRepairs } from "../../support/frames";
import { itWith, pythonWith, rscriptWith, runInterpreter } from "../../support/interpreters";

const scores = ["Level", "Momentum", "Aggregate"];

async function assertEmpty(
  body: string | Uint8Array,
  format: WireFormat,
  names: readonly string[] = scores,
): Promise<void> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const { frame, repairs } = await decodeFrame(bytes, format);
  const message = typeof body === "string" ? body : format;
  assert.deepEqual(written(frame).names, names, message);
  assert.equal(frame.days.length, 0, message);
  for (const { type, values } of frame.columns) {
    assert.deepEqual([type, values.length], ["number", 0], message);
  }
  // A row counter may have been left out.
  assert.deepEqual({ ...repairs, droppedCounters: 0 }, noRepairs, message);
}

describe("an empty vintage", () => {
  for (const name of ["empty-null-types.parquet", "empty-pandas-default.json"]) {
    it(`is recognized in ${name}, with the service's columns (DATA-16)`, () =>
      assertEmpty(fixtureBytes(`cases/${name}`), formatOf(name)));
  }

  const layouts: [layout: string, body: string, names?: readonly string[]][] = [
    ["no rows", "[]", []],
    ["no days", "{}", []],
    ["columns", '{"Date":[],"Level":[],"Momentum":[],"Aggregate":[]}'],
    ["columns without the day", '{"Level":[],"Momentum":[],"Aggregate":[]}'],
    ["columns by day", '{"Level":{},"Momentum":{},"Aggregate":{}}'],
    ["columns by counter", '{"Date":{},"Level":{},"Momentum":{},"Aggregate":{}}'],
    ["split", '{"columns":["Date","Level","Momentum","Aggregate"],"data":[]}'],
    [
      "split with a counter",
      '{"columns":["Date","Level","Momentum","Aggregate"],"index":[],"data":[]}',
    ],
    ["split by day", '{"columns":["Level","Momentum","Aggregate"],"index":[],"data":[]}'],
    [
      "split under another name of the day",
      '{"columns":["when","Level","Momentum","Aggregate"],"data":[]}',
    ],
    ["a wrapper of rows", '{"count":0,"next":null,"results":[]}', []],
    ["a wrapper of nothing", '{"data":{}}', []],
    [
      "pandas' table",
      '{"schema":{"fields":[{"name":"Date","type":"datetime"},{"name":"Level","type":"number"}],"primaryKey":["Date"],"pandas_version":"1.4.0"},"data":[]}',
      ["Level"],
    ],
  ];
  for (const [layout, body, names] of layouts) {
    it(`is recognized as JSON: ${layout} (DATA-16)`, () => assertEmpty(body, "json", names));
  }

  const headers: [what: string, body: string][] = [
    ["with a line break", "Date,Level,Momentum,Aggregate\n"],
    ["without one", "Date,Level,Momentum,Aggregate"],
    ["with CRLF and a byte order mark", "\uFEFFDate;Level;Momentum;Aggregate\r\n\r\n"],
    ["in quotes", '"Date","Level","Momentum","Aggregate"\n'],
    ["with an unnamed counter", ",Date,Level,Momentum,Aggregate\n"],
    ["with an unnamed day", ",Level,Momentum,Aggregate\n"],
    ["with another name of the day", "observation_date\tLevel\tMomentum\tAggregate\n"],
  ];
  for (const [what, body] of headers) {
    it(`is recognized as a CSV header ${what} (DATA-16)`, () => assertEmpty(body, "csv"));
  }

  it("is not recognized in a text that is not a series", async () => {
    for (const body of ["Service unavailable\n", "code,message\n"]) {
      await assert.rejects(decodeFrame(new TextEncoder().encode(body), "csv"), {
        name: "DecodeError",
      });
    }
    const bodies = ['{"detail":"not found"}', "[[]]", "5", '{"errors":[],"notes":[]}'];
    bodies.push(
      '{"message":{}}',
      '{"detail":[]}',
      '{"error":{},"message":{}}',
      '{"errors":[],"code":1}',
    );
    for (const body of bodies) {
      await assert.rejects(decodeFrame(new TextEncoder().encode(body), "json"), {
        name: "DecodeError",
      });
    }
  });
});

describe("an empty vintage as other programs write it", function () {
  this.timeout(60_000);

  const pandas = pythonWith("pandas");
  itWith(pandas, "pandas")("is read from pandas in every layout (DATA-16)", async () => {
    const script = `
import json
import pandas as pd
plain = pd.DataFrame({"Date": [], "Level": [], "Momentum": [], "Aggregate": []})
untyped = pd.DataFrame(columns=["Date", "Level", "Momentum", "Aggregate"])
indexed = plain.set_index(pd.DatetimeIndex([], name="Date")).drop(columns="Date")
bodies = [["csv", each.to_csv(**how)] for each in [plain, untyped, indexed] for how in [{}, {"sep": ";", "lineterminator": "\\r\\n"}]]
bodies += [["csv", each.to_csv(index=False)] for each in [plain, untyped]]
bodies += [["json", each.to_json(orient=orient)] for each in [plain, untyped, indexed] for orient in ["columns", "split", "table"]]
bodies += [["json", json.dumps(each.to_dict(orient=orient))] for each in [plain, untyped, indexed] for orient in ["list", "dict", "split"]]
bare = [each.to_json(orient=orient) for each in [plain, untyped, indexed] for orient in ["records", "index"]]
print(json.dumps([bodies, bare]))`;
    const { stdout, stderr } = await runInterpreter(pandas ?? "", ["-c", script]);
    assert.notEqual(stdout, "", stderr);
    const [bodies, bare] = JSON.parse(stdout) as [[WireFormat, string][], string[]];
    for (const [format, body] of bodies) await assertEmpty(body, format);
    for (const body of bare) await assertEmpty(body, "json", []);
  });

  const rscript = rscriptWith();
  itWith(rscript, "R")("is read from R's write.csv and write.table (DATA-16)", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "macro-signals-"));
    try {
      const script = `
table <- data.frame(Date = as.Date(character()), Level = numeric(), Momentum = numeric(), Aggregate = numeric())
write.csv(table, "${folder}/1")
write.csv(table, "${folder}/2", row.names = FALSE)
write.csv2(table, "${folder}/3", row.names = FALSE)
write.table(table, "${folder}/4", sep = "\\t", row.names = FALSE)`;
      const { stderr } = await runInterpreter(rscript ?? "", ["--vanilla", "-e", script]);
      assert.equal(stderr, "");
      for (const name of ["1", "2", "3", "4"]) {
        await assertEmpty(await readFile(path.join(folder, name)), "csv");
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  itWith(duckDb, "DuckDB")(
    "is read from DuckDB, whatever the types of its columns (DATA-16)",
    async () => {
      const duck = await DuckFiles.open();
      try {
        const file = path.join(duck.folder, "copied");
        for (const dayType of [
          "DATE",
          "TIMESTAMP",
          "TIMESTAMPTZ",
          "VARCHAR",
          "DOUBLE",
          "BLOB",
          "TIME",
        ]) {
          for (const type of ["DOUBLE", "INTEGER", "VARCHAR", "DECIMAL(9, 4)"]) {
            const columns = [
              `NULL::${dayType} AS Date`,
              ...scores.map((name) => `NULL::${type} AS ${name}`),
            ];
            const select = `SELECT ${columns.join(", ")} WHERE false`;
            await duck.rows(`COPY (${select}) TO FILE (FORMAT parquet)`, file);
            await assertEmpty(await readFile(file), "parquet");
            await duck.rows(`COPY (${select}) TO FILE (FORMAT csv)`, file);
            await assertEmpty(await readFile(file), "csv");
            await duck.rows(`COPY (${select}) TO FILE (FORMAT json, ARRAY true)`, file);
            await assertEmpty(await readFile(file), "json", []);
          }
        }
      } finally {
        await duck.close();
      }
    },
  );
});
