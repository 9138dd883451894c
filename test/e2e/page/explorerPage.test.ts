import { type FromExplorer } from "../../../src/features/latest/explorer/messages";
import assert from "node:assert/strict";
import { type ToExplorer } from "../../../src/features/latest/explorer/protocol";
import { violationsIn } from "../../support/axe";
import { themeNames } from "../../support/editorThemes";
import { arePicturesWanted, checkedThemes } from "../../support/pictures";
import {
  cellOf,
  type ExplorerPage,
  identity,
  percent,
  tell,
  texts,
} from "../../support/explorerPage";
import {
  sampleForecasts,
  type ToldForecasts,
  toldForecasts,
  type WireNode,
  type WireSummary,
} from "../../support/sampleForecasts";
import { useEditorPages } from "../../support/useEditorPages";

/** The same with its sign. */
function signed(fraction: number): string {
  const text = percent(fraction);
  return Number(text.replace("−", "-")) > 0 ? `+${text}` : text;
}

/** The names and forecasts of a tree, each before its drivers. */
function flat(node: WireNode): readonly (readonly [string, string])[] {
  return [[node.kind, percent(node.forecast)], ...node.drivers.flatMap(flat)];
}

/** The cells of a table's rows without their bars. */
async function rowsOf(page: ExplorerPage, table: string): Promise<readonly (readonly string[])[]> {
  const rows = await page.page.locator(`${table} tbody tr`).all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator("th, td:not(.bar):not(.bar-head)").allInnerTexts()).map((text) =>
        text.trim(),
      ),
    ),
  );
}

const tables = {
  tree: ".tree .rows",
  attribution: ".attribution .rows",
};

/** Run in the page: "editor" for each number of the waterfall right behind which a larger box has the editor's color. */
const groundsOfNumbers = `[...document.querySelectorAll(".waterfall text.number")].map((number) => {
  const ground = number.previousElementSibling;
  const [outer, inner] = [ground, number].map((each) => each.getBoundingClientRect());
  const isWide = outer.left <= inner.left + 0.5 && outer.right >= inner.right - 0.5 &&
    outer.top <= inner.top + 0.5 && outer.bottom >= inner.bottom - 0.5;
  const isEditors = getComputedStyle(ground).fill === getComputedStyle(document.body).backgroundColor;
  return isWide && isEditors ? "editor" : "other";
})`;

