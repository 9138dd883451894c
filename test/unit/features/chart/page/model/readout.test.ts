import assert from "node:assert/strict";
import fc from "fast-check";
import {
  cardRows,
  inCardOrder,
  pinnedRows,
  readoutAt,
} from "../../../../../../src/features/chart/page/model/readout";
import {
  chartSummary,
  cursorSummary,
} from "../../../../../../src/features/chart/page/model/summary";
import { day } from "../../../../../support/chartFrames";
import { forecastData, partOf, signalData, viewOf } from "../../../../../support/chartParts";
import { observations } from "../../../../../support/observations";
import {
  chartsByPandas,
  type ObservedByPandas,
  observedByPandas,
  seriesOf,
} from "../../../../../support/observed";
import { runs } from "../../../../../support/propertyRuns";

const monthly = Int32Array.from(["2026-08-31", "2026-09-30", "2026-10-30"], day);
const signal = partOf(signalData({ Aggregate: [1.234, null, -0.5] }, { days: monthly }), {
  id: "us",
});

describe("the newest value of a part of a series", () => {
  it("has its percentile among all rows", () => {
    const data = signalData({ Aggregate: [1, 3, 2] }, { days: monthly });
    const columns = data.columns.map((column) => ({ ...column, percentile: 7 }));
    const view = viewOf([partOf({ ...data, columns })]);
    assert.deepEqual(
      [cardRows(view, null), cardRows(view, monthly[1] ?? 0)].map(([row]) => row?.percentile),
      [7, 100],
    );
  });
});

describe("the order of the card", () => {
  const last = day("2026-10-30");
  const one = (id: string, value: number | null): ReturnType<typeof partOf> =>
    partOf(signalData({ Aggregate: [value] }, { days: Int32Array.of(last) }), { id, title: id });
  const spx = partOf(forecastData({ Forecast: [9] }, { days: Int32Array.of(last) }), {
    id: "spx",
    title: "SPX",
  });
  const orderOf = (...parts: readonly ReturnType<typeof partOf>[]): string[] =>
    inCardOrder(readoutAt(viewOf(parts), last), parts).map(({ label }) => label);

  it("is by value at the crosshair, with those without one last", () => {
    const parts = [one("A", 1), one("B", null), one("C", 3), one("D", null), one("E", -1)];
    assert.deepEqual(orderOf(...parts), ["C", "A", "E", "B", "D"]);
  });

  it("keeps other units, and differences, behind", () => {
    assert.deepEqual(orderOf(one("A", 1), spx, one("B", 2)), ["B", "A", "SPX"]);
    assert.deepEqual(orderOf(one("A", 1), one("B", 2)), ["B", "A", "A − B"]);
  });

  it("is by as-of for vintages, the newest first and the other kind last", () => {
    const vintage = (asOf: string, value: number | null): ReturnType<typeof partOf> => ({
      ...one(asOf, value),
      identity: { ...one(asOf, value).identity, asOf },
    });
    const latest = vintage("latest", null);
    const fit = { ...one("FIT", 5), identity: { ...latest.identity, dataKind: "FIT" } } as const;
    const ends = [vintage("20240331T235959Z", 3), vintage("20240630T235959Z", 1)];
    const parts = [fit, ...ends, latest, vintage("20231231T235959Z", 2)];
    const labels = ["Now", "30 Jun 2024", "31 Mar 2024", "31 Dec 2023", "FIT"];
    assert.deepEqual(orderOf(...parts).slice(0, 5), labels);
  });
});

describe("readoutAt", () => {
  const cases: [iso: string, since: string | null, text: string][] = [
    ["2026-08-30", null, "–"],
    ["2026-08-31", "2026-08-31", "+1.23"],
    ["2026-09-29", "2026-08-31", "+1.23"],
    ["2026-09-30", "2026-09-30", "–"],
    ["2026-10-29", "2026-09-30", "–"],
    ["2026-10-30", "2026-10-30", "−0.50"],
    ["2026-10-31", null, "–"],
  ];
  for (const [iso, since, text] of cases) {
    it(`has ${text} on ${iso}`, () => {
      const [row] = readoutAt(viewOf([signal]), day(iso));
      assert.deepEqual([row?.day, row?.text], [since === null ? null : day(since), text]);
    });
  }

  it("has the frame's own value on each of its days", () => {
    fc.assert(
      fc.property(observations, ({ days, values }) => {
        const view = viewOf([partOf(signalData({ Aggregate: [...values] }, { days }))]);
        const said = Array.from(days, (each) => readoutAt(view, each)[0]?.value);
        assert.deepEqual(said, [...values]);
      }),
      { numRuns: runs() },
    );
  });

  it("has total and parts of a forecast, and marks a row that does not add up", () => {
    const data = forecastData(
      { Forecast: [0.05, 0.06], Trend: [0.03, 0.03], Cyclical: [0.01, 0.02], Tactical: [0.01, 0] },
      { mismatches: [{ component: "Forecast", rows: Int32Array.of(1) }] },
    );
    const rows = readoutAt(viewOf([partOf(data)]), day("2026-11-17"));
    assert.deepEqual(
      rows.map(({ label, swatch, text, isMarked }) => [label, swatch, text, isMarked]),
      [
        ["Forecast", "line", "6.00 %", true],
        ["Trend", "area", "3.00 %", false],
        ["Cyclical", "area", "2.00 %", false],
        ["Tactical", "area", "0.00 %", false],
      ],
    );
  });

  it("formats a difference as a change", () => {
    const parts = [0.05, 0.06].map((value) =>
      partOf(forecastData({ Forecast: [value] }), { id: `${value}`, title: `${value}` }),
    );
    const rows = readoutAt(viewOf(parts), day("2026-11-16"));
    assert.deepEqual(
      rows.map(({ text }) => text),
      ["5.00 %", "6.00 %", "+100 bp"],
    );
  });

  it("is empty without panes", () => {
    assert.deepEqual(readoutAt(viewOf([]), 0), []);
  });
});

