import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { forecastRef, panelRef, signalRef } from "../../../../../src/shared/reference";
import {
  maxSavedBytes,
  parseSavedChart,
  type SavedChart,
  savedChartText,
} from "../../../../../src/features/chart/host/savedChart";
import {
  arrangements,
  crossColumns,
  panelSorts,
  panelViews,
  seriesColumns,
  shownValuesChoices,
  wholeComponent,
} from "../../../../../src/features/chart/model/viewState";

const us = signalRef({
  ...{ code: "INFL", version: 2, tags: { country_iso: "US" } },
  ...{ dataKind: "SNAP", asOf: "latest" },
});
const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

const chart: SavedChart = {
  series: [
    { reference: us, service: "https://api.acme.com/prefix", isHidden: false },
    { reference: spx, service: "sample", isHidden: true },
  ],
  view: {
    range: { from: 14_610, to: 18_627 },
    years: null,
    columns: ["Aggregate", "Level"],
    component: "Trend",
    axis: "three",
    arrangement: null,
    values: "served",
    panelView: "panes",
    sort: "name",
    stripSort: "newest",
    seriesSort: null,
    crossSort: { column: "newest", isAscending: false },
  },
};

/** As files have it: what is written once must be read for ever. */
const text = `{
  "macrochart": 1,
  "series": [
    {
      "reference": "signals/INFL/2/country_iso=US/SNAP/latest",
      "service": "https://api.acme.com/prefix"
    },
    {
      "reference": "forecasts/SPX/USD/12 Months",
      "service": "sample",
      "hidden": true
    }
  ],
  "range": {
    "from": "2010-01-01",
    "to": "2020-12-31"
  },
  "panes": {
    "columns": [
      "Aggregate",
      "Level"
    ],
    "component": "Trend",
    "axis": "three"
  }
}
`;

function reference(at: number): string {
  return `{"reference":"forecasts/M${at}/USD/1 Year","service":"sample"}`;
}