describe("the page of the forecast explorer", () => {
  const opened = useEditorPages<ToExplorer, FromExplorer>("explorer");
  let sample: ToldForecasts;

  before(async () => {
    sample = await sampleForecasts();
  });

  async function show(told: ToldForecasts = sample, width = 1100): Promise<ExplorerPage> {
    const page = await opened.open({ width, height: 900 });
    await page.post({ type: "show", identity, answer: told.answer });
    await tell(page, told);
    return page;
  }

  function summaryOf(
    market: string,
    horizon: string,
    currency = "USD",
    hedging = "Local",
  ): WireSummary {
    const found = sample.wire.find(
      (each) =>
        each.market_code === market &&
        each.horizon === horizon &&
        each.currency_iso === currency &&
        each.hedging === hedging,
    );
    assert.ok(found, `${market} ${horizon} ${currency} ${hedging}`);
    return found;
  }

  it("shows the total of every market and horizon, the parts of the first one, and no error", async () => {
    const page = await show();
    const horizons = await texts(page, "[role=columnheader] .title");
    const rows = await page.page.locator(".matrix tr.variant").all();
    assert.ok(rows.length > 15);
    for (const row of rows) {
      const name = (await row.locator(".label").innerText()).trim();
      const market = sample.answer.markets.find((each) => each.name === name)?.code;
      const cells = await row.locator("td").allInnerTexts();
      const expected = horizons.slice(1, cells.length + 1).map((horizon) => {
        const own = sample.wire.find(
          (each) =>
            each.market_code === market &&
            each.horizon === horizon.replace("\n", " ") &&
            each.currency_iso === "USD" &&
            each.hedging === "Local",
        );
        return own === undefined ? "" : percent(own.latest.forecast);
      });
      assert.deepEqual(cells, expected, name);
    }
    assert.deepEqual(page.errors, []);
  });

  it("shows every part, the attribution and what is not attributed of the chosen forecast", async () => {
    const page = await show();
    await page.page.locator(await cellOf(page, "German Equities", 2)).click();
    await tell(page, sample);
    const { latest, attributions } = summaryOf("DAX", "12 Months");
    assert.equal((await texts(page, ".total b"))[0], `${percent(latest.forecast)} %`);
    const tree = await rowsOf(page, tables.tree);
    assert.deepEqual(
      tree.map(([name, value]) => [name, value]),
      flat(latest),
    );
    const sum = attributions.reduce((before, { forecast }) => before + forecast, 0);
    const sorted = [...attributions].sort((a, b) => Math.abs(b.forecast) - Math.abs(a.forecast));
    const rows = await rowsOf(page, tables.attribution);
    assert.deepEqual(
      rows.map((row) => row.at(-1)),
      [
        ...sorted.map(({ forecast }) => signed(forecast)),
        signed(latest.forecast - sum),
        percent(latest.forecast),
      ],
    );
    assert.deepEqual(
      rows.slice(-2).map(([name]) => name),
      ["Not attributed", "Forecast"],
    );
    const parts = latest.drivers.flatMap(({ drivers }) => drivers);
    assert.deepEqual(await texts(page, ".waterfall text.number:not(.end)"), [
      ...parts.map(({ forecast }) => signed(forecast)),
    ]);
    assert.deepEqual(
      await texts(page, ".bracket"),
      latest.drivers.map(({ kind, forecast }) => `${kind}${signed(forecast)}`),
    );
  });

  it("has no grid behind the numbers of the waterfall, in any theme", async () => {
    const page = await show();
    for (const theme of themeNames) {
      await page.setTheme(theme);
      const grounds = await page.page.evaluate<string[]>(groundsOfNumbers);
      assert.ok(grounds.length > 5);
      assert.deepEqual(new Set(grounds), new Set(["editor"]), theme);
    }
  });

  it("drills down into a part and comes back up", async () => {
    const page = await show();
    await page.page.getByRole("button", { name: /^Cyclical/ }).click();
    const { latest } = summaryOf("BRENT", "12 Months");
    const cyclical = latest.drivers.find(({ kind }) => kind === "Cyclical");
    assert.deepEqual(await texts(page, ".waterfall text.number"), [
      ...(cyclical?.drivers ?? []).map(({ forecast }) => signed(forecast)),
      percent(cyclical?.forecast ?? Number.NaN),
    ]);
    assert.deepEqual(await texts(page, ".way b"), ["Cyclical"]);
    await page.page.locator(".way button").focus();
    await page.page.keyboard.press("Escape");
    assert.deepEqual(await texts(page, ".way b"), []);
    await page.page.getByRole("radio", { name: "Sums" }).click();
    await page.page.locator(".waterfall rect.opens").nth(1).click();
    assert.deepEqual(await texts(page, ".way b"), ["Cyclical"]);
  });

  it("follows the keys from cell to cell, over headings, and opens the chart", async () => {
    const page = await show();
    await page.page.locator(await cellOf(page, "Wheat", 2)).click();
    await page.page.keyboard.press("ArrowDown");
    await page.page.keyboard.press("ArrowLeft");
    assert.match(
      (await texts(page, ".details .title"))[0] ?? "",
      /Emerging Hard Currency.*6 Months/s,
    );
    await page.page.keyboard.press("Enter");
    const [run] = await page.sent("run");
    const chosen = sample.wire[Number(Object.values(run?.summaries ?? {})[0])];
    assert.equal(run?.command, "openChart");
    assert.equal(chosen?.horizon, "6 Months");
  });

  it("has no violation of WCAG 2.2 AA", async () => {
    const page = await show();
    const found: string[] = [];
    const look = async (name: string): Promise<void> => {
      for (const theme of checkedThemes) {
        await page.setTheme(theme);
        for (const width of arePicturesWanted ? [600, 800, 1100, 1440] : [1440]) {
          await page.page.setViewportSize({ width, height: 760 });
          await page.settle();
          await page.screenshot(`${name}-${theme}-${width}`);
        }
        found.push(
          ...(await violationsIn(page.page, theme)).map((each) => `${name} ${theme}: ${each}`),
        );
      }
    };
    await look("explorer");
    const second = await cellOf(page, "Brent Crude Oil", 0);
    await page.page.locator(second).click({ modifiers: ["ControlOrMeta"] });
    await tell(page, sample);
    await look("explorer-compared");
    assert.deepEqual(found, []);
  });
});

