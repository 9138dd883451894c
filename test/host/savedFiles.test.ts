import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import {
  reportSavedFile,
  reportSavedFiles,
  reportSavedPlace,
} from "../../src/editor/report/savedFiles";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

describe("the message about saved files", () => {
  const { showInformationMessage } = vscode.window;
  let folder: TemporaryFolder;
  let said: (readonly unknown[])[];
  let answer: string | undefined;

  beforeEach(() => {
    folder = temporaryFolder("saved-files");
    [said, answer] = [[], undefined];
    Object.assign(vscode.window, {
      showInformationMessage: (...words: unknown[]) => {
        said.push(words);
        return Promise.resolve(answer);
      },
    });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showInformationMessage });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    folder.remove();
  });

  function saved(name: string): vscode.Uri {
    const file = path.join(folder.path, name);
    writeFileSync(file, "Date,Level\n");
    return vscode.Uri.file(file);
  }

  it("opens the file in the editor for such files", async () => {
    const file = saved("a.csv");
    answer = "Open";
    await reportSavedFile("Saved a.csv (0 rows)", file);
    assert.deepEqual(said, [["Saved a.csv (0 rows)", "Open"]]);
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputText);
    assert.equal(input.uri.toString(), file.toString());
  });

  it("opens nothing without an answer", async () => {
    await reportSavedFile("Saved a.csv", saved("a.csv"));
    assert.deepEqual(vscode.window.tabGroups.activeTabGroup.tabs, []);
  });

  it("has no link but its own action", async () => {
    await reportSavedFile("Saved [a](command:b).csv", saved("a.csv"));
    assert.deepEqual(said, [["Saved [a] (command:b).csv", "Open"]]);
  });

  it("offers code for vintages", async () => {
    await reportSavedFile("Saved", saved("INFL_2-vintages_asof-2024.csv"));
    await reportSavedPlace("Saved", vscode.Uri.file("/project/vintages x"), "Show Details");
    assert.deepEqual(said, [
      ["Saved", "Open", "Insert Code"],
      ["Saved", "Show Details", "Insert Code"],
    ]);
  });

  it("offers to show several files where this window can", async () => {
    const workspace = vscode.workspace.workspaceFolders?.[0];
    assert.ok(workspace !== undefined);
    answer = "Reveal";
    await reportSavedFiles("Saved 2 files", workspace.uri);
    await reportSavedFiles("Saved 2 files", vscode.Uri.parse("other:/folder"));
    assert.deepEqual(said, [["Saved 2 files", "Reveal"], ["Saved 2 files"]]);
  });
});
