import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type ChartPart } from "../../../src/features/chart/protocol";
import { show, signalPart } from "../../support/chartFrames";
import { textOfMessage } from "../../support/messageText";
import { plotInside } from "../../support/plotPlaces";
import { type ChartPage, useChartPages } from "../../support/chartPage";

const countries = ["Germany", "Japan", "France"];

/** The state of the page at the end of a task or a frame. */
interface Standing {
  readonly plots: number;
  readonly overviews: number;
  /** The size of the first plot, in pixels of the page. */
  readonly top: number | null;
  readonly height: number | null;
}

/**
 * Counts how often a plot is drawn: each time its canvas is emptied. The clock is stopped, so that short work is never
 * split into later tasks on a busy machine.
 */
const look = `
  let drawn = 0;
  performance.now = () => 0;
  const { clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...all) {
    if (this.canvas.closest(".pane-plot") !== null) drawn++;
    return clearRect.apply(this, all);
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const standing = () => {
    const { top = null, height = null } = document.querySelector(".pane-plot")?.getBoundingClientRect() ?? {};
    const [plots, overviews] = ["${plotInside}", ".overview canvas"].map(
      (each) => document.querySelectorAll(each).length,
    );
    return { plots, overviews, top, height };
  };
  const arrays = { days: Int32Array, values: Float64Array };
  const tell = (text) => {
    const data = JSON.parse(text, (key, value) => arrays[key]?.from(value) ?? value);
    dispatchEvent(new MessageEvent("message", { data }));
    return standing();
  };`;

/** A message as the text of a text, which `tell` turns into typed arrays again. */
function written(message: object): string {
  const text = JSON.stringify(message, (_key, value: unknown) =>
    value instanceof Int32Array || value instanceof Float64Array ? [...value] : value,
  );
  return JSON.stringify(text);
}

function coming(part: ChartPart): ChartPart {
  return { ...part, isLoading: true, data: null };
}

async function reported<T>(chart: ChartPage, program: string): Promise<T> {
  return chart.page.evaluate<T>(`(async () => { ${look} ${program} })()`);
}

describe("the first picture of the chart page", () => {
  const pages = useChartPages();
  const parts = countries.map((variant) => signalPart({ variant }));

  it("is drawn when all data are there, not in the next frame", async () => {
    const chart = await pages.open();
    const at = await reported<Standing>(chart, `return tell(${written(show(parts))});`);
    assert.equal(at.plots, 1);
  });

  it("shows the message that arrives with the program, and is reported", async () => {
    const chart = await pages.open({ firstMessage: show(parts.slice(0, 1)) });
    await chart.page.locator(plotInside).waitFor();
    await chart.waitForSent("drawn");
    await chart.page.locator(".overview canvas").waitFor();
    assert.deepEqual(chart.errors, []);
  });

  it("is the first thing shown unless the data take 100 ms or longer", async () => {
    const [part] = parts;
    assert.ok(part !== undefined);
    // A unique pixel ratio, so that no other test gets this page, whose clock is stopped.
    const chart = await pages.open({ pixelRatio: 1.1, firstMessage: show([coming(part)]) });
    const { page } = chart;
    const main = page.locator("main");
    await page.clock.install();
    const begin = Date.now();
    const restart = async (minute: number): Promise<void> => {
      await page.clock.pauseAt(begin + minute * 60_000);
      await chart.restart();
      await page.clock.runFor(1);
      await page.locator("h1").waitFor({ state: "attached" });
      assert.equal(await main.isVisible(), false);
    };
    await restart(1);
    await page.clock.runFor(90);
    assert.equal(await main.isVisible(), false);
    await page.clock.runFor(10);
    assert.equal(await main.isVisible(), true);
    assert.equal(await page.locator(".skeleton").isVisible(), true);
    await page.clock.resume();
    await restart(2);
    const message = { type: "part", generation: 1, part } as const;
    await page.evaluate(`stub.receive(${JSON.stringify(textOfMessage(message))})`);
    assert.equal(await page.locator(plotInside).isVisible(), true);
  });

  it("is drawn by no program but that of its editor (SEC-15)", async () => {
    const chart = await pages.open();
    await chart.page.evaluate(await readFile("dist/chartLoader.js", "utf8"));
    const outcomeOf = (nonce: string): Promise<unknown> =>
      chart.page.evaluate(`(async () => {
        const text = "globalThis.ran = true";
        const script = new TextEncoder().encode(text);
        const message = { type: "told", words: "" };
        postMessage({ type: "program", nonce: ${nonce}, style: script, script, message });
        await new Promise((done) => {
          addEventListener("message", ({ data }) => data.type === "after" && done());
          postMessage({ type: "after" });
        });
        const isAdded = [...document.scripts].some(({ textContent }) => textContent === text);
        return { isAdded, hasRun: "ran" in globalThis };
      })()`);
    const refused = { isAdded: true, hasRun: false };
    assert.deepEqual(await outcomeOf('"guessed"'), { isAdded: false, hasRun: false });
    assert.deepEqual(await outcomeOf('document.getElementById("texts").nonce'), refused);
    assert.match(chart.errors.join(), /Content Security Policy/);
  });

  it("has the same address as every other chart, so that Chromium reuses the compiled program", async () => {
    const [one, panel] = [await pages.open(), await pages.open({ isPanel: true })];
    const addressOf = (page: typeof one.page): Promise<string> =>
      page.evaluate<string>("document.URL.split('#')[0]");
    assert.equal(await addressOf(one.page), await addressOf(panel.page));
  });

  it("is drawn when the last of several parts is there", async () => {
    const chart = await pages.open();
    await chart.post(show(parts.map(coming)));
    const messages = parts.map((part) => written({ type: "part", generation: 1, part }));
    const at = await reported<Standing[]>(chart, `return [${messages.join()}].map(tell);`);
    assert.deepEqual(
      at.map(({ plots }) => plots),
      [0, 0, 1],
    );
  });

  it("draws each plot once", async () => {
    const chart = await pages.open();
    const program = `tell(${written(show(parts))});
      for (let frames = 0; frames < 4; frames++) await frame();
      return drawn;`;
    assert.equal(await reported<number>(chart, program), 1);
  });

  it("is drawn before the overview, which moves nothing", async () => {
    const chart = await pages.open();
    const program = `const first = tell(${written(show(parts))});
      for (let frames = 0; frames < 4; frames++) await frame();
      return [first, standing()];`;
    const [first, last] = await reported<Standing[]>(chart, program);
    assert.deepEqual([first?.overviews, last?.overviews], [0, 1]);
    assert.deepEqual([first?.top, first?.height], [last?.top, last?.height]);
  });

  it("is followed by an overview of the days in sight at that time", async () => {
    const chart = await pages.open();
    const program = `tell(${written(show(parts))});
      document.querySelector(".range .segments button").click();
      for (let frames = 0; frames < 4; frames++) await frame();
      const at = (part) => Number(document.querySelector(part).ariaValueNow);
      return at(".overview-to") - at(".overview-from");`;
    const days = await reported<number>(chart, program);
    assert.ok(days > 350 && days < 370, String(days));
  });
});
