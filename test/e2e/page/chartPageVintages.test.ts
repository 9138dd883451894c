import assert from "node:assert/strict";
import { violationsIn } from "../../support/axe";
import { useChartPages } from "../../support/chartPage";
import { chartStates } from "../../support/chartStates";
import { themeNames } from "../../support/editorThemes";

describe("a chart page of vintages", () => {
  const pages = useChartPages();

  for (const theme of themeNames) {
    it(`draws them from faint to ink in ${theme}`, async () => {
      const chart = await pages.open({ width: 1440, height: 800, theme });
      await chartStates["of vintages"]?.(chart);
      const rows = chart.page.getByRole("table", { name: "Series" }).locator("tbody th");
      assert.equal((await rows.allInnerTexts()).length, 6);
      assert.deepEqual(await violationsIn(chart.page, theme), []);
      await chart.screenshot(`vintages-${theme}`);
      assert.deepEqual(chart.errors, []);
    });
  }
});
