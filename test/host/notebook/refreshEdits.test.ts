import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type ChangeDependencies } from "../../../src/features/notebook/lines/lineChange";
import { refreshLines } from "../../../src/features/notebook/lines/refreshLines";
import { LineBench, placesIn } from "../../support/lineBench";
import { sampleSignal } from "../../support/sampleSeries";
import { until } from "../../support/until";
import { withMembers } from "../../support/withMembers";

const { signal } = new AbortController();

describe("the edit of a refresh", () => {
  let bench: LineBench;
  let parts: ChangeDependencies;
  beforeEach(() => {
    bench = new LineBench();
    parts = bench;
  });
  afterEach(() => bench.dispose());

  /** Those of the product, until a file was written: then something else happens. */
  const filesThen = (happens: () => unknown): ChangeDependencies["files"] =>
    withMembers(bench.files, {
      save: async (...given) => {
        const kept = await bench.files.save(...given);
        await happens();
        return kept;
      },
    });

  it("does not come once it is cancelled, however late, and leaves no file", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "file"));
    const text = document.getText();
    const cancel = new AbortController();
    const files = filesThen(() => cancel.abort());
    await assert.rejects(
      refreshLines({ ...parts, files }, placesIn(document), {
        mode: "refresh",
        signal: cancel.signal,
      }),
      { name: "AbortError" },
    );
    assert.deepEqual([document.getText(), bench.dataFiles.length], [text, 1]);
  });

  it("that finds its line gone leaves no file, but what another line reads", async () => {
    const code = await bench.code(sampleSignal(), "file");
    const document = await bench.script(`${code}\n\n# %%\n${code}\n`);
    const places = placesIn(document);
    let isFirst = true;
    const files = filesThen(async () => {
      if (!isFirst) return;
      isFirst = false;
      const edit = new vscode.WorkspaceEdit();
      edit.delete(document.uri, new vscode.Range(0, 0, code.split("\n").length + 1, 0));
      await vscode.workspace.applyEdit(edit);
    });
    const { changed, failed } = await refreshLines({ ...parts, files }, places, {
      mode: "refresh",
      signal,
    });
    assert.deepEqual([changed.length + failed.length, bench.dataFiles.length], [2, 2]);
    const named = bench.dataFiles.filter((name) => document.getText().includes(`data/${name}`));
    assert.equal(named.length, 1);
  });

  for (const way of ["file", "values"] as const) {
    it(`keeps the line breaks of Windows in code that has its ${way}`, async () => {
      const code = await bench.code(sampleSignal(), way);
      const document = await bench.script(`${code}\n\nlast\n`.replaceAll("\n", "\r\n"));
      assert.equal(document.eol, vscode.EndOfLine.CRLF);
      const { changed } = await refreshLines(parts, placesIn(document), {
        mode: "refresh",
        signal,
      });
      assert.equal(changed.length, 1);
      const text = document.getText();
      assert.doesNotMatch(text, /[^\r]\n|\r\r/);
      assert.ok(text.endsWith("\r\n\r\nlast\r\n"), text.slice(-40));
    });
  }

  it("puts as many newest rows into code as it has, whatever the setting says by now", async () => {
    const code = await bench.code(sampleSignal(), "values");
    const document = await bench.script(code.replace(/\/\d{4}-\d\d-\d\d\.\./, "/2024-05-01.."));
    const days = (text: string): string[] => (text.match(/\d{4}-\d\d-\d\d/g) ?? []).slice(2);
    const wanted = days(code).filter((day) => day >= "2024-05-01").length;
    await refreshLines(parts, placesIn(document), { mode: "refresh", signal });
    const found = days(document.getText());
    assert.equal(found.length, wanted);
    assert.ok((found.at(-1) ?? "") > "2024-07-01");
  });

  it("of several cells is taken back by one Undo", async () => {
    const references = [sampleSignal(), sampleSignal("DE")];
    const codes = await Promise.all(references.map((each) => bench.code(each, "file")));
    const notebook = await bench.notebook(...codes);
    const texts = (): string[] => notebook.getCells().map(({ document }) => document.getText());
    const before = texts();
    const places = notebook.getCells().flatMap(({ document }) => placesIn(document));
    await refreshLines(parts, places, { mode: "refresh", signal });
    for (const [index, text] of texts().entries()) assert.notEqual(text, before[index]);
    // In a cell: the list of cells takes back what happened to cells as such.
    await vscode.commands.executeCommand("notebook.cell.edit");
    await vscode.commands.executeCommand("undo");
    await until("both cells as they were", () => texts().join() === before.join() || undefined);
  });
});
