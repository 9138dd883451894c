import assert from "node:assert/strict";
import { type ChartPart, type SeriesIdentity } from "../../../../../../src/features/chart/protocol";
import {
  defaultViewState,
  type ViewState,
} from "../../../../../../src/features/chart/model/viewState";
import { chartView } from "../../../../../../src/features/chart/page/model/chartView";
import { revisionsText } from "../../../../../../src/features/chart/page/model/comparison";
import { consecutiveDays, day } from "../../../../../support/chartFrames";
import { forecastData, partOf, signalData } from "../../../../../support/chartParts";

describe("revisionsText", () => {
  const names = ["SNAP", "FIT"] as const;
  const found = {
    compared: 8_778,
    added: 0,
    gone: 0,
    revised: 412,
    smaller: 0,
    signFlips: 37,
    firstRevised: day("1998-03-02"),
    largest: { day: day("2020-04-30"), change: -0.83 },
    rms: 0.11,
    rounding: 0,
  };

  it("states how far a signal was revised", () => {
    assert.equal(
      revisionsText(found, "score", names),
      "Over all history, SNAP and FIT differ on 412 of 8,778 days, by up to 0.83 (30 Apr 2020); their signs differ on 37.",
    );
  });

  it("states no number of sign flips if there are none", () => {
    assert.equal(
      revisionsText({ ...found, signFlips: 0 }, "score", names),
      "Over all history, SNAP and FIT differ on 412 of 8,778 days, by up to 0.83 (30 Apr 2020).",
    );
  });

  it("states the largest change of a forecast in basis points", () => {
    const largest = { day: day("2020-04-30"), change: -0.00123 };
    assert.equal(
      revisionsText({ ...found, largest }, "fraction", names),
      "Over all history, SNAP and FIT differ on 412 of 8,778 days, by up to 12 bp (30 Apr 2020); their signs differ on 37.",
    );
  });

  it("counts those that differ by less than a person can see", () => {
    assert.equal(
      revisionsText(
        { ...found, compared: 431, revised: 327, smaller: 104, added: 1, gone: 1 },
        "score",
        names,
      ),
      "Over all history, SNAP and FIT differ on 327 of 431 days, by up to 0.83 (30 Apr 2020); their signs differ on 37; 104 more differ by less than 0.005; 2 more in only one of the two.",
    );
    const largest = { day: day("2020-04-30"), change: 0.004 };
    assert.equal(
      revisionsText(
        { ...found, revised: 0, smaller: 1_004, signFlips: 0, largest },
        "score",
        names,
      ),
      "Over all history, SNAP and FIT differ on 0 of 8,778 days; 1,004 more differ by less than 0.005.",
    );
  });

  it("names no largest change if nothing was revised", () => {
    const none = { ...found, revised: 0, signFlips: 0, largest: null };
    assert.equal(
      revisionsText(none, "score", names),
      "Over all history, SNAP and FIT differ on 0 of 8,778 days.",
    );
  });

  it("reports that all values are the same, except for rounding (DATA-14)", () => {
    const none = { ...found, revised: 0, signFlips: 0, largest: null, rounding: 4.4e-16 };
    assert.equal(
      revisionsText(none, "score", names),
      "Over all history, SNAP and FIT have the same values, except for rounding (largest 4e-16), on 8,778 days.",
    );
    assert.equal(
      revisionsText({ ...none, gone: 2 }, "score", names),
      "Over all history, SNAP and FIT have the same values, except for rounding (largest 4e-16), on 8,778 days; 2 more in only one of the two.",
    );
    assert.ok(!revisionsText({ ...found, rounding: 4.4e-16 }, "score", names).includes("rounding"));
  });

  it("counts the days that could not be compared", () => {
    assert.equal(
      revisionsText(
        { ...found, compared: 0, revised: 0, largest: null, added: 1_250 },
        "score",
        names,
      ),
      "Over all history, SNAP and FIT differ on 0 of 0 days; 1,250 more in only one of the two.",
    );
  });
});

