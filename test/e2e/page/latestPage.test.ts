import { type FromLatest } from "../../../src/features/latest/heatmap/messages";
import assert from "node:assert/strict";
import { type ToLatest } from "../../../src/features/latest/heatmap/protocol";
import { violationsIn } from "../../support/axe";
import { checkedThemes } from "../../support/pictures";
import { latestIdentity, latestRecords, showLatest, testScore } from "../../support/latestAnswers";
import { useEditorPages } from "../../support/useEditorPages";
import { failureOf } from "../../support/chartFrames";
import { labelledColumns } from "../../../src/shared/latestColumns";

/** As people read a score. */
function scoreText(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

describe("the page of the latest signals", () => {
  const pages = useEditorPages<ToLatest, FromLatest>("latest");

  it("shows a row for each country and a column for each signal, without any error", async () => {
    const latest = await pages.open();
    await latest.post(showLatest());
    const table = latest.page.getByRole("grid");
    assert.equal(await table.getAttribute("aria-rowcount"), "36");
    assert.equal(await table.getAttribute("aria-colcount"), "14");
    // By name: Australia first, which is the seventh country of the records.
    const texts = await latest.rowTexts(2);
    assert.equal(texts[0]?.replace(/\s+/g, " "), "Australia AU");
    assert.deepEqual(
      texts.slice(1),
      Array.from({ length: 13 }, (_, column) => scoreText(testScore(6, column))),
    );
    assert.deepEqual(latest.errors, []);
  });

  it("has no violation of WCAG 2.2 AA", async () => {
    const latest = await pages.open();
    await latest.post(showLatest());
    const cell = latest.page.locator('[data-row="3"][data-column="2"]');
    await cell.click();
    await latest.page.locator('[data-row="7"][data-column="3"]').click({ modifiers: ["Shift"] });
    const found: string[] = [];
    for (const theme of checkedThemes) {
      await latest.setTheme(theme);
      for (const width of theme === "light" ? [700, 1440] : [700]) {
        await latest.page.setViewportSize({ width, height: 760 });
        await latest.settle();
        found.push(...(await violationsIn(latest.page, theme)).map((each) => `${theme}: ${each}`));
        await latest.screenshot(`latest-${theme}-${width}`);
      }
    }
    assert.deepEqual(found, []);
  });

  it("waits, shows that there is nothing, and shows a failure with the actions that help", async () => {
    const latest = await pages.open();
    const identity = { ...latestIdentity, service: "Acme", isSample: false };
    await latest.post({ type: "wait", identity });
    await latest.page.getByText("Loading…").waitFor();
    await latest.post(showLatest([], {}, identity));
    await latest.page.getByText("No latest values from Acme").waitFor();
    const failure = failureOf("Cannot reach acme.com", ["diagnose", "retry"]);
    await latest.post({ type: "fail", identity, failure });
    await latest.screenshot("latest-failed");
    assert.deepEqual(await violationsIn(latest.page), []);
    const alert = latest.page.getByRole("alert");
    assert.deepEqual((await alert.innerText()).split(/\s*\n\s*/), [
      "Could not open Latest Signals",
      "Cannot reach acme.com",
      ...["Retry", "Diagnose", "Show Log"],
      ...["Last tried", "22 Nov 2026 10:05 UTC"],
    ]);
    await alert.getByRole("button", { name: "Retry" }).click();
    const retried = alert.getByRole("button", { name: "Retrying…" });
    assert.equal(await retried.and(latest.page.locator(":focus")).count(), 1);
    await retried.press("Enter");
    assert.deepEqual(await latest.sent("do"), [{ type: "do", action: "refresh" }]);
    await latest.post({ type: "fail", identity, failure: failureOf("It is closed", ["retry"]) });
    assert.match(await alert.innerText(), /It is closed/);
    assert.equal(await alert.getByRole("button", { name: "Retry" }).isEnabled(), true);
    await latest.post(showLatest(latestRecords(), {}, identity));
    assert.equal(await latest.page.getByRole("grid").isVisible(), true);
  });

  it("states what its values are not", async () => {
    const latest = await pages.open();
    const staleBecause = "cannot reach acme.com";
    await latest.post(showLatest(latestRecords(), { staleBecause }, { otherAsOf: "28 Jun 2024" }));
    await latest.page.getByText("Latest values, not those as of 28 Jun 2024.").waitFor();
    await latest.page.getByText(/Nothing newer could be fetched: cannot reach acme.com/).waitFor();
    await latest.screenshot("latest-banners");
  });

  it("offers the archived answer as of the window's as-of, and states its time", async () => {
    const latest = await pages.open();
    const atMs = Date.UTC(2024, 5, 27, 18, 3);
    const asOf = { otherAsOf: "28 Jun 2024" };
    await latest.post(
      showLatest(latestRecords(), {}, { ...asOf, archived: { atMs, isShown: false } }),
    );
    await latest.page.getByRole("button", { name: "Show Values Archived on 27 Jun 2024" }).click();
    await latest.post(
      showLatest(latestRecords(), {}, { ...asOf, archived: { atMs, isShown: true } }),
    );
    await latest.page
      .getByText("Archived 27 Jun 2024 18:03 UTC: the newest in the archive as of")
      .waitFor();
    assert.match(
      await latest.page.getByRole("region", { name: "What is shown" }).innerText(),
      /archived 27 Jun 2024 18:03 UTC/,
    );
    await latest.screenshot("latest-archived");
    assert.deepEqual(await violationsIn(latest.page), []);
    await latest.page.getByRole("button", { name: "Show Latest" }).click();
    assert.deepEqual(
      (await latest.sent("do")).map(({ action }) => action),
      ["showArchived", "showNewest"],
    );
  });

  it("leaves a missing cell empty and marks an old one", async () => {
    const latest = await pages.open();
    await latest.post(showLatest());
    const rows = latest.page.getByRole("rowheader");
    const cellOf = async (name: string, column: number): Promise<string> => {
      const row = await rows.filter({ hasText: name }).getAttribute("data-row");
      return `[data-row="${row ?? ""}"][data-column="${column}"]`;
    };
    const missing = latest.page.locator(await cellOf("France", 2));
    assert.equal(await missing.innerText(), "");
    assert.match((await missing.getAttribute("class")) ?? "", /none/);
    const old = latest.page.locator(await cellOf("Canada", 1));
    assert.match(
      (await old.getAttribute("aria-label")) ?? "",
      /older than the newest day in its column/,
    );
    await old.hover();
    await latest.page.getByRole("tooltip").getByText("30 Oct 2026, 15 business days ago").waitFor();
    await latest.screenshot("latest-tooltip");
  });

  it("shows the tooltip of a cell beside the cell, in every corner and in a narrow page", async () => {
    for (const width of [1100, 340]) {
      const latest = await pages.open({ width });
      await latest.post(showLatest());
      const cells = latest.page.locator(".heat tbody td:not(.none)");
      for (const cell of [cells.first(), cells.nth(3), cells.last()]) {
        await cell.hover();
        const tooltip = latest.page.getByRole("tooltip");
        await tooltip.waitFor();
        const [own, other] = [await cell.boundingBox(), await tooltip.boundingBox()];
        assert.ok(own !== null && other !== null);
        const isBeside =
          other.x >= own.x + own.width ||
          other.x + other.width <= own.x ||
          other.y >= own.y + own.height ||
          other.y + other.height <= own.y;
        assert.ok(isBeside, `${width}: ${JSON.stringify([own, other])}`);
        await latest.page.mouse.move(2, 2);
        await tooltip.waitFor({ state: "hidden" });
      }
    }
  });
});

describe("input on the page of the latest signals", () => {
  const pages = useEditorPages<ToLatest, FromLatest>("latest");

  it("sorts by a column, largest first, then smallest, then by name again", async () => {
    const latest = await pages.open();
    await latest.post(showLatest());
    const header = latest.page.getByRole("columnheader", { name: "Inflation" });
    const sorted = Array.from({ length: 32 }, (_, row) => testScore(row, 0)).sort((a, b) => a - b);
    await header.click();
    assert.equal((await latest.rowTexts(2))[1], scoreText(sorted.at(-1) ?? NaN));
    assert.equal(await header.getAttribute("aria-sort"), "descending");
    await header.click();
    assert.equal((await latest.rowTexts(2))[1], scoreText(sorted[0] ?? NaN));
    await header.click();
    assert.match((await latest.rowTexts(2))[0] ?? "", /Australia/);
  });

  it("filters rows, and keeps the view over a reload", async () => {
    const latest = await pages.open();
    await latest.post(showLatest());
    await latest.page.getByRole("radio", { name: "Momentum" }).click();
    await latest.page.getByRole("searchbox").fill("swed, infl");
    assert.equal(await latest.page.getByRole("grid").getAttribute("aria-rowcount"), "5");
    await latest.reload();
    await latest.post(showLatest());
    const texts = await latest.rowTexts(2);
    assert.match(texts[0] ?? "", /Sweden/);
    assert.deepEqual(texts.slice(1), [scoreText(-testScore(8, 0))]);
    await latest.page.getByRole("searchbox").fill("nowhere");
    await latest.page.getByText("Nothing matches the filter.").waitFor();
    await latest.page.getByRole("searchbox").fill("");
    assert.equal(await latest.page.getByRole("grid").isVisible(), true);
  });

  it("selects with the pointer and Shift, and announces the statistics of the selection", async () => {
    const latest = await pages.open();
    await latest.post(showLatest());
    await latest.page.locator('[data-row="0"][data-column="0"]').click();
    const end = latest.page.locator('[data-row="0"][data-column="1"]');
    await end.click({ modifiers: ["Shift"] });
    const values = [testScore(6, 0), testScore(6, 1)];
    const mean = scoreText((values[0] ?? 0) / 2 + (values[1] ?? 0) / 2);
    const words = (await latest.page.locator(".selected").innerText()).replace(/\s+/g, " ");
    const [low, high] = [Math.min(...values), Math.max(...values)].map(scoreText);
    assert.equal(words, `Count 2 Mean ${mean} Median ${mean} Min ${low} Max ${high}`);
  });

  it("moves with the keys, opens with Enter, and copies a selection with its headers", async () => {
    const latest = await pages.open();
    const answer = showLatest();
    await latest.post(answer);
    await latest.page.getByRole("grid").focus();
    await latest.page.keyboard.press("Control+ArrowDown");
    await latest.page.keyboard.press("ArrowUp");
    await latest.page.keyboard.press("Enter");
    const [run] = await latest.sent("run");
    assert.ok(run !== undefined);
    assert.equal(run.command, "openChart");
    assert.deepEqual([...run.versions], [1]);
    const { aggregate } = labelledColumns(answer.answer.columns, []);
    const value = aggregate[run.records[0] ?? -1] ?? NaN;
    // The last country but one by name: the United Kingdom.
    assert.equal(value, testScore(2, 0));
    await latest.page.keyboard.press("Shift+ArrowDown");
    await latest.page.keyboard.press("Control+c");
    await latest.waitForSent("copyText");
    const [copied] = await latest.sent("copyText");
    assert.deepEqual(copied?.text.split("\n"), [
      "Country\tCode\tInflation",
      `United Kingdom\tGB\t${testScore(2, 0)}`,
      `United States\tUS\t${testScore(0, 0)}`,
      "",
    ]);
  });

  it("opens several selected cells as one chart", async () => {
    const latest = await pages.open();
    await latest.post(showLatest());
    await latest.page.locator('[data-row="0"][data-column="0"]').click();
    const end = latest.page.locator('[data-row="1"][data-column="0"]');
    await end.click({ modifiers: ["Shift"] });
    await latest.page.keyboard.press("Shift+F10");
    await latest.page.getByRole("menuitem", { name: "Open as One Chart" }).click();
    await latest.waitForSent("run");
    const [run] = await latest.sent("run");
    assert.deepEqual([run?.command, Object.values(run?.records ?? {}).length], ["openChart", 2]);
  });

  it("chooses the value of a further tag", async () => {
    const latest = await pages.open();
    await latest.post(showLatest());
    await latest.page.locator(".held", { hasText: "Financials" }).click();
    await latest.page.getByRole("menuitemcheckbox", { name: /Energy/ }).click();
    await latest.page.locator(".held", { hasText: "Energy" }).waitFor();
    const brazil = await latest.rowTexts(4);
    assert.match(brazil[0] ?? "", /Brazil/);
    assert.equal(brazil.at(-1), "");
  });

  it("shows means only when they are turned on", async () => {
    const latest = await pages.open();
    await latest.post(showLatest());
    assert.equal(await latest.page.getByRole("columnheader", { name: "Mean" }).count(), 0);
    await latest.page.getByRole("button", { name: "More" }).click();
    await latest.page.getByRole("menuitemcheckbox", { name: "Mean Column" }).click();
    const values = Array.from({ length: 13 }, (_, column) => testScore(6, column));
    const mean = values.reduce((sum, each) => sum + each, 0) / 13;
    assert.equal((await latest.rowTexts(2)).at(-1), scoreText(mean));
    await latest.screenshot("latest-mean");
  });

  it("offers for a cell the commands of its row in the side bar", async () => {
    const latest = await pages.open();
    await latest.post(showLatest());
    await latest.page.locator('[data-row="2"][data-column="1"]').click({ button: "right" });
    await latest.screenshot("latest-menu");
    await latest.page.getByRole("menuitem", { name: "Show in Side Bar" }).click();
    assert.equal((await latest.sent("run"))[0]?.command, "showInSideBar");
    const grid = latest.page.getByRole("grid");
    await latest.page.locator(".heat:focus").waitFor();
    assert.equal(await grid.isVisible(), true);
    await latest.page.keyboard.press("Shift+F10");
    await latest.page.getByRole("menuitem", { name: "Forecasts It Moves" }).click();
    assert.equal((await latest.sent("run"))[1]?.command, "forecastsItMoves");
  });

  it("shows the three scores of one signal", async () => {
    const latest = await pages.open();
    const signal = { code: "INFL", version: 1 };
    const records = latestRecords().filter(({ code }) => code === "INFL");
    await latest.post(showLatest(records, {}, { signal }));
    const value = testScore(6, 0);
    const texts = await latest.rowTexts(2);
    assert.deepEqual(texts.slice(1), [value / 2, -value, value].map(scoreText));
    await latest.screenshot("latest-one-signal");
  });

  it("scrolls over 3,000 rows and 60 columns, of which only those in sight exist", async () => {
    const latest = await pages.open();
    await latest.post(showLatest(latestRecords({ rows: 3_000, signals: 60 })));
    const grid = latest.page.getByRole("grid");
    assert.equal(await grid.getAttribute("aria-rowcount"), "3004");
    await grid.focus();
    await latest.page.keyboard.press("Control+End");
    await latest.settle();
    const cell = latest.page.locator('[data-row="2999"][data-column="59"]');
    assert.equal(await cell.isVisible(), true);
    assert.ok((await latest.page.locator(".heat td").count()) < 1_500);
    assert.equal(await cell.getAttribute("aria-colindex"), "61");
  });
});
