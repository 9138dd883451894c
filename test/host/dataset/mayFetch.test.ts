import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { parseDatasetSpec } from "../../../src/dataset/parseSpec";
import { type DatasetSource } from "../../../src/dataset/source";
import { mayFetch } from "../../../src/features/dataset/mayFetch";
import { type Instant } from "../../../src/shared/instant";
import { AsOfGate, LaterThanAsOfError } from "../../../src/store/asOfGate";
import { AnsweredQuestions } from "../../support/answeredQuestions";

const bound = "20240628T235959Z" as Instant;
const root = path.resolve("study");

describe("fetching vintages in a window with an as-of", () => {
  let questions: AnsweredQuestions;
  let gate: AsOfGate;

  beforeEach(() => {
    questions = new AnsweredQuestions({ refused: /^$/, folder: vscode.Uri.file(root) });
    gate = new AsOfGate();
    gate.set(bound);
  });
  afterEach(() => questions.dispose());

  function allowed(asOfs: unknown, ...productions: readonly string[]): Promise<boolean> {
    const tables = { past: { vintages: ["signals/INFL/2/country_iso=HU"], asOfs } };
    const text = JSON.stringify({ macrodata: 1, service: "sample", kind: "FIT", tables });
    const parsed = parseDatasetSpec(text);
    assert.ok("spec" in parsed);
    const dataset = { uri: vscode.Uri.file(root), root, name: "study", spec: parsed.spec };
    const known = (): Promise<readonly Instant[]> =>
      Promise.resolve(productions as readonly Instant[]);
    const source = { productions: known } as unknown as DatasetSource;
    return mayFetch(dataset, source, gate, (asOf) => `Fetch as of ${asOf}`);
  }

  const monthsTo = (to: string): unknown => ({ every: "month", from: "2023-12-31", to });
  const cases: [grid: string, asOfs: unknown, productions: string[], isAsked: boolean][] = [
    ["months until the as-of", monthsTo("2024-06-28"), [], false],
    ["months after it", monthsTo("2024-06-30"), [], true],
    ["earlier productions", "productions", ["20240601T120000Z"], false],
    ["later productions", "productions", ["20240601T120000Z", "20240629T120000Z"], true],
    ["a list until the as-of", ["2024-05-31", "2024-06-28"], [], false],
  ];
  for (const [grid, asOfs, productions, isAsked] of cases) {
    it(`${isAsked ? "asks about" : "does not ask about"} ${grid}`, async () => {
      assert.equal(await allowed(asOfs, ...productions), !isAsked);
      assert.equal(questions.asked.length, isAsked ? 1 : 0);
      if (!isAsked) return;
      const words = "Vintages later than this window's as-of, 28 Jun 2024, are left out of past.";
      assert.deepEqual(questions.asked, [words]);
      questions.answerNext(1);
      assert.equal(await allowed(asOfs, ...productions), true);
    });
  }

  it("refuses a list with a later as-of", async () => {
    await assert.rejects(allowed(["2024-05-31", "2024-06-30"]), LaterThanAsOfError);
    assert.deepEqual(questions.asked, []);
  });

  it("asks about nothing without an as-of", async () => {
    gate.set("latest");
    assert.equal(await allowed(["2099-12-31"]), true);
    assert.deepEqual(questions.asked, []);
  });
});
