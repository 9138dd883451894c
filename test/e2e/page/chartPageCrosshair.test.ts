import assert from "node:assert/strict";
import { type Day, dayOfIso, isoOfDay } from "../../../src/shared/day";
import { consecutiveDays, part, show, signalData } from "../../support/chartFrames";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { choose, plotOf } from "../../support/chartStates";
import { observedByPandas, seriesOf } from "../../support/observed";
import { isoOfText } from "../../support/peopleNumbers";
import { plotInside } from "../../support/plotPlaces";
import { type ChartPage, useChartPages } from "../../support/chartPage";

describe("the crosshair of the chart page", () => {
  const pages = useChartPages();
  const { monthly } = observedByPandas;
  assert.ok(monthly);
  const { days, values } = seriesOf(monthly);
  const data = signalData(days, { Aggregate: values });

  async function opened(): Promise<ChartPage> {
    const chart = await pages.open({ width: 1100, height: 760 });
    await chart.post(show([part(data)]));
    return chart;
  }

  async function press(chart: ChartPage, ...keys: readonly string[]): Promise<void> {
    for (const key of keys) await plotOf(chart).press(key);
    await chart.settle();
  }

  /** The rows of the card; the first is its head. */
  async function cardOf({ page }: ChartPage): Promise<string[][]> {
    const rows = await page.locator(".card tr").all();
    return Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
  }

  it("steps over the observations, and by ten with Shift", async () => {
    const chart = await opened();
    await press(chart, "End", "ArrowLeft");
    // The releases of the last months.
    assert.equal((await cardOf(chart))[0]?.[0], "13 Nov 2026");
    await press(chart, "ArrowLeft");
    assert.equal((await cardOf(chart))[0]?.[0], "12 Oct 2026");
    await press(chart, "Shift+ArrowLeft");
    assert.match((await cardOf(chart))[0]?.[0] ?? "", / Dec 2025$/);
  });

  it("shows value, change and percentile to date as pandas computes them", async () => {
    const chart = await opened();
    await press(chart, "End", "ArrowLeft", "ArrowLeft");
    const [, value] = monthly.observed.at(-2) ?? assert.fail();
    const [, before] = monthly.observed.at(-3) ?? assert.fail();
    const [, exact] = monthly.percentiles[1] ?? assert.fail();
    assert.deepEqual(await cardOf(chart), [
      ["12 Oct 2026", "value", "change", "percentile"],
      ["Aggregate", signed(value), signed(value - before), `${Math.round(exact)}`],
    ]);
    await chart.screenshot("page-card");
  });

  it("hides its card, and that of the pins, while the table is shown", async () => {
    const chart = await opened();
    await press(chart, "End", "ArrowLeft", "Enter", "ArrowUp", "ArrowUp", "Enter");
    const card = chart.page.getByRole("complementary", { name: "Values" });
    assert.ok(await card.isVisible());
    await choose(chart, "Show as Table");
    await chart.page.getByRole("table", { name: /as a table/ }).waitFor();
    assert.equal(await card.isVisible(), false);
    await choose(chart, "Show as Table");
    await card.waitFor();
    assert.match((await cardOf(chart))[0]?.[0] ?? "", /^Between the pins$/);
  });

  it("has the tag of a value at the ends of the axis within its plot", async () => {
    const chart = await pages.open({ width: 1100, height: 400 });
    const ends = values.map((_value, row) => (row % 2 === 0 ? 3 : -3));
    const extreme = signalData(days, { Aggregate: ends, Level: ends });
    await chart.post(
      show([part(extreme)], { state: { ...defaultViewState, axis: { min: -3, max: 3 } } }),
    );
    await press(chart, "End");
    const seen = new Set<string>();
    for (const key of ["ArrowLeft", "ArrowLeft"]) {
      await press(chart, key);
      const tag = chart.page.locator(".crosshair-value:visible");
      const plot = chart.page.locator(".pane-plot").first();
      const [inner, outer] = [await tag.boundingBox(), await plot.boundingBox()];
      const inside = await chart.page.locator(plotInside).first().boundingBox();
      assert.ok(inner !== null && outer !== null && inside !== null);
      assert.ok(inner.y >= inside.y - 0.5, "above the plot");
      assert.ok(inner.y + inner.height <= inside.y + inside.height + 0.5, "below the plot");
      seen.add(await tag.innerText());
    }
    assert.deepEqual([...seen].sort(), ["+3.00", "−3.00"]);
  });

  it("shows both tags of a comparison in full, whichever labels of the axis they cover", async () => {
    const chart = await pages.open({ width: 1100, height: 760 });
    const frames = [0.05, -0.1].map((value) =>
      signalData(days, { Aggregate: values.map((_, row) => (row % 2 === 0 ? value : -value)) }),
    );
    const [own, fit] = frames.map((frame) => part(frame));
    assert.ok(own !== undefined && fit !== undefined);
    const identity = { ...fit.identity, dataKind: "FIT" } as const;
    const state = { ...defaultViewState, isKindCompared: true, axis: { min: -2, max: 2 } };
    await chart.post(show([own, { ...fit, id: "a/INFL FIT", role: "kind", identity }], { state }));
    await press(chart, "End", "ArrowLeft");
    const tags = chart.page.locator(".pane").first().locator(".crosshair-value:visible");
    assert.equal(await tags.count(), 2);
    // Otherwise no part of a crosshair is under the pointer.
    await chart.page.evaluate(
      `document.querySelectorAll(".crosshair-tags > *").forEach((each) => {
        each.style.pointerEvents = "auto";
      })`,
    );
    const hidden = await chart.page.evaluate(`[...document.querySelectorAll(".crosshair-value")]
      .filter((tag) => {
        const { left, top, bottom } = tag.getBoundingClientRect();
        const ends = [top + 2, bottom - 2].map((y) => document.elementFromPoint(left + 4, y));
        return tag.checkVisibility() && ends.some((element) => element !== tag);
      })
      .map((tag) => tag.textContent)`);
    assert.deepEqual(hidden, []);
  });

  it("stops at the observation nearest to the pointer, and marks both axes", async () => {
    const chart = await opened();
    const inside = await chart.page.locator(plotInside).first().boundingBox();
    assert.ok(inside !== null);
    await chart.page.mouse.move(inside.x + inside.width / 2, inside.y + 40);
    await chart.settle();
    const [[day = "", ...head] = [], [, value = ""] = []] = await cardOf(chart);
    assert.deepEqual(head, ["value", "change", "percentile"]);
    const tags = chart.page.locator(".crosshair-tag:visible");
    assert.deepEqual((await tags.allInnerTexts()).sort(), [value, day].sort());
    const row = days.findIndex((each) => isoOfDay(each) === isoOfText(day));
    assert.notEqual(values[row - 1], values[row]);
  });

  it("keeps the card in the stage, off the crosshair, at either end", async () => {
    const chart = await opened();
    for (const key of ["Home", "End"]) {
      await press(chart, key);
      const [card, line, stage] = await Promise.all(
        [".card", ".crosshair-line", ".stage"].map((name) =>
          chart.page.locator(name).first().boundingBox(),
        ),
      );
      assert.ok(card && line && stage);
      assert.ok(card.x >= stage.x && card.x + card.width <= stage.x + stage.width);
      assert.ok(card.y >= stage.y && card.y + card.height <= stage.y + stage.height);
      assert.ok(card.x > line.x || card.x + card.width < line.x, `${key} ${card.x} ${line.x}`);
    }
  });

  it("keeps the card off the days below the plot", async () => {
    const chart = await pages.open({ width: 1100, height: 760 });
    const many = consecutiveDays("2025-01-01", 400);
    // Above the first line, the card covers more points of the second one; below there is little room.
    const Aggregate = Float64Array.from(many, () => 0.185);
    const Level = Float64Array.from(many, (_, at) => (at % 2 === 0 ? 0.4 : 1));
    await chart.post(show([part(signalData(many, { Aggregate, Level }))]));
    await chart.page.getByRole("button", { name: "Level" }).click();
    const bottomOf = async (selector: string): Promise<number> => {
      const box = await chart.page.locator(selector).first().boundingBox();
      assert.ok(box !== null, selector);
      return box.y + box.height;
    };
    await press(chart, "Home", "Enter", ...Array<string>(20).fill("Shift+ArrowRight"));
    const card = await bottomOf(".card");
    const plot = await bottomOf(plotInside);
    assert.ok(card <= plot + 0.5, `${card} ${plot}`);
  });

  it("measures between two pins until Escape is pressed", async () => {
    const chart = await opened();
    await press(chart, "End", "ArrowLeft", "Enter");
    assert.equal(await chart.page.locator(".pin").count(), 1);
    await press(chart, "ArrowLeft", "Enter");
    const [first, second] = monthly.observed.slice(-2).map(([, value]) => value);
    assert.ok(first !== undefined && second !== undefined);
    // On a pinned day only the pin shows the date, possibly moved aside.
    const named = chart.page.locator(".crosshair-day:visible");
    assert.deepEqual(await named.allInnerTexts(), ["13 Nov 2026", "12 Oct 2026"]);
    const slope = ((second - first) / 32) * 365.25;
    assert.deepEqual(await cardOf(chart), [
      ["Between the pins", "value"],
      ["12 Oct 2026", signed(first)],
      ["13 Nov 2026", signed(second)],
      ["Difference 2 − 1", signed(second - first)],
      ["Days", "32"],
      ["Slope per year", signed(slope)],
    ]);
    // Each pin has a ring on the line, and its day and value on the axes.
    await press(chart, "End", "ArrowUp");
    const rings = chart.page.locator(
      ".crosshair:not(:has(.crosshair-line:visible)) .crosshair-dot",
    );
    assert.equal(await rings.count(), 2);
    const tags = await chart.page.locator(".crosshair-tag:visible").allInnerTexts();
    for (const text of ["12 Oct 2026", "13 Nov 2026", signed(first), signed(second)]) {
      assert.ok(tags.includes(text), `${text} in ${tags.join()}`);
    }
    assert.deepEqual(await chart.page.locator(".pin span").allInnerTexts(), ["1", "2"]);
    const said = chart.page
      .getByRole("status")
      .filter({ hasText: "From 12 Oct 2026 to 13 Nov 2026" });
    await said.waitFor({ state: "attached" });
    await chart.screenshot("page-pins");
    await press(chart, "Escape");
    assert.equal(await chart.page.locator(".pin").count(), 0);
    assert.deepEqual((await chart.waitForSent("keep")).state.pins, []);
  });

  it("moves a pin by observations with keys, no further than the other, and removes both", async () => {
    const chart = await opened();
    await press(chart, "End", "ArrowLeft", "Enter", "ArrowLeft", "ArrowLeft", "Enter");
    const pinsOf = async (): Promise<(string | null)[]> => {
      const pins = await chart.page.getByRole("slider", { name: /^Pin/ }).all();
      return Promise.all(pins.map((pin) => pin.getAttribute("aria-valuetext")));
    };
    assert.deepEqual(await pinsOf(), ["14 Sep 2026", "13 Nov 2026"]);
    const first = chart.page.getByRole("slider", { name: "Pin 1" });
    await first.press("ArrowRight");
    assert.deepEqual(await pinsOf(), ["12 Oct 2026", "13 Nov 2026"]);
    await first.press("ArrowRight");
    await first.press("ArrowRight");
    assert.deepEqual(await pinsOf(), ["12 Nov 2026", "13 Nov 2026"]);
    await first.press("Escape");
    assert.deepEqual(await pinsOf(), []);
    assert.equal(await plotOf(chart).evaluate("document.activeElement.role"), "application");
  });

  it("keeps a flag in sight, and with it the focus", async () => {
    const range = { from: dayOf("2026-10-01"), to: dayOf("2026-11-20") };
    const state = { version: 1, range, pins: [dayOf("2026-10-12")] };
    const chart = await pages.open({ width: 1100, height: 760, state });
    await chart.post(show([part(data)]));
    const pin = chart.page.getByRole("slider", { name: "Pin 1" });
    // The previous observation is in September.
    await pin.press("ArrowLeft");
    await chart.settle();
    assert.equal(await pin.getAttribute("aria-valuetext"), "12 Oct 2026");
    await pin.press("ArrowRight");
    await chart.settle();
    assert.equal(await pin.getAttribute("aria-valuetext"), "13 Nov 2026");
    assert.equal(await pin.evaluate("document.activeElement.role"), "slider");
  });

  it("pins a clicked day, but none on a double click, which shows all days", async () => {
    const chart = await opened();
    const inside = await chart.page.locator(plotInside).first().boundingBox();
    assert.ok(inside !== null);
    const at = [inside.x + 200, inside.y + 60] as const;
    await chart.page.mouse.click(...at);
    await chart.settle();
    assert.equal(await chart.page.locator(".pin").count(), 1);
    await chart.page.mouse.move(inside.x + 500, inside.y + 60);
    await chart.settle();
    assert.equal((await cardOf(chart))[0]?.[0], "Between the pins");
    await press(chart, "Escape");
    await chart.page.mouse.dblclick(...at);
    await chart.settle();
    assert.equal(await chart.page.locator(".pin").count(), 0);
  });

  it("uses an axis that fits, reaches ±3, or is fixed", async () => {
    const chart = await opened();
    const menu = chart.page.getByRole("button", { name: "Axis" });
    for (const [entry, shown] of [
      ["±3 at Least", "±3"],
      ["Keep As It Is", "Fixed"],
      ["Fit What Is in Sight", "Fit"],
    ] as const) {
      await menu.click();
      await chart.page.getByRole("menuitemcheckbox", { name: entry }).click();
      await menu.filter({ hasText: shown }).waitFor();
    }
    await press(chart, "y");
    await menu.filter({ hasText: "±3" }).waitFor();
    assert.equal((await chart.waitForSent("keep")).state.axis, "three");
  });
});

function dayOf(iso: string): Day {
  return dayOfIso(iso) ?? assert.fail();
}

/** As people read scores. */
function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? "0.00" : `${value < 0 ? "−" : "+"}${text}`;
}
