import { type Frame, type Locator, errors } from "playwright-core";
import { isShownWithin } from "./inTime";
import { dayText, isoOfText } from "./peopleNumbers";
import { plotInside } from "./plotPlaces";
import { type Workbench } from "./workbench";

/** What the card says of one series: at the crosshair, or without one of its newest value. */
export interface ReadoutLine {
  readonly label: string;
  readonly value: string;
  /** On the observation before. */
  readonly change: string;
  readonly percentile: string;
}

/** One row of the change bridge. */
export interface BridgeRow {
  /** `end`, `step`, or `part` of the step before it. */
  readonly kind: string;
  readonly label: string;
  readonly text: string;
  /** Where it is drawn to end, in percent of the width. */
  readonly end: number;
}

/** These run in the page. */
const readBridge = `JSON.stringify([...document.querySelectorAll(".bridge tbody tr")].map((row) => ({
  kind: /bridge-(\\w+)/.exec(row.className)[1],
  label: row.querySelector("th").textContent,
  text: row.querySelector(".bridge-change").textContent,
  end: parseFloat(row.querySelector(".bridge-end-mark")?.getAttribute("x1")),
})))`;

const readReadout = `JSON.stringify([...document.querySelectorAll(".card tbody tr.values")].map((row) => {
  const [label, value, change, percentile] = [...row.children].map((cell) => cell.textContent);
  return { label, value, change, percentile };
}))`;
const findPixel = `(colour) => {
  const canvas = document.querySelector(".plots canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) return true;
  }
  return false;
}`;
const readSvg = `(svg) => {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  return [...parsed.querySelectorAll("text, parsererror")].map((each) => each.textContent);
}`;
const reportFocused = `(() => {
  const { activeElement: focused } = document;
  if (!document.hasFocus() || focused === null || focused === document.body) return "";
  const name = focused.ariaLabel ?? focused.textContent.trim();
  return (focused.role ?? focused.localName) + " " + name;
})()`;
/** The page of one chart inside the editor, used as a person would. */
export class ChartTab {
  private constructor(
    private readonly workbench: Workbench,
    readonly frame: Frame,
  ) {}

  /** The chart with this title, as soon as its picture is there. */
  static async drawn(workbench: Workbench, title: string): Promise<ChartTab> {
    const chart = await ChartTab.opened(workbench, title);
    await chart.waitForPicture();
    return chart;
  }

  /** The chart with this title, as soon as its page is there, whether or not with its picture. */
  static async opened(workbench: Workbench, title: string): Promise<ChartTab> {
    const frame = await workbench.webview(`h1[title=${JSON.stringify(title)}]`);
    return new ChartTab(workbench, frame);
  }

  /** What takes the keys of the chart. */
  get plot(): Locator {
    return this.frame.getByRole("application");
  }

  /** The part of the first plot over which the days in sight are spread. */
  get area(): Locator {
    return this.frame.locator(plotInside).first();
  }

  get rangeBox(): Locator {
    return this.frame.getByRole("textbox", { name: "Range" });
  }

  /** The series and columns that can be shown and hidden, or opened. */
  get legend(): Locator {
    return this.frame.getByRole("group", { name: "Legend" });
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole("button", { name, exact: typeof name === "string" });
  }

  radio(name: string): Locator {
    return this.frame.getByRole("radio", { name, exact: true });
  }

  /** Waits until nothing is under way and something is drawn. */
  async waitForPicture(): Promise<void> {
    await this.frame.locator('.plots[aria-busy="false"] canvas').first().waitFor();
  }

  /** Does what an entry of the menu does. */
  async choose(entry: string): Promise<void> {
    await this.button("More").click();
    const items = this.frame.getByRole("menuitem").or(this.frame.getByRole("menuitemcheckbox"));
    await items.filter({ hasText: entry }).click();
  }

  /** Shows a range that is typed, and waits until it is shown. */
  async showRange(typed: string, shown = typed): Promise<void> {
    await this.rangeBox.fill(typed);
    await this.rangeBox.press("Enter");
    await this.waitForRange(shown);
  }

  /** Shows the newest years by a button, `5Y`; their range, as soon as a frame of the page has drawn it. */
  async showYears(name: string): Promise<string> {
    await this.radio(name).click();
    await this.radio(name).and(this.frame.locator("[aria-checked=true]")).waitFor();
    return this.rangeBox.inputValue();
  }

  /** Waits until these days are in sight, `2020-04-01..2020-06-30`. */
  async waitForRange(range: string): Promise<void> {
    await this.waitFor(`the range ${range}`, async () => {
      const value = await this.rangeBox.inputValue();
      return value === range ? undefined : value;
    });
  }

  /** What each series is, one line for each. */
  async facts(): Promise<string[]> {
    return this.frame.locator(".details p").allTextContents();
  }

  /** What the page says that could not be fetched, as soon as it says anything. */
  async failure(): Promise<string> {
    return this.frame.locator(".failure, .banner:not([hidden])").first().innerText();
  }

  async waitForNoFailure(): Promise<void> {
    const failures = this.frame.locator(".failure, .banner:not([hidden])");
    await failures.first().waitFor({ state: "detached" });
  }

  /** Beside the difference below the plot, or above the plot. */
  get comparisonLine(): Locator {
    const lines = this.frame.locator(".comparison, .pane-note");
    return lines.filter({ hasText: "Over all history" }).first();
  }

