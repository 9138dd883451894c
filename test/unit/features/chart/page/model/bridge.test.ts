import assert from "node:assert/strict";
import fc from "fast-check";
import { componentsOf, forecastComponents } from "../../../../../../src/shared/forecastComponents";
import {
  type Bridge,
  bridgeOf,
  type BridgeStep,
} from "../../../../../../src/features/chart/page/model/bridge";
import { openingBridge } from "../../../../../../src/features/chart/page/model/dayRanges";
import {
  changeTicks,
  waterfallOf,
  waterfallTitle,
} from "../../../../../../src/features/chart/page/model/waterfall";
import { consecutiveDays, day } from "../../../../../support/chartFrames";
import { forecastData } from "../../../../../support/chartParts";
import { runs } from "../../../../../support/propertyRuns";

const [monday, tuesday] = [day("2026-11-16"), day("2026-11-17")];

const data = forecastData({
  Forecast: [0.05, 0.0625],
  Trend: [0.03, 0.02],
  Trend_Growth: [0.01, 0.005],
  Trend_Income: [0.01, 0.01],
  Trend_Valuation: [0.01, 0.005],
  Cyclical: [0.015, 0.03],
  Tactical: [0.005, 0.0125],
});

describe("bridgeOf", () => {
  it("gives the contribution of each part to the change", () => {
    const bridge = bridgeOf(data, monday, tuesday, "Forecast");
    assert.deepEqual([bridge.from.value, bridge.to.value], [0.05, 0.0625]);
    // By hand: −1 %, +1.5 % and +0.75 % make +1.25 %.
    assert.deepEqual(reported(bridge), [
      ["Trend", -100],
      ["Cyclical", 150],
      ["Tactical", 75],
    ]);
    assert.deepEqual(
      bridge.steps.map(({ hasParts }) => hasParts),
      [true, false, false],
    );
  });

  it("gives the contributions to a part as well", () => {
    assert.deepEqual(reported(bridgeOf(data, monday, tuesday, "Trend")), [
      ["Growth", -50],
      ["Income", 0],
      ["Valuation", -50],
    ]);
  });

  it("reverses its signs when it runs backwards", () => {
    assert.deepEqual(reported(bridgeOf(data, tuesday, monday, "Forecast")), [
      ["Trend", 100],
      ["Cyclical", -150],
      ["Tactical", -75],
    ]);
  });

  it("changes nothing from a day to itself", () => {
    const bridge = bridgeOf(data, tuesday, tuesday, "Forecast");
    assert.deepEqual(
      bridge.steps.map(({ change }) => change),
      [0, 0, 0],
    );
  });

  it("uses the values in force on its days", () => {
    const bridge = bridgeOf(data, monday, tuesday + 400, "Forecast");
    assert.deepEqual([bridge.from.day, bridge.to.day], [monday, tuesday]);
    assert.equal(bridgeOf(data, monday - 1, tuesday, "Forecast").from.day, null);
  });

  it("has the remainder of the parts in a last step", () => {
    const wrong = forecastData({
      Forecast: [0.05, 0.06],
      Trend: [0.03, 0.03],
      Cyclical: [0, 0.0025],
    });
    assert.deepEqual(reported(bridgeOf(wrong, monday, tuesday, "Forecast")), [
      ["Trend", 0],
      ["Cyclical", 25],
      ["Unexplained", 75],
    ]);
  });

  it("leaves nothing unexplained on days that add up within the tolerance of sums (14.1.8)", () => {
    const off = (first: number, second: number): Bridge => {
      const parts = { Trend: [0.03, 0.03], Cyclical: [0.01, 0.015], Tactical: [0.01, 0.015] };
      const data = forecastData({ Forecast: [0.05 + first, 0.06 + second], ...parts });
      return bridgeOf(data, monday, tuesday, "Forecast");
    };
    // Decision 23: 1e-6 plus 1e-9 of the value, at either end.
    assert.equal(off(-0.9e-6, 0.9e-6).steps.length, 3);
    assert.equal(off(0, -1.9e-6).steps.length, 3);
    assert.deepEqual(reported(off(0, 1e-4)).at(-1), ["Unexplained", 1]);
    assert.equal(off(-1.1e-6, 1.1e-6).steps.at(-1)?.component, null);
  });

  it("leaves the contribution of a part without a value unexplained", () => {
    const gap = forecastData({
      Forecast: [0.05, 0.06],
      Trend: [0.03, null],
      Cyclical: [0, 0.0025],
    });
    assert.deepEqual(reported(bridgeOf(gap, monday, tuesday, "Forecast")), [
      ["Trend", Number.NaN],
      ["Cyclical", 25],
      ["Unexplained", 75],
    ]);
  });

  it("leaves nothing unexplained until all parts have arrived", () => {
    const some = forecastData({ Forecast: [0.05, 0.06], Trend: [0.03, 0.04], Cyclical: [] });
    assert.deepEqual(reported(bridgeOf(some, monday, tuesday, "Forecast")), [
      ["Trend", 100],
      ["Cyclical", Number.NaN],
    ]);
  });

  it("leaves nothing unexplained if the whole has no value", () => {
    for (const values of [
      { Forecast: [null, 0.06], Trend: [0.03, 0.04] },
      { Trend: [0.03, 0.04] },
    ]) {
      const bridge = bridgeOf(forecastData(values), monday, tuesday, "Forecast");
      assert.deepEqual(reported(bridge), [["Trend", 100]]);
      assert.equal(bridge.from.value, Number.NaN);
    }
  });

  it("has ends and changes without values if there are no days", () => {
    const bridge = bridgeOf(forecastData({ Forecast: [], Trend: [] }), monday, tuesday, "Forecast");
    assert.deepEqual([bridge.from.day, bridge.to.day], [null, null]);
    assert.deepEqual(reported(bridge), [["Trend", Number.NaN]]);
  });

  it("adds up to the change within the tolerance of sums, whatever the parts are, and changes no data", () => {
    const fraction = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    const ends = fc.tuple(fraction, fraction);
    fc.assert(
      fc.property(
        fc.constantFrom(...forecastComponents),
        fc.tuple(ends, ends, ends, ends, ends),
        (component, [whole, ...parts]) => {
          const names = componentsOf(component);
          const values = Object.fromEntries(
            names.map((name, place) => [columnOf(name), parts[place] ?? whole]),
          );
          const own = forecastData({ [columnOf(component)]: whole, ...values });
          const before = JSON.stringify(own.columns.map((column) => [...column.values]));
          const { from, to, steps } = bridgeOf(own, monday, tuesday, component);
          // 1e-6 plus 1e-9 of the value, at either end; no value is above 0.5.
          assert.ok(Math.abs(sumOf(steps) - (to.value - from.value)) <= 2.002e-6);
          assert.equal(JSON.stringify(own.columns.map((column) => [...column.values])), before);
        },
      ),
      { numRuns: runs() },
    );
  });
});

