import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Locator } from "playwright-core";
import { violationsIn } from "../../support/axe";
import { part, show, signalData } from "../../support/chartFrames";
import { chartStates, plotOf } from "../../support/chartStates";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { themeNames } from "../../support/editorThemes";

interface Vintage {
  readonly days: readonly number[];
  readonly values: readonly (number | null)[];
}

/** `test/fixtures/revisions/make.py` documents each field. */
const byPandas = JSON.parse(
  readFileSync(path.resolve("test/fixtures/revisions/revisions.json"), "utf8"),
) as Readonly<
  Record<
    string,
    {
      readonly first: Vintage;
      readonly second: Vintage;
      readonly runs: readonly (readonly [string, number, number, number, ...(number | null)[]])[];
    } & Readonly<Record<"compared" | "revised" | "smaller" | "added" | "gone" | "flips", number>>
  >
>;
const pair = byPandas["an older vintage and a newer one"];
const asOf = "20240628T235959Z";

function dataOf({ days, values }: Vintage): ReturnType<typeof signalData> {
  const numbers = values.map((value) => value ?? Number.NaN);
  return signalData(Int32Array.from(days), { Aggregate: Float64Array.from(numbers) });
}

function isoOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

describe("the revisions on a chart page", () => {
  const pages = useChartPages();

  /** A chart as of latest, compared with an older as-of, with its revisions open. */
  async function opened(size = { width: 1440, height: 800 }): Promise<ChartPage> {
    assert.ok(pair);
    const chart = await pages.open(size);
    await chart.post(show([part(dataOf(pair.second))]));
    const { page } = chart;
    assert.equal(await page.getByRole("button", { name: "Revisions" }).count(), 0);
    await chart.post({ type: "compareWith", generation: 1, comparison: { vintage: asOf } });
    const older = part(dataOf(pair.first), {
      ...{ id: "a/INFL old", role: "vintage" },
      identity: { asOf },
    });
    await chart.post({ type: "part", generation: 1, part: older });
    await page.getByRole("button", { name: "Revisions" }).click();
    await gridOf(chart).waitFor();
    await chart.settle();
    return chart;
  }

  function gridOf({ page }: ChartPage): Locator {
    return page.getByRole("grid", { name: "Revisions" });
  }

  async function rowsOf(chart: ChartPage): Promise<string[][]> {
    const rows = await gridOf(chart).locator("tbody tr").all();
    return Promise.all(rows.map((row) => row.locator("th .label, td").allInnerTexts()));
  }

  it("agree with pandas in the sentence, the counts of the filters and the rows", async () => {
    const chart = await opened();
    assert.ok(pair);
    const text = await chart.page.locator(".revisions-sentence").innerText();
    const { compared, revised, smaller, flips, added, gone } = pair;
    assert.ok(text.startsWith(`${revised} of ${compared} days revised (40.4 %), first `), text);
    assert.ok(
      text.endsWith(
        `RMS 0.22, ${flips} sign flips, correlation 0.939; ${smaller} more differ by less than 0.005; ${added} added, ${gone} removed.`,
      ),
      text,
    );
    const filters = chart.page.getByRole("radiogroup", { name: "Differences shown" });
    const days = revised + smaller;
    assert.deepEqual(await filters.getByRole("radio").allInnerTexts(), [
      `All ${days + added + gone}`,
      `Revised ${days}`,
      `Added ${added}`,
      `Removed ${gone}`,
      `Sign Flip ${flips}`,
    ]);
    assert.equal(await gridOf(chart).getAttribute("aria-rowcount"), String(pair.runs.length + 1));
    const heads = await gridOf(chart).getByRole("columnheader").allInnerTexts();
    assert.deepEqual(
      heads.map((head) =>
        head
          .trim()
          .replace(/\u00ad/g, "")
          .replace(/\s+/g, " "),
      ),
      ["From – to", "Days", "28 Jun 2024", "Now", "Difference ▼", "Change"],
    );
    const changes = (await rowsOf(chart)).map(([, , , , change = ""]) =>
      Math.abs(Number(change.replace("−", "-"))),
    );
    assert.equal(changes[0], 0.52);
    assert.deepEqual(
      changes,
      changes.toSorted((a, b) => b - a),
    );
    assert.deepEqual(chart.errors, []);
  });

  it("are filtered and sorted with the keyboard, and stay so after a reload", async () => {
    const chart = await opened();
    assert.ok(pair);
    const { page } = chart;
    await page.getByRole("radio", { name: /^All \d/ }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const gone = pair.runs.filter(([kind]) => kind === "gone");
    const [first] = await rowsOf(chart);
    assert.deepEqual(
      [(await rowsOf(chart)).length, first?.[2] !== "", first?.[3], first?.[5]],
      [gone.length, true, "", "removed"],
    );
    await page.getByRole("radio", { name: /^All \d/ }).click();
    await gridOf(chart).focus();
    for (const key of ["ArrowUp", "Home", "Enter"]) await page.keyboard.press(key);
    await gridOf(chart)
      .getByRole("columnheader", { name: /^From/ })
      .and(page.locator("[aria-sort=ascending]"))
      .waitFor();
    const [, firstDay = 0] = pair.runs[0] ?? [];
    const date = new Date(firstDay * 86_400_000).toUTCString().slice(5, 16).replace(/^0/, "");
    assert.equal((await rowsOf(chart))[0]?.[0], date);
    const { state } = (await chart.sent("keep")).at(-1) ?? {};
    assert.deepEqual(state?.revisions, { filter: "all", by: "day" });
  });

  it("share the crosshair with the plot, and Enter shows a run in the plot", async () => {
    const chart = await opened();
    const { page } = chart;
    await page.getByRole("radio", { name: "All", exact: true }).click();
    await gridOf(chart).focus();
    await page.keyboard.press("ArrowDown");
    const card = page.locator(".value-card, .card").first();
    const second = (await rowsOf(chart))[1]?.[0] ?? "";
    await card.filter({ hasText: second }).waitFor();
    await gridOf(chart).locator(".name.lit").filter({ hasText: second }).waitFor();
    await page.keyboard.press("Enter");
    const range = page.getByRole("textbox", { name: "Range" });
    assert.notEqual(await range.inputValue(), "");
    assert.equal(await page.getByRole("radio", { name: "All", exact: true }).isChecked(), false);
    await card.filter({ hasText: second }).waitFor();
    // The focus stays, for the next run.
    assert.equal(await page.evaluate("document.activeElement.role"), "grid");
    // The plot moves the crosshair too: the row of its day is highlighted.
    await plotOf(chart).press("Home");
    const lit = gridOf(chart).locator(".name.lit");
    await lit.filter({ hasNotText: second }).waitFor();
    assert.equal(await lit.count(), 1);
  });

  it("are copied as the selected rows, and saved whole with a description", async () => {
    const chart = await opened();
    assert.ok(pair);
    const { page } = chart;
    await gridOf(chart).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("ControlOrMeta+c");
    const { text: copied } = await chart.waitForSent("copyText");
    const lines = copied.trimEnd().split("\n");
    const facts = lines.filter((line) => line.startsWith("# "));
    const path = "/acme/signals/INFL/2/country_iso=US/SNAP/latest/INFL US.chart";
    assert.ok(facts.includes(`# SNAP latest: ${path}`), facts.join());
    assert.ok(facts.includes(`# Difference: SNAP latest − SNAP ${asOf}`), facts.join());
    const [heads, ...selected] = lines.slice(facts.length);
    assert.deepEqual(heads?.split("\t"), [
      ...["From", "To", "Days", `SNAP ${asOf}`, "SNAP latest", "Difference", "Change"],
    ]);
    assert.equal(selected.length, 2);
    for (const form of ["CSV", "JSON", "Markdown"]) {
      await page.locator(".revisions").getByRole("button", { name: "Save…" }).click();
      await page.getByRole("menuitem", { name: form }).click();
    }
    const [csv, json, markdown] = await chart.sent("saveRevisions");
    assert.deepEqual([csv?.form, json?.form, markdown?.form], ["csv", "json", "md"]);
    const rows = csv?.text.trimEnd().split("\n") ?? [];
    const described = rows.filter((line) => line.startsWith("# "));
    assert.ok(
      described.some((line) => line.startsWith("# Revision since 28 Jun 2024: 364 of 902 days")),
    );
    const written = rows.filter((line) => !line.startsWith("#")).slice(1);
    // Stable: the fixture is in the order of days.
    const bySize = pair.runs.toSorted((a, b) => Math.abs(b[6] ?? 0) - Math.abs(a[6] ?? 0));
    assert.deepEqual(
      written.map((line) => line.split(",").slice(0, 6)),
      bySize.map(([, first, last, ...numbers]) => [
        ...[isoOf(first), isoOf(last)],
        ...numbers.map((each) => (each === null ? "" : String(each))),
      ]),
    );
    const parsed = JSON.parse(json?.text ?? "") as { readonly rows: readonly object[] };
    assert.equal(parsed.rows.length, pair.runs.length);
    const heading = `| From | To | Days | SNAP ${asOf} | SNAP latest | Difference | Change |`;
    assert.equal(markdown?.text.slice(0, heading.length), heading);
  });

  it("say so if a filter lists none, or the earlier as-of has no values", async () => {
    assert.ok(pair);
    const chart = await opened();
    const { page } = chart;
    const same = part(dataOf(pair.second), {
      ...{ id: "a/INFL old", role: "vintage" },
      identity: { asOf },
    });
    await chart.post({ type: "part", generation: 1, part: same });
    await page.getByRole("radio", { name: "Added 0" }).click();
    await page.getByText("No added days.").waitFor();
    assert.equal(await gridOf(chart).count(), 0);
    const empty = dataOf({ days: [], values: [] });
    await chart.post({ type: "part", generation: 1, part: { ...same, data: empty } });
    const text = "No values as of 28 Jun 2024, which may be before the first production.";
    await page.locator(".comparison").getByText(text).waitFor();
    assert.equal(await page.locator(".revisions").isHidden(), true);
    assert.deepEqual(chart.errors, []);
  });

  it("of several comparisons are those of the one just added", async () => {
    assert.ok(pair);
    const chart = await pages.open({ width: 1440, height: 800 });
    await chartStates["compared with FIT"]?.(chart);
    const { page } = chart;
    await page.getByRole("button", { name: "Revisions" }).click();
    const title = page.locator(".revisions h2");
    assert.equal(await title.innerText(), "SNAP − FIT");
    await chart.post({ type: "compareWith", generation: 1, comparison: { vintage: asOf } });
    const older = part(dataOf(pair.first), {
      ...{ id: "a/INFL old", role: "vintage" },
      identity: { asOf },
    });
    await chart.post({ type: "part", generation: 1, part: older });
    await title.filter({ hasText: "Revision since 28 Jun 2024" }).waitFor();
    await page.getByRole("button", { name: "Revision since 28 Jun 2024" }).click();
    await page.getByRole("menuitemcheckbox", { name: "SNAP − FIT" }).click();
    await title.filter({ hasText: "SNAP − FIT" }).waitFor();
  });

  it("are beside the plot, or below it in a narrow window, and return the focus when closed", async () => {
    const chart = await opened();
    const { page } = chart;
    const places = (): Promise<({ x: number; y: number; width: number } | null)[]> =>
      Promise.all([page.locator(".stage").boundingBox(), page.locator(".revisions").boundingBox()]);
    const [plot, table] = await places();
    assert.ok(plot && table && plot.x + plot.width <= table.x && table.x + table.width <= 1440);
    await chart.screenshot("revisions");
    await page.setViewportSize({ width: 800, height: 900 });
    await chart.settle();
    const [above, below] = await places();
    assert.ok(above && below && below.y > above.y && below.x + below.width <= 800);
    await chart.screenshot("revisions-narrow");
    const open = page.getByRole("button", { name: "Revisions" });
    await page.getByRole("button", { name: "Close" }).click();
    await page.locator(".revisions").waitFor({ state: "hidden" });
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Revisions");
    assert.equal((await chart.sent("keep")).at(-1)?.state.revisions, null);
    await page.setViewportSize({ width: 800, height: 640 });
    await open.click();
    await chart.settle();
    const box = await page.locator(".revisions").boundingBox();
    assert.ok(box && box.y + box.height <= 640, "scrolled into sight");
    const toolbar = await page.locator(".toolbar").boundingBox();
    assert.ok(toolbar && toolbar.y >= 0 && toolbar.y < box.y, "the toolbar stays in sight");
  });

  it("are only rounding for values summed in another order (DATA-14)", async () => {
    const noise = byPandas["summed in another order"];
    assert.ok(noise);
    const chart = await pages.open({ width: 1440, height: 800 });
    await chart.post(show([part(dataOf(noise.first))]));
    await plotOf(chart).press("f");
    const fit = part(dataOf(noise.second), {
      ...{ id: "a/INFL FIT", role: "kind", title: "FIT" },
      identity: { dataKind: "FIT" },
    });
    await chart.post({ type: "part", generation: 1, part: fit });
    await chart.page.getByRole("button", { name: "Revisions" }).click();
    assert.equal(
      await chart.page.locator(".revisions-sentence").innerText(),
      "The same on all 1,042 days, except for rounding (largest 4e-16).",
    );
    assert.equal(await gridOf(chart).locator("tbody tr").count(), 0);
    assert.deepEqual(chart.errors, []);
  });

  for (const theme of themeNames) {
    it(`can be read by everybody in ${theme}`, async () => {
      const chart = await pages.open({ width: 1440, height: 800, theme });
      await chartStates["with revisions"]?.(chart);
      assert.deepEqual(await violationsIn(chart.page, theme), []);
      await chart.screenshot(`revisions-${theme}`);
    });
  }
});