describe("two forecasts side by side", () => {
  const opened = useEditorPages<ToExplorer, FromExplorer>("explorer");

  const node = (kind: string, forecast: number, drivers: readonly WireNode[] = []): WireNode => ({
    kind,
    forecast,
    exposure_adjustment: 0,
    drivers,
  });
  const wire = (
    hedging: string,
    horizon: string,
    latest: WireNode,
    attributions: WireSummary["attributions"] = [],
  ): WireSummary => ({
    market_code: "SPX",
    currency_iso: "USD",
    horizon,
    hedging,
    latest,
    attributions,
  });

  async function shown(
    ...summaries: readonly WireSummary[]
  ): Promise<readonly [ExplorerPage, ToldForecasts]> {
    const told = await toldForecasts(summaries);
    const page = await opened.open({});
    await page.post({ type: "show", identity, answer: told.answer });
    await tell(page, told);
    return [page, told];
  }

  const infl = { signal_code: "INFL", variant: { country_iso: "US" } };
  const earn = { signal_code: "EARN", variant: { country_iso: "US" } };

  it("of one horizon and currency are bridged by their parts", async () => {
    const [page, told] = await shown(
      wire(
        "Hedged",
        "12 Months",
        node("Forecast", 0.05, [node("Trend", 0.03), node("Tactical", 0.02)]),
      ),
      wire(
        "Unhedged",
        "12 Months",
        node("Forecast", 0.08, [node("Trend", 0.04), node("Luck", 0.04)]),
      ),
    );
    await page.page.getByRole("button", { name: "Compare" }).click();
    await page.page.getByText(/^Click the forecast to compare with/).waitFor();
    await page.page.getByRole("radio", { name: "Unhedged" }).click();
    await tell(page, told);
    // One unit for bars and axis: the highest level has a tick below it, not a hundredth of one.
    assert.deepEqual(await texts(page, ".waterfall text.number"), [
      "500.0",
      "+100.0",
      "−200.0",
      "+400.0",
      "800.0",
    ]);
    const ticks = await texts(page, ".waterfall text.tick");
    assert.deepEqual([ticks.at(-1), ticks[0], ticks.includes("600")], ["bp", "0", true]);
    assert.deepEqual(await rowsOf(page, tables.tree), [
      ["Forecast", "5.00", "8.00", "+300.0"],
      ["Trend", "3.00", "4.00", "+100.0"],
      ["Tactical", "2.00", "–", "–"],
      ["Luck", "–", "4.00", "–"],
    ]);
    assert.deepEqual(await texts(page, ".matrix tr.variant td"), ["5.00", "8.00", "+300.0"]);
    await page.page.getByRole("button", { name: "Swap" }).click();
    await page.settle();
    assert.equal((await texts(page, ".total b"))[0], "−300.0 bp");
  });

  it("of two horizons are compared as numbers alone, and a variant of one side is not listed on the other", async () => {
    const [page, told] = await shown(
      wire("Local", "6 Months", node("Forecast", 0.02), [{ ...infl, forecast: 0.001 }]),
      wire("Local", "12 Months", node("Forecast", 0.05), [
        { ...infl, forecast: 0.004 },
        { ...earn, forecast: -0.01 },
      ]),
    );
    const first = page.page.locator('[data-row="0"][data-column="0"]');
    await first.click();
    await page.page.keyboard.press("ArrowRight");
    await page.page.keyboard.press("ArrowLeft");
    await page.page
      .locator('[data-row="0"][data-column="1"]')
      .click({ modifiers: ["ControlOrMeta"] });
    await tell(page, told);
    await page.page.getByText("Arithmetic difference of two forecasts").waitFor();
    assert.equal(await page.page.locator(".waterfall").isVisible(), false);
    assert.deepEqual(await rowsOf(page, tables.attribution), [
      ["EARN United States", "not listed", "−1.00", "–"],
      ["INFL United States", "+0.10", "+0.40", "+30.0"],
      ["Not attributed", "+1.90", "+5.60", "+370.0"],
      ["Forecast", "2.00", "5.00", "+300.0"],
    ]);
    await page.page.keyboard.press("Escape");
    assert.equal((await texts(page, ".total b"))[0], "2.00 %");
  });

  it("are chosen by key alone, the second one wherever it is", async () => {
    const [page, told] = await shown(
      wire("Local", "6 Months", node("Forecast", 0.02)),
      wire("Local", "12 Months", node("Forecast", 0.05)),
      wire("Local", "3 Years", node("Forecast", 0.09)),
    );
    const { keyboard } = page.page;
    const active = page.page.locator("td.active");
    await page.page.locator('[data-row="0"][data-column="0"]').click();
    await keyboard.press("Control+Space");
    await keyboard.press("ArrowRight");
    await keyboard.press("ArrowRight");
    assert.equal(await active.getAttribute("data-column"), "2");
    assert.equal((await texts(page, ".total b"))[0], "2.00 %");
    await keyboard.press("Space");
    await tell(page, told);
    assert.equal((await texts(page, ".total b"))[0], "+700.0 bp");
    // Back at the first one, where the keys go on from.
    await keyboard.press("Escape");
    assert.equal(await active.getAttribute("data-column"), "0");
    await keyboard.press("ArrowRight");
    await tell(page, told);
    assert.equal((await texts(page, ".total b"))[0], "5.00 %");
  });

  it("for one key are both shown, and marked", async () => {
    const [page] = await shown(
      wire("Local", "12 Months", node("Forecast", 0.02)),
      wire("Local", "12 Months", node("Forecast", 0.03)),
      wire("Local", "18 Months", node("Forecast", 0.04)),
      wire("Local", "1.5 Years", node("Forecast", 0.05)),
    );
    assert.deepEqual(await texts(page, "[role=columnheader] .title"), [
      "Forecast, %",
      "12 Months",
      "1.5 Years",
      "18 Months",
    ]);
    assert.deepEqual(await texts(page, ".matrix tr.variant td"), [
      "2.00",
      "5.00",
      "4.00",
      "3.00",
      "",
      "",
    ]);
    const marks = await page.page.locator("td[data-mark]").all();
    assert.deepEqual(await Promise.all(marks.map((each) => each.getAttribute("data-mark"))), [
      "1",
      "2",
    ]);
    assert.deepEqual(await rowsOf(page, tables.tree), [["Forecast", "2.00"]]);
    await page.page.getByText("No attribution in this answer").waitFor();
  });
});

