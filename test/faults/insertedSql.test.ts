import assert from "node:assert/strict";
import { type DuckDBConnection } from "@duckdb/node-api";
import { fileCode } from "../../src/features/notebook/code/codePieces";
import { variableName } from "../../src/features/notebook/code/variableName";
import { forecastRef } from "../../src/shared/reference";
import { type WireFormat, wireFormats } from "../../src/shared/wireFormat";
import { connectDuckDb, duckDb } from "../support/duckDb";
import { oddFolder, oddTable, writeFrame } from "../support/insertedFiles";
import { inflation, lineOf } from "../support/insertSubjects";
import { describeWith } from "../support/interpreters";
import { type RanTable, frameOfTable, tableOfCsv } from "../support/ranCode";
import { type SampleProgram, startSampleProgram } from "../support/sampleProgram";
import { fetchedCsv, fetchedForecastCsv, sampleSignal } from "../support/sampleSeries";
import { temporaryFolder } from "../support/temporaryFolder";

const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const view = variableName(inflation);
/** In a pattern of paths DuckDB takes a backslash for a slash on every system. */
const plainFolder = oddFolder.replace("\\", "");

describeWith(duckDb, "DuckDB")("inserted SQL, run by DuckDB", function () {
  this.timeout(60_000);
  const folder = temporaryFolder("inserted-sql");
  const tables = new Map<string, RanTable>([["odd", oddTable]]);
  let service: SampleProgram;
  let connection: DuckDBConnection;

  const table = (name: string): RanTable => tables.get(name) ?? oddTable;

  before(async () => {
    service = await startSampleProgram();
    tables.set("signal", tableOfCsv(await fetchedCsv(service, sampleSignal())));
    tables.set("forecast", tableOfCsv(await fetchedForecastCsv(service, forecast)));
    for (const [name, each] of tables) {
      writeFrame(`${folder.path}/${plainFolder}`, name, frameOfTable(each));
    }
    connection = await connectDuckDb();
    // Stands for the folder that a person starts DuckDB in.
    await connection.run(`SET file_search_path = '${folder.path}'`);
  });

  after(async () => {
    connection.closeSync();
    await service.stop();
    folder.remove();
  });

  async function run(name: string, format: WireFormat): Promise<void> {
    const { columns } = frameOfTable(table(name));
    const relativePath = `${plainFolder}/${name}.${format}`;
    const subject = { line: lineOf(), library: "pandas", language: "sql" } as const;
    await connection.run(fileCode({ ...subject, relativePath, format, columns }).text);
  }

  for (const format of wireFormats) {
    for (const name of ["signal", "forecast", "odd"]) {
      it(`has every value of the ${name} by ${format}`, async () => {
        await run(name, format);
        const { days, columns } = table(name);
        const result = await connection.runAndReadAll(`FROM ${view}`);
        assert.deepEqual(result.columnNames(), ["Date", ...columns.map(([each]) => each)]);
        const rows = days.map((day, row) => [day, ...columns.map(([, values]) => values[row])]);
        assert.deepEqual(result.getRowsJson(), rows);
      });
    }

    it(`has dates, doubles and texts by ${format}`, async () => {
      await run("odd", format);
      const sql = `SELECT column_type FROM (DESCRIBE ${view})`;
      const types = (await connection.runAndReadAll(sql)).getRowsJson().flat();
      const numbers = ["DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE"];
      assert.deepEqual(types, ["DATE", ...numbers, "VARCHAR", "VARCHAR"]);
    });
  }
});
