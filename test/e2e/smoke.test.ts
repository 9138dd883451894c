import assert from "node:assert/strict";
import { useEditor } from "../support/useEditor";

describe("the packaged extension", () => {
  const editor = useEditor();

  it("opens its container with the views of signals and forecasts", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.rows().first().waitFor();
    await workbench.openView("Macro Signals", "Forecasts");
    assert.notEqual((await signals.texts()).length, 0);
    await workbench.screenshot("smoke");
  });
});
