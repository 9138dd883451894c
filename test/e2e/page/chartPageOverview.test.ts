import assert from "node:assert/strict";
import { show, signalPart } from "../../support/chartFrames";
import { useChartPages } from "../../support/chartPage";

describe("the overview of a chart", () => {
  const pages = useChartPages();

  it("names the small multiple that it shows", async () => {
    const chart = await pages.open();
    const countries = ["United States", "Germany", "Japan", "France", "Italy"];
    await chart.post(show(countries.map((variant) => signalPart({ variant }))));
    await chart.page.getByRole("radio", { name: "Panes" }).click();
    const overview = chart.page.locator(".overview-strip");
    assert.equal(await overview.getAttribute("title"), "INFL v2 United States");
    await chart.page
      .getByText("INFL v2 United States")
      .and(chart.page.locator(".overview-name"))
      .waitFor();
  });
});
