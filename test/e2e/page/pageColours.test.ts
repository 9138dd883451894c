import assert from "node:assert/strict";
import { type FromLatest } from "../../../src/features/latest/heatmap/messages";
import { type ToLatest } from "../../../src/features/latest/heatmap/protocol";
import { chartStates } from "../../support/chartStates";
import { useChartPages } from "../../support/chartPage";
import { editorThemes, themeNames } from "../../support/editorThemes";
import { showLatest } from "../../support/latestAnswers";
import { useEditorPages } from "../../support/useEditorPages";

const pairOfPage = `["--blue", "--orange"].map((name) =>
  getComputedStyle(document.body).getPropertyValue(name).trim())`;

/** The relative luminance of `#rrggbb` (WCAG 2.2). */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe("blue and orange", () => {
  const charts = useChartPages();
  const latest = useEditorPages<ToLatest, FromLatest>("latest");

  it("are the same on all pages, legible in every theme, and the colours of two compared lines", async () => {
    const chart = await charts.open({ width: 1100, height: 760 });
    await chartStates["compared with FIT"]?.(chart);
    const heatMap = await latest.open();
    await heatMap.post(showLatest());
    for (const theme of themeNames) {
      await chart.setTheme(theme);
      await heatMap.setTheme(theme);
      const pair = await chart.page.evaluate<readonly string[]>(pairOfPage);
      assert.deepEqual(await heatMap.page.evaluate(pairOfPage), pair);
      const ground = editorThemes()[theme].variables["--vscode-editor-background"] ?? "";
      for (const each of pair) {
        const contrast = contrastOf(each, ground);
        assert.ok(contrast >= 3, `${theme}: ${each} has ${contrast} to ${ground}`);
      }
      const lines = await chart.page.evaluate<readonly string[]>(
        `[...document.querySelectorAll(".entry-series .swatch")].map((each) =>
          each.style.getPropertyValue("--own"))`,
      );
      assert.deepEqual(lines, pair, theme);
    }
  });
});
