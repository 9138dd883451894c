import { type FromExplorer } from "../../../src/features/latest/explorer/messages";
import assert from "node:assert/strict";
import { type ToExplorer } from "../../../src/features/latest/explorer/protocol";
import { violationsIn } from "../../support/axe";
import { cellOf, identity, percent, tell, texts } from "../../support/explorerPage";
import { sampleForecasts, type ToldForecasts, toldForecasts } from "../../support/sampleForecasts";
import { useEditorPages } from "../../support/useEditorPages";
import { failureOf } from "../../support/chartFrames";

describe("the states of the forecast explorer's page", () => {
  const pages = useEditorPages<ToExplorer, FromExplorer>("explorer");
  let sample: ToldForecasts;

  before(async () => {
    sample = await sampleForecasts();
  });

  it("have the hedging mode of the side bar until another one is chosen here", async () => {
    const page = await pages.open({});
    const chosen = page.page.getByRole("radio", { checked: true });
    await page.post({ type: "hedging", hedging: "Hedged" });
    await page.post({ type: "show", identity, answer: sample.answer });
    await tell(page, sample);
    assert.match((await chosen.allInnerTexts()).join(), /^Hedged,/);
    const title = page.page.locator(".details .title");
    assert.match(await title.innerText(), /12 Months · USD · Hedged/);
    await page.post({ type: "hedging", hedging: "Local" });
    await tell(page, sample);
    assert.match(await title.innerText(), /12 Months · USD · Local/);
    await page.page.getByRole("radio", { name: "Unhedged" }).click();
    await page.post({ type: "hedging", hedging: "Hedged" });
    await tell(page, sample);
    assert.match(await title.innerText(), /12 Months · USD · Unhedged/);
  });

  it("have no gap below the bars where their names do not fit", async () => {
    const page = await pages.open({});
    await page.post({ type: "show", identity, answer: sample.answer });
    await tell(page, sample);
    const gap = async (): Promise<number> => {
      const below = await page.page.locator(".below").first().boundingBox();
      const bracket = await page.page.locator(".bracket").first().boundingBox();
      return (bracket?.y ?? Number.NaN) - (below?.y ?? Number.NaN);
    };
    await page.page.setViewportSize({ width: 1440, height: 900 });
    await page.settle();
    assert.ok((await gap()) >= 30);
    await page.page.setViewportSize({ width: 800, height: 800 });
    await page.settle();
    assert.equal(await page.page.locator(".below").first().innerText(), "");
    assert.ok((await gap()) < 13);
  });

  it("are waiting, empty, and failed with the actions that help", async () => {
    const page = await pages.open({});
    const acme = { ...identity, service: "Acme", isSample: false };
    await page.post({ type: "wait", identity: acme });
    await page.page.getByText("Loading…").waitFor();
    const empty = await toldForecasts([]);
    await page.post({ type: "show", identity: acme, answer: empty.answer });
    await page.page.getByText("No forecasts from Acme").waitFor();
    assert.equal(await page.page.getByRole("searchbox").isVisible(), false);
    await page.screenshot("explorer-empty");
    const failure = failureOf("Cannot reach acme.com", ["diagnose", "retry"]);
    await page.post({ type: "fail", identity: acme, failure });
    await page.page.getByText("Could not open Forecast Explorer", { exact: true }).waitFor();
    assert.equal(await page.page.getByRole("grid").isVisible(), false);
    assert.deepEqual(await violationsIn(page.page), []);
    await page.screenshot("explorer-failed");
    await page.page.getByRole("button", { name: "Retry" }).click();
    assert.deepEqual(await page.sent("do"), [{ type: "do", action: "refresh" }]);
    await page.post({ type: "show", identity: acme, answer: sample.answer });
    await tell(page, sample);
    assert.equal(await page.page.getByRole("grid").isVisible(), true);
    assert.equal(await page.page.getByRole("button", { name: "Retry" }).isVisible(), false);
    assert.deepEqual(page.errors, []);
  });

  it("include a filter that matches nothing", async () => {
    const page = await pages.open({});
    await page.post({ type: "show", identity, answer: sample.answer });
    await tell(page, sample);
    const words = page.page.getByText("Nothing matches the filter.");
    assert.equal(await words.count(), 0);
    const filter = page.page.getByRole("searchbox", { name: "Filter markets" });
    await filter.fill("nowhere");
    await words.waitFor();
    await filter.fill("");
    await words.waitFor({ state: "hidden" });
  });

  it("state what the forecasts are not, and when they were fetched", async () => {
    const page = await pages.open({});
    const answer = {
      ...sample.answer,
      staleBecause: "cannot reach acme.com",
      notice: "This service does not list hedging modes; those of its forecasts are shown",
      unreadable: 2,
    };
    const archiveBeginsMs = Date.UTC(2026, 10, 5, 12);
    const bound = { ...identity, otherAsOf: "28 Jun 2024", archiveBeginsMs };
    await page.post({ type: "show", identity: bound, answer });
    await tell(page, sample);
    assert.deepEqual(await texts(page, ".banners > *"), [
      "Latest values, not those as of 28 Jun 2024. The archive begins on 5 Nov 2026.",
      "Fetched 1 Jul 2024 12:00 UTC. Nothing newer could be fetched: cannot reach acme.com",
      "This service does not list hedging modes; those of its forecasts are shown",
    ]);
    await page.page.getByText("2 forecasts could not be read").waitFor();
    await page.screenshot("explorer-banners");
    // A newer answer takes them away again.
    await page.post({ type: "show", identity, answer: sample.answer });
    assert.deepEqual(await texts(page, ".banners > *"), []);
  });

  it("keep frame, parts and commands on the chosen forecast, whatever else is clicked or hidden", async () => {
    const page = await pages.open({ width: 1100, height: 900 });
    await page.post({ type: "show", identity, answer: sample.answer });
    await tell(page, sample);
    await page.page.locator(await cellOf(page, "German Equities", 2)).click();
    await tell(page, sample);
    const opened = async (): Promise<unknown> => {
      const [at] = Object.values((await page.sent("run")).at(-1)?.summaries ?? {});
      return sample.wire[Number(at)]?.market_code;
    };
    const title = (): Promise<string> => page.page.locator(".details .title h2").innerText();
    const table = page.page.locator(".matrix table");
    const frames = page.page.locator(".matrix .active, .matrix .chosen");
    const group = page.page.locator(".matrix tr.group").last();
    for (const part of ["th", "td:nth-child(4)"]) {
      await group.locator(part).dblclick();
      await group.locator(part).click({ button: "right" });
      assert.equal(await frames.count(), 1);
      assert.match(await title(), /^German Equities/);
    }
    assert.equal(await page.page.getByRole("menuitem").count(), 0);
    assert.deepEqual(await page.sent("run"), []);
    await table.press("Enter");
    assert.equal(await opened(), "DAX");
    // Its market has no row now: other rows are at its place.
    const filter = page.page.locator(".toolbar input[type=search]");
    await filter.fill("bonds, gilts, treasuries, crude, copper, gold, silver, wheat, gas, euro");
    await page.settle();
    assert.ok((await page.page.locator(".matrix tr.variant").count()) > 12);
    assert.equal(await frames.count(), 0);
    assert.match(await title(), /^German Equities/);
    await table.focus();
    await page.page.keyboard.press("Enter");
    assert.equal((await page.sent("run")).length, 2);
    assert.equal(await opened(), "DAX");
    await page.page.getByRole("button", { name: "Open Chart" }).click();
    assert.equal(await opened(), "DAX");
    await table.press("ArrowDown");
    await tell(page, sample);
    const [first = ""] = await texts(page, ".matrix tr.variant .label");
    assert.equal(await frames.count(), 1);
    assert.equal((await title()).startsWith(first), true);
    await page.page.keyboard.press("ArrowUp");
    assert.equal((await title()).startsWith(first), true);
    assert.deepEqual(page.errors, []);
  });

  it("show six horizons, and the tree and the attribution side by side above the fold", async () => {
    // The page of a window of 1,280 × 800 pixels without a side bar.
    const page = await pages.open({ width: 1216, height: 682 });
    await page.post({ type: "show", identity, answer: sample.answer });
    await page.page.locator(await cellOf(page, "Copper", 2)).click();
    await tell(page, sample);
    await page.screenshot("explorer-low");
    const headings = await texts(page, ".matrix thead .title");
    assert.deepEqual(headings.slice(1), [
      "3 Months",
      "6 Months",
      "12 Months",
      "3 Years",
      "5 Years",
      "10 Years",
    ]);
    assert.equal(await page.page.locator(".window.more").count(), 0);
    const boxOf = async (selector: string) => {
      const box = await page.page.locator(selector).boundingBox();
      assert.ok(box !== null, selector);
      return box;
    };
    const heading = await boxOf(".matrix thead th[data-column='2'] .title");
    assert.ok(heading.height < 16, `12 Months has ${heading.height} pixels`);
    const [tree, attribution] = [await boxOf(".tree"), await boxOf(".attribution")];
    assert.equal(tree.y, attribution.y);
    const foot = await boxOf(".facts");
    assert.ok(tree.y + tree.height <= foot.y, `${tree.y + tree.height} of ${foot.y}`);
  });

  it("explain why there is no forecast, and offer what there is instead", async () => {
    const page = await pages.open({});
    await page.post({ type: "show", identity, answer: sample.answer });
    await tell(page, sample);
    await page.page.locator(await cellOf(page, "Euro in US Dollars", 3)).click();
    await page.page.getByText(/^No forecast for this market over 3 Years in USD, Local/).waitFor();
    assert.deepEqual(await texts(page, ".total"), []);
    await page.screenshot("explorer-absent");
    await page.page.locator(".absent").getByRole("button", { name: "6 Months" }).click();
    await tell(page, sample);
    const own = sample.wire.find(
      (each) =>
        each.market_code === "EURUSD" && each.horizon === "6 Months" && each.hedging === "Local",
    );
    const total = percent(own?.latest.forecast ?? Number.NaN);
    assert.deepEqual(await texts(page, ".total b"), [`${total} %`]);
  });
});
