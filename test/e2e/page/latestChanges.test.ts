import { type FromLatest } from "../../../src/features/latest/heatmap/messages";
import assert from "node:assert/strict";
import { type LatestSignal } from "../../../src/shared/latestColumns";
import { type OlderValues, type ToLatest } from "../../../src/features/latest/heatmap/protocol";
import { violationsIn } from "../../support/axe";
import { checkedThemes } from "../../support/pictures";
import { latestRecords, showLatest } from "../../support/latestAnswers";
import { olderValues } from "../../support/olderValues";
import { useEditorPages } from "../../support/useEditorPages";

const regions: Readonly<Record<string, string>> = {
  US: "North America",
  CA: "North America",
  JP: "Asia Pacific",
  AU: "Asia Pacific",
  IN: "Asia Pacific",
  ID: "Asia Pacific",
  TH: "Asia Pacific",
  TW: "Asia Pacific",
  KR: "Asia Pacific",
  BR: "Latin America",
  MX: "Latin America",
  CO: "Latin America",
  CL: "Latin America",
};

const records = latestRecords().map((record): LatestSignal => {
  const country = record.tags["country_iso"] ?? "";
  return { ...record, tags: { ...record.tags, region_name: regions[country] ?? "Europe" } };
});

/** Moved by random amounts around zero, some not at all; one has no older value. */
function olderOf(record: LatestSignal, at: number): LatestSignal | undefined {
  if (at === 0) return undefined;
  const change = at % 3 === 0 ? 0 : Math.sin(at * 7.7) * 0.6;
  return {
    ...record,
    day: at % 3 === 0 ? record.day : record.day - 30,
    aggregate: record.aggregate - change,
    level: record.level - change,
  };
}

function older(parts: Partial<OlderValues> = {}): OlderValues {
  return olderValues(records, olderOf, parts);
}

