import { type FromChart } from "../../../src/features/chart/messages";
import assert from "node:assert/strict";
import { forecastPart, show, signalPart } from "../../support/chartFrames";
import { choose } from "../../support/chartStates";
import { panelOutline, panelParts, showPanel } from "../../support/panelFrames";
import { defaultViewState, panelViews } from "../../../src/features/chart/model/viewState";
import { pageProgram } from "../../support/pageProgram";
import { type ChartPage, useChartPages } from "../../support/chartPage";

/** The object that `test/page/editorStub.ts` puts into the page. */
declare const stub: { readonly sent: readonly FromChart[] };

/** The functions that `test/page/images.ts` puts into a page. */
declare const images: {
  compared(one: Uint8Array, other: Uint8Array): Promise<{ size: number[]; different: number }>;
  countOf(bytes: Uint8Array, colour: string): Promise<number>;
  contentOf(svg: string): { names: string[]; texts: string[]; title: string };
};

/** The colour of the first series on a light background. */
const colour = "#0063d3";
const facts =
  "Acme · api.acme.example · INFL v2 · United States · SNAP · as of latest · last day 21 Nov 2026, " +
  "up to date · fetched 20 Nov 2026 09:30 UTC";
const provenance =
  "Acme · api.acme.example · INFL v2 · United States · SNAP · as of latest · " +
  "fetched 20 Nov 2026 09:30 UTC";

describe("pictures that a chart saves", () => {
  const pages = useChartPages();

  it("are the same as PNG and as SVG, the PNG with two pixels for each", async () => {
    const chart = await pages.open({ width: 900, height: 600 });
    await chart.post(show([forecastPart()]));
    const png = await savedImage(chart, "Save PNG…");
    const svg = await savedImage(chart, "Save SVG…");
    const { size, different } = await compareImages(chart, png, await drawnBySvg(chart, svg));
    assert.deepEqual(size, [1800, 2 * heightOf(svg)]);
    // The two ways of drawing smooth letters and edges differently.
    assert.ok(different < 0.01, `${different}`);
  });

  for (const panelView of panelViews) {
    it(`match the page of a panel and its title, as PNG and as SVG: ${panelView}`, async () => {
      const state = { ...defaultViewState, panelView };
      const chart = await pages.open({ width: 900, height: 600, state });
      const identity = { ...panelOutline().identity, title: "Inflation · 12 countries" };
      await chart.post(showPanel(panelParts(12), { panel: panelOutline({ identity }) }));
      const png = await savedImage(chart, "Save PNG…");
      const svg = await savedImage(chart, "Save SVG…");
      const { size, different } = await compareImages(chart, png, await drawnBySvg(chart, svg));
      assert.deepEqual(size, [1800, 2 * heightOf(svg)]);
      // Lines in small panes are mostly edges, which the two ways of drawing smooth differently.
      assert.ok(different < 0.02, `${different}`);
      const { texts, title } = await contentOf(chart, new TextDecoder().decode(svg));
      assert.equal(title, "Inflation · 12 countries");
      assert.deepEqual(
        [texts.includes("Japan"), texts.includes("1M")],
        [true, panelView !== "heatStrip"],
      );
    });
  }

  it("show the line in its colour", async () => {
    const chart = await pages.open();
    await chart.post(show([signalPart()]));
    const png = await savedImage(chart, "Save PNG…");
    await withImages(chart);
    const count = await chart.page.evaluate(([bytes, wanted]) => images.countOf(bytes, wanted), [
      png,
      colour,
    ] as const);
    assert.ok(count > 2_000, `${count}`);
  });

  it("describe their contents in an SVG, which has nothing that runs or loads", async () => {
    const chart = await pages.open();
    const name = `<script>alert("1")</script>`;
    await chart.post(show([signalPart()], { title: name }));
    const svg = new TextDecoder().decode(await savedImage(chart, "Save SVG…"));
    const { names, texts, title } = await contentOf(chart, svg);
    assert.equal(title, name);
    assert.ok(texts.includes(name));
    assert.ok(texts.includes(provenance), texts.join("\n"));
    assert.ok(svg.includes(`<desc>${facts}</desc>`));
    assert.deepEqual(names, ["circle", "desc", "path", "rect", "svg", "text", "title"]);
  });

  it("have SAMPLE in their name if their data are a sample", async () => {
    const chart = await pages.open();
    await chart.post(show([signalPart({ isSample: true })], { isSample: true }));
    const svg = new TextDecoder().decode(await savedImage(chart, "Save SVG…"));
    const { texts } = await contentOf(chart, svg);
    assert.ok(texts.includes("SAMPLE, synthetic"));
  });
});

