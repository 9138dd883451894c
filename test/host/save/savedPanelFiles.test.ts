import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { variableName } from "../../../src/features/notebook/code/variableName";
import { type SignalRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { type FetchedPanel, fetchPanel } from "../../../src/store/tables";
import { writeTable } from "../../../src/features/documents/save/saveTable";
import { tableSources } from "../../../src/connect/tableSources";
import { CodeMaker } from "../../../src/features/notebook/codeMaker";
import { DataFolder } from "../../../src/features/notebook/dataFolder";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { hostSetting } from "../../support/hostResult";
import { itWith, pythonWith } from "../../support/interpreters";
import { pastPanel } from "../../support/openedPanels";
import { type PanelTable, wideTable } from "../../support/panelFiles";
import { type RanTable, tableOf, tableOfCsv } from "../../support/ranCode";
import { ranPython } from "../../support/ranPython";
import { fetchedCsv } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestServices } from "../../support/testServices";

const columns = ["Level", "Momentum", "Aggregate"];
const connectionId = "acme";

/** Canada is listed and has no data. */
const reference = pastPanel("TERMS", 1, {
  country_iso: ["AU", "BR", "CA", "US"],
  commodity: ["Gold"],
});
const kinds = Object.keys(reference.tags);
const formats = ["csv", "parquet"] as const;
const forms = ["long", "wide"] as const;

/** What the service gives for a variant, asked for alone; undefined where it has none. */
async function single(variant: SignalRef): Promise<RanTable | undefined> {
  try {
    return tableOfCsv(await fetchedCsv(hostSetting().sample, variant));
  } catch (error) {
    assert.match(String(error), /: 404$/);
    return undefined;
  }
}

function countryOf({ tags }: SignalRef): string {
  return tags["country_iso"] ?? "";
}

/** The variants below each other, with a column of each tag kind. */
function longTable(tables: readonly PanelTable[]): RanTable {
  const named = [
    ...kinds.map((kind, at) => {
      const cells = tables.flatMap(({ values, table }) => table.days.map(() => values[at] ?? null));
      return [kind, cells] as const;
    }),
    ...columns.map((name) => {
      const cells = tables.flatMap(
        ({ table }) => table.columns.find(([column]) => column === name)?.[1] ?? [],
      );
      return [name, cells] as const;
    }),
  ];
  return { days: tables.flatMap(({ table }) => table.days), columns: named };
}

describe("files of a panel of the sample service", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  const python = pythonWith("pandas");
  const pythonOfParquet = pythonWith("pandas", "pyarrow");
  const expected = new Map<(typeof forms)[number], RanTable>();
  let services: TestServices;
  let folder: TemporaryFolder;
  let fetched: FetchedPanel;

  const fileOf = (form: string, format: string): string =>
    path.join(folder.path, `${form}.${format}`);

  before(async () => {
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
    folder = temporaryFolder("saved-panel-files");
    fetched = await fetchPanel(tableSources(services), { connectionId, reference });
    const table = { kind: "panel", member: fetched } as const;
    for (const format of formats) {
      await writeTable(worker, table, {}, vscode.Uri.file(fileOf("long", format)));
      const wide = vscode.Uri.file(fileOf("wide", format));
      await writeTable(worker, table, { column: "Level" }, wide);
    }
    const { variants, missing } = fetched.panel;
    const asked = [...variants.map((variant) => variant.reference), ...missing].sort((a, b) =>
      countryOf(a) < countryOf(b) ? -1 : 1,
    );
    assert.deepEqual(asked.map(countryOf), ["AU", "BR", "CA", "US"]);
    const tables: PanelTable[] = [];
    for (const own of asked) {
      const found = await single(own);
      const values = kinds.map((kind) => own.tags[kind] ?? "");
      if (found !== undefined) tables.push({ values, table: found });
    }
    expected.set("long", longTable(tables));
    const at = kinds.indexOf("country_iso");
    expected.set(
      "wide",
      wideTable(tables, "Level", (values) => values[at] ?? ""),
    );
  });
  after(() => {
    folder.remove();
    services.dispose();
    worker.dispose();
  });

  it("have the variants that the service has, and no others", () => {
    const { variants, missing, failed } = fetched.panel;
    assert.deepEqual([missing.map(countryOf), failed], [["CA"], []]);
    assert.deepEqual(
      variants.map((variant) => countryOf(variant.reference)),
      expected.get("wide")?.columns.map(([country]) => country),
    );
  });

  itWith(duckDb, "DuckDB")(
    "have every value of single requests in DuckDB, long and wide, by CSV and Parquet",
    async () => {
      const duck = await DuckFiles.open();
      for (const form of forms) {
        for (const format of formats) {
          const file = fileOf(form, format);
          const [, ...names] = (await duck.columns(file)).map(([column]) => column);
          const rows = await duck.rows("SELECT * FROM FILE", file);
          const table = {
            days: rows.map(([day]) => day),
            columns: names.map((column, at) => [column, rows.map((row) => row[at + 1])]),
          };
          assert.deepEqual(table, expected.get(form), `${form} ${format}`);
        }
      }
      await duck.close();
    },
  );

  /** What pandas has after each of these programs, all run in one process. */
  async function tablesIn(
    interpreter: string | undefined,
    programs: readonly { readonly code: string; readonly variable: string }[],
  ): Promise<unknown[]> {
    const ran = await ranPython(interpreter ?? "", programs, { cwd: folder.path });
    return ran.map(tableOf);
  }

  function readBy(expression: string): { readonly code: string; readonly variable: string } {
    const code = `import pandas\ntable = pandas.${expression}.set_index("Date")`;
    return { code, variable: "table" };
  }

  itWith(python, "Python with pandas")(
    "have every value of single requests in pandas, long and wide, by CSV",
    async () => {
      const options = 'parse_dates=["Date"], float_precision="round_trip"';
      const programs = forms.map((form) => readBy(`read_csv("${form}.csv", ${options})`));
      assert.deepEqual(
        await tablesIn(python, programs),
        forms.map((form) => expected.get(form)),
      );
    },
  );

  itWith(pythonOfParquet, "Python with pandas and pyarrow")(
    "have every value of single requests in pandas, long and wide, by Parquet and the code inserted for them",
    async () => {
      const maker = new CodeMaker(services, new DataFolder(worker));
      const place = { language: "python", way: "file" } as const;
      const subject = { target: { connectionId, reference } };
      const own = { ...place, folder: vscode.Uri.file(folder.path) };
      const { made, failed } = await maker.make([subject], own);
      assert.deepEqual(failed, []);
      const [inserted, ...others] = made;
      assert.ok(inserted !== undefined && others.length === 0);
      const variable = `${variableName(inserted.line.reference)}_wide`;
      const code = inserted.text.replaceAll('values="Aggregate"', 'values="Level"');
      const programs = forms.map((form) => readBy(`read_parquet("${form}.parquet")`));
      const [long, wide] = [expected.get("long"), expected.get("wide")];
      assert.deepEqual(await tablesIn(pythonOfParquet, [...programs, { code, variable }]), [
        long,
        wide,
        wide,
      ]);
    },
  );
});
