import assert from "node:assert/strict";
import { type Locator } from "playwright-core";
import { day, forecastPart, show, signalPart } from "../../support/chartFrames";
import { plotOf } from "../../support/chartStates";
import { type ChartPage, useChartPages } from "../../support/chartPage";

function rangeOf({ page }: ChartPage): Promise<string> {
  return page.getByRole("textbox", { name: "Range" }).inputValue();
}

function handleOf({ page }: ChartPage, end: "from (A)" | "to (B)"): Locator {
  return page.getByRole("slider", { name: `Bridge ${end}` });
}

async function dayAt(handle: Locator): Promise<number> {
  return Number(await handle.getAttribute("aria-valuenow"));
}

/** The middle of an element. */
async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  assert.ok(box !== null);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** How often a page has drawn all of itself, and asked the editor to save its state. */
interface Work {
  readonly drawn: number;
  readonly kept: number;
}

/** Starts counting; `counted()` returns the counts two frames later. */
const countWork = `
  let [drawn, kept] = [0, 0];
  const observer = new MutationObserver((records) => {
    drawn += records.filter(({ addedNodes }) => addedNodes.length > 0).length;
  });
  observer.observe(document.querySelector(".card tbody"), { childList: true });
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (...pair) { kept++; setItem.apply(this, pair); };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const counted = async () => {
    await frame();
    await frame();
    return { drawn, kept };
  };`;

describe("the chart page under a pointer", () => {
  const pages = useChartPages();

  async function bridged(range: string): Promise<ChartPage> {
    const chart = await pages.open();
    await chart.post(show([forecastPart()]));
    await chart.page.getByRole("textbox", { name: "Range" }).fill(range);
    await chart.page.keyboard.press("Enter");
    await chart.settle();
    await chart.page.getByRole("button", { name: "Change Bridge", exact: true }).click();
    await chart.page.getByRole("region", { name: "Change Bridge" }).waitFor();
    await chart.settle();
    return chart;
  }

  it("drags a day of the bridge while the pointer is down", async () => {
    const chart = await bridged("2026-04-01..2026-11-19");
    const handle = handleOf(chart, "from (A)");
    const { x, y } = await middleOf(handle);
    await chart.page.mouse.move(x, y);
    await chart.page.mouse.down();
    const days: number[] = [];
    for (const back of [40, 80, 120]) {
      await chart.page.mouse.move(x - back, y);
      await chart.settle();
      days.push(await dayAt(handle));
    }
    await chart.page.mouse.up();
    assert.equal(new Set(days).size, 3);
    assert.deepEqual(
      days,
      [...days].sort((one, other) => other - one),
    );
    assert.equal(await rangeOf(chart), "2026-04-01..2026-11-19");
  });

  it("moves a day of the bridge with each arrow key, and keeps the focus", async () => {
    const chart = await bridged("2026-04-01..2026-11-19");
    const handle = handleOf(chart, "from (A)");
    const before = await dayAt(handle);
    await handle.focus();
    for (let press = 0; press < 3; press++) {
      await chart.page.keyboard.press("ArrowLeft");
      await chart.settle();
    }
    assert.equal(await dayAt(handle), before - 3);
    assert.equal(await handle.and(chart.page.locator(":focus")).count(), 1);
  });

  it("shows exactly one range button as pressed: All if the series is shorter than ten years", async () => {
    const pressed = async (chart: ChartPage): Promise<readonly string[]> =>
      chart.page.locator('.range [aria-checked="true"]').allInnerTexts();
    const chart = await pages.open();
    await chart.post(show([signalPart()]));
    assert.deepEqual(await pressed(chart), ["10Y"]);
    const short = await pages.open();
    await short.post(show([signalPart({}, {}, 1_000)]));
    assert.deepEqual(await pressed(short), ["All"]);
  });

  it("ends a drag that began before new numbers arrived, wherever the pointer is released", async () => {
    const chart = await pages.open();
    await chart.post(show([forecastPart()]));
    await chart.page.getByRole("radio", { name: "1Y" }).click();
    const { x, y } = await middleOf(plotOf(chart));
    const outside = await middleOf(chart.page.getByRole("complementary", { name: "Values" }));
    await chart.page.mouse.move(x, y);
    await chart.page.mouse.down();
    await chart.page.mouse.move(x + 60, y);
    await chart.post({ type: "part", generation: 1, part: forecastPart() });
    await chart.page.mouse.move(outside.x, outside.y);
    await chart.page.mouse.up();
    await chart.settle();
    const before = await rangeOf(chart);
    await chart.page.mouse.move(x, y);
    await chart.page.mouse.move(x - 60, y);
    await chart.settle();
    assert.equal(await rangeOf(chart), before);
  });

  it("sets one day of the bridge with a double click, and keeps the days in sight", async () => {
    const chart = await bridged("2026-04-01..2026-11-19");
    const to = await dayAt(handleOf(chart, "to (B)"));
    const { x, y } = await middleOf(plotOf(chart));
    await chart.page.mouse.dblclick(x, y);
    await chart.settle();
    const days = [handleOf(chart, "from (A)"), handleOf(chart, "to (B)")].map(dayAt);
    const [from = 0, after] = await Promise.all(days);
    assert.equal(after, to);
    assert.ok(from > day("2026-07-01") && from < day("2026-08-15"), String(from));
    assert.equal(await rangeOf(chart), "2026-04-01..2026-11-19");
  });

  it("shows all days on a double click if no bridge is open", async () => {
    const chart = await pages.open();
    await chart.post(show([forecastPart()]));
    await chart.page.getByRole("radio", { name: "1Y" }).click();
    const { x, y } = await middleOf(plotOf(chart));
    await chart.page.mouse.dblclick(x, y);
    await chart.settle();
    assert.equal(await rangeOf(chart), "2018-09-03..2026-11-19");
  });

  it("draws a dragged day once for each frame, and saves it at intervals", async () => {
    const chart = await bridged("2026-04-01..2026-11-19");
    const { x, y } = await middleOf(handleOf(chart, "from (A)"));
    await chart.page.mouse.move(x, y);
    await chart.page.mouse.down();
    const counted = await chart.page.evaluate<Work>(`${countWork}
      for (let back = 1; back <= 20; back++) {
        document.querySelector(".pin").dispatchEvent(
          new PointerEvent("pointermove", { pointerId: 1, clientX: ${x} - 5 * back, bubbles: true }),
        );
      }
      counted();`);
    assert.equal(counted.drawn, 1);
    assert.ok(counted.kept <= 2, String(counted.kept));
  });

  it("draws once for all parts that arrive within a frame", async () => {
    const chart = await pages.open();
    await chart.post(show(["Germany", "Japan"].map((variant) => signalPart({ variant }))));
    await chart.page.locator(".card tbody").waitFor({ state: "attached" });
    const part = { id: "a/INFL v2 Japan", role: "part", family: "signal", title: "Japan" };
    const message = { ...part, isLoading: true, data: null, failure: null };
    const counted = await chart.page.evaluate<Work>(`${countWork}
      for (let count = 0; count < 20; count++) {
        stub.receive(JSON.stringify({ type: "part", generation: 1, part: ${JSON.stringify(message)} }));
      }
      counted();`);
    // They arrive in separate tasks, between which a frame may begin.
    assert.ok(counted.drawn <= 4, String(counted.drawn));
  });
});
