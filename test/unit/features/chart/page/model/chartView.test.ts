import assert from "node:assert/strict";
import { type ChartPart } from "../../../../../../src/features/chart/protocol";
import { type ViewState } from "../../../../../../src/features/chart/model/viewState";
import { isoOfDay } from "../../../../../../src/shared/day";
import { type ChartView } from "../../../../../../src/features/chart/page/model/chartView";
import { consecutiveDays, day } from "../../../../../support/chartFrames";
import {
  forecastData,
  linesOf,
  partOf,
  signalData,
  type Values,
  viewOf,
} from "../../../../../support/chartParts";

const scores: Values = {
  Level: [1, 2],
  Momentum: [0.5, -0.5],
  Aggregate: [0.75, 0.75],
};

const snap = partOf(signalData(scores), { id: "us", title: "INFL United States SNAP" });
const fit = partOf(signalData(scores), {
  id: "us-fit",
  role: "kind",
  title: "INFL United States FIT",
  identity: { dataKind: "FIT" },
});
const older = partOf(signalData(scores), {
  id: "us-old",
  role: "vintage",
  title: "INFL US 2024",
  identity: { asOf: "20240628T235959Z" },
});
const german = partOf(signalData(scores), { id: "de", title: "INFL Germany SNAP" });
const spx = partOf(forecastData({ Forecast: [0.05, 0.04], Trend: [0.03, 0.02] }), {
  id: "spx",
  title: "SPX USD 12 Months",
});
const loading = partOf(null, { id: "fr", title: "INFL France SNAP" });

describe("the view of one signal", () => {
  it("shows the Aggregate on an axis that fits it", () => {
    const { panes } = viewOf([snap]);
    assert.deepEqual(linesOf(panes), [["Aggregate", 0, 0]]);
    assert.deepEqual(
      panes.map(({ id, kind, title, axes }) => [id, kind, title, axes]),
      [
        [
          "main",
          "main",
          "INFL United States SNAP",
          [{ unit: "score", domain: "fit", label: "Score", guides: [-2, -1, 0, 1, 2] }],
        ],
      ],
    );
  });

  it("keeps the chosen axis", () => {
    const fixed = { min: -0.5, max: 2 };
    assert.equal(viewOf([snap], { axis: "three" }).panes[0]?.axes[0]?.domain, "three");
    assert.equal(viewOf([snap], { axis: fixed }).panes[0]?.axes[0]?.domain, fixed);
  });

  it("has the other columns one click away, each in a constant colour", () => {
    assert.deepEqual(legendOf(viewOf([snap])), [
      ["column", "Aggregate", 0, true, "Aggregate"],
      ["column", "Level", 1, false, "Level"],
      ["column", "Momentum", 2, false, "Momentum"],
    ]);
    const view = viewOf([snap], { columns: ["Momentum"] });
    assert.deepEqual(linesOf(view.panes), [["Momentum", 2, 0]]);
  });

  it("shows the first column if it has none of the chosen ones", () => {
    const other = partOf(signalData({ Score: [1], Rank: [2] }));
    assert.deepEqual(linesOf(viewOf([other]).panes), [["Score", 0, 0]]);
  });

  it("draws the service's own arrays", () => {
    const [line] = viewOf([snap]).panes[0]?.lines ?? [];
    assert.equal(line?.values, snap.data?.columns[2]?.values);
    assert.equal(line?.days, snap.data?.days);
  });

  it("shows ten years at first, and then the chosen range within the bounds", () => {
    const days = consecutiveDays("2000-01-01", 9_820);
    const long = partOf(signalData({ Aggregate: [...days].map(() => 1) }, { days }));
    const shown = (range: ViewState["range"]): readonly string[] => {
      const { from, to } = viewOf([long], { range }).range;
      return [isoOfDay(from), isoOfDay(to)];
    };
    assert.deepEqual(shown(null), ["2016-11-19", "2026-11-19"]);
    assert.deepEqual(shown({ from: day("2020-01-01"), to: day("2020-12-31") }), [
      "2020-01-01",
      "2020-12-31",
    ]);
    assert.deepEqual(shown({ from: day("1990-01-01"), to: day("2001-12-31") }), [
      "2000-01-01",
      "2001-12-31",
    ]);
    assert.deepEqual(shown({ from: 0, to: 10 }), ["2016-11-19", "2026-11-19"]);
  });

  it("shows the newest years that were chosen, whichever day is the last", () => {
    const shownUpTo = (count: number): readonly string[] => {
      const days = consecutiveDays("2000-01-01", count);
      const part = partOf(signalData({ Aggregate: [...days].map(() => 1) }, { days }));
      const { from, to } = viewOf([part], { years: 5 }).range;
      return [isoOfDay(from), isoOfDay(to)];
    };
    assert.deepEqual(shownUpTo(9_820), ["2021-11-19", "2026-11-19"]);
    assert.deepEqual(shownUpTo(3_654), ["2005-01-01", "2010-01-01"]);
  });
});

