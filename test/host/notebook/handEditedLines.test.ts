import assert from "node:assert/strict";
import { readdirSync, renameSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { seriesDrift } from "../../../src/features/notebook/lines/driftFlow";
import { otherFileItems } from "../../../src/features/notebook/lines/fileTimes";
import { lineItems } from "../../../src/features/notebook/lines/lineItems";
import { linesIn } from "../../../src/features/notebook/lines/lineSubject";
import {
  type RefreshOutcome,
  refreshLines,
} from "../../../src/features/notebook/lines/refreshLines";
import { LineBench, placesIn, seriesPlaceIn } from "../../support/lineBench";
import { sampleSignal } from "../../support/sampleSeries";

const { signal } = new AbortController();
const claimed = "20240115T235959Z";

/** The as-of of a line and that of its file. */
function timesIn(text: string): readonly string[] {
  return text.match(/\d{8}T\d{6}Z/g) ?? [];
}

describe("a reference line with an as-of that was changed by hand", () => {
  let bench: LineBench;
  beforeEach(() => (bench = new LineBench()));
  afterEach(() => bench.dispose());

  const refresh = (document: vscode.TextDocument): Promise<RefreshOutcome> =>
    refreshLines(bench, placesIn(document), { mode: "refresh", signal });

  async function replace(document: vscode.TextDocument, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, whole, text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  /** Code with the newest values, and its text before the as-of of its line was changed. */
  async function edited(
    language: "python" | "r",
  ): Promise<{ readonly document: vscode.TextDocument; readonly honest: string }> {
    const code = await bench.code(sampleSignal(), "file", language);
    const document = await bench.script(code, language === "r" ? "x.R" : "x.py");
    await refresh(document);
    const honest = document.getText();
    await replace(document, honest.replace(/\/FIT\/\d{8}T\d{6}Z @/, `/FIT/${claimed} @`));
    assert.notEqual(document.getText(), honest);
    return { document, honest };
  }

  for (const language of ["python", "r"] as const) {
    it(`is not confirmed by a refresh in ${language}, which makes it say what its file says`, async () => {
      const { document, honest } = await edited(language);
      const { changed, unchanged, failed } = await refresh(document);
      assert.deepEqual([changed.length, unchanged.length, failed], [1, 0, []]);
      const [asOf = "", ...others] = timesIn(document.getText());
      assert.deepEqual([others, asOf === claimed], [[asOf], false]);
      assert.equal(document.getText().replaceAll(asOf, timesIn(honest)[0] ?? ""), honest);
      assert.equal((await refresh(document)).unchanged.length, 1);
    });
  }

  it("is not believed with a file that was renamed to fit", async () => {
    const { document, honest } = await edited("python");
    const folder = path.join(bench.path, "data");
    const own = readdirSync(folder).find((name) => honest.includes(name)) ?? "";
    const renamed = own.replace(/asof-\d{8}T\d{6}Z/, "asof-20240115");
    renameSync(path.join(folder, own), path.join(folder, renamed));
    await replace(document, document.getText().replace(own, renamed));
    const { changed } = await refresh(document);
    assert.equal(changed.length, 1);
    assert.ok(!document.getText().includes(claimed));
    assert.ok(!document.getText().includes(renamed));
    assert.equal((await refresh(document)).unchanged.length, 1);
  });

  it("is warned of where it stands, with what its file says by its name", async () => {
    const { document } = await edited("python");
    const found = linesIn(document);
    const [line] = found;
    assert.ok(line);
    const first = otherFileItems(document, found).get(line.row);
    const [item] = lineItems(line, document.uri, bench.connections, { first });
    assert.match(
      item?.text ?? "",
      /^\$\(warning\) INFL US · FIT · the line says as of 15 Jan 2024, the file \d+ \w+ 20\d\d/,
    );
    const sample = document.getText().replace(/ @ .*/, " @ sample");
    await replace(document, sample.replace(/INFL-v2/g, "SAMPLE_INFL-v2"));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      document.uri,
    );
    assert.match(
      lenses[0]?.command?.title ?? "",
      /the line says as of 15 Jan 2024, the file \d+ \w+ 20/,
    );
  });

  it("has a drift that says which of both it compares", async () => {
    const { document } = await edited("python");
    const { services, connections, worker } = bench;
    const parts = { services, connections, worker };
    const { head } = await seriesDrift(parts, seriesPlaceIn(document), { signal });
    assert.match(head.before, /^15 Jan 2024 \(reference line; the file has \d+ \w+ 20\d\d/);
  });
});