  /** How far what is compared differs, as soon as it is known. */
  async comparison(): Promise<string> {
    return this.comparisonLine.innerText();
  }

  /** The lines of the card, including the difference between two series. */
  async readout(): Promise<ReadoutLine[]> {
    await this.frame.locator(".card tbody tr.values").first().waitFor({ state: "attached" });
    const reported = await this.frame.evaluate(readReadout);
    return JSON.parse(String(reported)) as ReadoutLine[];
  }

  /** The ISO day under the crosshair; `Newest` without one. */
  async cursorDay(): Promise<string> {
    return isoOfText(await this.values.getByRole("columnheader").first().innerText());
  }

  /** Waits until the card has a row with this label. */
  async waitForSeries(label: string): Promise<void> {
    await this.values.getByRole("rowheader", { name: label, exact: true }).waitFor();
  }

  private get values(): Locator {
    return this.frame.getByRole("complementary", { name: "Values" });
  }

  /** Moves the pointer over a share of the days in sight, 0 to 1. */
  async point(share: number): Promise<void> {
    const box = await this.area.boundingBox();
    if (box === null) throw new Error("The chart has no plot to point at");
    const x = box.x + Math.min(box.width - 1, share * box.width);
    await this.workbench.page.mouse.move(x, box.y + box.height / 3);
  }

  /** What is said with the pointer over each of these shares of the days in sight. */
  async readoutsAt(
    shares: readonly number[],
  ): Promise<{ readonly day: string; readonly lines: readonly ReadoutLine[] }[]> {
    const reported: { readonly day: string; readonly lines: readonly ReadoutLine[] }[] = [];
    for (const share of shares) {
      const before = await this.cursorDay();
      await this.point(share);
      await this.waitFor("another day", async () => {
        const day = await this.cursorDay();
        return day === before ? day : undefined;
      });
      reported.push({ day: await this.cursorDay(), lines: await this.readout() });
    }
    return reported;
  }

  /** Sets both days of the change bridge by typing them, and waits until they are shown. */
  async setBridge(from: string, to: string): Promise<void> {
    for (const [name, day, words] of [
      ["From (A)", from, `From ${dayText(from)} to`],
      ["To (B)", to, `From ${dayText(from)} to ${dayText(to)}: `],
    ] as const) {
      const box = this.frame.getByRole("textbox", { name });
      const title = this.frame.getByText(new RegExp(`^${words}`));
      await box.fill(day);
      await box.press("Enter");
      await this.waitFor(`the bridge with ${day}`, async () =>
        (await title.isVisible()) ? undefined : this.frame.locator(".bridge-panel").innerText(),
      );
    }
  }

  /** The rows of the change bridge, from the first day to the last. */
  async bridge(): Promise<BridgeRow[]> {
    const reported = await this.frame.evaluate(readBridge);
    return JSON.parse(String(reported)) as BridgeRow[];
  }

  /** Searches in the page and adds the series with this label. */
  async add(typed: string, label: string): Promise<void> {
    await this.button("Add").click();
    const box = this.frame.getByRole("combobox");
    await box.fill(typed);
    await this.frame.getByRole("option").filter({ hasText: label }).first().click();
    await this.frame.getByRole("option", { selected: true }).filter({ hasText: label }).waitFor();
    await box.press("Escape");
  }

  /** Whether the first plot has a pixel of exactly this colour, `#0063d3`. */
  async isPainted(colour: string): Promise<boolean> {
    return (await this.frame.evaluate(`(${findPixel})(${JSON.stringify(colour)})`)) === true;
  }

  /** Waits until {@link isPainted}. */
  async waitForPaint(colour: string): Promise<void> {
    await this.waitFor(`the colour ${colour}`, async () =>
      (await this.isPainted(colour)) ? undefined : "not there",
    );
  }

  /** Of the page, in its own pixels. */
  async size(): Promise<{ readonly width: number; readonly height: number }> {
    const [width, height] = await this.frame.evaluate<number[]>("[innerWidth, innerHeight]");
    return { width: Number(width), height: Number(height) };
  }

  /** By how many pixels the page is wider than its tab. */
  async overflow(): Promise<number> {
    const { scrollWidth, clientWidth } = await this.frame.evaluate<{
      scrollWidth: number;
      clientWidth: number;
    }>(
      "(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)",
    );
    return scrollWidth - clientWidth;
  }

  /** The texts of a picture, read by the browser as it reads SVG; why it cannot where that fails. */
  async textsOfSvg(svg: string): Promise<string[]> {
    return this.frame.evaluate<string[]>(`(${readSvg})(${JSON.stringify(svg)})`);
  }

  /** What has the focus inside the page: its role and name. */
  async focused(): Promise<string> {
    return String(await this.frame.evaluate(reportFocused));
  }

  /** Waits until `look` finds nothing in the way any more; fails with what still was. */
  async waitFor(what: string, look: () => Promise<string | undefined>): Promise<void> {
    const deadline = performance.now() + 15_000;
    for (;;) {
      const found = await look();
      if (found === undefined) return;
      if (performance.now() > deadline) throw new errors.TimeoutError(`${what}: ${found}`);
      await this.workbench.page.waitForTimeout(30);
    }
  }

  /** Whether the page says this now or soon in the line over its foot. */
  async isTold(words: string, withinMs = 10_000): Promise<boolean> {
    return isShownWithin(this.frame.locator(".notice", { hasText: words }), withinMs);
  }
}