describe("the forecasts that a signal variant moves", () => {
  const opened = useEditorPages<ToExplorer, FromExplorer>("explorer");

  it("are listed with what it adds, its row of the attribution marked, and left again", async () => {
    const sample = await sampleForecasts();
    const page = await opened.open({});
    const { answer } = sample;
    const { generation } = answer;
    await page.post({ type: "show", identity, answer });
    const summaries = [...sample.wire.entries()]
      .filter(([, { attributions }]) => attributions.length > 0)
      .map(([at]) => at)
      .slice(0, 30);
    const variant = sample.details(summaries.slice(0, 1))[0]?.attributions[0];
    assert.ok(variant);
    const moved = {
      variant: `${variant.signal} · ${variant.variant}`,
      summaries: Int32Array.from(summaries),
      forecasts: Float64Array.from(summaries, (_, at) => (at % 2 === 0 ? 0.03 : -0.03) / (at + 1)),
    };
    await page.post({ type: "moved", generation, moved });
    await tell(page, sample);
    await page.page.getByText(`30 forecasts moved by ${moved.variant}`).waitFor();
    const first = sample.wire[summaries[0] ?? -1];
    const name = answer.markets.find(({ code }) => code === first?.market_code)?.name ?? "";
    const [row] = await page.page.locator(".matrix tbody tr").all();
    assert.ok(row);
    assert.deepEqual(
      (await row.locator("th, td").allTextContents()).map((text) => text.trim()),
      [
        `${name} ${first?.horizon} · ${first?.currency_iso} · ${first?.hedging}`,
        "+3.00",
        percent(first?.latest.forecast ?? Number.NaN),
      ],
    );
    assert.equal((await texts(page, ".attribution .lit")).length, 1);
    for (const theme of ["light", "dark"] as const) {
      await page.setTheme(theme);
      await page.screenshot(`explorer-moved-${theme}`);
    }
    await page.page.getByRole("button", { name: "Show All Forecasts" }).click();
    const [asked] = await page.sent("showMoved");
    assert.equal(asked?.attribution, -1);
    await page.post({ type: "moved", generation, moved: null });
    assert.ok((await texts(page, "[role=columnheader] .title")).includes("12 Months"));
    assert.deepEqual(page.errors, []);
  });

  it("are asked for in the menu of a contribution, and its chart opens by key", async () => {
    const sample = await sampleForecasts();
    const page = await opened.open({});
    const { answer } = sample;
    await page.post({ type: "show", identity, answer });
    await tell(page, sample);
    const contribution = page.page.locator(".attribution tr[tabindex]").first();
    await contribution.focus();
    await page.page.keyboard.press("ArrowDown");
    await page.page.keyboard.press("Control+Enter");
    const [run] = await page.sent("runVariant");
    assert.equal(run?.command, "openBeside");
    const named = sample.details([run.summary])[0]?.attributions[run.attribution];
    const second = (await texts(page, ".attribution tr[tabindex] th"))[1];
    assert.equal(second, `${named?.signal} ${named?.variant}`);
    await page.page.keyboard.press("Shift+F10");
    await page.page.getByRole("menuitem", { name: "Forecasts It Moves" }).click();
    const [moved] = await page.sent("showMoved");
    assert.deepEqual([moved?.summary, moved?.attribution], [run.summary, run.attribution]);
  });
});

