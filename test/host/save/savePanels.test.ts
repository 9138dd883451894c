import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { NetworkError } from "../../../src/service/errors";
import { type TagSet, panelRef, signalRef } from "../../../src/shared/reference";
import { referencePath } from "../../../src/shared/referencePath";
import { FrameWorker } from "../../../src/store/frameWorker";
import { type FetchedPanel, fetchPanel } from "../../../src/store/tables";
import { writeTable } from "../../../src/features/documents/save/saveTable";
import { mismatchText, savedText } from "../../../src/features/documents/save/saveText";
import { tableSources } from "../../../src/connect/tableSources";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { noRepairs } from "../../support/frames";
import { hostSetting } from "../../support/hostResult";
import { itWith } from "../../support/interpreters";
import { type RanTable, tableOfCsv } from "../../support/ranCode";
import { fetchedCsv, pastAsOf } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestServices } from "../../support/testServices";
import { type PanelTarget } from "../../../src/shared/place";

function panelTarget(
  code: string,
  version: number,
  tags: Readonly<Record<string, TagSet>>,
): PanelTarget {
  const reference = panelRef({ code, version, tags, dataKind: "FIT", asOf: pastAsOf });
  if (reference.family !== "panel") throw new RangeError("a series");
  return { connectionId: "acme", reference };
}