describe("summaries", () => {
  it("describe the crosshair", () => {
    const rows = readoutAt(viewOf([signal]), day("2026-09-01"));
    assert.equal(
      cursorSummary(day("2026-09-01"), rows),
      "1 Sep 2026, Aggregate +1.23 since 31 Aug 2026",
    );
    const gap = readoutAt(viewOf([signal]), day("2026-09-30"));
    assert.equal(cursorSummary(day("2026-09-30"), gap), "30 Sep 2026, Aggregate: no value");
  });

  it("report that components do not add up", () => {
    const data = forecastData(
      { Forecast: [0.05] },
      { mismatches: [{ component: "Forecast", rows: Int32Array.of(0) }] },
    );
    const rows = readoutAt(viewOf([partOf(data)]), day("2026-11-16"));
    assert.equal(
      cursorSummary(day("2026-11-16"), rows),
      "16 Nov 2026, Forecast 5.00 %, components do not add up",
    );
  });

  it("describe the contents of a chart", () => {
    assert.equal(
      chartSummary(viewOf([signal])),
      "INFL United States SNAP from 31 Aug 2026 to 30 Oct 2026. " +
        "Aggregate −0.50, 30 Oct 2026 · percentile 50",
    );
    assert.equal(chartSummary(viewOf([])), "No data yet");
  });

  it("describe how a compared series was revised", () => {
    const fit = partOf(signalData({ Aggregate: [1, 1, 1] }, { days: monthly }), {
      id: "fit",
      role: "kind",
      title: "FIT",
    });
    assert.match(
      chartSummary(viewOf([signal, fit])),
      /\. Over all history, SNAP and SNAP differ on 2 of 2 days, /,
    );
  });
});

describe("the card of a series", () => {
  for (const name of ["daily", "weekly", "monthly", "monthly with gaps", "quarterly"]) {
    it(`has value, change and percentile as pandas computes them: ${name}`, () => {
      const known = observedByPandas[name];
      assert.ok(known);
      const { days, values } = seriesOf(known);
      const view = viewOf([partOf(signalData({ Aggregate: [...values] }, { days }))]);
      // Counted from the end: 0 is the newest observation.
      for (const [fromEnd, exact] of known.percentiles.filter(([each]) => each < 10)) {
        const [[, before], [iso, value]] = lastTwo(known, fromEnd);
        const [row] = cardRows(view, day(iso));
        const percentile = exact === 100 ? 100 : Math.min(99, Math.max(1, Math.round(exact)));
        assert.deepEqual(
          [row?.text, row?.change, row?.percentile],
          [signed(value), signed(value - before), percentile],
        );
      }
    });
  }

  it("has the newest value without a day, and neither change nor percentile before the first", () => {
    const [newest] = cardRows(viewOf([signal]), null);
    assert.deepEqual([newest?.day, newest?.text], [day("2026-10-30"), "−0.50"]);
    const [before] = cardRows(viewOf([signal]), day("2026-08-30"));
    assert.deepEqual([before?.text, before?.change, before?.percentile], ["–", "", Number.NaN]);
  });
});

describe("the difference between two pins", () => {
  it("has both values, their difference and its slope over 365.25 days", () => {
    const days = Int32Array.from(["2020-06-12", "2022-04-12"], day);
    const view = viewOf([partOf(signalData({ Aggregate: [-1.69, 2.19] }, { days }))]);
    const [row] = pinnedRows(view, [day("2020-06-12"), day("2022-04-12")]);
    // 3.88 over 669 days.
    assert.deepEqual(
      [row?.from, row?.to, row?.difference, row?.slopePerYear],
      ["−1.69", "+2.19", "+3.88", "+2.12"],
    );
  });

  for (const [name, from, to, difference, days, slope] of chartsByPandas.pins) {
    it(`agrees with pandas for a ${name} series from ${from} to ${to}`, () => {
      const span: [number, number] = [day(from), day(to)];
      assert.equal(span[1] - span[0], days);
      const rows = seriesOf(observedByPandas[name] ?? assert.fail());
      const data = signalData({ Aggregate: [...rows.values] }, { days: rows.days });
      const [row] = pinnedRows(viewOf([partOf(data)]), span);
      assert.deepEqual(
        [row?.difference, row?.slopePerYear],
        [difference, slope].map((each) => (each === null ? "–" : signed(each))),
      );
    });
  }

  it("is a dash if a series has no value", () => {
    const [row] = pinnedRows(viewOf([signal]), [day("2026-08-01"), day("2026-10-30")]);
    assert.deepEqual([row?.from, row?.difference, row?.slopePerYear], ["–", "–", "–"]);
  });
});

/** As people read scores. */
function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? "0.00" : `${value < 0 ? "−" : "+"}${text}`;
}

/** An observation, counted from the newest, which is 0, and the one before it; that one first. */
function lastTwo(
  { observed }: ObservedByPandas,
  fromEnd: number,
): readonly [readonly [string, number], readonly [string, number]] {
  const [before, at] = observed.slice(observed.length - 2 - fromEnd);
  assert.ok(before !== undefined && at !== undefined);
  return [before, at];
}
