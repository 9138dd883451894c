import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { variableName } from "../../../src/features/notebook/code/variableName";
import { type PanelRef, type SignalRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { type FetchedPanel, fetchPanel } from "../../../src/store/tables";
import { writeTable } from "../../../src/features/documents/save/saveTable";
import { tableSources } from "../../../src/connect/tableSources";
import { CodeMaker } from "../../../src/features/notebook/codeMaker";
import { DataFolder } from "../../../src/features/notebook/dataFolder";
import { describeInNewest } from "../../support/describeInNewest";
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

const panels: readonly (readonly [name: string, reference: PanelRef])[] = [
  ["all countries", pastPanel("INFL", 2, { country_iso: "*" })],
  [
    "all countries, the sector held",
    pastPanel("EARN", 1, { country_iso: "*", sector: ["Energy"] }),
  ],
  ["missing combinations", pastPanel("TERMS", 1, { country_iso: "*", commodity: ["Gold"] })],
];
const formats = ["csv", "parquet"] as const;
const forms = ["long", "wide"] as const;

/** What the service gives for a variant, asked for alone; undefined where it has none. */
async function single(reference: SignalRef): Promise<RanTable | undefined> {
  try {
    return tableOfCsv(await fetchedCsv(hostSetting().sample, reference));
  } catch (error) {
    assert.match(String(error), /: 404$/);
    return undefined;
  }
}

function countryOf({ tags }: SignalRef): string {
  return tags["country_iso"] ?? "";
}

/** The variants below each other, with a column of each tag kind. */
function longTable(kinds: readonly string[], tables: readonly PanelTable[]): RanTable {
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

describeInNewest("files of panels of the sample service", function () {
  this.timeout(120_000);
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  const python = pythonWith("pandas");
  const pythonOfParquet = pythonWith("pandas", "pyarrow");
  let services: TestServices;
  let duck: DuckFiles;

  before(async () => {
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
    duck = await DuckFiles.open();
  });
  after(async () => {
    await duck.close();
    services.dispose();
    worker.dispose();
  });

  for (const [name, reference] of panels) {
    describe(`of ${name}`, () => {
      const kinds = Object.keys(reference.tags);
      const expected = new Map<(typeof forms)[number], RanTable>();
      let folder: TemporaryFolder;
      let fetched: FetchedPanel;
      /** The variants of all countries. */
      let asked: readonly SignalRef[];

      const fileOf = (form: string, format: string): string =>
        path.join(folder.path, `${form}.${format}`);

      before(async () => {
        folder = temporaryFolder("saved-panel-files");
        fetched = await fetchPanel(tableSources(services), { connectionId, reference });
        const table = { kind: "panel", member: fetched } as const;
        for (const format of formats) {
          await writeTable(worker, table, {}, vscode.Uri.file(fileOf("long", format)));
          const wide = vscode.Uri.file(fileOf("wide", format));
          await writeTable(worker, table, { column: "Level" }, wide);
        }
        const { variants, missing } = fetched.panel;
        asked = [...variants.map((variant) => variant.reference), ...missing].sort((a, b) =>
          countryOf(a) < countryOf(b) ? -1 : 1,
        );
        const tables: PanelTable[] = [];
        for (const own of asked) {
          const table = await single(own);
          const values = kinds.map((kind) => own.tags[kind] ?? "");
          if (table !== undefined) tables.push({ values, table });
        }
        expected.set("long", longTable(kinds, tables));
        const at = kinds.indexOf("country_iso");
        expected.set(
          "wide",
          wideTable(tables, "Level", (values) => values[at] ?? ""),
        );
      });
      after(() => folder.remove());

      it("have the variants of all countries that the service has, and no others", () => {
        assert.equal(new Set(asked.map(countryOf)).size, 40);
        const { variants, missing, failed } = fetched.panel;
        assert.deepEqual([variants.length + missing.length, failed], [40, []]);
        assert.equal(missing.length > 0, Object.keys(reference.tags).length > 1);
        assert.deepEqual(
          variants.map((variant) => countryOf(variant.reference)),
          expected.get("wide")?.columns.map(([country]) => country),
        );
      });

      for (const form of forms) {
        for (const format of formats) {
          itWith(duckDb, "DuckDB")(
            `have every value of single requests in DuckDB, ${form} by ${format}`,
            async () => {
              const file = fileOf(form, format);
              const [, ...names] = (await duck.columns(file)).map(([column]) => column);
              const rows = await duck.rows("SELECT * FROM FILE", file);
              const table = {
                days: rows.map(([day]) => day),
                columns: names.map((column, at) => [column, rows.map((row) => row[at + 1])]),
              };
              assert.deepEqual(table, expected.get(form));
            },
          );

          const interpreter = format === "csv" ? python : pythonOfParquet;
          const missing = format === "csv" ? "pandas" : "pandas and pyarrow";
          itWith(interpreter, `Python with ${missing}`)(
            `have every value of single requests in pandas, ${form} by ${format}`,
            async () => {
              const read =
                format === "csv"
                  ? `read_csv("${form}.csv", parse_dates=["Date"], float_precision="round_trip")`
                  : `read_parquet("${form}.parquet")`;
              const code = `import pandas\ntable = pandas.${read}.set_index("Date")`;
              const piece = { code, variable: "table" };
              const [ran] = await ranPython(interpreter ?? "", [piece], { cwd: folder.path });
              assert.deepEqual(tableOf(ran), expected.get(form));
            },
          );
        }
      }

      itWith(pythonOfParquet, "Python with pandas and pyarrow")(
        "have every value of single requests in the code inserted for them",
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
          const ran = await ranPython(pythonOfParquet ?? "", [{ code, variable }], {
            cwd: folder.path,
          });
          assert.deepEqual(tableOf(ran[0]), expected.get("wide"));
        },
      );
    });
  }
});
