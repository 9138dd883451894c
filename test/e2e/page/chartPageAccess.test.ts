import assert from "node:assert/strict";
import { violationsIn } from "../../support/axe";
import { chartStates } from "../../support/chartStates";
import { themeNames } from "../../support/editorThemes";
import { useChartPages } from "../../support/chartPage";

describe("the chart page, checked for WCAG 2.2 AA with axe-core,", () => {
  const pages = useChartPages();

  for (const [name, open] of Object.entries(chartStates)) {
    it(`has no violation in any theme: ${name}`, async () => {
      const chart = await pages.open({ width: 1000, height: 800 });
      await open(chart);
      const found: string[] = [];
      for (const theme of themeNames) {
        await chart.setTheme(theme);
        found.push(...(await violationsIn(chart.page, theme)).map((each) => `${theme}: ${each}`));
        const kept = name.replaceAll(/\W+/g, "-");
        await chart.screenshot(`chartPage-${kept}-${theme}`);
      }
      assert.deepEqual(found, []);
      assert.deepEqual(chart.errors, []);
    });
  }
});
