import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("activation", () => {
  it("succeeds in a window that shows none of the extension's views", async () => {
    const extension = vscode.extensions.getExtension("macro-signals.macro-signals");
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });
});
