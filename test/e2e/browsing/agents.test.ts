import assert from "node:assert/strict";
import { ChartTab } from "../../support/chartTab";
import { useEditor } from "../../support/useEditor";

describe("tools for agents", () => {
  const editor = useEditor();
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  it("show nothing but a page of the guide where AI features are off", async () => {
    const { workbench } = editor;
    const { page, quickInput } = workbench;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Australia");
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await workbench.pressInEditorTitle("More Actions...");
    const menu = page.locator(".monaco-menu");
    await menu.getByText("Save Chart…").waitFor();
    await workbench.screenshot("agents-menu");
    assert.equal(await menu.getByText("Open in Chat").count(), 0);
    await page.keyboard.press("Escape");
    await workbench.runCommand("Macro Signals: Open Guide…");
    await quickInput.rows("Agents").first().click();
    const guide = await workbench.webview(':text-is("An example")');
    await workbench.screenshot("agents-guide");
    await guide.getByText("An example").scrollIntoViewIfNeeded();
    await workbench.screenshot("agents-guide-example");
  });
});