describe("the view of a compared signal", () => {
  it("has a colour for each compared series, by its kind or its as-of", () => {
    const { panes, legend } = viewOf([snap, fit, older]);
    assert.deepEqual(linesOf(panes), [
      ["SNAP", 0, 0],
      ["FIT", 1, 0],
      ["28 Jun 2024", 2, 0],
      ["SNAP − FIT", 7, 0],
    ]);
    assert.deepEqual(
      legend
        .filter(({ kind }) => kind === "series")
        .map(({ label, colour, dash }) => [label, colour, dash]),
      [
        ["SNAP", 0, 0],
        ["FIT", 1, 0],
        ["28 Jun 2024", 2, 0],
      ],
    );
    assert.ok(
      legend.every(({ kind, swatch }) => (kind === "column") === (swatch === "none")),
      "colours tell no columns apart",
    );
  });

  it("labels the latest as-of `Now` in blue, an older one by its day in orange, and their difference as a revision", () => {
    const [main, difference] = viewOf([snap, older]).panes;
    assert.deepEqual(linesOf(main === undefined ? [] : [main]), [
      ["Now", 0, 0],
      ["28 Jun 2024", 1, 0],
    ]);
    // Files are read later, when another as-of is the latest.
    assert.deepEqual(
      main?.lines.map(({ heading }) => heading),
      ["as of latest Aggregate", "as of 28 Jun 2024 Aggregate"],
    );
    assert.equal(difference?.title, "Revision since 28 Jun 2024");
  });

  it("subtracts the older from the newer, and FIT from SNAP, whichever is shown first", () => {
    const first = partOf(signalData(scores), { id: "a", identity: { dataKind: "FIT" } });
    const snapped = partOf(signalData(scores), { id: "b", role: "kind" });
    assert.equal(viewOf([first, snapped]).panes[1]?.title, "SNAP − FIT");
    const old = { ...older, id: "old", role: "part" } as const;
    const latest = { ...snap, id: "new", role: "vintage" } as const;
    assert.equal(viewOf([old, latest]).panes[1]?.title, "Revision since 28 Jun 2024");
  });

  it("subtracts the first of two other series from the second", () => {
    const other = partOf(signalData(scores), {
      id: "de",
      title: "Germany",
      identity: { variant: "Germany" },
    });
    const first = partOf(signalData(scores), { id: "us", title: "United States" });
    assert.equal(viewOf([first, other]).panes[1]?.title, "Germany − United States");
  });

  it("also names columns if several are shown", () => {
    assert.deepEqual(linesOf(viewOf([snap, fit], { columns: ["Aggregate", "Level"] }).panes), [
      ["SNAP Aggregate", 0, 0],
      ["SNAP Level", 1, 0],
      ["FIT Aggregate", 0, 1],
      ["FIT Level", 1, 1],
      ["SNAP Aggregate − FIT Aggregate", 7, 0],
    ]);
  });
});

