import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { type FolderFile, writeFolder } from "../../../src/editor/files/writeFolder";
import { saveVintages } from "../../../src/features/documents/save/saveVintages";
import { vintageFormats } from "../../../src/features/documents/save/vintageQuestions";
import { endOfDay, type Instant } from "../../../src/shared/instant";
import { forecastRef } from "../../../src/shared/reference";
import { monthStart } from "../../../src/shared/months";
import { FrameWorker } from "../../../src/store/frameWorker";
import { AnsweredQuestions } from "../../support/answeredQuestions";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { hostSetting } from "../../support/hostResult";
import { itWith } from "../../support/interpreters";
import { fetchedCsv, pastAsOf, sampleSignal } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestServices } from "../../support/testServices";
import { windowContext } from "../../support/windowContext";

describe("Save Vintages…", function () {
  this.timeout(60_000);
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let services: TestServices;
  let folder: TemporaryFolder;
  let questions: AnsweredQuestions;
  let reported: unknown[];

  beforeEach(() => {
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
    services.gate.set(pastAsOf);
    folder = temporaryFolder("save-vintages");
    questions = new AnsweredQuestions({ refused: /^$/, folder: vscode.Uri.file(folder.path) });
    reported = [];
  });
  afterEach(() => {
    questions.dispose();
    folder.remove();
    services.dispose();
  });
  after(() => worker.dispose());

  const save = (...references: Parameters<typeof fetchedCsv>[1][]): Promise<void> => {
    const reporter = {
      report: (error: unknown): Promise<undefined> => {
        reported.push(error);
        return Promise.resolve(undefined);
      },
    };
    const parts = { services, worker, reporter, context: windowContext() };
    const targets = references.map((reference) => ({ connectionId: "acme", reference }));
    return saveVintages(parts, targets, false);
  };

  /** Up to the window's as-of: from April 2019 to May 2024, counted from January of year 0. */
  const monthEnds = Array.from({ length: 60 }, (_, at): Instant => {
    return endOfDay(monthStart(2019 * 12 + 6 + at) - 1);
  });

  itWith(duckDb, "DuckDB")(
    "saves five years of month ends up to the window's as-of as one Parquet file",
    async () => {
      questions.answerNext(8);
      await save(sampleSignal("US"));
      assert.deepEqual(reported, []);
      const [name = "", ...others] = readdirSync(folder.path);
      assert.deepEqual(others, []);
      assert.match(
        name,
        /^INFL-v2_country_iso-US_FIT_60-vintages_asof-20190630-20240531_id-[0-9a-f]{10}\.parquet$/,
      );
      const duck = await DuckFiles.open();
      const file = path.join(folder.path, name);
      const asOfs = await duck.rows(
        "SELECT DISTINCT strftime(as_of AT TIME ZONE 'UTC', '%Y%m%dT%H%M%SZ') FROM FILE ORDER BY 1",
        file,
      );
      const columns = (await duck.columns(file)).map(([column]) => column);
      const [first = assert.fail()] = monthEnds;
      const rows = await duck.rows(
        `SELECT strftime(Date, '%Y-%m-%d'), Level FROM FILE
         WHERE as_of AT TIME ZONE 'UTC' = TIMESTAMP '2019-06-30 23:59:59'`,
        file,
      );
      await duck.close();
      assert.deepEqual(asOfs.flat(), monthEnds);
      const all = ["as_of", "Date", "country_iso", "Level", "Momentum", "Aggregate"];
      assert.deepEqual(columns, all);
      const text = await fetchedCsv(hostSetting().sample, { ...sampleSignal("US"), asOf: first });
      const expected = text.trimEnd().split("\n").slice(1);
      assert.deepEqual(
        rows,
        expected.map((line) => {
          const [day, level = ""] = line.split(",");
          return [day, level === "" ? null : Number(level)];
        }),
      );
      const message = questions.asked.at(-1) ?? "";
      assert.match(message, /^Saved INFL.*\.parquet \([\d,]+ rows of 60 vintages\)$/);
    },
  );

  it("asks before more than 64 requests, and sends none when it is refused", async () => {
    questions.dispose();
    const folderUri = vscode.Uri.file(folder.path);
    questions = new AnsweredQuestions({ refused: /takes up to 120 requests/, folder: folderUri });
    questions.answerNext(8);
    await save(sampleSignal("US"), sampleSignal("DE"));
    assert.match(questions.asked.at(-1) ?? "", /\(about [\d.]+ MB\) takes up to 120 requests\.$/);
    assert.deepEqual(readdirSync(folder.path), []);
    assert.deepEqual(services.series.allCachedSeries(), []);
  });

  it("offers a CSV for spreadsheets of one table alone, and says what it changes", () => {
    const shown = (series: number, isPartitioned: boolean): readonly (readonly string[])[] =>
      vintageFormats({ series, rows: 9_000 }, 60, isPartitioned).map(
        ({ label, description = "", detail = "" }) => [label, description, detail],
      );
    const apostrophe = "Adds an apostrophe to text that a spreadsheet would run as a formula";
    const [first, ...others] = shown(1, false);
    assert.deepEqual(first, ["CSV for Spreadsheets", "about 48.6 MB", apostrophe]);
    assert.deepEqual(
      others.map(([label]) => label),
      ["Parquet", "JSON", "CSV"],
    );
    const tooLong = `Probably more rows than a spreadsheet can hold. ${apostrophe}`;
    assert.equal(shown(2, false)[0]?.[2], tooLong);
    assert.equal(shown(1, true)[0]?.[0], "Parquet");
  });

  it("says that forecasts have no vintages, and that one table is of one connection", async () => {
    questions.answerNext(8);
    const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const parts = { services, worker, reporter: services, context: windowContext() };
    await saveVintages(parts as never, [{ connectionId: "acme", reference: spx }], false);
    const two = ["acme", "other"].map((id) => ({ connectionId: id, reference: sampleSignal() }));
    await saveVintages(parts as never, two, false);
    assert.deepEqual(questions.asked, [
      "Forecasts have no vintages.",
      "Vintages from several connections cannot be saved as one table.",
    ]);
  });

  it("leaves the earlier file when no vintage has data", async () => {
    questions.answerNext(8);
    await save({ ...sampleSignal("US"), tags: { country_iso: "XX" } });
    assert.deepEqual(
      reported.map((error) => (error as Error).name),
      ["NoVintagesError"],
    );
    assert.deepEqual(readdirSync(folder.path), []);
  });

  describe("into a folder", () => {
    const at = (): vscode.Uri => vscode.Uri.file(path.join(folder.path, "table"));
    const inside = (): string[] =>
      readdirSync(folder.path, { recursive: true, encoding: "utf8" }).sort();
    async function* files(fails = false): AsyncGenerator<FolderFile, void, void> {
      async function* blocks(): AsyncGenerator<Uint8Array, void, void> {
        yield await Promise.resolve(Buffer.from("new"));
      }
      yield { path: "as_of=1/part-0.csv", blocks: blocks() };
      if (fails) throw new Error("no answer");
      yield await Promise.resolve({ path: "as_of=2/part-0.csv", blocks: blocks() });
    }

    beforeEach(async () => {
      await mkdir(path.join(folder.path, "table", "as_of=0"), { recursive: true });
      await writeFile(path.join(folder.path, "table", "as_of=0", "part-0.csv"), "old");
    });

    it("replaces all of it by what is complete", async () => {
      await writeFolder(at(), files());
      assert.deepEqual(inside(), [
        "table",
        ...["table/as_of=1", "table/as_of=1/part-0.csv"],
        ...["table/as_of=2", "table/as_of=2/part-0.csv"],
      ]);
    });

    it("leaves it after a failure and a cancellation", async () => {
      const before = inside();
      await assert.rejects(writeFolder(at(), files(true)), /no answer/);
      await assert.rejects(writeFolder(at(), files(), AbortSignal.abort()), { name: "AbortError" });
      assert.deepEqual(inside(), before);
      const old = path.join(folder.path, "table", "as_of=0", "part-0.csv");
      assert.equal(readFileSync(old, "utf8"), "old");
    });
  });
});