describe("saving panels", function () {
  this.timeout(60_000);
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let services: TestServices;
  let folder: TemporaryFolder;
  let duck: DuckFiles;

  const at = (name: string): vscode.Uri => vscode.Uri.file(path.join(folder.path, name));
  const fetched = (target: PanelTarget): Promise<FetchedPanel> =>
    fetchPanel(tableSources(services), target);
  /** What the service gives for a variant, asked for alone. */
  const single = async (reference: FetchedPanel["panel"]["missing"][number]): Promise<RanTable> =>
    tableOfCsv(await fetchedCsv(hostSetting().sample, reference));

  before(async () => {
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
    duck = await DuckFiles.open();
  });
  beforeEach(() => (folder = temporaryFolder("saving-panels")));
  afterEach(() => folder.remove());
  after(async () => {
    await duck.close();
    services.dispose();
    worker.dispose();
  });

  itWith(duckDb, "DuckDB")(
    "writes all countries below each other, each value as a single request gives it",
    async () => {
      const target = panelTarget("LENDING", 1, { country_iso: "*", sector: ["Energy"] });
      const all = await fetchPanel(tableSources(services), target, {
        prefetch: { format: "parquet", worker },
      });
      const table = { kind: "panel", member: all } as const;
      assert.equal(all.panel.variants.length, 8);
      // The one was written as the series came, the other is another than was expected.
      assert.ok((await all.prefetched?.blocks) !== undefined);
      await writeTable(worker, table, {}, at("all.parquet"));
      await writeTable(worker, table, {}, at("all.csv"));
      const expected: (string | number | null)[][] = [];
      for (const { reference } of all.panel.variants) {
        const { days, columns } = await single(reference);
        for (const [row, day] of days.entries()) {
          const cells = columns.map(([, values]) => values[row] ?? null);
          expected.push([day, reference.tags["country_iso"] ?? null, "Energy", ...cells]);
        }
      }
      const file = at("all.parquet").fsPath;
      assert.deepEqual(await duck.rows("SELECT * FROM FILE", file), expected);
      assert.deepEqual((await duck.columns(file)).slice(0, 4), [
        ["Date", "DATE"],
        ["country_iso", "VARCHAR"],
        ["sector", "VARCHAR"],
        ["Level", "DOUBLE"],
      ]);
      const lines = readFileSync(at("all.csv").fsPath, "utf8").trimEnd().split("\n");
      const texts = expected.map((cells) => cells.map((cell) => cell ?? "").join(","));
      assert.deepEqual(lines, ["Date,country_iso,sector,Level,Momentum,Aggregate", ...texts]);
      const metadata = await duck.metadata(file);
      assert.equal(
        metadata["macro-signals.reference"],
        "signals/LENDING/1/country_iso=*,sector=Energy/FIT/20240628T235959Z",
      );
      assert.deepEqual(
        JSON.parse(metadata["macro-signals.references"] ?? ""),
        all.panel.variants.map(({ reference }) => referencePath(reference)),
      );
    },
  );

  it("says what there is of a saved panel, and why it is not newer", async () => {
    const member = await fetched(panelTarget("INFL", 2, { country_iso: ["US", "DE"] }));
    const { panel } = member;
    const [first, second] = panel.variants;
    assert.ok(first !== undefined && second !== undefined);
    const early = {
      ...first,
      observed: first.observed.slice(0, 1),
      repairs: { ...noRepairs, duplicateRows: 3 },
    };
    const variants = [early, second];
    const staleBecause = new NetworkError(
      { request: "GET /", attempts: 1 },
      "gone",
      "ECONNREFUSED",
    );
    const lacking = { ...panel, variants, missing: [first.reference], staleBecause };
    const table = { kind: "panel", member: { ...member, panel: lacking }, failed: [] } as const;
    const words = savedText(table, {}, "wide.csv");
    const [counts, missing, stale, repairs, ...rest] = words.split(" · ");
    assert.deepEqual(
      [counts, missing, repairs, rest],
      ["Saved wide.csv (2 of 3 variants", "1 without data)", "duplicate rows counted once: 3", []],
    );
    assert.match(stale ?? "", /^out of date \(.*\)$/);
  });

  it("writes the days and columns that a tab shows", async () => {
    const target = panelTarget("INFL", 2, { country_iso: ["US", "DE"] });
    const slice = { from: 19_700, to: 19_760, columns: ["Aggregate", "Level"] };
    const member = await fetched(target);
    await writeTable(worker, { kind: "panel", member }, { slice }, at("part.csv"));
    const expected = ["Date,country_iso,Aggregate,Level"];
    for (const country of ["DE", "US"]) {
      const reference = signalRef({ ...target.reference, tags: { country_iso: country } });
      const { days, columns } = await single(reference);
      const cells = new Map(columns);
      for (const [row, day] of days.entries()) {
        if (day < "2023-12-09" || day > "2024-02-07") continue;
        const values = ["Aggregate", "Level"].map((name) => cells.get(name)?.[row] ?? "");
        expected.push([day, country, ...values].join(","));
      }
    }
    assert.equal(readFileSync(at("part.csv").fsPath, "utf8"), `${expected.join("\n")}\n`);
  });

  itWith(duckDb, "DuckDB")(
    "joins panels by day and tag kinds, and says what did not match",
    async () => {
      const infl = await fetched(panelTarget("INFL", 2, { country_iso: ["DE", "JP", "US"] }));
      const growth = await fetched(panelTarget("CURVE", 1, { country_iso: ["BR", "DE", "US"] }));
      const members = [infl, growth];
      const joined = at("joined.parquet");
      const mismatch = await writeTable(worker, { kind: "join", members }, {}, joined);
      assert.ok(mismatch !== undefined);
      const file = at("joined.parquet").fsPath;
      const names = (await duck.columns(file)).map(([name]) => name);
      const columns = ["Level", "Momentum", "Aggregate"];
      assert.deepEqual(names, [
        "Date",
        "country_iso",
        ...["INFL", "CURVE"].flatMap((code) => columns.map((name) => `${code}_${name}`)),
      ]);
      let [rows, uneven] = [0, 0];
      for (const country of ["BR", "DE", "JP", "US"]) {
        const parts: (RanTable | undefined)[] = [];
        for (const { panel } of [infl, growth]) {
          const found = panel.variants.find(
            (each) => each.reference.tags["country_iso"] === country,
          );
          parts.push(found && (await single(found.reference)));
        }
        const rowsOfParts = parts.map((part) => new Map(part?.days.map((day, row) => [day, row])));
        const days = [...new Set(parts.flatMap((part) => part?.days ?? []))].sort();
        const expected = days.map((day) => [
          day,
          country,
          ...parts.flatMap((part, at) => {
            const row = rowsOfParts[at]?.get(day);
            return columns.map((name) => {
              const [, values] = part?.columns.find((each) => each[0] === name) ?? [];
              return row === undefined ? null : (values?.[row] ?? null);
            });
          }),
        ]);
        const sql = `SELECT * FROM FILE WHERE country_iso = '${country}'`;
        assert.deepEqual(await duck.rows(sql, file), expected);
        if (parts.includes(undefined)) continue;
        rows += days.length;
        const isShared = (day: string): boolean => rowsOfParts.every((each) => each.has(day));
        uneven += days.filter((day) => !isShared(day)).length;
      }
      assert.deepEqual(mismatch, {
        variants: 4,
        shared: 2,
        missing: [[["BR"]], [["JP"]]],
        rows,
        uneven,
      });
      const { "macro-signals.panels": kept = "" } = await duck.metadata(file);
      assert.deepEqual(
        JSON.parse(kept),
        [infl, growth].map(({ panel }) => ({
          reference: referencePath(panel.reference),
          references: panel.variants.map(({ reference }) => referencePath(reference)),
        })),
      );
      const [first] = mismatchText(mismatch, ["INFL", "CURVE"]);
      assert.equal(first, "INFL has no data for 1 of 4 variants: BR.");
    },
  );

  it("names the first variants that a joined panel lacks, and counts the others", () => {
    const lost = ["AT", "AU", "BE", "BR", "CA", "CH", "CL"].map((country) => [country, "Energy"]);
    const missing = [lost, [["US", null]]];
    const mismatch = { variants: 1_008, shared: 1_000, missing, rows: 9_000, uneven: 12 };
    assert.deepEqual(mismatchText(mismatch, ["INFL", "CURVE"]), [
      "INFL has no data for 7 of 1,008 variants: AT Energy, AU Energy, BE Energy, BR Energy, CA Energy, and 2 more.",
      "CURVE has no data for 1 of 1,008 variants: US.",
      "For the variants in all panels, 12 of 9,000 days are missing from at least one.",
    ]);
  });

  it("leaves nothing behind when it is cancelled", async () => {
    const target = panelTarget("LENDING", 1, { country_iso: "*", sector: ["Energy"] });
    const all = await fetched(target);
    const cancel = new AbortController();
    const onProgress = (done: number): void => {
      if (done === 3) cancel.abort();
    };
    const { signal } = cancel;
    const table = { kind: "panel", member: all } as const;
    const options = { signal, onProgress };
    const writing = writeTable(worker, table, {}, at("all.parquet"), options);
    await assert.rejects(writing, (error) => error === signal.reason);
    assert.deepEqual(readdirSync(folder.path), []);
  });
});
