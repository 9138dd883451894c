import { type FromChart } from "../../../src/features/chart/messages";
import assert from "node:assert/strict";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { show, signalPart } from "../../support/chartFrames";
import { chartStates, choose } from "../../support/chartStates";
import { type ThemeName } from "../../support/editorThemes";
import { panelParts, showPanel } from "../../support/panelFrames";
import { pageProgram } from "../../support/pageProgram";

/** The object that `test/page/editorStub.ts` puts into the page. */
declare const stub: { readonly sent: readonly FromChart[] };

interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly isCut: boolean;
  readonly isWhole: boolean;
}

/** The functions that `test/page/images.ts` puts into a page. */
declare const images: {
  recordCanvases(): void;
  shownTexts(): string[];
  placedTexts(svg: string, font?: string): PlacedText[];
};

/** The states of which images are taken, with the theme of each. */
const pictured: readonly (readonly [state: string, theme: ThemeName])[] = [
  ["with two pins", "light"],
  ["with the crosshair", "dark"],
  ["compared with FIT and another as-of", "dark"],
  ["of six series", "dark"],
  ["with statistics", "light"],
  ["small multiples", "dark"],
  ["panel, with a highlight", "highContrast"],
  ["panel, one in full size", "light"],
  ["panel, cross-section", "dark"],
  ["panel, heat strip", "light"],
  ["forecast, unfolded", "dark"],
  ["forecast, drilled down", "highContrastLight"],
  ["bridge", "dark"],
];
const provenance = /^Acme · api\.acme\.example( · |$)|^SAMPLE/;