describe("the tree of the forecast explorer", () => {
  const opened = useEditorPages<ToExplorer, FromExplorer>("explorer");

  it("opens twelve levels by key, and names what parts do not explain", async () => {
    const chain = (level: number): WireNode => ({
      kind: `Level ${level}`,
      forecast: 0.05,
      exposure_adjustment: level === 0 ? 0.01 : 0,
      drivers: level === 11 ? [] : [{ ...chain(level + 1), forecast: level === 0 ? 0.04 : 0.05 }],
    });
    const told = await toldForecasts([
      {
        market_code: "X",
        currency_iso: "USD",
        horizon: "1 Year",
        hedging: "Local",
        latest: chain(0),
        attributions: [],
      },
    ]);
    const page = await opened.open({});
    await page.post({ type: "show", identity, answer: told.answer });
    await tell(page, told);
    await page.page.locator(".tree tr[tabindex]").first().focus();
    for (let level = 0; level < 11; level++) {
      await page.page.keyboard.press("ArrowDown");
      await page.page.keyboard.press("ArrowRight");
    }
    const rows = await rowsOf(page, tables.tree);
    assert.equal(rows.filter(([name = ""]) => name.startsWith("Level ")).length, 12);
    assert.deepEqual(rows.at(-1)?.slice(0, 2), ["Exposure adjustment", "+1.00"]);
    // Level 1 is sent as 4 %, its only part as 5 %.
    assert.deepEqual(rows.at(-2)?.slice(0, 2), ["Not explained by its parts", "−1.00"]);
    assert.deepEqual(await texts(page, ".tree thead th"), ["Component", "Percent", "Exp. adj."]);
    await page.screenshot("explorer-deep");
  });
});
