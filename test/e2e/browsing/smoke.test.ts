import assert from "node:assert/strict";
import { useEditor } from "../../support/useEditor";

describe("the packaged extension", () => {
  const editor = useEditor();

  it("stays out of the status bar of a window that does not use it (15.2)", async () => {
    const { workbench } = editor;
    await workbench.openView("Macro Signals", "Signals");
    await workbench.statusBarItem("SNAP").waitFor();
    await workbench.runCommand("View: Show Explorer");
    await workbench.statusBarItem("SNAP").waitFor({ state: "detached" });
  });

  it("shows its views and the context of the sample data", async () => {
    const { workbench } = editor;
    await workbench.openView("Macro Signals", "Signals");
    await workbench.openView("Macro Signals", "Forecasts");
    const context = await workbench.statusBarItem("SNAP").innerText();
    assert.match(context, /^Sample/);
    await workbench.screenshot("smoke");
  });
});