describe("openingBridge", () => {
  it("spans the newest month, or all there is", () => {
    const long = forecastData({}, { days: consecutiveDays("2026-01-01", 90) });
    assert.deepEqual(openingBridge(long), {
      from: day("2026-02-28"),
      to: day("2026-03-31"),
      component: "Forecast",
    });
    assert.deepEqual(openingBridge(data), { from: monday, to: tuesday, component: "Forecast" });
    assert.equal(openingBridge(forecastData({ Forecast: [] })), undefined);
  });
});

describe("waterfallOf", () => {
  const bridge = bridgeOf(data, monday, tuesday, "Forecast");

  it("starts each step where the one before it ended", () => {
    const { rows, lowest, highest } = waterfallOf(bridge, null);
    assert.deepEqual(
      rows.map(({ label, text, from, to }) => [label, text, percent(from), percent(to)]),
      [
        ["Forecast on 16 Nov 2026", "5.00 %", 5, 5],
        ["Trend", "−100.0 bp", 5, 4],
        ["Cyclical", "+150.0 bp", 4, 5.5],
        ["Tactical", "+75.0 bp", 5.5, 6.25],
        ["Forecast on 17 Nov 2026", "6.25 %", 6.25, 6.25],
      ],
    );
    assert.deepEqual([percent(lowest), percent(highest)], [4, 6.25]);
  });

  it("has the parts of an expanded step span its change", () => {
    const { rows } = waterfallOf(bridge, bridgeOf(data, monday, tuesday, "Trend"));
    assert.deepEqual(
      rows
        .slice(1, 6)
        .map(({ kind, label, from, to }) => [kind, label, percent(from), percent(to)]),
      [
        ["step", "Trend", 5, 4],
        ["part", "Growth", 5, 4.5],
        ["part", "Income", 4.5, 4.5],
        ["part", "Valuation", 4.5, 4],
        ["step", "Cyclical", 4, 5.5],
      ],
    );
    assert.deepEqual(rows.map(({ component, isExpanded }) => [component, isExpanded]).slice(0, 5), [
      [null, false],
      ["Trend", true],
      [null, false],
      [null, false],
      [null, false],
    ]);
  });

  it("starts from zero if the level is unknown", () => {
    const { rows, lowest, highest } = waterfallOf(
      bridgeOf(forecastData({ Trend: [0.03, 0.04] }), monday, tuesday, "Forecast"),
      null,
    );
    assert.deepEqual(
      rows.map(({ text }) => text),
      ["–", "+100.0 bp", "–"],
    );
    assert.deepEqual([lowest, percent(highest)], [0, 1]);
  });

  it("has no reach without a value", () => {
    const nothing = bridgeOf(forecastData({ Forecast: [null] }), monday, tuesday, "Forecast");
    const { lowest, highest } = waterfallOf(nothing, null);
    assert.deepEqual([lowest, highest], [0, 0]);
  });

  // pandas 1.5 prints the ends with "{:.2f}".format of percent, and the changes with "{:.1f}".format of basis points;
  // by hand: |changes − change|, |from + change − to| and |from + changes − to| of the printed numbers.
  const misses: [what: string, values: readonly (readonly [number, number])[], bp: number][] = [
    // 5.05 % + 4.5 − 8.6 − 0.9 + 2.9 unexplained = −1.9 = 5.03 %: 0.2, 0.1 and 0.1.
    [
      "the change",
      [
        [0.050517, 0.050323],
        [0.023622, 0.024076],
        [0.02045, 0.019594],
        [0.006445, 0.006359],
      ],
      0.2,
    ],
    // 4.97 % + 8.1 − 5.7 − 7.5 = −5.2 = 4.92 %: 0.1, 0.2 and 0.1.
    [
      "the difference of the ends by the change",
      [
        [0.04967, 0.049151],
        [0.01838, 0.019188],
        [0.024233, 0.023659],
        [0.007057, 0.006304],
      ],
      0.2,
    ],
    // 5.29 % − 5.7 + 4.0 + 6.0 = 4.4 = 5.34 %: 0.1, 0.6 and 0.7.
    [
      "the difference of the ends by all steps",
      [
        [0.052926, 0.053367],
        [0.018801, 0.018235],
        [0.021667, 0.022071],
        [0.012458, 0.013061],
      ],
      0.7,
    ],
  ];
  for (const [what, [Forecast, Trend, Cyclical, Tactical], bp] of misses) {
    it(`computes by how much printed steps miss ${what} (14.1.8)`, () => {
      assert.ok(Forecast && Trend && Cyclical && Tactical);
      const rounded = forecastData({ Forecast, Trend, Cyclical, Tactical });
      const { missBp } = waterfallOf(bridgeOf(rounded, monday, tuesday, "Forecast"), null);
      assert.equal(missBp, bp);
    });
  }

  it("computes by how much the printed parts of an expanded step miss it (14.1.8)", () => {
    // 6.00 % + 13.3 + 0.7 = 14.0 = 6.14 %, but 3 × 4.4 = 13.2.
    const values = {
      ...{ Forecast: [0.06, 0.0614], Trend: [0.03, 0.031332], Cyclical: [0.02, 0.020068] },
      ...{ Tactical: [0.01, 0.01], Trend_Growth: [0.01, 0.010444] },
      ...{ Trend_Income: [0.01, 0.010444], Trend_Valuation: [0.01, 0.010444] },
    };
    const rounded = forecastData(values);
    const whole = bridgeOf(rounded, monday, tuesday, "Forecast");
    assert.equal(waterfallOf(whole, null).missBp, 0);
    assert.equal(waterfallOf(whole, bridgeOf(rounded, monday, tuesday, "Trend")).missBp, 0.1);
    // The contribution of a part without a value is unexplained, and also printed as 4.4.
    const gap = forecastData({ ...values, Trend_Growth: [0.01, null] });
    assert.equal(waterfallOf(whole, bridgeOf(gap, monday, tuesday, "Trend")).missBp, 0.1);
  });

  it("has no miss if all values are printed exactly, or none is known (14.1.8)", () => {
    assert.equal(waterfallOf(bridge, bridgeOf(data, monday, tuesday, "Trend")).missBp, 0);
    const gap = { Forecast: [0.05, 0.06], Trend: [0.03, null], Cyclical: [0, 0.0025] };
    const shown = bridgeOf(forecastData(gap), monday, tuesday, "Forecast");
    assert.equal(waterfallOf(shown, null).missBp, 0);
    const nothing = bridgeOf(forecastData({ Forecast: [null] }), monday, tuesday, "Forecast");
    assert.equal(waterfallOf(nothing, null).missBp, 0);
  });

  it("states its change in its title", () => {
    assert.equal(waterfallTitle(bridge), "From 16 Nov 2026 to 17 Nov 2026: +125.0 bp");
    const early = bridgeOf(data, monday - 1, tuesday, "Forecast");
    assert.equal(waterfallTitle(early), "From before the first day to 17 Nov 2026: –");
  });
});

