import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { CachedSeries } from "../../../src/features/notebook/lines/cachedSeries";
import { lineHover } from "../../../src/features/notebook/lines/hoverText";
import { LineActions } from "../../../src/features/notebook/lines/lineActions";
import { LineProviders } from "../../../src/features/notebook/lines/lineProviders";
import { LineBench, placeIn, placesIn } from "../../support/lineBench";
import { pastAsOf, sampleSignal } from "../../support/sampleSeries";

describe("a line of a locked dataset", () => {
  let bench: LineBench;
  let actions: LineActions;
  let failures: unknown[];
  let said: string[];
  let answer: string | undefined;
  const { showWarningMessage, showInformationMessage } = vscode.window;
  beforeEach(() => {
    bench = new LineBench();
    [failures, said, answer] = [[], [], undefined];
    const report = (error: unknown): Promise<void> => Promise.resolve(void failures.push(error));
    const { services, connections, worker } = bench;
    actions = new LineActions({ services, connections, worker, failures: { report } });
    const message = (words: string): Promise<string | undefined> => {
      said.push(words);
      return Promise.resolve(answer);
    };
    Object.assign(vscode.window, { showWarningMessage: message, showInformationMessage: message });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
    actions.dispose();
    await bench.dispose();
  });

  /** Code whose line names a dataset, and a live line. */
  async function frozen(): Promise<vscode.TextDocument> {
    const us = await bench.code({ ...sampleSignal("US"), asOf: pastAsOf }, "file");
    const de = await bench.code({ ...sampleSignal("DE"), asOf: pastAsOf }, "file");
    mkdirSync(path.join(bench.path, "sets"), { recursive: true });
    writeFileSync(lockFile(), "{}\n");
    const named = us.replace(/^(# macro-signals: .*)$/m, "$1 from sets/study.macrodata.json");
    return bench.script(`# %%\n${named}\n\n# %%\n${de}\n`);
  }

  const lockFile = (): string => path.join(bench.path, "sets", "study.macrodata.lock.json");

  async function titlesOf(document: vscode.TextDocument): Promise<readonly (string | undefined)[]> {
    const listening = { onDidChange: () => ({ dispose: () => undefined }) };
    const provider = new LineProviders({ ...bench.connections, ...listening });
    const lenses = await provider.provideCodeLenses(document);
    provider.dispose();
    return lenses.map(({ command }) => command?.title).filter((title) => title?.[0] !== "$");
  }

  it("offers the dataset in place of newer data, until its lock is gone", async () => {
    const document = await frozen();
    const others = ["Open Chart", "Show Drift", "Show Revisions"];
    const live = ["Refresh", ...others];
    assert.deepEqual(await titlesOf(document), ["Open Dataset…", ...others, ...live]);
    rmSync(lockFile());
    assert.deepEqual(await titlesOf(document), [...live, ...live]);
  });

  it("is refreshed only after a question that says what it means", async () => {
    const document = await frozen();
    const before = document.getText();
    const { row } = placeIn(document);
    const location = { uri: document.uri.toString(), row };
    await actions.refresh(location);
    assert.deepEqual(said, ["This code reads the dataset study.macrodata.json."]);
    assert.equal(document.getText(), before);
    answer = "Refresh Anyway";
    await actions.refresh(location);
    assert.deepEqual(failures, []);
    const { line } = placeIn(document);
    assert.equal(line.dataset, undefined);
    assert.ok(line.reference.family === "signal" && line.reference.asOf > pastAsOf);
  });

  it("stays as it is when all lines are refreshed, which says so", async () => {
    const document = await frozen();
    const [before] = placesIn(document);
    await actions.refreshAll();
    assert.deepEqual(failures, []);
    const [first, second] = placesIn(document);
    assert.deepEqual(first?.line, before?.line);
    const { reference } = second?.line ?? {};
    assert.ok(reference?.family === "signal" && reference.asOf > pastAsOf);
    const words =
      "1 line was not refreshed because its code reads the dataset study.macrodata.json.";
    assert.deepEqual(said, [words]);
  });

  it("names its dataset in its hover", async () => {
    const { line } = placeIn(await frozen());
    const { services, connections } = bench;
    const { signal } = new AbortController();
    const known = new CachedSeries({
      services,
      connections: { ...connections, active: services.connection },
    });
    const words = await lineHover(line, known, signal);
    assert.match(words?.value ?? "", /From the dataset sets\/study\.macrodata\.json/);
  });
});