describe("the view of several series", () => {
  it("tells series apart by colours and their columns by dashes", () => {
    assert.deepEqual(linesOf(viewOf([snap, german, fit]).panes.slice(0, 1)), [
      ["INFL United States SNAP", 0, 0],
      ["INFL Germany SNAP", 1, 0],
      ["INFL United States FIT", 0, 1],
    ]);
    const view = viewOf([snap, german, fit], { columns: ["Level", "Momentum"] });
    assert.deepEqual(
      linesOf(view.panes.slice(0, 1)).map(([, ...style]) => style),
      [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
        [0, 2],
        [0, 3],
      ],
    );
    assert.deepEqual(
      view.legend.map(({ swatch }) => swatch),
      ["none", "none", "none", "line", "line", "line"],
    );
  });

  it("has one axis for each unit", () => {
    const [pane] = viewOf([spx, snap]).panes;
    assert.deepEqual(
      pane?.axes.map(({ unit }) => unit),
      ["fraction", "score"],
    );
    assert.deepEqual(linesOf([pane]), [
      ["SPX USD 12 Months", 0, 0],
      ["INFL United States SNAP", 1, 0],
    ]);
  });

  it("names the shown part of a forecast, and has the trail back", () => {
    const view = viewOf([snap, spx], { component: "Trend" });
    assert.deepEqual(linesOf(view.panes), [
      ["INFL United States SNAP", 0, 0],
      ["SPX USD 12 Months Trend", 1, 0],
    ]);
    assert.deepEqual(view.trail, ["Forecast", "Trend"]);
    assert.deepEqual(viewOf([snap]).trail, []);
  });

  it("keeps colours while a series loads or is hidden", () => {
    const view = viewOf([snap, loading, german], { hidden: ["us"] });
    assert.deepEqual(linesOf(view.panes), [["INFL Germany SNAP", 2, 0]]);
    assert.deepEqual(legendOf(view).slice(3), [
      ["series", "INFL United States SNAP", 0, false, "us"],
      ["series", "INFL France SNAP", 1, true, "fr"],
      ["series", "INFL Germany SNAP", 2, true, "de"],
    ]);
    assert.equal(view.panes[0]?.title, "INFL France SNAP, INFL Germany SNAP");
  });

  it("reaches from the first to the last day of any series", () => {
    const early = partOf(
      signalData({ Aggregate: [1] }, { days: consecutiveDays("2020-01-01", 1) }),
    );
    const { bounds } = viewOf([{ ...early, id: "b" }, snap]);
    assert.deepEqual(bounds, { from: day("2020-01-01"), to: day("2026-11-17") });
  });

  it("shows the difference of exactly two below, from the first", () => {
    const second = partOf(signalData({ Aggregate: [0.5, null, 4] }), { id: "de", title: "DE" });
    const [, difference, ...more] = viewOf([snap, second]).panes;
    assert.deepEqual(more, []);
    assert.equal(difference?.kind, "difference");
    assert.equal(difference.title, "INFL United States SNAP − DE");
    assert.deepEqual(difference.axes, [{ unit: "score", domain: "fit", label: "", guides: [0] }]);
    assert.deepEqual(
      difference.lines.map(({ days, values }) => [[...days], [...values]]),
      [[[...consecutiveDays("2026-11-16", 2)], [0.25, Number.NaN]]],
    );
  });

  it("draws the difference in its own colour, also for two lines of one colour", () => {
    assert.deepEqual(linesOf(viewOf([snap, fit]).panes), [
      ["SNAP", 0, 0],
      ["FIT", 1, 0],
      ["SNAP − FIT", 7, 0],
    ]);
  });

  it("shows the chosen pair of several that differ in kind or as-of, or else the first", () => {
    const parts = [snap, fit, older];
    const difference = viewOf(parts).panes[1];
    assert.equal(difference?.title, "SNAP − FIT");
    const labels = ["SNAP − FIT", "Revision since 28 Jun 2024", "28 Jun 2024 − FIT"];
    assert.deepEqual(
      difference.choices?.map(({ label }) => label),
      labels,
    );
    for (const { id, label } of difference.choices ?? []) {
      assert.equal(viewOf(parts, { pair: id }).panes[1]?.title, label);
    }
    // A hidden line is in no pair.
    assert.equal(viewOf(parts, { hidden: [older.id] }).panes[1]?.choices, undefined);
  });

  it("pairs only the same column of two kinds or as-ofs", () => {
    const identity = { ...german.identity, variant: "Germany" };
    const { panes } = viewOf([snap, { ...german, identity }, fit], {
      columns: ["Aggregate", "Level"],
    });
    const two = ["Aggregate", "Level"].map(
      (name) => `INFL United States SNAP ${name} − INFL United States FIT ${name}`,
    );
    assert.deepEqual(
      panes[1]?.choices?.map(({ label }) => label),
      two,
    );
  });

  const needsTwo = ["To see a difference, show exactly two lines with the same unit"];
  const noCommonDay = ["The two lines have no day in common, so no difference is shown"];
  const alone: [
    when: string,
    parts: readonly ChartPart[],
    state: Partial<ViewState>,
    why?: readonly string[],
  ][] = [
    ["one series", [snap], { columns: ["Aggregate", "Level"] }],
    ["two of different units", [snap, spx], {}, needsTwo],
    [
      "two columns of each of two series",
      [snap, german],
      { columns: ["Aggregate", "Level"] },
      needsTwo,
    ],
    ["three series", [snap, german, { ...german, id: "at" }], {}],
    ["two of which one is hidden", [snap, german], { hidden: ["de"] }],
    ["two of which one loads", [snap, loading], {}],
    [
      "two without a day in common",
      [
        snap,
        {
          ...german,
          data: signalData({ Aggregate: [1] }, { days: consecutiveDays("2020-01-01", 1) }),
        },
      ],
      {},
      noCommonDay,
    ],
  ];
  for (const [when, parts, state, why = []] of alone) {
    it(`shows no difference of ${when}, and explains that for two (15.1.9)`, () => {
      const { panes, facts } = viewOf(parts, state);
      assert.deepEqual(
        panes.map(({ kind }) => kind),
        ["main"],
      );
      assert.deepEqual(
        facts.filter((fact) => fact.includes("difference")),
        why,
      );
    });
  }
});

