import assert from "node:assert/strict";
import { type ChartPart } from "../../../src/features/chart/protocol";
import { violationsIn } from "../../support/axe";
import { failureOf, show, signalPart } from "../../support/chartFrames";
import { failedPart } from "../../support/chartStates";
import { type ChartPage, useChartPages } from "../../support/chartPage";

async function isFocused({ page }: ChartPage, name: string): Promise<boolean> {
  const focused = page.getByRole("button", { name }).and(page.locator(":focus"));
  return (await focused.count()) === 1;
}

describe("the chart page after a failure", () => {
  const pages = useChartPages();

  it("keeps a failure and the focus while its retry runs, and sends one request", async () => {
    const chart = await pages.open();
    const part: ChartPart = failedPart();
    await chart.post(show([part]));
    const retry = chart.page.getByRole("button", { name: "Retry" });
    await retry.focus();
    await chart.page.keyboard.press("Enter");
    await chart.post({ type: "part", generation: 1, part: { ...part, isLoading: true } });
    assert.equal(await retry.isDisabled(), true);
    assert.equal(await isFocused(chart, "Retry"), true);
    await chart.page.keyboard.press("Enter");
    const failure = failureOf("Still in maintenance", ["retry"]);
    await chart.post({ type: "part", generation: 1, part: { ...part, failure } });
    assert.equal(await retry.isDisabled(), false);
    assert.equal(await isFocused(chart, "Retry"), true);
    assert.equal((await chart.sent("retry")).length, 1);
    await chart.post({ type: "part", generation: 1, part: { ...part, failure: null } });
    assert.equal(await retry.count(), 0);
  });

  it("shows the age of the picture and the reason in one line, until that is closed", async () => {
    const chart = await pages.open();
    const { page } = chart;
    const failure = failureOf("Cannot reach acme.com", ["diagnose", "retry"]);
    await chart.post(show([signalPart({}, { id: "acme/a", failure })]));
    const banner = page.getByRole("status").filter({ hasText: "Cached data" });
    assert.match(
      await banner.innerText(),
      /^Cached data of 20 Nov 2026 09:30 UTC, .* old\. Cannot reach acme\.com\.\s+Retry\s+Diagnose$/,
    );
    assert.equal(await page.getByRole("alert").innerText(), "");
    await banner.getByRole("button", { name: "Retry" }).click();
    assert.equal((await chart.waitForSent("retry")).id, "acme/a");
    await banner.getByRole("button", { name: "Diagnose" }).click();
    await chart.waitForSent("do", { action: "diagnose" });
    await banner.getByRole("button", { name: "Close" }).click();
    assert.equal(await page.getByRole("application").and(page.locator(":focus")).count(), 1);
    assert.equal(await page.getByText("Cached data of").count(), 1);
    assert.equal(await page.getByText("Cached data of").isVisible(), false);
    const other = { ...failure, message: "The service took too long" };
    await chart.post(show([signalPart({}, { id: "acme/a", failure: other })], { generation: 2 }));
    await page.getByText("The service took too long.").waitFor();
  });

  it("explains what happened, what follows and what helps, with the technical message last", async () => {
    const chart = await pages.open();
    const { page } = chart;
    const message = "Cannot reach 127.0.0.1:8787 (connection refused)";
    const failure = failureOf(message, ["diagnose", "retry"], { cause: "unreachable" });
    const identity = { service: "Research · 127.0.0.1:8787" };
    await chart.post(show([signalPart(identity, { data: null, failure })]));
    const block = page.getByRole("alert");
    assert.deepEqual((await block.innerText()).split(/\s*\n\s*/), [
      "The service cannot be reached",
      "Research (127.0.0.1:8787) does not answer. Nothing of it is cached on this computer. It opens by itself when the service is back.",
      "Retry",
      "Diagnose",
      "Show Log",
      "Reason",
      message,
      "Last tried",
      "22 Nov 2026 10:05 UTC",
    ]);
    await block.getByRole("button", { name: "Diagnose" }).click();
    await chart.waitForSent("do", { action: "diagnose" });
  });

  it("has all details of its series behind Details, which Escape closes", async () => {
    const chart = await pages.open();
    const { page } = chart;
    await chart.post(show([signalPart()]));
    const opener = page.getByRole("button", { name: "Details" });
    const details = page.getByRole("region", { name: "Details" });
    assert.equal(await details.count(), 0);
    await opener.click();
    assert.match(
      await details.innerText(),
      /^Acme · api\.acme\.example · INFL v2 · United States · SNAP · .* · fetched 20 Nov 2026 09:30 UTC$/,
    );
    await page.keyboard.press("Escape");
    assert.equal(await details.count(), 0);
    assert.equal(await isFocused(chart, "Details"), true);
  });

  it("first offers to set the as-of that a failure needs", async () => {
    const chart = await pages.open();
    const failure = failureOf("It is later than the window's as-of", ["setAsOf"]);
    await chart.post(show([signalPart({}, { data: null, failure })]));
    const first = chart.page.getByRole("alert").getByRole("button").first();
    assert.equal(await first.innerText(), "Set As-Of…");
    await first.click();
    await chart.waitForSent("do", { action: "setAsOf" });
  });

  it("requests the cached data of a failed part (15.1.9)", async () => {
    const chart = await pages.open();
    const failure = failureOf("Closed", ["retry", "openCached"], { cached: "latest" });
    await chart.post(show([signalPart({}, { id: "acme/a", data: null, failure })]));
    await chart.page.getByRole("button", { name: "Open What Is Cached" }).click();
    const asked = await chart.waitForSent("openCached");
    assert.equal(asked.id, "acme/a");
    assert.equal((await chart.sent("retry")).length, 0);
  });

  it("drafts several series from one search, and composes the chart once it closes", async () => {
    const chart = await pages.open();
    await chart.post(show([signalPart({}, { id: "acme/a" })]));
    await chart.page.getByRole("button", { name: "Add" }).click();
    const box = chart.page.getByRole("combobox");
    await box.fill("gro");
    const { text } = await chart.waitForSent("search", { text: "gro" });
    const answer = (...labels: string[]): Promise<void> => {
      const rows = labels.map((label) => ({ id: label, label, description: "GROW v1" }));
      return chart.post({ type: "found", generation: 1, text, rows, note: "" });
    };
    await answer("Growth France", "Growth Germany");
    await chart.page.keyboard.press("ArrowDown");
    await answer("Growth Austria", "Growth France", "Growth Germany");
    // The active row stays active when more series are found.
    await chart.page.keyboard.press("Enter");
    await chart.waitForSent("draft", { ids: ["acme/a", "Growth Germany"] });
    const germany = signalPart({}, { id: "Growth Germany", title: "GROW Germany" });
    await chart.post({ type: "part", generation: 1, part: germany });
    await chart.page.getByRole("button", { name: "Actions for GROW Germany" }).waitFor();
    await chart.page.getByRole("option", { name: "Growth Austria" }).click();
    await chart.waitForSent("draft", { ids: ["acme/a", "Growth Germany", "Growth Austria"] });
    const checked = chart.page.getByRole("option", { selected: true });
    assert.deepEqual(await checked.locator("span:first-of-type").allInnerTexts(), [
      "Growth Germany",
    ]);
    await chart.screenshot("chart-draft");
    assert.deepEqual(await violationsIn(chart.page), []);
    assert.equal((await chart.sent("compose")).length, 0);
    await chart.page.keyboard.press("Escape");
    await chart.waitForSent("compose", { ids: ["acme/a", "Growth Germany", "Growth Austria"] });
  });

  it("lists the series of the chart first without a text, and composes nothing if nothing has changed", async () => {
    const chart = await pages.open();
    await chart.post(show([signalPart({}, { id: "acme/a", title: "INFL United States" })]));
    await chart.page.getByRole("button", { name: "Add" }).click();
    await chart.waitForSent("search", { text: "" });
    const rows = ["acme/b", "acme/a"].map((id) => ({ id, label: id, description: "" }));
    await chart.post({ type: "found", generation: 1, text: "", rows, note: "" });
    const options = chart.page.getByRole("option");
    await options.nth(1).waitFor();
    const checks = (await options.all()).map((each) => each.getAttribute("aria-selected"));
    assert.deepEqual(await Promise.all(checks), ["true", "false"]);
    for (let count = 0; count < 2; count++) await options.nth(1).click();
    await chart.waitForSent("draft", { ids: ["acme/a"] });
    // The last series stays in the chart.
    await options.nth(0).click();
    await chart.page.keyboard.press("Escape");
    assert.deepEqual(
      [(await chart.sent("draft")).length, (await chart.sent("compose")).length],
      [2, 0],
    );
  });
});
