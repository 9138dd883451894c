import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { type Instant } from "../../../src/shared/instant";
import { panelRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { CodeMaker } from "../../../src/features/notebook/codeMaker";
import { DataFolder } from "../../../src/features/notebook/dataFolder";
import { obstacleTo } from "../../../src/features/notebook/insertChoice";
import { insertedText } from "../../../src/features/notebook/insertedText";
import { type CodeBatch } from "../../../src/features/notebook/insertSubject";
import { hostSetting } from "../../support/hostResult";
import { pastAsOf } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestServices } from "../../support/testServices";
import { type PanelTarget } from "../../../src/shared/place";

function panelOf(asOf: Instant | "latest" = pastAsOf): PanelTarget {
  const tags = { country_iso: ["US", "DE"] };
  const reference = panelRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf });
  if (reference.family !== "panel") throw new RangeError("a series");
  return { connectionId: "acme", reference };
}

/** A minute in which the sample service produces nothing new of the signal. */
const sameTimes = ["20240629T120000Z", "20240629T120100Z"] as Instant[];

describe("code of panels", function () {
  this.timeout(60_000);
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let services: TestServices;
  let folder: TemporaryFolder;
  let maker: CodeMaker;

  before(() => {
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
    maker = new CodeMaker(services, new DataFolder(worker));
  });
  beforeEach(() => (folder = temporaryFolder("insert-panels")));
  afterEach(() => folder.remove());
  after(() => {
    services.dispose();
    worker.dispose();
  });

  const made = (target = panelOf(), language: "python" | "r" = "python"): Promise<CodeBatch> => {
    const place = { language, way: "file", folder: vscode.Uri.file(folder.path) } as const;
    return maker.make([{ target }], place);
  };
  const files = (): string[] => readdirSync(path.join(folder.path, "data")).sort();

  it("has one line and one file for the whole panel", async () => {
    const batch = await made();
    assert.deepEqual(batch.failed, []);
    const [only, ...others] = batch.made;
    assert.deepEqual(others, []);
    const lines = only?.text.split("\n") ?? [];
    const path = "signals/INFL/2/country_iso=US+DE/FIT/20240628T235959Z";
    assert.equal(lines[0], `# macro-signals: ${path} @ ${services.connection.baseUrl.href}`);
    assert.deepEqual(files(), [only?.relativePath?.replace("data/", "")]);
    assert.match(files()[0] ?? "", /^INFL-v2_country_iso-2-values_FIT_asof-20240628_id-.*parquet$/);
    assert.ok(
      lines.some((each) =>
        each.endsWith(`.pivot(index="Date", columns="country_iso", values="Aggregate")`),
      ),
    );
    await batch.undo();
    assert.deepEqual(readdirSync(folder.path), []);
  });

  for (const language of ["python", "r"] as const) {
    it(`reads the existing file of its as-of, in ${language}`, async () => {
      await made(panelOf(sameTimes[0]), language);
      const [name] = files();
      const batch = await made(panelOf(sameTimes[0]), language);
      assert.deepEqual(files(), [name]);
      await batch.undo();
      assert.deepEqual(files(), [name]);
      const other = await made(panelOf(sameTimes[1]), language);
      assert.equal(files().length, 2);
      await other.undo();
      assert.deepEqual(files(), [name]);
    });
  }

  it("says what there is of an inserted panel", async () => {
    const subject = { target: panelOf() };
    const all = await maker.fetch([subject]);
    const place = {
      language: "python",
      way: "file",
      folder: vscode.Uri.file(folder.path),
    } as const;
    const batch = await maker.write(all, place);
    const words = insertedText(batch.made, all);
    const [head, lastDay, ...rest] = words.split(" · ");
    assert.match(head ?? "", /, 2 of 2 variants$/);
    assert.match(lastDay ?? "", /^last day \d+ Jun 2024/);
    assert.deepEqual(rest, ["as of 28 Jun 2024"]);
  });

  it("leaves a file alone that has its name and other values", async () => {
    await made();
    const [name = ""] = files();
    const file = path.join(folder.path, "data", name);
    writeFileSync(file, "mine");
    await made();
    assert.equal(readFileSync(file, "utf8"), "mine");
    const [, other = ""] = files().sort((a) => (a === name ? -1 : 1));
    assert.match(other, /_values-[\da-f]{10}_id-/);
  });

  it("names what the panel lacks, and writes nothing", async () => {
    const tags = { country_iso: ["XX", "YY"] };
    const reference = { ...panelOf().reference, tags };
    const batch = await made({ connectionId: "acme", reference });
    assert.deepEqual(batch.made, []);
    const [failure] = batch.failed;
    assert.equal(String(failure?.error), "EmptyPanelError: the service has none of the variants");
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it("has one line and the variants that the service has where a cluster requests them", async () => {
    const tags = { country_iso: ["DE", "US", "XX"] };
    const target = { connectionId: "acme", reference: { ...panelOf().reference, tags } };
    const place = { language: "python", way: "request", folder: undefined } as const;
    const { made } = await maker.make([{ target }], { ...place, cluster: "dask" });
    const [only, ...others] = made;
    assert.deepEqual(others, []);
    const lines = only?.text.split("\n") ?? [];
    assert.match(
      lines[0] ?? "",
      /^# macro-signals: signals\/INFL\/2\/country_iso=DE\+US\+XX\/FIT\/2024/,
    );
    assert.deepEqual(
      lines.filter((each) => /^ +\{"country_iso"/.test(each)),
      [`        {"country_iso": "DE"},`, `        {"country_iso": "US"},`],
    );
    assert.equal(made[0]?.relativePath, undefined);
  });

  it("has no other way than a file or a cluster", () => {
    const uri = vscode.Uri.file("/project/a.py");
    const target = { uri, isUnsaved: false, language: "python", takesTables: true } as const;
    const facts = { hasSample: false, hasPanel: true, samplePort: 0 };
    const obstacles = (["file", "request", "values", "table"] as const).map((choice) =>
      obstacleTo(choice, target, facts),
    );
    const panel = { kind: "panel" };
    assert.deepEqual(obstacles, [undefined, panel, panel, panel]);
  });
});
