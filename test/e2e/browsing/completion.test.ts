import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { keepInThemes } from "../../support/colourThemes";
import { isDoneInTime } from "../../support/inTime";
import { type TreeView } from "../../support/treeView";
import { useEditor } from "../../support/useEditor";

const line = "# macro-signals: signals/INFL/2/country_iso=AU/SNAP/latest @ sample";

describe("what is known of a signal", () => {
  const editor = useEditor();
  let signals: TreeView;

  before(async () => {
    signals = await editor.workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.waitForValue("Australia");
    const text = `${line}\n\nx = infl[infl["country_iso"] == ""]\n`;
    writeFileSync(path.join(editor.session.folder, "known.py"), text);
  });

  it("is in the tooltip of its row", async () => {
    const { workbench } = editor;
    const { page } = workbench;
    const hover = page.locator(".workbench-hover:visible");
    const show = async (): Promise<string> => {
      // A row that is redrawn under the pointer has no tooltip until the pointer returns.
      do {
        await page.mouse.move(600, 20);
        await hover.waitFor({ state: "hidden" });
        await signals.hover("Inflation v2 | INFL");
      } while (!(await isDoneInTime(hover.waitFor({ timeout: 5_000 }))));
      return hover.innerText();
    };
    const words = await show();
    for (const each of [
      "INFL v2 · Inflation",
      "Versions 2, 1",
      "Country (40)",
      "Newest values of",
    ]) {
      assert.ok(words.includes(each), words);
    }
    await keepInThemes(editor, async (kind) => {
      await show();
      await workbench.screenshot(`card-${kind}`);
    });
    await page.mouse.move(600, 20);
  });

  it("completes a text below a reference line, with newest values", async () => {
    const { workbench } = editor;
    const { page, quickInput } = workbench;
    await workbench.runCommand("Go to File...");
    await quickInput.wait();
    await quickInput.type("known.py");
    await quickInput.pick("known.py");
    await workbench.waitForActiveTab("known.py");
    await workbench.runCommand("Go to Line/Column...");
    await quickInput.type(":3:34");
    await quickInput.accept();
    const list = page.locator(".suggest-widget.visible .monaco-list-row");
    await workbench.runCommand("Trigger Suggest");
    await list.first().waitFor();
    assert.match(await list.first().innerText(), /^US\s*[+−]\d\.\d\d/);
    await keepInThemes(editor, async (kind) => {
      await workbench.runCommand("Trigger Suggest");
      await list.first().waitFor();
      await workbench.screenshot(`completion-${kind}`);
    });
    await page.keyboard.press("Escape");
  });

  it("is in the hover on a reference line", async () => {
    const { workbench } = editor;
    const { page, quickInput } = workbench;
    await workbench.runCommand("Go to Line/Column...");
    await quickInput.type(":1:6");
    await quickInput.accept();
    await workbench.runCommand("Show or Focus Hover");
    const hover = page.locator(".monaco-hover:visible", { hasText: "Open Chart" });
    await hover.waitFor();
    const words = await hover.innerText();
    assert.ok(words.includes("Versions 2, 1") && words.includes("Last day "), words);
    await keepInThemes(editor, async (kind) => {
      await workbench.runCommand("Show or Focus Hover");
      await hover.waitFor();
      await workbench.screenshot(`line-hover-${kind}`);
    });
    await page.keyboard.press("Escape");
  });
});
