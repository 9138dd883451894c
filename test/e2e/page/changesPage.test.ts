import { type FromChanges } from "../../../src/features/latest/changes/messages";
import assert from "node:assert/strict";
import { type ToChanges } from "../../../src/features/latest/changes/protocol";
import { type EditorPage } from "../../support/editorPage";
import { englishLeft } from "../../support/englishLeft";
import { violationsIn } from "../../support/axe";
import { identity } from "../../support/explorerPage";
import { checkedThemes, keepReadmePicture } from "../../support/pictures";
import {
  sampleChanges,
  type ToldChanges,
  type WireSignal,
  wireForecast,
  wireVariant,
} from "../../support/sampleChanges";
import { useEditorPages } from "../../support/useEditorPages";

type ChangesPage = EditorPage<ToChanges, FromChanges>;

const olderMs = Date.parse("2024-05-17T20:00Z");
const newerMs = Date.parse("2024-06-28T20:00Z");

describe("the What Changed page", () => {
  const pages = useEditorPages<ToChanges, FromChanges>("changes");
  let told: ToldChanges;
  before(async function () {
    this.timeout(60_000);
    told = await sampleChanges(olderMs, newerMs);
  });

  async function opened(options: Parameters<typeof pages.open>[0] = {}): Promise<ChangesPage> {
    const changes = await pages.open({ width: 1100, height: 800, ...options });
    await changes.post({ type: "show", identity, answer: told.answer });
    await tell(changes);
    return changes;
  }

  async function tell(changes: ChangesPage): Promise<void> {
    const asked = (await changes.sent("details")).at(-1);
    if (asked === undefined) return;
    // Typed arrays of the page arrive here as plain objects.
    const details = told.details(Object.values(asked.summaries));
    await changes.post({ type: "details", generation: 1, details });
  }

  /** The record of a variant as the service sends it. */
  function wireOf(side: "older" | "newer", code: string, version: number, country: string) {
    const found = told[side].signals.find(
      (each) =>
        each.signal_code === code &&
        each.version === version &&
        each.country_iso === country &&
        each.sector_name === undefined,
    );
    assert.ok(found !== undefined, `${code} ${country}`);
    return found.latest;
  }

  function flipsOf(name: "Aggregate" | "Momentum"): readonly WireSignal[] {
    const older = new Map(told.older.signals.map((each) => [wireVariant(each), each]));
    return told.newer.signals.filter((now) => {
      const before = older.get(wireVariant(now))?.latest[name] ?? 0;
      return before * (now.latest[name] ?? 0) < 0;
    });
  }

  /** A score as the page shows it. */
  function score(value: number): string {
    const text = Math.abs(value).toFixed(2);
    if (Number(text) === 0) return text;
    return `${value < 0 ? "−" : "+"}${text}`;
  }

  it("has no English when it is pseudo-translated", async () => {
    const changes = await opened({ isPseudo: true });
    assert.deepEqual(await englishLeft(changes, [{ identity, answer: told.answer }]), []);
    const nothing = { pair: null, signals: null, forecasts: null, isLastLook: false };
    const day = Date.parse("2024-06-21") / 86_400_000;
    for (const missing of [null, { day, requests: 740 }]) {
      const first = await pages.open({ width: 1100, height: 800, isPseudo: true });
      const answer = { ...told.answer, ...nothing, missing };
      await first.post({ type: "show", identity, answer });
      await first.settle();
      assert.deepEqual(await englishLeft(first, [{ identity, answer }]), []);
    }
  });

  it("shows sign flips and moves with the numbers of both answers", async () => {
    const changes = await opened();
    await changes.page.getByRole("button", { name: /^Show All 850/ }).click();
    const rows = changes.page.locator(".flips tbody tr");
    const flips = flipsOf("Aggregate");
    assert.equal(await rows.count(), flips.length);
    const finland = rows.filter({
      has: changes.page.getByRole("rowheader", { name: "Fiscal Stance Finland" }),
    });
    const [before, now] = (["older", "newer"] as const).map(
      (side) => wireOf(side, "FISCAL", 1, "FI").Aggregate ?? Number.NaN,
    );
    assert.ok(before !== undefined && now !== undefined);
    const [, , was, is, change, kind] = await finland.locator("th, td").allInnerTexts();
    assert.deepEqual(
      [was, is, change, kind],
      [score(before), `→ ${score(now)}`, score(now - before), "New observation"],
    );
    const sizes = await rows.locator(".change").allInnerTexts();
    const sorted = sizes.map((text) => Math.abs(Number(text.replace("−", "-"))));
    assert.deepEqual(
      sorted,
      sorted.toSorted((a, b) => b - a),
    );
  });

  it("recounts when another score is chosen", async () => {
    const changes = await opened();
    await changes.page.getByRole("radio", { name: "Momentum" }).click();
    const flips = flipsOf("Momentum");
    const count = await changes.page.locator(".count").nth(1).innerText();
    assert.match(count.replaceAll("\n", " "), new RegExp(`^${flips.length} sign flips`));
  });

  it("lists the forecasts of one horizon by size, with a bridge that adds up", async () => {
    const changes = await opened();
    await changes.page.getByLabel("Horizon").selectOption("12 Months");
    await changes.page.getByLabel("Currency and Hedging").selectOption("USD · Unhedged");
    await tell(changes);
    const moved = told.newer.forecasts
      .filter((each) => each.horizon === "12 Months" && each.hedging === "Unhedged")
      .filter((each) => each.currency_iso === "USD")
      .flatMap((now) => {
        const before = told.older.forecasts.find(
          (each) => wireForecast(each) === wireForecast(now),
        );
        return before === undefined ? [] : [{ before, now }];
      })
      .map(({ before, now }) => ({
        before,
        now,
        bp: (now.latest.forecast - before.latest.forecast) * 10_000,
      }))
      .sort((a, b) => Math.abs(b.bp) - Math.abs(a.bp));
    const sizes = await changes.page.locator(".item .number b").allInnerTexts();
    const expected = moved.slice(0, 6).map(({ bp }) => {
      return `${bp < 0 ? "−" : "+"}${Math.abs(Number(bp.toFixed(1))).toFixed(1)} bp`;
    });
    assert.deepEqual(sizes, expected);
    const [first] = moved;
    assert.ok(first !== undefined);
    const parts = first.now.latest.drivers.map(({ kind, forecast }) => {
      const before = first.before.latest.drivers.find((each) => each.kind === kind);
      const bp = (forecast - (before?.forecast ?? 0)) * 10_000;
      return `${kind} ${bp < 0 ? "−" : "+"}${Math.abs(Number(bp.toFixed(1))).toFixed(1)} bp`;
    });
    assert.equal(
      await changes.page.locator(".item .drawn").first().getAttribute("title"),
      parts.join("\n"),
    );
    const rows = await changes.page.locator(".opened .number").allInnerTexts();
    const sum = rows.reduce(
      (all, text) => all + Number(text.replace("−", "-").replace(" bp", "")),
      0,
    );
    assert.ok(Math.abs(sum - first.bp) < 0.05 * rows.length + 0.05, `${sum} of ${first.bp}`);
  });

  it("opens charts and the explorer with mouse and keys", async () => {
    const changes = await opened();
    const { page } = changes;
    await page.locator(".flips tr").first().click();
    const clicked = await changes.waitForSent("run", { command: "openChart", isOlder: false });
    await page.keyboard.press("Tab");
    await page.locator(".flips tr").first().focus();
    await page.keyboard.press("Control+Enter");
    const beside = await changes.waitForSent("run", { command: "openBeside" });
    assert.equal(beside.record, clicked.record);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Add to Chart" }).click();
    const added = await changes.waitForSent("run", { command: "addToChart" });
    assert.notEqual(added.record, clicked.record);
    await page.locator(".productions tbody tr").first().click();
    await changes.waitForSent("openSignal");
    await page.locator(".item").nth(1).focus();
    await page.keyboard.press("ArrowRight");
    const toggle = page.locator(".item").nth(1).getByRole("button");
    assert.equal(await toggle.getAttribute("aria-expanded"), "true");
    await page.keyboard.press("Enter");
    await changes.waitForSent("runForecast", { command: "explore" });
    assert.deepEqual(changes.errors, []);
  });

  it("asks the editor for a start and for Markdown", async () => {
    const changes = await opened();
    await changes.page.getByRole("button", { name: /^Since your last visit/ }).click();
    await changes.waitForSent("askSince");
    await changes.page.getByRole("button", { name: "More" }).click();
    await changes.page.getByRole("menuitem", { name: "Copy as Markdown" }).click();
    await changes.waitForSent("copyMarkdown", { score: "aggregate", generation: 1 });
  });

  it("keeps its pair over a reload", async () => {
    const changes = await opened();
    await changes.reload();
    const { pair } = await changes.waitForSent("ready");
    assert.deepEqual(pair, { sinceMs: olderMs, toMs: newerMs });
  });

  it("explains at the first look what it will show", async () => {
    const changes = await pages.open({ width: 1100, height: 800 });
    const answer = { ...told.answer, pair: null, signals: null, forecasts: null };
    const older = changes.page.getByRole("button", { name: "Compare with Older Values…" });
    await changes.post({ type: "show", identity, answer });
    await older.waitFor();
    await changes.post({ type: "show", identity, answer: { ...answer, hasOlder: false } });
    await older.waitFor({ state: "detached" });
    const visit = await changes.page.getByText("There is nothing to compare yet").boundingBox();
    const week = changes.page.getByRole("button", { name: "Compare with a Week Ago" });
    assert.equal((await week.boundingBox())?.x, visit?.x);
    await changes.screenshot("changes-first-look");
    assert.deepEqual(await violationsIn(changes.page), []);
  });

  it("offers at the first look to compare with a week ago, asks for many requests, and can be cancelled", async () => {
    const changes = await pages.open({ width: 1100, height: 800 });
    const answer = { ...told.answer, hasOlder: false };
    const none = { ...answer, pair: null, signals: null, forecasts: null };
    const { page } = changes;
    await changes.post({ type: "show", identity, answer: none });
    await page.getByRole("button", { name: "Compare with a Week Ago" }).click();
    const day = Date.parse("2024-06-21") / 86_400_000;
    const asked = await changes.waitForSent("compareDay");
    assert.deepEqual([asked.day, asked.mayRequest], [day, false]);
    assert.ok(await page.getByRole("button", { name: "Compare with a Week Ago" }).isDisabled());
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await changes.post({ type: "dayRequests", day, requests: 2_431 });
    await page
      .getByRole("main")
      .getByText("The values of 21 Jun 2024 take 2,431 requests.")
      .waitFor();
    await changes.screenshot("changes-week-asked");
    await page.getByRole("button", { name: "Fetch (2,431 Requests)" }).click();
    await changes.waitForSent("compareDay", { day, mayRequest: true });
    await changes.post({ type: "dayProgress", day, done: 1_200, of: 2_431 });
    await page.getByRole("main").getByText("1,200 of 2,431 requests").waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await page.getByRole("button", { name: "Cancel" }).click();
    await changes.waitForSent("stopComparing");
    await page.getByRole("button", { name: "Compare with a Week Ago" }).waitFor();
    // The end of that day in UTC.
    const sinceMs = Date.parse("2024-06-21T23:59:59Z");
    const signals = answer.signals && {
      ...answer.signals,
      olderMs: sinceMs,
      appeared: [],
      vanished: [],
    };
    const week = { ...answer, pair: { sinceMs, toMs: newerMs }, isLastLook: false, signals };
    await changes.post({ type: "show", identity, answer: { ...week, forecasts: null } });
    await page.getByRole("button", { name: "Since the end of 21 Jun 2024" }).waitFor();
    await page
      .getByText("compared with archived values or their series as known at the end of 21 Jun 2024")
      .waitFor();
    assert.match(await page.locator(".count").last().innerText(), /went stale/);
    assert.ok((await page.locator(".flips tbody tr").count()) > 0);
    await changes.screenshot("changes-week");
    assert.deepEqual(changes.errors, []);
  });

  it("moves the focus into the menu of a row on a right click, and back on Escape", async () => {
    const { page } = await opened();
    const row = page.locator(".flips tr").nth(2);
    await row.click({ button: "right" });
    const menu = page.getByRole("menu");
    assert.equal(await menu.locator(":focus").innerText(), "Open Chart\nEnter");
    await page.keyboard.press("ArrowDown");
    assert.equal(await menu.locator(":focus").innerText(), "Open Chart to the Side");
    await page.keyboard.press("Escape");
    assert.equal(await menu.count(), 0);
    assert.equal(await page.locator("tr:focus").innerText(), await row.innerText());
    await page.getByRole("button", { name: "More" }).click();
    await page.keyboard.press("Tab");
    assert.equal(await menu.count(), 0);
    await page.locator("button:focus", { hasText: "your last visit" }).waitFor();
  });

  it("has a named menu in every state: the log while there is nothing to compare", async () => {
    const changes = await pages.open({ width: 1100, height: 800 });
    const { page } = changes;
    const actions = page.getByRole("toolbar", { name: "Actions" });
    const entries = async (): Promise<string[]> => {
      await actions.getByRole("button", { name: "More" }).click();
      const menu = page.getByRole("menu", { name: "More" });
      const texts = await menu.getByRole("menuitem").allInnerTexts();
      await page.keyboard.press("Escape");
      assert.equal(await menu.count(), 0);
      return texts;
    };
    assert.deepEqual(await entries(), ["Show Log"]);
    const nothing = { pair: null, signals: null, forecasts: null, isLastLook: false };
    await changes.post({ type: "show", identity, answer: { ...told.answer, ...nothing } });
    assert.deepEqual(await entries(), ["Show Log"]);
    await changes.post({ type: "show", identity, answer: told.answer });
    assert.equal((await entries()).length, 3);
  });

  it("keeps the focus on a row when the same answer arrives again", async () => {
    const changes = await opened();
    const { page } = changes;
    const focused = page.locator("tr:focus");
    await page.locator(".moves:not(.flips) tr").nth(3).focus();
    const name = await focused.innerText();
    await changes.post({ type: "show", identity, answer: told.answer });
    assert.equal(await focused.innerText(), name);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused.innerText(), name);
    // A control elsewhere keeps the focus too.
    await page.getByRole("radio", { name: "Level" }).focus();
    await changes.post({ type: "show", identity, answer: told.answer });
    await page.locator("[role=radio]:focus", { hasText: "Level" }).waitFor();
  });

  it("offers to fetch what is missing from a comparison with a day", async () => {
    const changes = await pages.open({ width: 1100, height: 800 });
    const { page } = changes;
    const main = page.getByRole("main");
    const sinceMs = Date.parse("2024-06-21T23:59:59Z");
    const day = Date.parse("2024-06-21") / 86_400_000;
    const pair = { sinceMs, toMs: newerMs };
    const signals = told.answer.signals && { ...told.answer.signals, olderMs: sinceMs };
    const week = { ...told.answer, pair, signals, isLastLook: false, forecasts: null };
    await changes.post({
      type: "show",
      identity,
      answer: { ...week, missing: { day, requests: 69 } },
    });
    await main.getByText("Values of 21 Jun 2024 are missing from this comparison.").waitFor();
    await changes.screenshot("changes-day-missing");
    assert.deepEqual(await violationsIn(page), []);
    await page.getByRole("button", { name: "Fetch (69 Requests)" }).click();
    const asked = await changes.waitForSent("compareDay");
    assert.deepEqual([asked.day, asked.mayRequest], [day, true]);
    await changes.post({ type: "dayProgress", day, done: 12, of: 69 });
    await main.getByText("12 of 69 requests").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await changes.waitForSent("stopComparing");
    await main.getByText("Values of 21 Jun 2024 are missing from this comparison.").waitFor();
    await changes.post({ type: "show", identity, answer: week });
    await page.getByRole("button", { name: /^Fetch/ }).waitFor({ state: "hidden" });
    const explained = page.getByText("Forecasts are not compared: the service has no older ones.");
    await explained.waitFor();
    // Another day, chosen above, may take requests as well.
    const other = Date.parse("2024-05-28") / 86_400_000;
    await changes.post({ type: "dayRequests", day: other, requests: 65 });
    await main.getByText("The values of 28 May 2024 take 65 requests.").waitFor();
    await page.getByRole("button", { name: "Since the end of 28 May 2024" }).waitFor();
    await page.getByRole("button", { name: "Fetch (65 Requests)" }).click();
    await changes.waitForSent("compareDay", { day: other, mayRequest: true });
    await changes.post({ type: "dayProgress", day: other, done: 13, of: 65 });
    const bar = page.getByRole("progressbar", { name: "Older Values" });
    assert.deepEqual(
      [await bar.getAttribute("value"), await bar.getAttribute("max")],
      ["13", "65"],
    );
    await changes.post({ type: "dayRequests", day: other, requests: 0 });
    await page.getByRole("button", { name: "Since the end of 21 Jun 2024" }).waitFor();
    await bar.waitFor({ state: "hidden" });
    // All values are gone, as after a reload.
    const none = { ...week, pair: null, signals: null, missing: { day, requests: 740 } };
    await changes.post({ type: "show", identity, answer: none });
    await page.getByText("The values of 21 Jun 2024 are no longer cached.").waitFor();
    await page.getByRole("button", { name: "Since the end of 21 Jun 2024" }).waitFor();
    await page.getByRole("button", { name: "Fetch (740 Requests)" }).click();
    await changes.waitForSent("compareDay", { day, mayRequest: true });
    await changes.screenshot("changes-day-gone");
    assert.deepEqual(changes.errors, []);
  });

  for (const theme of checkedThemes) {
    it(`is accessible in ${theme}, and looks as it should`, async () => {
      for (const width of theme === "light" ? [1100, 700] : [700]) {
        const changes = await opened({ theme, width });
        await changes.screenshot(`changes-${theme}-${width}`);
        if (theme === "light" && width === 1100) await keepReadmePicture(changes.page, "changed");
        assert.deepEqual(await violationsIn(changes.page, theme), []);
        assert.deepEqual(changes.errors, []);
      }
    });
  }
});
