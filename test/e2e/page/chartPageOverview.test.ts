import assert from "node:assert/strict";
import { forecastPart, show, signalPart } from "../../support/chartFrames";
import { plotInside } from "../../support/plotPlaces";
import { useChartPages } from "../../support/chartPage";

/** Kept free at either side of its days, for the handles. */
const sidePx = 24;

describe("the overview of a chart", () => {
  const pages = useChartPages();

  it("has its days on the edges of the plot, also when labels take more room", async () => {
    const chart = await pages.open({ width: 1100, height: 800 });
    await chart.post(show([forecastPart()]));
    const legend = chart.page.getByRole("group", { name: "Legend" });
    for (const opened of ["Cyclical", "Forecast"]) {
      await legend.getByText(opened).first().click();
      await chart.settle();
      await chart.page.locator(".overview-strip").waitFor();
      const [plot, strip] = await Promise.all(
        [chart.page.locator(plotInside).first(), chart.page.locator(".overview-strip")].map(
          (each) => each.boundingBox(),
        ),
      );
      assert.ok(plot && strip);
      assert.ok(Math.abs(strip.x + sidePx - plot.x) <= 1, `${opened}: ${strip.x} ${plot.x}`);
      const [right, end] = [strip.x + strip.width - sidePx, plot.x + plot.width];
      assert.ok(Math.abs(right - end) <= 1, `${opened}: ${right} ${end}`);
    }
  });

  it("says which of small multiples it shows", async () => {
    const chart = await pages.open();
    const countries = ["United States", "Germany", "Japan", "France", "Italy"];
    await chart.post(show(countries.map((variant) => signalPart({ variant }))));
    const overview = chart.page.locator(".overview-strip");
    assert.equal(await overview.getAttribute("title"), "INFL v2 United States");
    await chart.page
      .getByText("INFL v2 United States")
      .and(chart.page.locator(".overview-name"))
      .waitFor();
  });
});
