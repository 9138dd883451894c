import assert from "node:assert/strict";
import fc from "fast-check";
import { type ChartPart } from "../../../../../../src/features/chart/protocol";
import { dayOfIso } from "../../../../../../src/shared/day";
import {
  defaultViewState,
  type ViewState,
} from "../../../../../../src/features/chart/model/viewState";
import { type ChartView } from "../../../../../../src/features/chart/page/model/chartView";
import { panelView } from "../../../../../../src/features/chart/page/model/panel/panelView";
import { shownCsv, shownTsv } from "../../../../../../src/features/chart/page/model/shownText";
import { forecastData, partOf, signalData, viewOf } from "../../../../../support/chartParts";
import { layer, line, pane, view } from "../../../../../support/chartViews";
import { panelOutline, panelParts } from "../../../../../support/panelFrames";
import { runs } from "../../../../../support/propertyRuns";

const none = Number.NaN;

describe("shownCsv", () => {
  it("writes each day on which any line or layer has a row, with empty cells for the others", () => {
    const shown = view([
      pane([line("A", [0, 1, 3], [0.1, none, 0.3])], { layers: [layer("B", [1, 2], [5, -6])] }),
    ]);
    assert.equal(
      shownCsv(shown),
      "Date,A,B\n1970-01-01,0.1,\n1970-01-02,,5\n1970-01-03,,-6\n1970-01-04,0.3,\n",
    );
  });

  it("writes only the days in sight, both ends included", () => {
    const shown = view([pane([line("A", [0, 1, 2, 3], [0, 1, 2, 3])])], {
      range: { from: 1, to: 2 },
    });
    assert.equal(shownCsv(shown), "Date,A\n1970-01-02,1\n1970-01-03,2\n");
  });

  it("begins with a description of each series, each on its own line", () => {
    const shown = view([pane([line("A", [0], [1])])], { facts: ["Acme · INFL v2", "SAMPLE"] });
    assert.equal(shownCsv(shown), "# Acme · INFL v2\n# SAMPLE\nDate,A\n1970-01-01,1\n");
  });

  it("writes panes side by side, and lines of two panes once", () => {
    const [a, b] = [line("A", [0], [1]), line("B", [0], [2])];
    assert.equal(shownCsv(view([pane([a]), pane([a, b])])), "Date,A,B\n1970-01-01,1,2\n");
  });

  it("gives each column a unique name", () => {
    const labels = ["Level", "Level", "Level (2)", "Date"];
    const lines = labels.map((label, index) => line(`${index}`, [0], [index], { label }));
    const [head] = shownCsv(view([pane(lines)])).split("\n");
    assert.equal(head, "Date,Level,Level (2),Level (2) (2),Date (2)");
  });

  for (const [label, cell] of [
    ["US, Energy", '"US, Energy"'],
    ['the "core"', '"the ""core"""'],
    ["#1", '"#1"'],
    ["A\tB", '"A\tB"'],
  ] as const) {
    it(`keeps the name ${JSON.stringify(label)} one cell`, () => {
      const shown = view([pane([line("a", [0], [1], { label })])]);
      assert.equal(shownCsv(shown), `Date,${cell}\n1970-01-01,1\n`);
    });
  }

  for (const [when, shown] of [
    ["there are no panes", view([])],
    ["no day is in sight", view([pane([line("A", [200], [1])])])],
  ] as const) {
    it(`writes no rows when ${when}`, () => {
      assert.equal(shownCsv(shown).split("\n").length, 2);
    });
  }

  it("reads back as the same days and the same doubles", () => {
    const rows = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.double()), {
      minLength: 1,
      selector: ([day]) => day,
    });
    fc.assert(
      fc.property(rows, (unsorted) => {
        const sorted = unsorted.toSorted(([one], [other]) => one - other);
        const days = sorted.map(([day]) => day);
        const values = sorted.map(([, value]) => (Number.isFinite(value) ? value + 0 : none));
        const text = shownCsv(view([pane([line("A", days, values)])]));
        assert.deepEqual(
          rowsIn(text),
          days.map((day, row) => [day, values[row]]),
        );
      }),
      { numRuns: runs() },
    );
  });

  it("does not change the view", () => {
    const shown = view([pane([line("A", [0, 1], [1, none])])]);
    const before = structuredClone(shown);
    shownCsv(shown);
    assert.deepEqual(shown, before);
  });
});