describe("changes of the latest signals", () => {
  const pages = useEditorPages<ToLatest, FromLatest>("latest");

  async function openChanges(told = older()) {
    const latest = await pages.open();
    await latest.post(showLatest(records));
    await latest.page.getByRole("radio", { name: "1 Week" }).click();
    await latest.post({ type: "older", older: told });
    return latest;
  }

  it("requests the older values of all shown cells once, and shows the changes", async () => {
    const latest = await pages.open();
    await latest.post(showLatest(records));
    assert.deepEqual(await latest.sent("compare"), []);
    await latest.page.getByRole("radio", { name: "1 Week" }).click();
    await latest.page.getByText("Looking for older values…").waitFor();
    const [asked, ...others] = await latest.sent("compare");
    assert.deepEqual(others, []);
    assert.deepEqual([asked?.generation, asked?.since, asked?.mayRequest], [1, "week", false]);
    await latest.post({ type: "older", older: older() });
    await latest.page.getByText("Changes since 15 Nov 2026").waitFor();
    // Australia is the seventh country: its records follow those of six others.
    const at = records.findIndex(({ tags }) => tags["country_iso"] === "AU");
    const texts = await latest.rowTexts(2);
    const expected = [0, 1, 2].map((column) => {
      const change = (at + column) % 3 === 0 ? 0 : Math.sin((at + column) * 7.7) * 0.6;
      if (Math.abs(change) < 0.005) return "·";
      return `${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(2)}`;
    });
    assert.deepEqual(texts.slice(1, 4), expected);
    assert.deepEqual(latest.errors, []);
  });

  it("requests again for another start, other rows and another answer, but not for another order", async () => {
    const latest = await openChanges();
    const count = async (): Promise<number> => (await latest.sent("compare")).length;
    assert.equal(await count(), 1);
    await latest.page.getByRole("columnheader", { name: "Inflation" }).click();
    await latest.page.getByRole("radio", { name: "Level" }).click();
    assert.equal(await count(), 1);
    await latest.page.getByRole("radio", { name: "1 Month" }).click();
    assert.equal(await count(), 2);
    await latest.page.getByRole("searchbox").fill("japan");
    assert.equal(await count(), 3);
    await latest.post(showLatest(records, { generation: 2 }));
    assert.equal(await count(), 4);
    await latest.page.getByRole("radio", { name: "Value" }).click();
    assert.equal(await count(), 4);
    assert.equal(await latest.page.getByText("Looking for older values…").isVisible(), false);
  });

  it("shows only rows and columns with a sign flip, by region, and states which scores it counts", async () => {
    // Nothing of credit and of half the countries changes its sign.
    const quiet = new Set(["CREDIT", "FISCAL"]);
    const isQuiet = ({ code = "", tags }: LatestSignal): boolean =>
      quiet.has(code) || (tags["country_iso"] ?? "") < "G";
    const olderAt = (record: LatestSignal, at: number): LatestSignal | undefined =>
      isQuiet(record) ? record : olderOf(record, at);
    const latest = await openChanges(olderValues(records, olderAt));
    await latest.page.getByRole("button", { name: "Sign Flips" }).click();
    const flips = records
      .map((record, at) => ({ record, was: olderAt(record, at)?.aggregate ?? Number.NaN }))
      .filter(({ record, was }) => record.aggregate * was < 0)
      .filter(({ record }) => record.tags["sector_name"] !== "Energy");
    const rows = new Set(flips.map(({ record }) => record.tags["country_iso"]));
    const columns = new Set(flips.map(({ record }) => record.code));
    assert.ok(columns.size < 12 && rows.size < 32);
    await latest.page
      .getByText(
        `${flips.length} sign flips of Aggregate in ${rows.size} of 32 countries since 15 Nov 2026`,
      )
      .waitFor();
    await latest.page
      .getByText(/, among 414 of 415 scores; one sector per signal, no more in other sectors$/)
      .waitFor();
    assert.equal(await latest.page.locator("td.flip").count(), flips.length);
    assert.equal(await latest.page.locator("tr.variant").count(), rows.size);
    // The names of the rows, the columns, and the number of flips.
    assert.equal(await latest.page.getByRole("columnheader").count(), 1 + columns.size + 1);
    assert.match(
      await latest.page.locator(".subtitle").innerText(),
      new RegExp(`^${rows.size} countries × ${columns.size} signals`),
    );
    const [flip] = flips;
    const country = flip?.record.tags["country_iso"] ?? "";
    const own = latest.page.locator("tr.variant").filter({ has: latest.page.getByText(country) });
    assert.equal(
      await own.locator("td").last().innerText(),
      String(flips.filter(({ record }) => record.tags["country_iso"] === country).length),
    );
    assert.match(
      (await own.locator("td.flip").first().getAttribute("aria-label")) ?? "",
      /was (negative, now positive|positive, now negative)$/,
    );
    const foot = latest.page.getByRole("rowheader", { name: "Flips to + / −" });
    assert.equal(
      await foot.locator("xpath=..").locator("td").last().innerText(),
      `${flips.length}`,
    );
  });

  it("counts the sign flips of other sectors after all shown values", async () => {
    const isEnergy = ({ tags }: LatestSignal): boolean => tags["sector_name"] === "Energy";
    const negated = (record: LatestSignal): LatestSignal => ({
      ...record,
      aggregate: -record.aggregate,
    });
    const all = olderValues(records, (record) => (isEnergy(record) ? negated(record) : record));
    const withoutEnergy = olderValues(records, (record) =>
      isEnergy(record) ? undefined : negated(record),
    );
    const energy = records.flatMap((record, at) => (isEnergy(record) ? [at] : []));
    assert.equal(energy.length, 4);
    const latest = await openChanges({ ...withoutEnergy, missing: 300 });
    await latest.page.getByRole("button", { name: "Sign Flips" }).click();
    await latest.page.getByText(/one sector per signal, other sectors not compared$/).waitFor();
    const [, flipsAsked, ...none] = await latest.sent("compare");
    assert.deepEqual(none, []);
    assert.ok(energy.every((at) => flipsAsked?.records.includes(at) === false));
    await latest.post({ type: "older", older: withoutEnergy });
    await latest.page.getByText(/one sector per signal, other sectors not compared$/).waitFor();
    const elsewhereAsked = (await latest.sent("compare")).at(-1);
    assert.equal(elsewhereAsked?.mayRequest, false);
    assert.ok(energy.every((at) => elsewhereAsked.records.includes(at)));
    await latest.post({ type: "older", older: { ...withoutEnergy, missing: 90 } });
    await latest.page.getByRole("button", { name: "Fetch Other Sectors (90 Requests)" }).click();
    const consented = (await latest.sent("compare")).at(-1);
    assert.equal(consented?.mayRequest, true);
    assert.deepEqual(consented.records, elsewhereAsked.records);
    await latest.post({ type: "older", older: all });
    await latest.page.getByText("No score changed sign.").waitFor();
    await latest.page
      .getByText(/^0 sign flips.*; one sector per signal, 4 more in other sectors$/)
      .waitFor();
    const count = (await latest.sent("compare")).length;
    assert.equal(count, 4);
    assert.deepEqual(latest.errors, []);
  });

  it("offers no choice that sign flips make without effect: they are grouped and counted anyway", async () => {
    const latest = await openChanges(older());
    const offered = async (): Promise<string[]> => {
      await latest.page.getByRole("button", { name: "More" }).click();
      const entries = latest.page.getByRole("menuitemcheckbox");
      const names = await entries.allInnerTexts();
      await latest.page.keyboard.press("Escape");
      return names;
    };
    const flips = latest.page.getByRole("button", { name: "Sign Flips" });
    await flips.click();
    await latest.page
      .getByText(/^\d+ of \d+ · \d+ flips?$/)
      .first()
      .waitFor();
    assert.deepEqual(await offered(), ["All Versions"]);
    await flips.click();
    assert.deepEqual(await offered(), ["Mean Column", "All Versions", "Group Rows by Region"]);
  });

  it("switches from values to one week when sign flips are turned on, and back", async () => {
    const latest = await pages.open();
    await latest.post(showLatest(records));
    const flips = latest.page.getByRole("button", { name: "Sign Flips" });
    await flips.click();
    assert.deepEqual(
      (await latest.sent("compare")).map(({ since }) => since),
      ["week"],
    );
    await flips.click();
    await latest.page.getByRole("radio", { name: "Value", checked: true }).waitFor();
    await latest.page.getByRole("radio", { name: "1 Week" }).click();
    await flips.click();
    await flips.click();
    await latest.page.getByRole("radio", { name: "1 Week", checked: true }).waitFor();
  });

  it("marks where columns go on beyond the right edge, until the last is in sight", async () => {
    const latest = await openChanges(olderValues(records, olderOf));
    await latest.page.setViewportSize({ width: 420, height: 700 });
    await latest.page.locator(".scroll .window.more").waitFor();
    const [edge, last] = await latest.page.evaluate<[number, number]>(`(() => {
      const window = document.querySelector(".scroll .window");
      const ends = [...window.querySelectorAll("thead th:not(.aside)")].map(
        (each) => each.getBoundingClientRect().right - window.getBoundingClientRect().left,
      );
      const { left, width } = getComputedStyle(window.querySelector(".heat"), "::after");
      return [parseFloat(left) + parseFloat(width), Math.max(...ends)];
    })()`);
    assert.ok(Math.abs(edge - last) <= 1, `${edge} and ${last}`);
    await latest.screenshot("latest-more-columns");
    await latest.page.locator(".scroll").hover();
    await latest.page.mouse.wheel(5_000, 0);
    await latest.page.locator(".scroll .window:not(.more)").waitFor();
  });

  it("distinguishes no sign flips from nothing to compare with", async () => {
    const none = olderValues(records, () => undefined);
    const latest = await openChanges({ ...none, missing: 7 });
    await latest.page.getByText("Values as of 15 Nov 2026 not fetched yet").waitFor();
    assert.equal(await latest.page.getByText("without an older value").count(), 0);
    await latest.page.getByRole("button", { name: "Fetch (7 Requests)", exact: true }).waitFor();
    await latest.page.getByRole("button", { name: "Sign Flips" }).click();
    await latest.page.getByText("Fetch the older values to see sign flips.").waitFor();
    await latest.page.getByText("Changes in newest scores", { exact: true }).waitFor();
    await latest.post({ type: "older", older: none });
    await latest.page
      .getByText("There is nothing to compare with: none of these scores has")
      .waitFor();
    await latest.page.getByText("No values as of 15 Nov 2026", { exact: true }).waitFor();
    await latest.post({ type: "older", older: olderValues(records, (record) => record) });
    await latest.page.getByText("No score changed sign.").waitFor();
    const some = olderValues(records, (record, at) => (at < 9 ? record : undefined));
    await latest.post({ type: "older", older: some });
    await latest.page
      .getByText(/, among 9 of \d+ scores; one sector per signal, other sectors not compared$/)
      .waitFor();
  });

  it("shows both values, both days and the source of the older value in a tooltip", async () => {
    const latest = await openChanges(older({ sources: new Uint8Array(records.length).fill(2) }));
    const at = records.findIndex(({ tags }) => tags["country_iso"] === "AU") + 1;
    assert.notEqual(at % 3, 0);
    await latest.page.locator('[data-row="0"][data-column="1"]').hover();
    const tooltip = latest.page.getByRole("tooltip");
    await tooltip.getByText("From the series as of the end of 15 Nov 2026").waitFor();
    await tooltip.getByText("New observation: 21 Oct 2026 → 20 Nov 2026").waitFor();
    const now = records[at]?.aggregate ?? 0;
    const change = Math.sin(at * 7.7) * 0.6;
    const text = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
    await tooltip
      .getByText(`${text(now - change)} → ${text(now)}, change ${text(change)}`)
      .waitFor();
  });

  it("shows how many requests are missing, sends them on request, shows progress, and can be cancelled", async () => {
    const latest = await openChanges(older({ missing: 1_234 }));
    await latest.page.getByRole("button", { name: "Fetch the Rest (1,234 Requests)" }).click();
    assert.equal((await latest.sent("compare")).at(-1)?.mayRequest, true);
    const progress = { generation: 1, since: "week", done: 5, of: 1_234 } as const;
    await latest.post({ type: "olderProgress", progress });
    await latest.page.getByText("5 of 1,234 requests").waitFor();
    await latest.page.getByRole("button", { name: "Cancel" }).click();
    assert.deepEqual(await latest.sent("stopComparing"), [{ type: "stopComparing" }]);
    await latest.post({ type: "older", older: older({ failed: 2, failure: "cannot reach a" }) });
    await latest.page.getByText("2 failed: cannot reach a").waitFor();
    await latest.page.getByRole("button", { name: "Retry" }).click();
    assert.equal((await latest.sent("compare")).at(-1)?.mayRequest, true);
  });

  it("has the editor ask for a day, compares with it, and keeps it across a reload", async () => {
    const latest = await pages.open();
    await latest.post(showLatest(records));
    await latest.page.getByRole("radio", { name: "Since…" }).click();
    assert.deepEqual(await latest.sent("askSince"), [{ type: "askSince" }]);
    const day = Date.UTC(2026, 8, 1) / 86_400_000;
    await latest.post({ type: "since", day });
    assert.equal((await latest.sent("compare")).at(-1)?.since, day);
    await latest.reload();
    await latest.post(showLatest(records));
    await latest.page.getByRole("radio", { name: "Since 1 Sep 2026" }).waitFor();
    assert.equal((await latest.sent("compare")).at(-1)?.since, day);
  });

  it("ignores older values for another answer or start", async () => {
    const latest = await openChanges(older({ generation: 7 }));
    await latest.page.getByText("Looking for older values…").waitFor();
    await latest.post({ type: "older", older: older({ since: "month" }) });
    await latest.page.getByText("Looking for older values…").waitFor();
  });

  it("copies changes with a line that describes them", async () => {
    const latest = await openChanges();
    await latest.page.getByRole("button", { name: "More" }).click();
    await latest.page.getByRole("menuitem", { name: "Save Table as Markdown…" }).click();
    const [saved] = await latest.sent("save");
    assert.match(
      saved?.text ?? "",
      /Changes since 15 Nov 2026 · from the archive, fetched 15 Nov 2026 07:52 UTC/,
    );
  });

  it("has no violation of WCAG 2.2 AA", async () => {
    const latest = await openChanges(older({ missing: 70 }));
    const found: string[] = [];
    for (const look of ["changes", "flips"]) {
      if (look === "flips") await latest.page.getByRole("button", { name: "Sign Flips" }).click();
      for (const theme of checkedThemes) {
        await latest.setTheme(theme);
        for (const width of theme === "light" ? [700, 1100] : [700]) {
          await latest.page.setViewportSize({ width, height: 760 });
          await latest.settle();
          found.push(
            ...(await violationsIn(latest.page, theme)).map((each) => `${theme}: ${each}`),
          );
          await latest.screenshot(`latest-${look}-${theme}-${width}`);
        }
      }
    }
    assert.deepEqual(found, []);
  });
});
