import assert from "node:assert/strict";
import { violationsIn } from "../../support/axe";
import { ChartTab } from "../../support/chartTab";
import { keepInThemes } from "../../support/colourThemes";
import { useEditor } from "../../support/useEditor";

const title = "SAMPLE INFL v2 AU";

describe("what was revised", () => {
  const editor = useEditor();

  /** Waits until the chart has at least this width, and nothing stands beside its page. */
  async function fits(width: number): Promise<void> {
    const chart = await ChartTab.drawn(editor.workbench, title);
    await chart.frame.getByRole("grid", { name: "Revisions" }).waitFor();
    await chart.waitFor("a chart that fits", async () => {
      const size = await chart.size();
      const overflow = await chart.overflow();
      return size.width >= width && overflow === 0 ? undefined : `${size.width}, ${overflow}`;
    });
  }

  it("is shown from a row, by keyboard, without a violation, at any width", async () => {
    const { workbench } = editor;
    const { page, quickInput } = workbench;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.chooseInSubmenu("Australia", "Compare", "Show Revisions…");
    await quickInput.wait("Compare latest with…");
    await quickInput.type("2024-06-28");
    await quickInput.rows("As of 28 Jun 2024").waitFor();
    await quickInput.accept();
    const chart = await ChartTab.drawn(workbench, title);
    const { frame } = chart;
    const grid = frame.getByRole("grid", { name: "Revisions" });
    await grid.waitFor();
    const sentence = frame.locator(".revisions-sentence");
    assert.match(await sentence.innerText(), /^\d[\d,]* of \d[\d,]* days revised \(/);

    await grid.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const active = String(await grid.getAttribute("aria-activedescendant"));
    const cell = frame.locator(`[id="${active}"]`);
    assert.equal(await cell.isVisible(), true);
    // The plot's crosshair follows the row.
    await chart.waitFor("the day of the row at the crosshair", async () => {
      const day = await chart.cursorDay();
      return day === "Newest" ? day : undefined;
    });
    assert.deepEqual(await violationsIn(frame), []);

    await workbench.runCommand("View: Close Primary Side Bar");
    for (const width of [800, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await fits(width - 150);
      await keepInThemes(editor, async (kind) => {
        await fits(width - 150);
        await workbench.screenshot(`revisions-${width}-${kind}`);
      });
    }
  });
});