/** The steps in whole basis points. */
function reported({ steps }: Bridge): readonly [string, number][] {
  return steps.map(({ label, change }) => [label, Math.round(change * 10_000) + 0]);
}

function sumOf(steps: readonly BridgeStep[]): number {
  return steps.reduce((sum, { change }) => sum + change, 0);
}

/** To nine decimals, within which sums of a few fractions are exact. */
function percent(fraction: number): number {
  return Number((fraction * 100).toFixed(9));
}

/** Any name that is parsed as the component's. */
function columnOf(component: (typeof forecastComponents)[number]): string {
  const parent = forecastComponents.find((each) => componentsOf(each).includes(component));
  const name = component.replaceAll(" ", "_");
  return parent === undefined || parent === "Forecast" ? name : `_${parent}_${name}`;
}

describe("changeTicks", () => {
  it("are round numbers of basis points from the earlier end", () => {
    const waterfall = waterfallOf(bridgeOf(data, monday, tuesday, "Forecast"), null);
    // From 5 % down to 4 % with Trend, then up to 6.25 %.
    assert.deepEqual(
      changeTicks(waterfall).map(({ text, level }) => [text, Number(level.toFixed(9))]),
      [
        ["−100", 0.04],
        ["−50", 0.045],
        ["0", 0.05],
        ["+50", 0.055],
        ["+100", 0.06],
      ],
    );
    const nothing = forecastData({ Forecast: [] });
    assert.deepEqual(
      changeTicks(waterfallOf(bridgeOf(nothing, monday, tuesday, "Forecast"), null)),
      [],
    );
  });
});
