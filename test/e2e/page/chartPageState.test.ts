import assert from "node:assert/strict";
import { type ToChart } from "../../../src/features/chart/protocol";
import { isoOfDay } from "../../../src/shared/day";
import {
  failureOf,
  consecutiveDays,
  forecastPart,
  part,
  show,
  signalData,
  signalPart,
} from "../../support/chartFrames";
import { choose } from "../../support/chartStates";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { type Instant } from "../../../src/shared/instant";
import { violationsIn } from "../../support/axe";

const good = show([signalPart()]);

/** All texts that a person reads on the page. */
function textOf({ page }: ChartPage): Promise<string> {
  return page.getByRole("main").innerText();
}

function titleOf({ page }: ChartPage): Promise<string> {
  return page.getByRole("heading", { level: 1 }).innerText();
}

function rangeOf({ page }: ChartPage): Promise<string> {
  return page.getByRole("textbox", { name: "Range" }).inputValue();
}

async function typeRange(chart: ChartPage, text: string): Promise<void> {
  await chart.page.getByRole("textbox", { name: "Range" }).fill(text);
  await chart.page.keyboard.press("Enter");
  await chart.settle();
}

async function isPressed({ page }: ChartPage, name: string): Promise<string | null> {
  const radio = page.getByRole("radio", { name, exact: true });
  const control = radio.or(page.getByRole("button", { name, exact: true }));
  return (await control.getAttribute("aria-checked")) ?? control.getAttribute("aria-pressed");
}