describe("shownTsv", () => {
  it("copies no heading that a spreadsheet would run as a formula or split (CSV-01)", () => {
    const labels = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\r=1", "two\tcells", '"'];
    const lines = labels.map((label, at) => line(`${at}`, [0], [-at], { label }));
    const [fact = "", head = "", row = ""] = shownTsv(
      view([pane(lines)], { facts: ["Acme\t=1\n=2"] }),
    ).split("\n");
    assert.equal(fact, "# Acme =1 =2");
    assert.equal(
      head,
      [
        "Date",
        "'=cmd|' /C calc'!A0",
        "'+1",
        "'-1",
        "'@SUM(1)",
        '"\'\r=1"',
        '"two\tcells"',
        '""""',
      ].join("\t"),
    );
    assert.equal(row, "1970-01-01\t0\t-1\t-2\t-3\t-4\t-5\t-6");
  });

  it("writes the same between tabs: the descriptions, and SAMPLE for samples", () => {
    const facts = ["SAMPLE, synthetic · Sample data"];
    const shown = view([pane([line("A", [0], [0.1]), line("B", [1], [2])])], { facts });
    assert.equal(
      shownTsv(shown),
      "# SAMPLE, synthetic · Sample data\nDate\tA\tB\n1970-01-01\t0.1\t\n1970-01-02\t\t2\n",
    );
  });
});

describe("the headings of shown data", () => {
  const values = { Level: [1, 2], Momentum: [2, 3], Aggregate: [4, 5] };
  const signal = (title: string): ChartPart => partOf(signalData(values), { id: title, title });
  const countries = ["France", "Germany"].map(signal);
  const headingsOf = (shown: ChartView): readonly string[] =>
    (
      shownCsv(shown)
        .split("\n")
        .find((row) => row.startsWith("Date,"))
        ?.split(",") ?? []
    ).slice(1);
  const headings = (parts: readonly ChartPart[], state: Partial<ViewState>): readonly string[] =>
    headingsOf(viewOf(parts, state));

  for (const column of ["Momentum", "Aggregate"]) {
    it(`name the column of each signal, even if all have the same: ${column}`, () => {
      const columns = [column];
      const named = ["France", "Germany"].map((name) => `${name} ${column}`);
      assert.deepEqual(headings(countries, { columns }), [...named, named.join(" − ")]);
      assert.deepEqual(headings(countries, { columns, arrangement: "panes" }), named);
      for (const each of ["z-score", "rank"] as const) {
        assert.deepEqual(
          headings(countries, { columns, values: each }),
          named.map((name) => `${name} (${each})`),
        );
      }
    });
  }

  it("name several columns of several signals once each", () => {
    assert.deepEqual(headings(countries, { columns: ["Momentum", "Level"] }), [
      ...["France Level", "France Momentum", "Germany Level", "Germany Momentum"],
    ]);
  });

  it("name the column of one signal by itself, and beside its kind", () => {
    const [snap = signal("")] = countries;
    assert.deepEqual(headings([snap], { columns: ["Momentum"] }), ["Momentum"]);
    const fit = { ...snap, id: "fit", role: "kind" } as const;
    const identity = { ...fit.identity, dataKind: "FIT" } as const;
    const compared = headings([snap, { ...fit, identity }], { columns: ["Momentum"] });
    assert.deepEqual(compared, ["SNAP Momentum", "FIT Momentum", "SNAP Momentum − FIT Momentum"]);
  });

  it("name the component of a forecast, unless it is the whole", () => {
    const data = forecastData({ Forecast: [0.01, 0.02], _Trend: [0.01, 0.01] });
    const forecast = partOf(data, { id: "f", title: "SPX" });
    const columns = ["Momentum"];
    const [france = signal("")] = countries;
    assert.deepEqual(headings([france, forecast], { columns }), ["France Momentum", "SPX"]);
    assert.deepEqual(headings([france, forecast], { columns, component: "Trend" }), [
      ...["France Momentum", "SPX Trend"],
    ]);
    assert.deepEqual(headings([forecast], {}), ["Forecast", "Trend"]);
  });

  it("name the column of each variant of a panel", () => {
    const state = { ...defaultViewState, columns: ["Momentum"] };
    assert.deepEqual(headingsOf(panelView(panelOutline(), panelParts(2), state)), [
      ...["United States Momentum", "Germany Momentum"],
    ]);
  });
});

function rowsIn(text: string): [day: number | undefined, value: number][] {
  const rows = text.trimEnd().split("\n").slice(1);
  return rows.map((row) => {
    const [date = "", cell = ""] = row.split(",");
    return [dayOfIso(date), cell === "" ? none : Number(cell)];
  });
}
