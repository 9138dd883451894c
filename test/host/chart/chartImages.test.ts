import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { chartPlaceOfUri } from "../../../src/shared/chartPlace";
import { ChartFiles } from "../../../src/features/chart/host/chartFiles";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const pages = ["first", "second"].map((text) => Buffer.from(text));

describe("the pages of a chart's image", () => {
  const { showInformationMessage, showSaveDialog, showWarningMessage } = vscode.window;
  let folder: TemporaryFolder;
  let asked: unknown[];
  let told: string[];
  let answer: string | undefined;

  beforeEach(() => {
    folder = temporaryFolder("chart-images");
    [asked, told, answer] = [[], [], undefined];
    Object.assign(vscode.window, {
      showSaveDialog: () => Promise.resolve(vscode.Uri.file(path.join(folder.path, "mine.png"))),
      showInformationMessage: (words: string) => Promise.resolve(void told.push(words)),
      showWarningMessage: (...words: unknown[]) => {
        asked.push(words);
        return Promise.resolve(answer);
      },
    });
  });
  afterEach(() => {
    Object.assign(vscode.window, { showInformationMessage, showSaveDialog, showWarningMessage });
    folder.remove();
  });

  async function save(): Promise<void> {
    const place = chartPlaceOfUri(
      "macro-signals:/sample/forecasts/SPX/USD/12%20Months/SAMPLE%20SPX%20USD%2012%20Months.chart",
    );
    assert.ok(place !== undefined);
    const files = new ChartFiles({
      place,
      name: () => "S&P 500",
      reporter: { report: (error) => Promise.resolve(void told.push(String(error))) },
      fileTimeMs: () => Date.parse("2026-11-26T18:00:00Z"),
    });
    await files.saveImage("png", pages);
  }

  const write = (name: string): void => writeFileSync(path.join(folder.path, name), "old");
  const found = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder.path).map((name) => [
        name,
        readFileSync(path.join(folder.path, name), "utf8"),
      ]),
    );

  it("are numbered files", async () => {
    await save();
    assert.deepEqual(found(), { "mine-1.png": "first", "mine-2.png": "second" });
    assert.deepEqual([asked, told], [[], ["Saved mine-1.png to mine-2.png"]]);
  });

  it("replace files only after a question", async () => {
    write("mine-2.png");
    await save();
    assert.deepEqual(found(), { "mine-2.png": "old" });
    const question = "1 of 2 files already exists in the folder.";
    assert.deepEqual(asked, [[question, { modal: true }, "Replace", "Keep"]]);
    answer = "Keep";
    await save();
    assert.deepEqual(found(), { "mine-1.png": "first", "mine-2.png": "old" });
    answer = "Replace";
    await save();
    assert.deepEqual(found(), { "mine-1.png": "first", "mine-2.png": "second" });
  });
});