describe("the chart page", () => {
  const pages = useChartPages();

  it("shows the names that a service gives its series as plain text (SEC-13)", async () => {
    const chart = await pages.open();
    const hostile = `<img src=x onerror="document.title='run'"></script><b>bold</b>`;
    const failure = failureOf(hostile, []);
    const hurt = signalPart(
      { service: hostile, subject: hostile, variant: hostile },
      { title: hostile, failure },
    );
    await chart.post(show([hurt, signalPart({ variant: "Germany" })], { title: hostile }));
    await chart.page.getByRole("status").getByText(hostile).first().waitFor();
    assert.equal(await titleOf(chart), hostile);
    assert.equal(
      await chart.page.locator("main img, main script, main b:text-is('bold')").count(),
      0,
    );
    assert.equal(await chart.page.title(), "INFL US");
    assert.deepEqual(chart.errors, []);
  });

  it("obeys its policy, which refuses nothing while the page is used (SEC-14)", async () => {
    const chart = await pages.open();
    await chart.post(good);
    for (const key of ["1", "+", "?"]) {
      await chart.page.getByRole("application").focus();
      await chart.page.keyboard.press(key);
    }
    await chart.page.getByRole("dialog").waitFor();
    await chart.page.keyboard.press("Escape");
    await choose(chart, /table/i);
    await chart.setTheme("highContrast");
    await chart.post(show([forecastPart()], { generation: 2 }));
    assert.deepEqual(chart.errors, []);
  });

  it("states that it is later than the window's as-of, and reopens as of it", async () => {
    const chart = await pages.open();
    const bound = "20240628T235959Z" as Instant;
    const reopen = chart.page.getByRole("button", { name: "Reopen As of 28 Jun 2024" });
    await chart.post(show([signalPart()], { generation: 1 }));
    assert.equal(await reopen.count(), 0);
    await chart.post({ type: "bound", generation: 1, bound });
    await chart.page
      .getByText("This chart is later than this window's as-of, 28 Jun 2024.")
      .waitFor();
    await reopen.focus();
    // A live region announces replaced content, and a replaced button loses the focus.
    await chart.post({ type: "bound", generation: 1, bound });
    assert.equal(await reopen.and(chart.page.locator(":focus")).count(), 1);
    await chart.screenshot("chart-later");
    assert.deepEqual(await violationsIn(chart.page), []);
    await reopen.click();
    await chart.page.getByRole("button", { name: "Reopen All" }).click();
    assert.deepEqual(
      (await chart.sent("do")).map(({ action }) => action),
      ["reopenAsOf", "reopenAllAsOf"],
    );
    await chart.post(show([forecastPart()], { generation: 2, bound }));
    await chart.page.getByText(/^Latest forecasts, not those as of 28 Jun 2024/).waitFor();
    assert.equal(await reopen.count(), 0);
  });

  it("names kind and as-of before data arrive, and without any", async () => {
    const chart = await pages.open();
    const of = { dataKind: "FIT", asOf: "20240628T235959Z" } as const;
    const failure = failureOf("503 Maintenance", []);
    const states = [
      signalPart(of, { data: null, isLoading: true }),
      signalPart(of, { data: null, failure }),
    ];
    for (const [index, state] of states.entries()) {
      await chart.post(show([state], { generation: index + 1 }));
      assert.deepEqual(
        [await isPressed(chart, "SNAP"), await isPressed(chart, "FIT")],
        ["false", "true"],
      );
      assert.equal(await chart.page.getByRole("button", { name: "As of 28 Jun 2024" }).count(), 1);
      assert.match(await textOf(chart), /INFL v2 · FIT · as of 28 Jun 2024/);
    }
  });

  it("has the controls of signals and of forecasts if it has both, whichever is first", async () => {
    const chart = await pages.open();
    const both = [forecastPart(), signalPart({ dataKind: "FIT" })];
    for (const [index, parts] of [both, both.toReversed()].entries()) {
      await chart.post(show(parts, { generation: index + 1 }));
      const before = (await chart.sent("compare")).length;
      assert.equal(await isPressed(chart, "FIT"), "true");
      assert.equal(await isPressed(chart, "Change Bridge"), "false");
      await chart.page.getByRole("button", { name: "Compare with SNAP" }).click();
      assert.ok((await chart.sent("compare")).length > before);
    }
  });

  it("ignores messages of an older generation", async () => {
    const chart = await pages.open();
    const germany = signalPart({ variant: "Germany" });
    await chart.post(show([germany], { generation: 5 }));
    const before = await textOf(chart);
    const old: readonly ToChart[] = [
      show([signalPart()], { generation: 4 }),
      { type: "part", generation: 4, part: signalPart({ variant: "Japan" }) },
      { type: "part", generation: 4, part: { ...germany, data: null } },
      { type: "found", generation: 4, text: "", rows: [], note: "Old" },
    ];
    for (const message of old) await chart.post(message);
    assert.equal(await textOf(chart), before);
    assert.deepEqual(await chart.sent("failed"), []);
  });

  it("has the same state after a reload", async () => {
    const chart = await pages.open();
    await chart.post(good);
    await typeRange(chart, "2020Q2");
    await chart.page.getByRole("button", { name: "Level", exact: true }).click();
    const before = await textOf(chart);
    await chart.reload();
    await chart.post(good);
    assert.equal(await rangeOf(chart), "2020-04-01..2020-06-30");
    assert.equal(await isPressed(chart, "Level"), "true");
    assert.equal(await textOf(chart), before);
  });

  it("adopts the view of the earlier page in its tab, and saves its own", async () => {
    const first = await pages.open();
    await first.post(good);
    await first.page.getByRole("radio", { name: "5Y" }).click();
    await first.page.getByRole("button", { name: "Level", exact: true }).click();
    const { state } = (await first.sent("keep")).at(-1) ?? {};
    const chart = await pages.open();
    const germany = show([signalPart({ variant: "Germany" })], { state });
    await chart.post(germany);
    assert.equal(await rangeOf(chart), "2021-11-21..2026-11-21");
    assert.equal(await isPressed(chart, "Level"), "true");
    assert.deepEqual((await chart.sent("keep")).at(-1)?.state, state);
    await chart.reload();
    await chart.post({ ...germany, state: { ...state, columns: ["Momentum"] } });
    assert.equal(await isPressed(chart, "Level"), "true");
  });

  it("saves its state before it asks to move", async () => {
    const chart = await pages.open();
    await chart.post(good);
    // Rapid steps of a zoom are not all saved at once.
    await chart.page.getByRole("application").focus();
    for (const key of ["+", "+", "+"]) await chart.page.keyboard.press(key);
    await chart.page.getByRole("radio", { name: "FIT", exact: true }).click();
    await chart.settle();
    const range = await rangeOf(chart);
    const sent = await chart.sent();
    const asked = sent.findIndex(({ type }) => type === "switchKind");
    const kept = sent.slice(0, asked).findLast((each) => each.type === "keep");
    const days = kept?.type === "keep" ? kept.state.range : null;
    assert.ok(days);
    assert.equal(`${isoOfDay(days.from)}..${isoOfDay(days.to)}`, range);
  });

  it("reports its comparisons, even if there are none, after each `show`", async () => {
    const chart = await pages.open();
    for (const generation of [1, 2]) await chart.post(show([signalPart()], { generation }));
    assert.deepEqual(
      (await chart.sent("compare")).map(({ generation, isKindCompared, vintage }) => [
        generation,
        isKindCompared,
        vintage,
      ]),
      [
        [1, false, null],
        [2, false, null],
      ],
    );
  });

  it("requests its comparisons again after a reload", async () => {
    const chart = await pages.open();
    await chart.post(good);
    await chart.page.getByRole("button", { name: "Compare with FIT" }).click();
    await chart.reload();
    await chart.post(good);
    const asked = await chart.sent("compare");
    assert.deepEqual(
      asked.map(({ isKindCompared, generation }) => [isKindCompared, generation]),
      [[true, 1]],
    );
  });

  it("shows current data if it was hidden while they arrived (UI-03)", async () => {
    const flat = (count: number, value: number): ToChart =>
      show([
        part(
          signalData(consecutiveDays("2020-01-01", count), {
            Aggregate: new Float64Array(count).fill(value),
          }),
        ),
      ]);
    const chart = await pages.open();
    await chart.post(flat(400, 1));
    await typeRange(chart, "2020Q3..");
    // The editor discards a hidden page and creates it again when it is shown.
    await chart.reload();
    await chart.post(flat(500, -2));
    const readout = chart.page.getByRole("complementary", { name: "Values" });
    assert.match(await readout.innerText(), /−2\.00/);
    assert.match(await rangeOf(chart), /^2020-07-01\.\./);
  });

  const foreign: readonly [what: string, state: unknown][] = [
    ["an older version", { version: 0, range: { from: 18_000, to: 18_010 }, isTable: true }],
    ["a newer version", { version: 99, range: { from: 18_000, to: 18_010 }, isTable: true }],
    ["no version", { range: { from: 18_000, to: 18_010 }, isTable: true }],
    ["another program", "isTable"],
    ["wrong types", { version: 1, range: [1, 2], columns: "Level", hidden: 5, bridge: true }],
    ["invalid days", { version: 1, range: { from: 1e300, to: 0.5 } }],
  ];
  for (const [what, state] of foreign) {
    it(`opens with the default view from a state of ${what} (UI-03)`, async () => {
      const chart = await pages.open({ state });
      await chart.post(good);
      assert.equal(await rangeOf(chart), "2016-11-21..2026-11-21");
      assert.equal(await isPressed(chart, "Aggregate"), "true");
      assert.equal(await isPressed(chart, "Level"), "false");
      assert.equal(await chart.page.getByRole("table", { name: /as a table/ }).count(), 0);
      assert.deepEqual(await chart.sent("failed"), []);
      assert.deepEqual(chart.errors, []);
    });
  }
});