describe("images of a chart", () => {
  const pages = useChartPages();

  for (const [state, theme] of pictured) {
    it(`have all texts of the screen, in full and apart: ${state}, ${theme}`, async () => {
      const chart = await pages.open({ width: 1100, height: 760, theme });
      const image = await imageOf(chart, state);
      const shown = (await chart.page.evaluate(() => images.shownTexts())).map(plain);
      const placed = await chart.page.evaluate((svg) => images.placedTexts(svg), image);
      const all = plain(placed.map(({ text }) => text).join(" "));
      assert.deepEqual(
        shown.filter((text) => !all.includes(text)),
        [],
        "missing in the image",
      );
      const screen = plain(shown.join(" "));
      const added = placed.filter(({ text }) => !screen.includes(plain(text)));
      assert.deepEqual(
        added.filter(({ text }) => !provenance.test(text)).map(({ text }) => text),
        [],
        "not on the screen",
      );
      assert.deepEqual(overlaps(placed), []);
      const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(image) ?? []).map(
        Number,
      );
      assert.equal(width, 1100);
      assert.ok(height <= 1520, `${height}`);
      assert.deepEqual(outside(placed, width, height), []);
      // As on a computer without the font of the file.
      const wide = await chart.page.evaluate(
        (svg) => images.placedTexts(svg, "DejaVu Sans, Verdana, monospace"),
        image,
      );
      assert.deepEqual(outside(wide, width, height), []);
    });
  }

  describe("more than twice as high as the window", () => {
    const names = Array.from({ length: 40 }, (_, index) => `Land ${index + 1}`);

    it("are offered as the visible part, or as pages of one window's height", async () => {
      const chart = await pages.open({ width: 1280, height: 720 });
      await withImages(chart);
      const profile = {
        ...{ tagKind: "country_iso", value: "ES", count: 61 },
        ...{ order: "distance", failed: 0 },
      } as const;
      const state = { ...defaultViewState, arrangement: "panes", profile } as const;
      await chart.post(
        show(
          names.map((variant) => signalPart({ variant })),
          { state },
        ),
      );
      await chart.computed();
      await choose(chart, "Save SVG…");
      const notice = chart.page.locator(".notice");
      const asked = "The whole chart is more than twice the height of the window.";
      await notice.getByText(asked).waitFor();
      assert.deepEqual(await chart.sent("saveImage"), []);
      const size = chart.page.viewportSize() ?? { width: 0, height: 0 };
      await chart.page.setViewportSize({ ...size, width: 440 });
      const fits =
        "[...document.querySelectorAll('.notice .tool')].every((each) => each.scrollWidth <= each.clientWidth)";
      assert.equal(await chart.page.evaluate(fits), true);
      await chart.page.setViewportSize(size);
      await chart.computed();
      await notice.getByRole("button", { name: "Visible Part" }).click();
      const [sight, ...others] = await savedPages(chart, 1);
      assert.ok(sight !== undefined && others.length === 0);
      assert.ok(sight.height <= 720, `${sight.height}`);
      assert.ok(sight.texts.includes("INFL v2 Land 1"));
      const said = plain(sight.texts.join(" "));
      assert.ok(said.includes(plain("40 of 61, furthest from their mean · INFL v2 · SNAP")), said);
      // The visible part has some rows of the table, and some of the panes below it.
      const rows = sight.texts.filter((text) => text.startsWith("INFL v2 Land")).length;
      assert.ok(rows > 10 && rows < 80, `${rows}`);

      await choose(chart, "Save SVG…");
      await notice.getByRole("button", { name: /^\d Pages$/ }).click();
      const saved = await savedPages(chart, 2);
      assert.ok(saved.length > 1);
      for (const { height, placed, texts } of saved) {
        assert.ok(height <= 720, `${height}`);
        assert.equal(texts.filter((text) => provenance.test(text)).length, 1);
        const isOfTable = placed.some(({ text }) => text.endsWith(" σ"));
        assert.equal(texts.includes("Change in range"), isOfTable, "the columns of the table");
        assert.deepEqual(overlaps(placed), []);
        assert.deepEqual(outside(placed, 1280, height), []);
      }
      // Each series is in its pane and in the table, on one page.
      const all = saved.flatMap(({ placed }) => placed.filter(({ top }) => top > 50));
      for (const name of names) {
        assert.equal(all.filter(({ text }) => text === `INFL v2 ${name}`).length, 2, name);
      }
    });

    it("show all small panes in sight with their years, and state their number", async () => {
      const chart = await pages.open({ width: 923, height: 560 });
      await withImages(chart);
      const state = { ...defaultViewState, arrangement: "panes" } as const;
      await chart.post(
        show(
          names.map((variant) => signalPart({ variant }, { title: variant })),
          { state },
        ),
      );
      await chart.computed();
      const foot = await chart.page.locator(".foot").boundingBox();
      const boxes = await Promise.all(
        (await chart.page.locator(".pane-multiple").all()).map((each) => each.boundingBox()),
      );
      // Half of the last label, and the blank below a plot.
      const seen = boxes.filter(
        (box, index) =>
          box !== null &&
          foot !== null &&
          box.y + box.height - (index >= names.length - 6 ? 22 : 0) < foot.y + 7,
      );
      assert.equal(Math.ceil(seen.length / 6), 4);
      await choose(chart, "Save SVG…");
      await chart.page.getByRole("button", { name: "Visible Part" }).click();
      const [sight] = await savedPages(chart, 1);
      assert.ok(sight !== undefined);
      // Below the rows of the table, which have z-scores.
      const rowTops = sight.placed.filter(({ text }) => text.endsWith(" σ")).map(({ top }) => top);
      const tableEnd = Math.max(...rowTops) + 4;
      const panes = sight.placed.filter(
        ({ text, top }) => text.startsWith("Land ") && top > tableEnd,
      );
      assert.deepEqual([...new Set(panes.map(({ text }) => text))], names.slice(0, seen.length));
      assert.equal(
        sight.texts.includes(`${seen.length} of 40 panes`),
        seen.length < 40,
        sight.texts.join(" | "),
      );
      const last = Math.max(...panes.map(({ top }) => top));
      const years = sight.placed.filter(({ text }) => /^20\d\d$/.test(text));
      assert.ok(years.every(({ isWhole }) => isWhole));
      const columns = new Set(panes.map(({ left }) => Math.round(left)));
      assert.equal(columns.size, 6);
      for (const left of columns) {
        const below = years.filter((year) => year.left > left - 10 && year.left < left + 140);
        assert.ok(below.length > 0 && below.every(({ top }) => top > last - 15), `${left}`);
      }
      assert.deepEqual(overlaps(sight.placed), []);
      assert.deepEqual(outside(sight.placed, 923, sight.height), []);
    });

    it("show the visible part of a scrolled page", async () => {
      const chart = await pages.open({ width: 800, height: 300 });
      await withImages(chart);
      const state = { ...defaultViewState, isStatistics: true } as const;
      await chart.post(
        show(
          names.slice(0, 6).map((variant) => signalPart({ variant })),
          { state },
        ),
      );
      await chart.computed();
      await chart.page.locator(".overview canvas").waitFor();
      await choose(chart, "Save SVG…");
      // A row begins at the upper edge of the window, below parts that an image omits.
      await chart.page.evaluate(
        `scrollBy(0, document.querySelectorAll(".series tbody tr")[1].getBoundingClientRect().top)`,
      );
      await chart.page.getByRole("button", { name: "Visible Part" }).click();
      const [sight] = await savedPages(chart, 1);
      const named = sight?.texts.filter((text) => text.startsWith("INFL v2 Land"));
      assert.equal(
        named?.find((text) => text !== "INFL v2 Land 1"),
        "INFL v2 Land 2",
      );
    });

    it("are replaced by the reason if the browser makes none", async () => {
      const chart = await pages.open({ width: 900, height: 600 });
      await chart.post(show([signalPart()]));
      await chart.computed();
      await chart.page.evaluate("HTMLCanvasElement.prototype.toBlob = (done) => done(null)");
      for (const entry of ["Save PNG…", "Copy Image"]) {
        await choose(chart, entry);
        await chart.page.locator(".notice").getByText("The image could not be made.").waitFor();
        await chart.page.locator(".notice").getByRole("button", { name: "Close" }).click();
      }
      assert.deepEqual(await chart.sent("saveImage"), []);
      const { message } = await chart.waitForSent("failed");
      assert.equal(message, "Error: the browser made no image of the canvas");
    });

    it("break a heat strip between its rows", async () => {
      const state = { ...defaultViewState, panelView: "heatStrip" } as const;
      const chart = await pages.open({ width: 900, height: 400, state });
      await withImages(chart);
      await chart.post(showPanel(panelParts(61, 400)));
      await chart.computed();
      await choose(chart, "Save SVG…");
      await chart.page.getByRole("button", { name: /^\d Pages$/ }).click();
      const saved = await savedPages(chart, 1);
      assert.ok(saved.length > 1);
      for (const { height, placed } of saved) assert.deepEqual(outside(placed, 900, height), []);
      const all = saved.flatMap(({ texts }) => texts);
      assert.equal(all.filter((text) => text === "Country 60").length, 1);
    });

    it("leave the page and its scroll position unchanged", async () => {
      const chart = await pages.open({ width: 800, height: 500 });
      await chart.post(show(names.map((variant) => signalPart({ variant }))));
      await chart.computed();
      await chart.page.evaluate('document.querySelector(".series-scroll").scrollTop = 70');
      const places = (): Promise<unknown> =>
        chart.page.evaluate(
          `JSON.stringify([".series-scroll", ".plots", "main"].map((name) => {
            const each = document.querySelector(name);
            return [each.scrollTop, each.getBoundingClientRect(), each.className, each.style.cssText];
          }))`,
        );
      const before = await places();
      assert.match(String(before), /^\[\[70,/);
      await choose(chart, "Save PNG…");
      await chart.settle();
      assert.deepEqual(await places(), before);
    });
  });
});

interface SavedPage {
  readonly height: number;
  readonly placed: readonly PlacedText[];
  readonly texts: readonly string[];
}

/** The pages of the image that was saved last. Waits until this many images are saved. */
async function savedPages(chart: ChartPage, count: number): Promise<readonly SavedPage[]> {
  const isSaved = (wanted: number): boolean =>
    stub.sent.filter(({ type }) => type === "saveImage").length === wanted;
  await chart.page.waitForFunction(isSaved, count);
  const { pages } = await chart.waitForSent("saveImage");
  const saved: SavedPage[] = [];
  for (const page of pages) {
    const svg = new TextDecoder().decode(page);
    const height = Number(/height="(\d+)"/.exec(svg)?.[1]);
    const placed = await chart.page.evaluate((text) => images.placedTexts(text), svg);
    // Text that is cut off is not in the image.
    const inside = placed.filter(({ isCut }) => !isCut);
    saved.push({ height, placed: inside, texts: inside.map(({ text }) => text) });
  }
  return saved;
}

async function withImages(chart: ChartPage): Promise<void> {
  await chart.page.evaluate(await pageProgram("test/page/images.ts", "images"));
}

async function imageOf(chart: ChartPage, state: string): Promise<string> {
  await withImages(chart);
  await chart.page.evaluate(() => images.recordCanvases());
  await chartStates[state]?.(chart);
  await chart.page.mouse.move(2, 2);
  await chart.computed();
  await choose(chart, "Save SVG…");
  await chart.page.waitForFunction(() => stub.sent.some(({ type }) => type === "saveImage"));
  const { pages } = await chart.waitForSent("saveImage");
  assert.equal(pages.length, 1);
  return new TextDecoder().decode(pages[0]);
}

/** Removes blanks, because the position of line breaks is not known. */
function plain(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Pairs of texts of which one is drawn over the other. */
function overlaps(placed: readonly PlacedText[]): readonly string[] {
  return placed.flatMap((one, index) =>
    placed.slice(index + 1).flatMap((other) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // Lines are as high as their letters, including ascenders and descenders.
      return across > 1 && down > 4 ? [`${one.text} | ${other.text}`] : [];
    }),
  );
}

function outside(
  placed: readonly PlacedText[],
  width: number,
  height: number,
): readonly PlacedText[] {
  return placed.filter(
    ({ left, right, top, bottom }) => left < 4 || right > width - 4 || top < 0 || bottom > height,
  );
}
