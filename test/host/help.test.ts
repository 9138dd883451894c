import assert from "node:assert/strict";
import * as vscode from "vscode";
import { reportIssue } from "../../src/editor/help/issueTracker";
import { itInBoth } from "../support/inBothEditors";
import { until } from "../support/until";

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly completionEvents: readonly string[];
}

function activeTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}

describe("help", () => {
  const extension = vscode.extensions.getExtension("macro-signals.macro-signals");
  const closeAll = (): Thenable<unknown> =>
    vscode.commands.executeCommand("workbench.action.closeAllEditors");

  before(() => extension?.activate());
  afterEach(closeAll);

  itInBoth("has a walkthrough whose steps the editor knows, and whose commands run", async () => {
    assert.ok(extension !== undefined);
    const { contributes } = extension.packageJSON as {
      contributes: { walkthroughs: readonly { id: string; steps: readonly Step[] }[] };
    };
    const [walkthrough] = contributes.walkthroughs;
    assert.equal(walkthrough?.id, "start");
    const steps = walkthrough.steps.map(({ id, title }) => `${id}: ${title}`);
    assert.deepEqual(steps, [
      "connect: Connect to a service, or use sample data",
      "find: Find a series",
      "compare: Open it and compare SNAP with FIT",
      "insert: Insert a series into a notebook",
    ]);
    const known = new Set(await vscode.commands.getCommands(true));
    const linked = walkthrough.steps.flatMap(({ description }) =>
      [...description.matchAll(/\(command:(?:toSide:)?([\w.]+)/g)].map(
        ([, command = ""]) => command,
      ),
    );
    assert.ok(linked.length >= 8);
    assert.deepEqual(
      linked.filter((command) => !known.has(command)),
      [],
    );
  });

  itInBoth("opens the walkthrough in a tab of the editor's own", async () => {
    await vscode.commands.executeCommand("macroSignals.openWalkthrough");
    const tab = await until("the walkthrough", activeTab);
    assert.deepEqual([tab.label, tab.input], ["Welcome", undefined]);
  });

  for (const page of ["charts", "troubleshooting"]) {
    it(`opens the page ${page} of the guide, rendered`, async () => {
      await vscode.commands.executeCommand("macroSignals.openGuide", page);
      const input = await until("the page", () => {
        const shown = activeTab()?.input;
        return shown instanceof vscode.TabInputCustom ? shown : undefined;
      });
      assert.equal(input.viewType, "vscode.markdown.preview.editor");
      const file = vscode.Uri.joinPath(extension?.extensionUri ?? input.uri, "media/guide");
      assert.equal(input.uri.path, vscode.Uri.joinPath(file, `${page}.md`).path);
    });
  }

  it("opens the page for issues that the package names, and nothing without one", async () => {
    const opened: string[] = [];
    const { openExternal } = vscode.env;
    Object.assign(vscode.env, {
      openExternal: (uri: vscode.Uri) => Promise.resolve(opened.push(uri.toString(true)) > 0),
    });
    try {
      for (const packageJSON of [
        { bugs: { url: "https://example.com/issues" } },
        { bugs: "https://example.com/other" },
        { bugs: { email: "desk@example.com" } },
        {},
      ]) {
        await reportIssue(packageJSON);
      }
    } finally {
      Object.assign(vscode.env, { openExternal });
    }
    assert.deepEqual(opened, ["https://example.com/issues", "https://example.com/other"]);
  });
});