describe("the view of nothing", () => {
  const nothing: [what: string, parts: readonly ChartPart[]][] = [
    ["no part", []],
    ["a part that loads", [loading]],
    ["a signal without days", [partOf(signalData({ Aggregate: [] }))]],
    ["a forecast without days", [partOf(forecastData({ Forecast: [] }))]],
  ];
  for (const [what, parts] of nothing) {
    it(`has no pane for ${what}`, () => {
      const view = viewOf(parts);
      assert.deepEqual([view.panes, view.newest, view.comparison], [[], [], null]);
      assert.deepEqual(view.bounds, view.range);
    });
  }

  it("has a pane without lines for data without columns", () => {
    const view = viewOf([partOf(signalData({}, { days: consecutiveDays("2026-11-16", 2) }))]);
    assert.deepEqual(linesOf(view.panes), []);
  });

  it("has one day for one row", () => {
    const view = viewOf([partOf(signalData({ Aggregate: [1] }))]);
    assert.deepEqual(view.range, { from: day("2026-11-16"), to: day("2026-11-16") });
  });
});

function legendOf({ legend }: ChartView): unknown[][] {
  return legend.map(({ kind, label, colour, isShown, toggles }) => [
    kind,
    label,
    colour,
    isShown,
    toggles,
  ]);
}
