import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { parseDatasetLock } from "../../../src/dataset/lock";
import { sampleConnection } from "../../../src/shared/place";
import { asOfParameter } from "../../../src/shared/instant";
import { referencePath } from "../../../src/shared/referencePath";
import { AnsweredQuestions } from "../../support/answeredQuestions";
import { closeWithoutSaving } from "../../support/openedNotebook";
import { asOfsIn, PublishedRequests } from "../../support/publishedRequests";
import { latestSignal, pastAsOf } from "../../support/sampleSeries";
import { backToLatest, setWindowAsOf } from "../../support/setWindowAsOf";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import {
  restoreUserSettings,
  setUserSettings,
  type UserSettings,
  userSettings,
} from "../../support/userSettings";

function spec(changed: Readonly<Record<string, unknown>> = {}): string {
  const tables = { infl: { series: "signals/INFL/2/country_iso=HU" } };
  return JSON.stringify({ macrodata: 1, service: "sample", kind: "FIT", tables, ...changed });
}

describe("the commands of datasets", () => {
  let original: UserSettings;
  let folder: TemporaryFolder;
  let requests: PublishedRequests;
  let questions: AnsweredQuestions;

  before(async () => {
    original = userSettings();
    await setUserSettings({ connections: undefined, connection: "sample" });
    await vscode.extensions.getExtension("macro-signals.macro-signals")?.activate();
  });
  beforeEach(() => {
    folder = temporaryFolder("datasets");
    requests = new PublishedRequests();
    questions = answers();
  });
  afterEach(async () => {
    questions.dispose();
    requests.dispose();
    await closeWithoutSaving();
    folder.remove();
  });
  after(() => restoreUserSettings(original));

  const answers = (): AnsweredQuestions =>
    new AnsweredQuestions({ refused: /^Set This/, folder: vscode.Uri.file(folder.path) });
  const at = (...names: readonly string[]): string => path.join(folder.path, ...names);
  const lockText = (): string => readFileSync(at("study.macrodata.lock.json"), "utf8");
  /** Runs a command for the dataset; the first questions are answered with their first row or action. */
  async function run(name: string, answers = 0): Promise<readonly string[]> {
    questions.asked.splice(0);
    questions.answerNext(answers);
    await vscode.commands.executeCommand(
      `macroSignals.${name}`,
      vscode.Uri.file(at("study.macrodata.json")),
    );
    await requests.settle();
    return questions.asked;
  }
  const write = (text: string): void => writeFileSync(at("study.macrodata.json"), text);

  it("fetch, verify, restore and compare what the dataset and its lock say", async () => {
    write(spec({ asOf: "2024-06-28" }));
    assert.deepEqual(await run("fetchDataset"), ["Fetched study. Tables: 1, series: 1"]);
    assert.deepEqual(asOfsIn(requests.paths), [asOfParameter(pastAsOf)]);
    const bytes = readFileSync(at("infl.parquet"));
    const { asOf, files } = parseDatasetLock(lockText());
    assert.deepEqual([asOf, files.map((each) => each.path)], [pastAsOf, ["infl.parquet"]]);
    const verified = await run("verifyDataset", 1);
    assert.deepEqual(verified, ["Verify study", "study matches its lock."]);
    writeFileSync(at("infl.parquet"), "edited by hand");
    const differing = await run("verifyDataset", 1);
    assert.deepEqual(differing, ["Verify study"]);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.equal(activeTab?.label, "Verify study.md");
    const before = lockText();
    assert.deepEqual(await run("restoreDataset"), [
      "1 file of study differs from its lock. Replace it?",
    ]);
    assert.equal(readFileSync(at("infl.parquet"), "utf8"), "edited by hand");
    assert.deepEqual(await run("restoreDataset", 1), [
      "1 file of study differs from its lock. Replace it?",
      "Restored study. Files written: 1",
    ]);
    assert.deepEqual([readFileSync(at("infl.parquet")), lockText()], [bytes, before]);
    assert.deepEqual(await run("reportDatasetDrift"), ["study has not changed."]);
  });

  it("fetch names a series that the service does not list", async () => {
    write(spec({ tables: { infl: { series: "signals/INFL/2/country_iso=UX" } } }));
    assert.deepEqual(await run("fetchDataset"), [
      "Fetched study. Tables: 1, series: 0, not available from the service: 1, possibly misspelled: signals/INFL/2/country_iso=UX/FIT",
    ]);
  });

  it("say once what is wrong, and send nothing", async () => {
    const cases: [text: string, words: string][] = [
      [spec({ kind: "fit" }), "Could not fetch study: it has 1 problem"],
      [
        spec({ service: "https://elsewhere.example" }),
        "Could not fetch study: there is no connection to https://elsewhere.example",
      ],
    ];
    for (const [text, words] of cases) {
      write(text);
      assert.deepEqual(await run("fetchDataset"), [words]);
    }
    write(spec());
    const words = "Could not verify study: it has no lock yet; fetch it first";
    assert.deepEqual(await run("verifyDataset"), [words]);
    assert.deepEqual(requests.paths, []);
  });

  it("write nothing through a link out of the folder", async function () {
    if (process.platform === "win32") return this.skip();
    const outside = temporaryFolder("outside");
    symlinkSync(outside.path, at("data"));
    write(spec({ asOf: "2024-06-28", output: { folder: "data" } }));
    const [words, ...others] = await run("fetchDataset");
    assert.match(
      words ?? "",
      /^Could not fetch study: .* is outside the dataset’s folder, or is reached/,
    );
    assert.deepEqual([others, existsSync(path.join(outside.path, "infl.parquet"))], [[], false]);
    outside.remove();
  });

  it("in a window with an as-of ask before latest means that, and refuse what is later", async () => {
    questions.dispose();
    const bound = await setWindowAsOf();
    questions = answers();
    try {
      write(spec());
      const [refused, ...none] = await run("fetchDataset");
      assert.match(refused ?? "", /^study asks for latest, but this window's as-of is /);
      assert.deepEqual([none, requests.paths], [[], []]);
      const [, fetched] = await run("fetchDataset", 1);
      assert.equal(fetched, "Fetched study. Tables: 1, series: 1");
      assert.deepEqual(asOfsIn(requests.paths), [asOfParameter(bound)]);
      assert.equal(parseDatasetLock(lockText()).asOf, bound);
      const [asked, same] = await run("reportDatasetDrift", 1);
      assert.match(asked ?? "", /^study asks for latest/);
      assert.equal(same, "study has not changed.");
      assert.ok(asOfsIn(requests.paths).every((each) => each === asOfParameter(bound)));
      const count = requests.paths.length;
      write(spec({ asOf: "2099-12-31" }));
      const [later, ...others] = await run("fetchDataset");
      assert.match(later ?? "", /later than this window's as-of/);
      assert.deepEqual([others, requests.paths.length], [[], count]);
    } finally {
      await backToLatest();
    }
  });

  it("verify and restore at the as-of of the lock, whatever the window's as-of", async () => {
    write(spec());
    assert.deepEqual(await run("fetchDataset"), ["Fetched study. Tables: 1, series: 1"]);
    const { asOf } = parseDatasetLock(lockText());
    assert.ok(asOf !== undefined);
    questions.dispose();
    await setWindowAsOf();
    questions = answers();
    try {
      const count = requests.paths.length;
      const same = "study matches its lock.";
      assert.deepEqual(await run("verifyDataset", 1), ["Verify study", same]);
      await requests.settle();
      assert.deepEqual(asOfsIn(requests.paths.slice(count)), [asOfParameter(asOf)]);
      const [file = ""] = parseDatasetLock(lockText()).files.map(({ path }) => path);
      const before = readFileSync(at(file));
      rmSync(at(file));
      assert.deepEqual(await run("restoreDataset"), ["Restored study. Files written: 1"]);
      assert.deepEqual(readFileSync(at(file)), before);
      const [later] = await run("reportDatasetDrift");
      assert.match(later ?? "", /later than this window's as-of/);
    } finally {
      await backToLatest();
    }
  });

  it("make a dataset of a saved chart", async () => {
    const paths = ["HU", "PL"].map((country) => referencePath(latestSignal(country)));
    const series = [...paths, "forecasts/SPX/USD/12 Months"].map((reference) => ({
      reference,
      service: "sample",
    }));
    writeFileSync(at("mine.macrochart.json"), JSON.stringify({ macrochart: 1, series }));
    questions.answerNext(1);
    const file = vscode.Uri.file(at("mine.macrochart.json"));
    await vscode.commands.executeCommand("macroSignals.newDataset", file);
    const text = readFileSync(at("SAMPLE_dataset.macrodata.json"), "utf8");
    assert.deepEqual((JSON.parse(text) as { tables: unknown }).tables, {
      INFL: { set: ["signals/INFL/2/country_iso=HU", "signals/INFL/2/country_iso=PL"] },
      "SPX-USD-12-Months": { forecast: "forecasts/SPX/USD/12 Months" },
    });
    await requests.settle();
    assert.deepEqual(asOfsIn(requests.paths), []);
  });

  it("make a dataset of rows, add to it, and copy its command line; none requests a series", async () => {
    const row = (country: string): unknown => ({
      target: { connectionId: sampleConnection, reference: latestSignal(country) },
    });
    // The kind is asked for once, as wherever data leave the editor.
    questions.answerNext(2);
    await vscode.commands.executeCommand("macroSignals.newDataset", row("HU"));
    const file = at("SAMPLE_INFL-HU.macrodata.json");
    const { tables } = JSON.parse(readFileSync(file, "utf8")) as { tables: unknown };
    const first = { "INFL-HU": { series: "signals/INFL/2/country_iso=HU" } };
    assert.deepEqual(tables, first);
    await vscode.commands.executeCommand("macroSignals.addToDataset", row("PL"));
    const added = JSON.parse(readFileSync(file, "utf8")) as { tables: unknown };
    const second = { "INFL-PL": { series: "signals/INFL/2/country_iso=PL" } };
    assert.deepEqual(added.tables, { ...first, ...second });
    await vscode.commands.executeCommand("undo");
    const undone = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.deepEqual((JSON.parse(undone) as { tables: unknown }).tables, first);
    await vscode.commands.executeCommand("macroSignals.copyCommandLine", vscode.Uri.file(file));
    assert.match(
      await vscode.env.clipboard.readText(),
      / fetch \S+INFL-HU\.macrodata\.json --sample$/,
    );
    await vscode.commands.executeCommand("macroSignals.copyCommandLine", row("HU"));
    const path_ = referencePath(latestSignal("HU"));
    assert.ok((await vscode.env.clipboard.readText()).endsWith(`series '${path_}' --sample`));
    await requests.settle();
    assert.deepEqual(asOfsIn(requests.paths), []);
  });
});
