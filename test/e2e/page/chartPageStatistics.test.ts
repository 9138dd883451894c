import assert from "node:assert/strict";
import { type Locator } from "playwright-core";
import { readFileSync } from "node:fs";
import path from "node:path";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { part, show, signalData } from "../../support/chartFrames";
import { choose } from "../../support/chartStates";
import { observedByPandas, seriesOf } from "../../support/observed";
import { type ChartPage, useChartPages } from "../../support/chartPage";

/** `test/fixtures/observations/make.py` says what each field is. */
const byPandas = JSON.parse(
  readFileSync(path.resolve("test/fixtures/observations/statistics.json"), "utf8"),
) as {
  readonly since: string;
  readonly of: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly pairs: readonly (readonly [string, string, number, number])[];
};
const names = ["monthly", "released early", "released late"] as const;

function fullTitle(name: string): string {
  return `INFL v2 ${name} SNAP`;
}

/** A number as the page prints it. */
function printed(value: number | undefined): string {
  const text = Math.abs(value ?? Number.NaN).toFixed(2);
  return `${text === "0.00" ? "" : (value ?? 0) < 0 ? "−" : "+"}${text}`;
}

/** The used part of an element inside the page. */
interface Scrolled {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

function close(value: number, expected: number | undefined): void {
  assert.ok(Math.abs(value - (expected ?? Number.NaN)) < 1e-9, `${value} is not ${expected}`);
}

describe("the statistics of the chart page", () => {
  const pages = useChartPages();

  async function opened(): Promise<ChartPage> {
    const chart = await pages.open({ width: 1440, height: 800 });
    const parts = names.map((name) => {
      const found = observedByPandas[name];
      assert.ok(found);
      const { days, values } = seriesOf(found);
      return part(signalData(days, { Aggregate: values }), {
        identity: { variant: name },
        fullTitle: fullTitle(name),
      });
    });
    await chart.post(show(parts));
    const range = chart.page.getByRole("textbox", { name: "Range" });
    await range.fill(`${byPandas.since}..`);
    await range.press("Enter");
    await choose(chart, "Statistics");
    return chart;
  }

  it("are those of pandas over the observations in sight", async () => {
    const chart = await opened();
    const rows = chart.page.getByRole("table", { name: "Statistics" }).getByRole("row");
    assert.equal(await rows.count(), names.length + 1);
    for (const [index, name] of names.entries()) {
      const cells = await rows
        .nth(index + 1)
        .getByRole("cell")
        .allInnerTexts();
      const { n, mean, std, smallest, largest, phi } = byPandas.of[name] ?? {};
      assert.deepEqual(
        cells.slice(0, 5).map((text) => text.split(/\s/)[0]),
        [`${n}`, printed(mean), std?.toFixed(2), printed(smallest), printed(largest)],
      );
      assert.equal(cells[5], `${(Math.log(0.5) / Math.log(phi ?? 0)).toFixed(1)} months`);
    }
    const summary = `11 Feb 2019 – 20 Nov 2026 · ${byPandas.of["monthly"]?.["n"]} monthly observations each`;
    assert.equal(await chart.page.locator(".statistics-head > .muted").innerText(), summary);
    assert.deepEqual(chart.errors, []);
  });

  it("have no z-score column if the newest values are z-scores", async () => {
    const chart = await pages.open({ width: 1280, height: 800 });
    const parts = ["monthly", "weekly"].map((name) => {
      const found = observedByPandas[name];
      assert.ok(found);
      const { days, values } = seriesOf(found);
      return part(signalData(days, { Aggregate: values }), { id: name, title: name });
    });
    const seriesSort = { by: "distance", isAscending: false } as const;
    await chart.post(show(parts, { state: { ...defaultViewState, seriesSort } }));
    const heading = (name: string): Locator =>
      chart.page.locator(".series").getByRole("columnheader", { name, exact: true });
    await heading("z-score").and(chart.page.locator("[aria-sort=descending]")).waitFor();
    await chart.page.getByRole("button", { name: /^Values/ }).click();
    await chart.page.getByRole("menuitemcheckbox", { name: /z-Scores/ }).click();
    await heading("Newest").and(chart.page.locator("[aria-sort=descending]")).waitFor();
    assert.equal(await heading("z-score").count(), 0);
    const cells = await chart.page.locator(".series tbody td:visible").allInnerTexts();
    const scores = cells.filter((text) => /^[+−]\d\.\d\d σ$/.test(text));
    // The newest value and the change in range of each.
    assert.equal(new Set(scores).size, scores.length, scores.join());
  });

  it("are blank for a series that does not vary, which has no z-score and sorts last by distance (DATA-14)", async () => {
    const chart = await pages.open({ width: 1440, height: 800 });
    const flat = ["constant", "nothing but noise", "huge with noise"];
    const parts = [...flat, "monthly"].map((name) => {
      const found = observedByPandas[name];
      assert.ok(found);
      const { days, values } = seriesOf(found);
      return part(signalData(days, { Aggregate: values }), { id: name, title: name });
    });
    const state = {
      ...defaultViewState,
      arrangement: "panes",
      seriesSort: { by: "distance", isAscending: false },
    } as const;
    await chart.post(show(parts, { state }));
    await choose(chart, "Statistics");
    const statistics = chart.page.getByRole("table", { name: "Statistics" }).getByRole("row");
    const headers = await statistics.getByRole("rowheader").allInnerTexts();
    // Each begins with its number in the matrix.
    const names = headers.map((text) => text.replace(/^\d+/, ""));
    assert.equal(names[0], "monthly");
    assert.deepEqual(names.slice(1).toSorted(), flat.toSorted());
    for (const row of [2, 3, 4]) {
      const cells = await statistics.nth(row).getByRole("cell").allInnerTexts();
      assert.deepEqual([cells[2], cells[5]], ["–", "–"], cells.join());
    }
    const matrix = chart.page.getByRole("table", { name: "Correlations" });
    const cells = await matrix.getByRole("cell").allInnerTexts();
    assert.equal(cells.filter((text) => text === "1").length, 4);
    assert.equal(cells.filter((text) => /\d/.test(text)).length, 4);
    const rows = chart.page.locator(".series tbody tr");
    assert.equal((await rows.first().innerText()).match(/[+−]\d\.\d\d σ/g)?.length, 1);
    for (const row of [1, 2, 3]) assert.ok(!(await rows.nth(row).innerText()).includes("σ"));
  });

  it("correlate changes first, and levels by a switch", async () => {
    const chart = await opened();
    const matrix = chart.page.getByRole("table", { name: "Correlations" });
    const cells = (): Promise<string[]> => matrix.getByRole("cell").allInnerTexts();
    const expected = (at: 2 | 3): string[] =>
      names.flatMap((one) =>
        names.map((other) => {
          if (one === other) return "1";
          const pair = byPandas.pairs.find((each) => each.includes(one) && each.includes(other));
          return printed(pair?.[at]);
        }),
      );
    // The first cell is the corner.
    assert.deepEqual((await cells()).slice(1), expected(3));
    await chart.page.getByRole("radio", { name: "Levels" }).click();
    assert.deepEqual((await cells()).slice(1), expected(2));
  });

  it("have buttons without a border that looks like the focus, whatever borders the theme gives buttons", async () => {
    const chart = await opened();
    const copy = chart.page.getByRole("button", { name: "Copy", exact: true });
    await copy.waitFor();
    const frame = await chart.page.evaluate<string>(`{
      document.documentElement.style.setProperty("--vscode-button-secondaryBorder", "rgb(0, 120, 212)");
      const all = [...document.querySelectorAll("button")];
      getComputedStyle(all.find((each) => each.textContent === "Copy")).borderTopColor;
    }`);
    assert.notEqual(frame, "rgb(0, 120, 212)");
  });

  it("are copied and saved as unrounded numbers, with correlations and full names", async () => {
    const chart = await opened();
    const of = (name: string): Readonly<Record<string, number>> => byPandas.of[name] ?? {};
    const chosen = async (name: "Copy" | "Save…"): Promise<void> =>
      chart.page.getByRole("button", { name, exact: true }).click();
    await chosen("Copy");
    await chosen("Save…");
    const [copied] = await chart.sent("copyText");
    const [saved] = await chart.sent("saveStatistics");
    assert.equal(copied?.text.replaceAll("\t", ","), saved?.text);
    const lines = saved?.text.trimEnd().split("\n") ?? [];
    assert.match(
      lines.filter((line) => line.startsWith("#")).at(-1) ?? "",
      /^# 2019-02-11\.\.2026-11-20$/,
    );
    const [headings = [], ...rows] = lines
      .filter((line) => !line.startsWith("#"))
      .map((line) => line.split(","));
    assert.deepEqual(headings.slice(0, 6), [
      "Series",
      "Frequency",
      "n",
      "Mean",
      "Std. dev.",
      "Smallest",
    ]);
    assert.deepEqual(
      rows.map(([name, step]) => [name, step]),
      names.map((name) => [`${fullTitle(name)} Aggregate`, "monthly"]),
    );
    assert.deepEqual(
      headings.slice(11),
      names.map((name) => `Correlation of changes with ${fullTitle(name)} Aggregate`),
    );
    for (const [index, name] of names.entries()) {
      const row = rows[index] ?? [];
      const { n, mean, std, smallest, largest, phi } = of(name);
      const expected = [n, mean, std, smallest, largest, Math.log(0.5) / Math.log(phi ?? 0)];
      const written = [2, 3, 4, 5, 7, 9].map((at) => Number(row[at]));
      for (const [at, value] of written.entries()) close(value, expected[at]);
      for (const [at, other] of names.entries()) {
        const pair = byPandas.pairs.find((each) => each.includes(name) && each.includes(other));
        close(Number(row[11 + at]), name === other ? 1 : pair?.[3]);
      }
    }
    assert.deepEqual(chart.errors, []);
  });

  it("are above their correlations in a narrow window, with no column cut off", async () => {
    const chart = await opened();
    await chart.page.setViewportSize({ width: 800, height: 800 });
    await chart.settle();
    const hidden = await chart.page
      .locator(".statistics-tables")
      .evaluate<number, Scrolled>(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(hidden, 0);
    const [moments, correlations] = await Promise.all(
      [":not(.correlations)", ".correlations"].map((kind) =>
        chart.page.locator(`.statistics-tables table${kind}`).boundingBox(),
      ),
    );
    assert.ok(moments && correlations && moments.y + moments.height <= correlations.y);
  });

  it("are beside correlations that a short range leaves blank, with the reason as a note", async () => {
    const chart = await opened();
    await chart.page.setViewportSize({ width: 990, height: 800 });
    const range = chart.page.getByRole("textbox", { name: "Range" });
    await range.fill("2020");
    await range.press("Enter");
    const summary = chart.page.locator(".statistics-head > .muted");
    await summary.filter({ hasText: "1 Jan 2020 – 31 Dec 2020" }).waitFor();
    const blank = chart.page.locator(".correlations td[title]");
    await blank.first().waitFor();
    assert.equal(await blank.count(), names.length * (names.length - 1));
    assert.equal(await blank.first().getAttribute("title"), "11 of 24 observations");
    assert.equal(await blank.first().textContent(), "– 11 of 24 observations");
    assert.ok(((await blank.first().boundingBox())?.width ?? Infinity) < 70);
    const [moments, correlations] = await Promise.all(
      [":not(.correlations)", ".correlations"].map((kind) =>
        chart.page.locator(`.statistics-tables table${kind}`).boundingBox(),
      ),
    );
    assert.ok(moments && correlations && moments.x + moments.width <= correlations.x);
    assert.equal(moments.y, correlations.y);
    await chart.screenshot("statistics-short-range");
  });

  it("change with the range, and stay open after a reload", async () => {
    const chart = await opened();
    await chart.page.getByRole("radio", { name: "5Y", exact: true }).click();
    const summary = chart.page.locator(".statistics-head > .muted");
    await summary.filter({ hasText: "20 Nov 2021 – 20 Nov 2026 · 61 monthly" }).waitFor();
    await chart.page.getByRole("button", { name: "Statistics" }).click();
    await chart.page.getByRole("table", { name: "Statistics" }).waitFor({ state: "detached" });
  });
});
