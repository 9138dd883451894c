import assert from "node:assert/strict";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { type Instant } from "../../../src/shared/instant";
import { forecastRef } from "../../../src/shared/reference";
import { parseReferenceLine } from "../../../src/shared/referenceLine";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { valuesDigest } from "../../../src/data/valuesDigest";
import { type ChangeDependencies } from "../../../src/features/notebook/lines/lineChange";
import {
  type RefreshOutcome,
  refreshLines,
} from "../../../src/features/notebook/lines/refreshLines";
import { LineBench, placeIn, placesIn } from "../../support/lineBench";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { hostSetting } from "../../support/hostResult";
import { servicesWith } from "../../support/servicesWith";

const { signal } = new AbortController();

function asOfIn(document: vscode.TextDocument): string {
  const { reference } = placeIn(document).line;
  return reference.family === "signal" ? reference.asOf : "";
}

describe("refreshing reference lines", () => {
  let bench: LineBench;
  let parts: ChangeDependencies;
  beforeEach(() => {
    bench = new LineBench();
    parts = bench;
  });
  afterEach(() => bench.dispose());

  async function refresh(
    document: vscode.TextDocument,
    change: Partial<ChangeDependencies> = {},
  ): Promise<RefreshOutcome> {
    return refreshLines({ ...parts, ...change }, placesIn(document), { mode: "refresh", signal });
  }

  async function failureOf(
    document: vscode.TextDocument,
    change?: Partial<ChangeDependencies>,
  ): Promise<string> {
    const { failed } = await refresh(document, change);
    const [error] = failed.map((each) => each.error);
    return error instanceof Error ? error.message : String(error);
  }

  for (const language of ["python", "r"] as const) {
    it(`writes a new file and has ${language} read it, all of it one Undo`, async () => {
      const code = await bench.code(sampleSignal(), "file", language);
      const [old = ""] = bench.dataFiles;
      const before = `\n${code}\n`;
      const document = await bench.script(before, `research.${language === "r" ? "R" : language}`);
      const { changed, unchanged, failed } = await refresh(document);
      assert.deepEqual([changed.length, unchanged.length, failed], [1, 0, []]);
      const [added = ""] = bench.dataFiles.filter((name) => name !== old);
      assert.ok(bench.dataFiles.includes(old));
      assert.ok(document.getText().includes(`data/${added}`));
      assert.ok(!document.getText().includes(old));
      const { asOf } = { asOf: asOfIn(document) };
      assert.ok(added.includes(asOf));
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), before);
    });
  }

  it("writes the values that the service has now", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "file", "sql"), "x.sql");
    await refresh(document);
    const asOf = asOfIn(document) as Instant;
    const [name = ""] = bench.dataFiles.filter((each) => each.includes(asOf));
    const bytes = new Uint8Array(readFileSync(path.join(bench.path, "data", name)));
    const csv = await fetchedCsv(hostSetting().sample, { ...sampleSignal(), asOf });
    const expected = await decodeFrame(new TextEncoder().encode(csv), "csv");
    assert.equal(
      valuesDigest((await decodeFrame(bytes, "parquet")).frame),
      valuesDigest(expected.frame),
    );
  });

  it("edits nothing and writes nothing when nothing has changed", async () => {
    for (const way of ["file", "values", "request"] as const) {
      const document = await bench.script(await bench.code(sampleSignal(), way), `${way}.py`);
      await refresh(document);
      const [text, files] = [document.getText(), bench.dataFiles];
      const again = await refresh(document);
      assert.deepEqual([again.changed.length, again.unchanged.length], [0, 1], way);
      assert.deepEqual([document.getText(), bench.dataFiles], [text, files]);
    }
  });

  it("changes the as-of of a live request", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "request"));
    await refresh(document);
    const asOf = asOfIn(document);
    const parameter = asOf.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6");
    assert.ok(document.getText().includes(`"${parameter}"`));
    assert.ok(!document.getText().includes("2024-06-28T23:59:59"));
  });

  for (const language of ["python", "markdown"] as const) {
    it(`puts the newest values in place of the old ones in ${language}`, async () => {
      const code = await bench.code(sampleSignal(), "values", language);
      const document = await bench.script(
        `${code}\n\nlast\n`,
        `x.${language === "python" ? "py" : "md"}`,
      );
      const rows = (): number => document.getText().match(/\d{4}-\d\d-\d\d/g)?.length ?? 0;
      const before = rows();
      await refresh(document);
      const { slice } = placeIn(document).line;
      assert.ok(slice?.to !== undefined);
      // 200 rows, and the two days of the line's own part.
      assert.deepEqual([rows(), before], [202, 202]);
      assert.ok(document.getText().endsWith("\n\nlast\n"));
      assert.ok(!document.getText().includes("2024-06-28"));
    });
  }

  it("keeps a part that somebody chose", async () => {
    const text = await bench.code(sampleSignal(), "values");
    const chosen = text.replace(/\/\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/, "/2024-05-01..2024-05-31");
    const document = await bench.script(chosen);
    await refresh(document);
    assert.match(document.lineAt(0).text, /\/2024-05-01\.\.2024-05-31 @ /);
  });

  it("refreshes the series of all cells of a notebook as of one instant, and keeps metadata", async () => {
    const codes = await Promise.all(
      [sampleSignal(), sampleSignal("DE")].map((reference) => bench.code(reference, "file")),
    );
    const notebook = await bench.notebook(...codes, "print(1)");
    const places = notebook.getCells().flatMap(({ document }) => placesIn(document));
    const { changed } = await refreshLines(parts, places, { mode: "refresh", signal });
    assert.equal(changed.length, 2);
    const times = notebook
      .getCells()
      .slice(0, 2)
      .map(({ document }) => asOfIn(document));
    assert.equal(new Set(times).size, 1);
    await notebook.save();
    const saved = readFileSync(path.join(bench.path, "research.ipynb"), "utf8");
    for (const time of times) assert.ok(saved.includes(time));
    assert.equal(bench.dataFiles.length, 4);
  });

  it("freezes a line that says latest, and makes FIT of SNAP with its file", async () => {
    const snap = await bench.code(sampleSignal("US", "SNAP"), "file");
    const latest = snap.replace("/20240628T235959Z @", "/latest @");
    const document = await bench.script(latest);
    await refreshLines(parts, placesIn(document), { mode: "fit", signal });
    const { reference } = placeIn(document).line;
    assert.ok(reference.family === "signal");
    assert.equal(reference.dataKind, "FIT");
    assert.match(reference.asOf, /^\d{8}T\d{6}Z$/);
    assert.match(document.getText(), /_FIT_asof-\d{8}T\d{6}Z\.parquet"/);
  });

  it("changes a line that stands alone", async () => {
    const line = "# macro-signals: signals/INFL/2/country_iso=US/SNAP/latest @ ";
    const document = await bench.script(`${line}${bench.services.connection.baseUrl.href}\n`);
    const { changed } = await refresh(document);
    assert.equal(changed.length, 1);
    assert.match(document.lineAt(0).text, /\/SNAP\/\d{8}T\d{6}Z @ /);
    assert.deepEqual(bench.dataFiles, []);
  });

  it("writes a file of a forecast again when its own is gone, and none while it has the same values", async () => {
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const document = await bench.script(await bench.code(reference, "file"));
    const [name = ""] = bench.dataFiles;
    const same = await refresh(document);
    assert.deepEqual([same.failed, same.unchanged.length], [[], 1]);
    rmSync(path.join(bench.path, "data", name));
    const { failed } = await refresh(document);
    assert.deepEqual(failed, []);
    assert.equal(bench.dataFiles.length, 1);
  });

  describe("of a line that is not to be trusted (SEC-20)", () => {
    it("sends nothing to a service without a connection, and makes none", async () => {
      const line =
        "# macro-signals: signals/INFL/2/country_iso=US/FIT/latest @ https://evil.example";
      const document = await bench.script(`${line}\n`);
      const words = await failureOf(document);
      assert.equal(words, "there is no connection to https://evil.example");
      assert.equal(bench.services.asked, 0);
      assert.equal(document.getText(), `${line}\n`);
    });

    it("reads and writes nothing outside the folder of its document", async () => {
      const code = await bench.code(sampleSignal(), "file");
      const files = bench.dataFiles;
      const literals = ["../../etc/x.csv", "/etc/x.csv", "C:/x.parquet", "a/../../x.csv"];
      const texts = literals.map((each) => code.replace(/"data\/[^"]+"/, JSON.stringify(each)));
      const document = await bench.script(texts.join("\n\n# %%\n"));
      const { changed, failed } = await refresh(document);
      assert.deepEqual([changed.length, failed.length], [0, literals.length]);
      for (const { error } of failed) {
        assert.match(String(error), /names a file outside the document/);
      }
      assert.deepEqual(bench.dataFiles, files);
    });

    it("reads nothing through a link that leads out of the folder", async () => {
      const code = await bench.code(sampleSignal(), "file");
      symlinkSync("/etc/hostname", path.join(bench.path, "link.csv"));
      const document = await bench.script(code.replace(/"data\/[^"]+"/, '"link.csv"'));
      const { changed } = await refresh(document);
      assert.equal(changed.length, 1);
      assert.match(document.getText(), /"data\/INFL[^"]+\.csv"/);
    });

    it("takes a line of any length or content for what it is: none of ours", async () => {
      const huge = `# macro-signals: signals/${"A".repeat(100_000)}/2/%00/FIT/latest @ sample`;
      const odd = "# macro-signals: signals/../../2/%00/FIT/latest @ sample";
      const document = await bench.script([huge, odd, "# macro-signals: x @ y"].join("\n"));
      assert.deepEqual(placesIn(document), []);
    });
  });

  it("changes nothing of code that somebody has edited", async () => {
    const code = await bench.code(sampleSignal(), "file");
    const [line = ""] = code.split("\n");
    const document = await bench.script(`${line}\nx = load_it()\n`);
    assert.match(
      await failureOf(document),
      /was not inserted by this extension, so only the line can be changed/,
    );
    assert.equal(bench.dataFiles.length, 1);
  });

  for (const wish of ["freeze", "fit"] as const) {
    it(`changes the line alone over code of others, to ${wish} it`, async () => {
      const line = "# macro-signals: signals/INFL/2/country_iso=US/SNAP/latest @ ";
      const { href } = bench.services.connection.baseUrl;
      const document = await bench.script(`${line}${href}\ncode = "INFL"\n`);
      const { changed } = await refreshLines(parts, placesIn(document), { mode: wish, signal });
      assert.equal(changed.length, 1);
      const kind = wish === "fit" ? "FIT" : "SNAP";
      assert.match(document.lineAt(0).text, new RegExp(`/${kind}/\\d{8}T\\d{6}Z @ `));
      assert.equal(document.lineAt(1).text, 'code = "INFL"');
    });
  }

  it("finds the line where it stands now", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "file"));
    const places = placesIn(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), "# new first line\n\n");
    await vscode.workspace.applyEdit(edit);
    const { changed } = await refreshLines(parts, places, { mode: "refresh", signal });
    assert.equal(changed.length, 1);
    assert.equal(document.lineAt(0).text, "# new first line");
    assert.ok(parseReferenceLine(document.lineAt(2).text));
  });

  it("writes no file and says so when the line has gone meanwhile", async () => {
    const code = await bench.code(sampleSignal(), "file");
    const document = await bench.script(code);
    const [place] = placesIn(document);
    const edit = new vscode.WorkspaceEdit();
    edit.delete(document.uri, new vscode.Range(0, 0, 1, 0));
    await vscode.workspace.applyEdit(edit);
    assert.ok(place);
    const { failed } = await refreshLines(parts, [place], { mode: "refresh", signal });
    assert.match(String(failed[0]?.error), /the reference line no longer exists/);
    assert.equal(bench.dataFiles.length, 1);
  });

  it("writes no file and says so when the notebook is closed during the fetch", async () => {
    const notebook = await bench.notebook(await bench.code(sampleSignal(), "file"));
    const { document } = notebook.cellAt(0);
    const services = servicesWith(async (id) => {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      return bench.services.get(id);
    });
    assert.match(await failureOf(document, { services }), /was closed/);
    assert.equal(bench.dataFiles.length, 1);
  });

  it("says of a document that has not been saved that it has no place for files", async () => {
    const content = await bench.code(sampleSignal(), "file");
    const document = await vscode.workspace.openTextDocument({ content, language: "python" });
    await vscode.window.showTextDocument(document);
    assert.match(await failureOf(document), /has not been saved/);
  });

  it("writes nothing when it is cancelled", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "file"));
    const text = document.getText();
    const cancel = new AbortController();
    const work = refreshLines(parts, placesIn(document), {
      mode: "refresh",
      signal: cancel.signal,
    });
    cancel.abort();
    await assert.rejects(work, { name: "AbortError" });
    assert.deepEqual([document.getText(), bench.dataFiles.length], [text, 1]);
  });
});
