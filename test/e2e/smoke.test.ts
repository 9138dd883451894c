import assert from "node:assert/strict";
import { useEditor } from "../support/useEditor";

describe("the packaged extension", () => {
  const editor = useEditor();

  it("shows its views and the context of the sample data", async () => {
    const { workbench } = editor;
    await workbench.openView("Macro Signals", "Signals");
    await workbench.openView("Macro Signals", "Forecasts");
    const context = await workbench.statusBarItem("SNAP").innerText();
    assert.match(context, /^Sample/);
    await workbench.screenshot("smoke");
  });
});
