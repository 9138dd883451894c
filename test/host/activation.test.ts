import assert from "node:assert/strict";
import * as vscode from "vscode";
import { hostSetting } from "../support/hostResult";
import { describeInBoth } from "../support/inBothEditors";

describeInBoth("activation", () => {
  it("succeeds in a window that shows none of the extension's views", async () => {
    const extension = vscode.extensions.getExtension("macro-signals.macro-signals");
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });

  it("succeeds in the VS Code that the run is for, the oldest supported or the newest (ENV-03)", async () => {
    await vscode.extensions.getExtension("macro-signals.macro-signals")?.activate();
    assert.equal(vscode.version, hostSetting().editorVersion);
  });
});