describe("tables that a chart copies and saves", () => {
  const pages = useChartPages();

  it("name the only shown score, and the values of statistics while z-scores are shown", async () => {
    const chart = await pages.open({ width: 1280, height: 800 });
    const names = ["France", "Germany", "Japan"];
    const state = { ...defaultViewState, values: "z-score" } as const;
    await chart.post(
      show(
        names.map((variant) =>
          signalPart({ variant }, { title: variant, fullTitle: `Inflation · ${variant}` }),
        ),
        { state },
      ),
    );
    await chart.computed();
    await chart.page.locator(".legend").getByRole("button", { name: "Momentum" }).dblclick();
    await chart.settle();
    await choose(chart, "Copy Visible Range");
    await choose(chart, "Save Visible Data as CSV…");
    const named = names.map((name) => `Inflation · ${name} Momentum`);
    const headings = ["Date", ...named.map((name) => `${name} (z-score)`)];
    const [copied] = await chart.sent("copyText");
    const [saved] = await chart.sent("saveCsv");
    for (const [text = "", separator] of [
      [copied?.text, "\t"],
      [saved?.text, ","],
    ] as const) {
      assert.equal(
        text.split("\n").find((line) => line.startsWith("Date")),
        headings.join(separator),
      );
    }

    await choose(chart, "Statistics");
    await chart.page.getByRole("table", { name: "Correlations" }).waitFor();
    for (const name of ["Copy", "Save…"])
      await chart.page.locator(".statistics").getByRole("button", { name, exact: true }).click();
    const [, table] = await chart.sent("copyText");
    const [file] = await chart.sent("saveStatistics");
    for (const [text = "", separator] of [
      [table?.text, "\t"],
      [file?.text, ","],
    ] as const) {
      const lines = text.trimEnd().split("\n");
      assert.ok(lines.includes("# Values as served"), text);
      const rows = lines.filter((line) => !line.startsWith("#")).map((row) => row.split(separator));
      assert.deepEqual(
        rows
          .slice(1)
          .map(([name]) => name)
          .toSorted(),
        named,
      );
      assert.deepEqual(
        rows[0]?.slice(-3).toSorted(),
        named.map((name) => `Correlation of changes with ${name}`),
      );
    }
  });
});

/** Saves by the menu, as a person does, and returns the content that the editor is asked to write. */
async function savedImage(chart: ChartPage, entry: string): Promise<Uint8Array> {
  const before = (await chart.sent("saveImage")).length;
  await choose(chart, entry);
  const isSaved = (count: number): boolean =>
    stub.sent.filter(({ type }) => type === "saveImage").length > count;
  await chart.page.waitForFunction(isSaved, before);
  const [image] = (await chart.waitForSent("saveImage")).pages;
  assert.ok(image !== undefined);
  return image;
}

/** The pixels that a browser draws of the file, two for each of its own. */
async function drawnBySvg(chart: ChartPage, svg: Uint8Array): Promise<Uint8Array> {
  const browser = chart.page.context().browser();
  assert.ok(browser !== null);
  const viewport = { width: 900, height: heightOf(svg) };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 2 });
  await page.goto(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
  const image = await page.screenshot();
  await page.close();
  return image;
}

async function compareImages(
  chart: ChartPage,
  one: Uint8Array,
  other: Uint8Array,
): Promise<{ size: number[]; different: number }> {
  await withImages(chart);
  const pair = [one, Uint8Array.from(other)] as const;
  return chart.page.evaluate(([a, b]) => images.compared(a, b), pair);
}

async function withImages(chart: ChartPage): Promise<void> {
  await chart.page.evaluate(await pageProgram("test/page/images.ts", "images"));
}

/** The names of the elements of an SVG, its texts and its title, as an XML parser reads them. */
async function contentOf(
  chart: ChartPage,
  svg: string,
): Promise<{ names: string[]; texts: string[]; title: string }> {
  await withImages(chart);
  return chart.page.evaluate((text) => images.contentOf(text), svg);
}

function heightOf(svg: Uint8Array): number {
  return Number(/height="(\d+)"/.exec(new TextDecoder().decode(svg))?.[1]);
}
