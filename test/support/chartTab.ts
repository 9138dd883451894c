import { type Frame, type Locator, errors } from "playwright-core";
import { isShownWithin } from "./isShownWithin";
import { type Workbench } from "./workbench";

/** What the values beside the plot say of one series. */
export interface ReadoutLine {
  readonly label: string;
  /** At the crosshair; empty without one. */
  readonly atCursor: string;
  readonly newest: string;
  /** `2026-11-19 · percentile 93`. */
  readonly note: string;
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
    const frame = await workbench.webview(`h1:text-is(${JSON.stringify(title)})`);
    return new ChartTab(workbench, frame);
  }

  /** What takes the keys of the chart. */
  get plot(): Locator {
    return this.frame.getByRole("application");
  }

  /** The part of the first plot over which the days in sight are spread. */
  get area(): Locator {
    return this.frame.locator(".u-over").first();
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

  /** Waits until these days are in sight, `2020-04-01..2020-06-30`. */
  async waitForRange(range: string): Promise<void> {
    await this.waitFor(`the range ${range}`, async () => {
      const value = await this.rangeBox.inputValue();
      return value === range ? undefined : value;
    });
  }

  /** What each series is, one line for each. */
  async facts(): Promise<string[]> {
    return this.frame.locator(".facts p").allInnerTexts();
  }

  /** How far what is compared was revised, as soon as it is known. */
  async comparison(): Promise<string> {
    const line = this.frame.locator(".comparison").filter({ hasText: "revised" });
    return line.innerText();
  }

  /** What the values beside the plot say, the difference between two series included. */
  async readout(): Promise<ReadoutLine[]> {
    const rows = this.values.locator("tbody tr");
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent)),
    );
    // A row of values is followed by one that says of which day the newest is.
    return texts.flatMap(([label = "", atCursor = "", newest = ""], index) =>
      index % 2 === 0 ? [{ label, atCursor, newest, note: texts[index + 1]?.[0] ?? "" }] : [],
    );
  }

  /** The day under the crosshair; `Crosshair` without one. */
  async cursorDay(): Promise<string> {
    return this.values.getByRole("columnheader").nth(1).innerText();
  }

  /** Waits until the values beside the plot have a row with this label. */
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
    const told: { readonly day: string; readonly lines: readonly ReadoutLine[] }[] = [];
    for (const share of shares) {
      const before = await this.cursorDay();
      await this.point(share);
      await this.waitFor("another day", async () => {
        const day = await this.cursorDay();
        return day === before ? day : undefined;
      });
      told.push({ day: await this.cursorDay(), lines: await this.readout() });
    }
    return told;
  }

  /** Sets both days of the change bridge by typing them, and waits until they are shown. */
  async setBridge(from: string, to: string): Promise<void> {
    for (const [name, day] of [
      ["From (A)", from],
      ["To (B)", to],
    ] as const) {
      const box = this.frame.getByRole("textbox", { name });
      await box.fill(day);
      await box.press("Enter");
    }
    await this.frame.getByText(new RegExp(`^Change of Forecast from ${from} to ${to}: `)).waitFor();
  }

  /** The rows of the change bridge, from the first day to the last. */
  async bridge(): Promise<BridgeRow[]> {
    const rows = await this.frame.locator(".bridge tbody tr").evaluateAll((all) =>
      all.map((row) => ({
        classes: row.className,
        texts: [...row.querySelectorAll("th, .bridge-change")].map((cell) => cell.textContent),
        end: row.querySelector(".bridge-end-mark")?.getAttribute("x1") ?? "",
      })),
    );
    return rows.map(({ classes, texts: [label = "", text = ""], end }) => ({
      kind: /bridge-(\w+)/.exec(classes)?.[1] ?? "",
      label,
      text,
      end: Number.parseFloat(end),
    }));
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
