import assert from "node:assert/strict";
import { skipAfterFailure } from "../support/skipAfterFailure";
import { useEditor } from "../support/useEditor";

const themes = [
  { kind: "vs", setting: "Default Light Modern" },
  { kind: "vs-dark", setting: "Default Dark Modern" },
  { kind: "hc-black", setting: "Default High Contrast" },
  { kind: "hc-light", setting: "Default High Contrast Light" },
] as const;

// Each test goes on where the one before it ended.
describe("Diagnose Connection", () => {
  const editor = useEditor({
    settings: { "editor.wordWrap": "on", "editor.minimap.enabled": false },
  });
  skipAfterFailure();

  it("writes down what works, made to be sent to a support desk", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Diagnose Connection");
    await workbench.waitForActiveTab("Diagnosis of Sample (1).md");
    await workbench.page
      .locator(".view-line", { hasText: "All steps that were run passed." })
      .waitFor();
    const text = await workbench.editorText();
    assert.match(text, /^# /);
    for (const step of ["DNS", "TCP", "TLS", "API key", "Parquet", "CSV", "JSON", "as-of"]) {
      assert.ok(text.includes(step), `${step} is missing in:\n${text}`);
    }
    assert.doesNotMatch(text, /: (?:not run|failed)$/m);
  });

  for (const { kind, setting } of themes) {
    it(`is readable in ${kind}`, async () => {
      const { workbench, session } = editor;
      await session.changeSettings({ "workbench.colorTheme": setting }, workbench);
      await workbench.waitForTheme(kind);
      await workbench.screenshot(`diagnosis-${kind}`);
    });
  }
});