describe("the comparison of a view", () => {
  const snap = partOf(signalData({ Aggregate: [1, 2, 3, -4], Level: [1, 1, 1, 1] }), {
    id: "snap",
  });
  const fit = partOf(signalData({ Aggregate: [1, 2.5, 3, 4], Level: [1, 1, 1, 1] }), {
    id: "fit",
    role: "kind",
    title: "FIT",
    identity: { dataKind: "FIT" },
  });
  const between = (one: string, other: string): string =>
    `Over all history, ${one} and ${other} differ on 2 of 4 days, by up to 8.00 (19 Nov 2026); their signs differ on 1.`;
  const text = between("SNAP", "FIT");
  const us = "INFL United States SNAP";

  it("is of the other kind", () => {
    assert.equal(comparisonOf([snap, fit]), text);
  });

  it("is of the first signal if a forecast precedes it", () => {
    const spx = partOf(forecastData({ Forecast: [1] }), { id: "spx", title: "SPX" });
    assert.equal(comparisonOf([spx, snap, fit]), between(us, "FIT"));
    const [main] = chartView([spx, snap, fit], defaultViewState).panes;
    assert.deepEqual(
      main?.lines.map(({ colour }) => colour),
      [0, 1, 1],
    );
  });

  it("is of two parts that differ only in their vintage", () => {
    assert.equal(comparisonOf([snap, { ...fit, role: "part" }]), between(us, "FIT"));
  });

  it("names its subject beside other parts", () => {
    const germany = other({ variant: "Germany" });
    const title = "INFL United States FIT";
    assert.equal(comparisonOf([snap, germany, { ...fit, title }]), between(us, title));
  });

  it("is of the first signal behind a forecast", () => {
    const forecast = partOf(forecastData({ Forecast: [0.05] }), { id: "forecast" });
    assert.equal(comparisonOf([forecast, snap, fit]), between(us, "FIT"));
  });

  it("covers all history, whatever range is in sight", () => {
    const range = { from: day("2026-11-16"), to: day("2026-11-17") };
    assert.equal(comparisonOf([snap, fit], { range }), text);
  });

  it("is of the shown difference if there are several", () => {
    const older = partOf(signalData({ Aggregate: [1, 2, 3] }), {
      id: "old",
      role: "vintage",
      identity: { asOf: "20240628T235959Z" },
    });
    const parts = [snap, fit, older];
    assert.equal(comparisonOf(parts), text);
    const [, difference] = chartView(parts, defaultViewState).panes;
    assert.equal(
      comparisonOf(parts, { pair: difference?.choices?.[1]?.id ?? null }),
      "Over all history, SNAP and 28 Jun 2024 differ on 0 of 3 days; 1 more in only one of the two.",
    );
  });

  it("names its column if several are shown", () => {
    assert.equal(
      comparisonOf([snap, fit], { columns: ["Level", "Aggregate"] }),
      `Aggregate: ${text}`,
    );
    assert.equal(
      comparisonOf([snap, fit], { columns: ["Level"] }),
      "Over all history, SNAP and FIT differ on 0 of 4 days.",
    );
  });

  const other = (identity: Partial<SeriesIdentity>): ChartPart =>
    partOf(signalData({ Aggregate: [1, 2.5, 3, 4] }), { id: "other", identity });
  const nothing: [when: string, parts: readonly ChartPart[], state: Partial<ViewState>][] = [
    ["for one series", [snap], {}],
    ["for another variant", [snap, other({ variant: "Germany" })], {}],
    ["for another signal", [snap, other({ subject: "GROW v1" })], {}],
    ["for another service", [snap, other({ service: "Other" })], {}],
    ["for a column that only one has", [snap, { ...fit, data: signalData({ Level: [1] }) }], {}],
    ["while the other loads", [snap, { ...fit, data: null }], {}],
    [
      "until the column of the other has arrived",
      [snap, { ...fit, data: signalData({ Aggregate: [1, 2.5, 3, 4], Level: [] }) }],
      { columns: ["Level"] },
    ],
    ["while the other is hidden", [snap, fit], { hidden: ["fit"] }],
    [
      "for two forecasts, which have no vintage",
      [
        partOf(forecastData({ Forecast: [1] })),
        partOf(forecastData({ Forecast: [2] }), { id: "b" }),
      ],
      {},
    ],
  ];
  for (const [when, parts, state] of nothing) {
    it(`is missing ${when}`, () => {
      assert.equal(comparisonOf(parts, state), null);
    });
  }

  it("compares only days that both have", () => {
    const later = signalData({ Aggregate: [3, 4, 5] }, { days: consecutiveDays("2026-11-18", 3) });
    assert.equal(
      comparisonOf([snap, { ...fit, data: later }]),
      "Over all history, SNAP and FIT differ on 1 of 2 days, by up to 8.00 (19 Nov 2026); their signs differ on 1; 3 more in only one of the two.",
    );
  });
});

function comparisonOf(parts: readonly ChartPart[], state: Partial<ViewState> = {}): string | null {
  return chartView(parts, { ...defaultViewState, columns: ["Aggregate"], ...state }).comparison;
}
