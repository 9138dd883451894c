import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import {
  type WorkspaceFiles,
  workspaceFiles,
} from "../../../src/features/notebook/lines/workspaceFiles";
import { moveToTrash } from "../../../src/features/notebook/lines/tidyFlow";
import { hostSetting } from "../../support/hostResult";
import { describeInBoth } from "../../support/inBothEditors";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { until } from "../../support/until";

const { signal } = new AbortController();
const us = "INFL-v9_country_iso-US_FIT_asof-20240628.parquet";
const de = "INFL-v9_country_iso-DE_FIT_asof-20240628.parquet";
const spx = "SPX_USD_12-Months_retrieved-20261120T101500Z.csv";

describe("looking for data files that nothing names", () => {
  let folder: TemporaryFolder;
  beforeEach(() => (folder = temporaryFolder("tidy")));
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    folder.remove();
  });

  function write(name: string, text = "x"): string {
    const file = path.join(folder.path, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  async function look(): Promise<WorkspaceFiles & { readonly unnamed: readonly string[] }> {
    const found = await workspaceFiles([vscode.Uri.file(folder.path)], signal);
    const names = found.dataFiles.map((uri) => path.basename(uri.fsPath));
    const { dataFiles, named, isComplete } = found;
    return {
      dataFiles,
      named,
      isComplete,
      unnamed: names.filter((each) => !named.has(each)).sort(),
    };
  }

  it("finds those in data folders of any depth, and only files that are ours", async () => {
    for (const name of [us, de, "prices.csv", "notes.txt"]) write(`a/b/data/${name}`);
    write(`elsewhere/${us}`);
    write(`node_modules/x/data/${spx}`);
    write(`.hidden/data/${spx}`);
    const { unnamed, isComplete } = await look();
    assert.deepEqual([unnamed, isComplete], [[de, us], true]);
  });

  const line =
    "# macro-signals: signals/INFL/9/country_iso=US/FIT/20240628T235959Z @ https://a.com";
  const cell = (source: string): string => JSON.stringify({ cells: [{ source: [source] }] });
  const mentions: [where: string, name: string, text: string][] = [
    ["the code of a script", "x.py", `pd.read_parquet("data/${us}")`],
    ["the line of a script", "x.R", line],
    ["a notebook", "x.ipynb", cell(`x = 1\npd.read_parquet("data/${us}")\n`)],
    ["the line of a notebook", "sub/x.ipynb", cell(`${line}\n`)],
    ["SQL", "x.sql", `FROM 'data/${us}'`],
    ["Quarto", "x.qmd", `read("data/${us}")`],
    ["YAML (15.1.6)", "dvc.yaml", `deps: [data/${us}]`],
    ["a workflow (15.1.6)", ".github/workflows/run.yml", `run: head data/${us}`],
    ["JSON (15.1.6)", "conf.json", JSON.stringify({ input: `data/${us}` })],
    ["a shell script (15.1.6)", "run.sh", `cp "data/${us}" /tmp`],
    ["a makefile (15.1.6)", "Makefile", `out: data/${us}`],
  ];
  for (const [where, name, text] of mentions) {
    it(`leaves out what ${where} names`, async () => {
      write(`data/${us}`);
      write(`data/${de}`);
      write(name, text);
      assert.deepEqual((await look()).unnamed, [de]);
    });
  }

  it("leaves out what an unsaved text names", async () => {
    write(`data/${us}`);
    await vscode.workspace.openTextDocument({ content: `x = "data/${us}"`, language: "python" });
    assert.deepEqual((await look()).unnamed, []);
  });

  it("follows no link, neither to a folder nor to a file", async () => {
    const outside = temporaryFolder("tidy-outside");
    mkdirSync(path.join(outside.path, "data"));
    writeFileSync(path.join(outside.path, "data", us), "x");
    symlinkSync(outside.path, path.join(folder.path, "link"));
    write("data/keep.txt");
    symlinkSync(path.join(outside.path, "data", us), path.join(folder.path, "data", us));
    assert.deepEqual((await look()).unnamed, []);
    outside.remove();
  });

  for (const [what, name] of [
    ["folder", "more"],
    ["notebook", "linked.ipynb"],
  ] as const) {
    it(`knows that a linked ${what} may name files, too`, async () => {
      const outside = temporaryFolder("tidy-outside");
      const text = path.join(outside.path, "x.ipynb");
      writeFileSync(text, cell(line));
      write(`data/${us}`);
      symlinkSync(what === "folder" ? outside.path : text, path.join(folder.path, name));
      const { isComplete } = await look();
      outside.remove();
      assert.equal(isComplete, false);
    });
  }

  it("is not troubled by links to what holds no notebooks", async () => {
    const outside = temporaryFolder("tidy-outside");
    symlinkSync(outside.path, path.join(folder.path, "node_modules"));
    writeFileSync(path.join(outside.path, "x.png"), "x");
    symlinkSync(path.join(outside.path, "x.png"), path.join(folder.path, "x.png"));
    const { isComplete } = await look();
    outside.remove();
    assert.equal(isComplete, true);
  });

  it("knows when it could not look everywhere", async () => {
    write(`data/${us}`);
    const missing = vscode.Uri.file(path.join(folder.path, "gone"));
    const found = await workspaceFiles([vscode.Uri.file(folder.path), missing], signal);
    assert.equal(found.isComplete, false);
  });

  it("ends when it is cancelled", async () => {
    const cancelled = AbortSignal.abort();
    await assert.rejects(workspaceFiles([vscode.Uri.file(folder.path)], cancelled), {
      name: "AbortError",
    });
  });
});

describe("moving data files to the trash", () => {
  let folder: TemporaryFolder;
  let file: vscode.Uri;
  beforeEach(() => {
    folder = temporaryFolder("trash");
    file = vscode.Uri.file(path.join(folder.path, us));
    writeFileSync(file.fsPath, "x");
  });
  afterEach(() => folder.remove());

  it("deletes nothing for good where there is no trash and nobody says so", async () => {
    const asked: number[] = [];
    await moveToTrash([file], (count) => {
      asked.push(count);
      return Promise.resolve(false);
    });
    // A desktop has a trash, and then asks nothing.
    assert.equal(existsSync(file.fsPath), asked.length === 1);
  });

  it("leaves none of the files when the person agrees", async () => {
    await moveToTrash([file], () => Promise.resolve(true));
    assert.equal(existsSync(file.fsPath), false);
  });

  it("says why a file cannot be deleted", async () => {
    const gone = vscode.Uri.file(path.join(folder.path, "gone.csv"));
    await assert.rejects(
      moveToTrash([gone], () => Promise.resolve(true)),
      { code: "FileNotFound" },
    );
  });
});

describeInBoth("Tidy Data Folder…", () => {
  it("asks first: nothing is gone when the person leaves the list", async () => {
    const data = path.join(hostSetting().workspace, "data");
    mkdirSync(data);
    writeFileSync(path.join(data, de), "x");
    try {
      let isOver = false;
      const tidied = vscode.commands
        .executeCommand("macroSignals.tidyDataFolder")
        .then(() => (isOver = true));
      await until("the end", () => {
        void vscode.commands.executeCommand("workbench.action.closeQuickOpen");
        return isOver || undefined;
      });
      await tidied;
      assert.ok(existsSync(path.join(data, de)));
    } finally {
      rmSync(data, { recursive: true });
    }
  });
});
