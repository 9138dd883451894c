import assert from "node:assert/strict";
import { observedByPandas, seriesOf } from "../../support/observed";
import { chartStates, plotOf } from "../../support/chartStates";
import { part, show, signalData, signalPart } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { plotInside } from "../../support/plotPlaces";

describe("a comparison on a chart page", () => {
  const pages = useChartPages();

  async function opened(state: string): Promise<ChartPage> {
    const chart = await pages.open({ width: 1100, height: 760 });
    await chartStates[state]?.(chart);
    return chart;
  }

  it("is summed up beside the difference, which can be chosen from a menu by keys alone", async () => {
    const chart = await opened("compared with FIT and another as-of");
    const { page } = chart;
    const note = page.locator(".pane-note");
    assert.match(await note.innerText(), /^Over all history, SNAP and 28 Jun 2024 differ on 0 /);
    await page.getByRole("button", { name: "Revision since 28 Jun 2024" }).press("Enter");
    const choices = page.getByRole("menuitemcheckbox");
    assert.deepEqual(await choices.allInnerTexts(), [
      "SNAP − FIT",
      "Revision since 28 Jun 2024",
      "28 Jun 2024 − FIT",
    ]);
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "SNAP − FIT" }).waitFor();
    assert.match(await note.innerText(), /^Over all history, SNAP and FIT differ on 188 of /);
    assert.equal((await chart.sent("keep")).at(-1)?.state.pair?.includes("INFL FIT"), true);
  });

  it("reports values that were summed in another order as the same (DATA-14)", async () => {
    const chart = await pages.open({ width: 1100, height: 760 });
    const [one, other] = ["summed forwards", "summed backwards"].map((name) => {
      const found = observedByPandas[name];
      assert.ok(found);
      const { days, values } = seriesOf(found);
      return signalData(days, { Aggregate: values });
    });
    assert.ok(one && other);
    await chart.post(show([part(one)]));
    await plotOf(chart).press("f");
    const identity = { dataKind: "FIT" } as const;
    const compared = part(other, { id: "a/INFL FIT", role: "kind", title: "FIT", identity });
    await chart.post({ type: "part", generation: 1, part: compared });
    const note = chart.page.locator(".pane-note");
    assert.equal(
      await note.innerText(),
      "Over all history, SNAP and FIT have the same values, except for rounding (largest 3e-15), on 3,100 days.",
    );
  });

  it("has at most three lines in its header, and all buttons and labels, at 800 pixels", async () => {
    const chart = await pages.open({ width: 800, height: 700 });
    const { data } = signalPart();
    const latestAsOf = "20261122T094500Z";
    const changes = { data: data && { ...data, latestAsOf } };
    const identity = { title: "Inflation · United States", isSample: true };
    await chart.post(show([signalPart(identity, changes)], { isSample: true }));
    const { page } = chart;
    const compare = page.getByRole("button", { name: /^Compare with/ });
    for (const width of [800, 450]) {
      await page.setViewportSize({ width, height: 700 });
      await chart.settle();
      assert.deepEqual(await Promise.all((await compare.all()).map((each) => each.isVisible())), [
        ...[true, true],
      ]);
      const [plot, inside] = await Promise.all(
        [".pane-plot", plotInside].map((each) => page.locator(each).first().boundingBox()),
      );
      assert.ok(plot && inside);
      assert.ok(plot.x + plot.width - inside.x - inside.width > 60, "labels at the ends");
    }
    await page.setViewportSize({ width: 800, height: 700 });
    await chart.settle();
    const header = await page.locator(".header").boundingBox();
    // Two lines of the title, in the widest font, and one below it.
    assert.ok(header !== null && header.height <= 2 * 24 + 16 + 4, `${header?.height}`);
  });

  it("explains its kinds", async () => {
    const chart = await opened("compared with FIT");
    const { page } = chart;
    const legend = page.getByRole("group", { name: "Legend" });
    assert.match(await legend.innerText(), /SNAP\s+recalculated with what was known at the as-of/);
    assert.match(await legend.innerText(), /FIT\s+each day as first reported/);
    assert.equal(await page.getByText("Compare as Text").count(), 0);
  });

  it("compares each of several signals with its own other kind", async () => {
    const chart = await pages.open({ width: 1440, height: 800 });
    const parts = ["Germany", "Japan"].map((variant) =>
      signalPart({ variant }, { id: `a/${variant}`, title: variant, shortTitle: variant }),
    );
    await chart.post(show(parts));
    const { page } = chart;
    await page.getByRole("button", { name: "Compare with FIT" }).click();
    await chart.waitForSent("compare", { isKindCompared: true });
    for (const each of parts) {
      const { identity, data } = each;
      assert.ok(data);
      const columns = data.columns.map((column) => ({
        ...column,
        values: column.values.with(-1, 0.5),
      }));
      const own = { id: `${each.id} FIT`, title: `${each.title} FIT`, role: "kind" } as const;
      const fit = { ...identity, dataKind: "FIT" } as const;
      const compared = { ...each, ...own, identity: fit, data: { ...data, columns } };
      await chart.post({ type: "part", generation: 1, part: compared });
    }
    assert.equal(await page.locator(".series tbody tr").count(), 4);
    const [first, second] = parts.map(({ title }) => title);
    await page.getByRole("button", { name: `${first} − ${first} FIT` }).click();
    assert.deepEqual(await page.getByRole("menuitemcheckbox").allInnerTexts(), [
      `${first} − ${first} FIT`,
      `${second} − ${second} FIT`,
    ]);
    await page.getByRole("menuitemcheckbox").nth(1).click();
    assert.match(await page.locator(".pane-note").innerText(), /differ on 1 of/);
    await page.getByRole("button", { name: "Revisions" }).click();
    assert.equal(await page.locator(".revisions h2").innerText(), `${second} − ${second} FIT`);
    await page.getByRole("radio", { name: "Panes" }).click();
    await chart.settle();
    // A series and its other kind share a pane.
    assert.equal(await page.locator(plotInside).count(), 2);
    await chart.screenshot("several-compared");
    assert.deepEqual(chart.errors, []);
  });

  it("shows one column alone after a double click or a key, and the others again after another", async () => {
    const chart = await pages.open();
    await chart.post(show([signalPart()]));
    const shown = async (): Promise<string[]> => {
      const pressed = chart.page.locator(".legend .toggle[aria-pressed=true]");
      return pressed.allInnerTexts();
    };
    const entry = (name: string): ReturnType<ChartPage["page"]["locator"]> =>
      chart.page.getByRole("button", { name, exact: true });
    await entry("Level").click();
    assert.deepEqual(await shown(), ["Aggregate", "Level"]);
    await entry("Level").press("Shift+Enter");
    assert.deepEqual(await shown(), ["Level"]);
    await entry("Momentum").dblclick();
    assert.deepEqual(await shown(), ["Momentum"]);
    await entry("Aggregate").click();
    assert.deepEqual(await shown(), ["Aggregate", "Momentum"]);
  });
});