function file(parts: string): string {
  return `{"macrochart":1,${parts}}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const one = `"series":[${reference(0)}]`;

describe("a saved chart", () => {
  it("is written in its fixed form, and read back", () => {
    assert.equal(savedChartText(chart), text);
    assert.deepEqual(parseSavedChart(text), { ok: true, chart });
  });

  it("keeps the arrangement of several series and the form of their values", () => {
    const view = { ...chart.view, arrangement: "panes", values: "rank" } as const;
    assert.deepEqual(parseSavedChart(savedChartText({ ...chart, view })), {
      ok: true,
      chart: { ...chart, view },
    });
  });

  it("keeps the view of a panel and all sort orders", () => {
    const view = {
      ...chart.view,
      panelView: "heatStrip",
      sort: "change",
      stripSort: "name",
      seriesSort: { by: "distance", isAscending: true },
      crossSort: { column: "month", isAscending: true },
    } as const;
    assert.deepEqual(parseSavedChart(savedChartText({ ...chart, view })), {
      ok: true,
      chart: { ...chart, view },
    });
  });

  it("keeps a slice, years and an axis of one series", () => {
    const saved: SavedChart = {
      series: [{ reference: us, service: "sample", isHidden: false }],
      slice: { from: 14_610, columns: ["Level"] },
      view: { ...chart.view, range: null, years: 5, axis: { min: -2, max: 2.5 } },
    };
    assert.deepEqual(parseSavedChart(savedChartText(saved)), { ok: true, chart: saved });
  });

  it("keeps the colors of series after others were removed", () => {
    const [first, second] = chart.series;
    assert.ok(first !== undefined && second !== undefined);
    const series = [
      { ...first, colourPlace: 0 },
      { ...second, colourPlace: 2 },
    ];
    const text = savedChartText({ ...chart, series });
    assert.match(text, /"color": ?2/);
    assert.deepEqual(parseSavedChart(text), { ok: true, chart: { ...chart, series } });
  });

  it("keeps a panel", () => {
    const tags = { country_iso: ["DE", "US"] };
    const panel = panelRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf: "latest" });
    const series = [{ reference: panel, service: "sample", isHidden: false }];
    const saved: SavedChart = { ...chart, series };
    assert.deepEqual(parseSavedChart(savedChartText(saved)), { ok: true, chart: saved });
  });

  it("uses defaults for absent view settings, and ignores unknown entries", () => {
    const parsed = parseSavedChart(file(`${one},"colour":"red"`));
    assert.deepEqual(parsed.ok && parsed.chart.view, {
      ...{ range: null, years: null, columns: ["Aggregate"] },
      ...{ component: "Forecast", axis: "fit", arrangement: null, values: "served" },
      ...{ panelView: "panes", sort: "name", stripSort: "newest" },
      seriesSort: null,
      crossSort: { column: "newest", isAscending: false },
    });
  });

  /** A caret marks the fault. */
  const faults: readonly (readonly [marked: string, problem: string, path: string])[] = [
    ["^", "syntax", "$"],
    ["^[]", "object", "$"],
    ["^{}", "missing", "$.macrochart"],
    ['{"macrochart":^2}', "version", "$.macrochart"],
    [file('"series":^{}'), "list", "$.series"],
    [file('"series":[^[]]'), "object", "$.series[0]"],
    [file(`${one},"panes":^[]`), "object", "$.panes"],
    [file(`${one},"years":5,"years":^0`), "years", "$.years"],
    [file('"series":^[]'), "none", "$.series"],
    [file('"series":[^{}]'), "missing", "$.series[0].reference"],
    [file('"series":[{"reference":^"signals/INFL"}]'), "reference", "$.series[0].reference"],
    [file('"series":[{"reference":^"../../etc/passwd"}]'), "reference", "$.series[0].reference"],
    [
      file(`"series":[${reference(0).replace('"sample"', '^"a b"')}]`),
      "service",
      "$.series[0].service",
    ],
    [
      file(`"series":[${reference(0).replace("}", ',"hidden":^1}')}]`),
      "boolean",
      "$.series[0].hidden",
    ],
    [file(`"series":[${reference(0)},^${reference(0)}]`), "twice", "$.series[1]"],
    [file(`${one},"slice":^"2020-01-01"`), "slice", "$.slice"],
    [file(`${one},"range":^{"from":"2020-02-30","to":"2021-01-01"}`), "range", "$.range"],
    [file(`${one},"range":^{"from":"2022-01-01","to":"2021-01-01"}`), "range", "$.range"],
    [file(`${one},"years":^0`), "years", "$.years"],
    [file(`${one},"panes":{"columns":^[1]}`), "columns", "$.panes.columns"],
    [file(`${one},"panes":{"component":^"Growth"}`), "component", "$.panes.component"],
    [file(`${one},"panes":{"arrangement":^"stacked"}`), "arrangement", "$.panes.arrangement"],
    [file(`${one},"panes":{"values":^null}`), "values", "$.panes.values"],
    [file(`${one},"panes":{"panelView":^"table"}`), "panelView", "$.panes.panelView"],
    [file(`${one},"panes":{"stripSort":^1}`), "sort", "$.panes.stripSort"],
    [
      file(`${one},"panes":{"seriesSort":^{"by":"name"}}`),
      "missing",
      "$.panes.seriesSort.isAscending",
    ],
    [
      file(`${one},"panes":{"crossSort":{"column":^"colour","isAscending":true}}`),
      "column",
      "$.panes.crossSort.column",
    ],
    [
      file(`${one},"panes":{"crossSort":{"column":"name","isAscending":^"yes"}}`),
      "boolean",
      "$.panes.crossSort.isAscending",
    ],
    [file(`${one},"panes":{"axis":^{"min":2,"max":1}}`), "axis", "$.panes.axis"],
  ];
  for (const [marked, problem, path] of faults) {
    it(`reports the position of its fault: ${problem} in ${marked}`, () => {
      const fault = { problem, path, line: 1, column: marked.indexOf("^") + 1 };
      assert.deepEqual(parseSavedChart(marked.replace("^", "")), { ok: false, fault });
    });
  }

  it("reports the line of a fault", () => {
    const broken = parseSavedChart(text.replace('"sample"', '"sample'));
    assert.deepEqual(!broken.ok && [broken.fault.problem, broken.fault.line], ["syntax", 10]);
  });

  it("has at most forty series, and a panel only alone", () => {
    const all = Array.from({ length: 41 }, (_, at) => reference(at));
    assert.equal(parseSavedChart(file(`"series":[${all.slice(1).join(",")}]`)).ok, true);
    const parsed = parseSavedChart(file(`"series":[${all.join(",")}]`));
    assert.equal(!parsed.ok && parsed.fault.problem, "too many");
    const panel = '{"reference":"signals/INFL/2/country_iso=*/SNAP/latest","service":"sample"}';
    const mixed = parseSavedChart(file(`"series":[${reference(0)},${panel}]`));
    assert.equal(!mixed.ok && mixed.fault.problem, "panel");
  });

  it("is small, even with forty series of long names", () => {
    const series = Array.from({ length: 40 }, (_, at) => ({
      reference: forecastRef({
        market: `${"M".repeat(200)}${at}`,
        currency: "USD",
        horizon: "1 Year",
      }),
      service: `https://${"a".repeat(60)}.com/${"b".repeat(100)}/`,
      isHidden: true,
    }));
    assert.ok(savedChartText({ ...chart, series }).length < maxSavedBytes);
  });

  it("refuses what is nested too deep for the call stack", () => {
    for (const [before, after] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      for (const depth of [2_750, 12_000]) {
        const deep = file(`"x":${before.repeat(depth)}1${after.repeat(depth)}`);
        const parsed = parseSavedChart(deep);
        assert.equal(!parsed.ok && parsed.fault.path, "$.series");
        assert.equal(parseSavedChart(before.repeat(depth)).ok, false);
      }
    }
  });

  it("has in its JSON schema the choices that are read", () => {
    const schema = readFileSync("media/macrochart.schema.json", "utf8");
    const choices = [...schema.matchAll(/"enum": (\[[^\]]*\])/g)].map(
      ([, list = ""]) => JSON.parse(list) as string[],
    );
    assert.deepEqual(choices, [
      wholeComponent.options,
      ["fit", "three"],
      arrangements,
      shownValuesChoices,
      panelViews,
      panelSorts,
      panelSorts,
      seriesColumns,
      crossColumns,
    ]);
  });

  it("never fails otherwise, whatever the file holds", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, seed) => {
        const at = seed % text.length;
        for (const bad of [json, text.slice(0, at) + json + text.slice(at + 1), text.slice(at)]) {
          const parsed = parseSavedChart(bad);
          const isSyntax = !parsed.ok && parsed.fault.problem === "syntax";
          assert.equal(isSyntax, !isJson(bad));
          if (!parsed.ok) assert.ok(parsed.fault.line >= 1 && parsed.fault.column >= 1);
        }
      }),
    );
  });
});
