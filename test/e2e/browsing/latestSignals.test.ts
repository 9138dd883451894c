import assert from "node:assert/strict";
import { useEditor } from "../../support/useEditor";

describe("the latest signals", () => {
  const editor = useEditor();

  it("open from the palette as a table of the newest scores, and again after a reload", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Latest Signals");
    const page = await workbench.webview("[role=grid] [data-row]");
    const header = page.locator("[role=columnheader]");
    assert.match((await header.allInnerTexts()).join(" "), /Inflation/);
    await workbench.screenshot("latest-signals");
    await workbench.reload();
    await workbench.webview("[role=grid] [data-row]");
  });
});
