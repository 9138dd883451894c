import assert from "node:assert/strict";
import fc from "fast-check";
import {
  defaultViewState,
  parseViewState,
  type ViewState,
} from "../../../../../src/features/chart/model/viewState";
import { runs } from "../../../../support/propertyRuns";

const manyTexts = Array.from({ length: 1_001 }, (_, place) => `${place}`);

describe("parseViewState", () => {
  const kept: ViewState = {
    version: 1,
    range: { from: 100, to: 200 },
    years: 5,
    columns: ["Level", "Momentum"],
    hidden: ["b"],
    colours: ["b", "a"],
    arrangement: "panes",
    values: "z-score",
    seriesSort: { by: "percentile", isAscending: true },
    isSeriesFolded: true,
    component: "Trend",
    unfolded: ["Cyclical"],
    isKindCompared: true,
    vintage: "20240628T235959Z",
    pair: "a/Aggregate b/Aggregate",
    revisions: { filter: "flip", by: "day" },
    history: 7,
    bridge: { from: 1, to: 2, component: "Tactical" },
    pins: [1, 7],
    axis: { min: -2, max: 2.5 },
    isTable: true,
    isStatistics: true,
    correlationOf: "levels",
    sort: "change",
    highlighted: "b",
    stripSort: "name",
    crossSort: { column: "month", isAscending: true },
    panelView: "heatStrip",
    fullSize: "acme/DE",
    profile: { tagKind: "country_iso", value: "ES", count: 61, order: "distance", failed: 1 },
  };

  it("reads back what was kept, also through the editor's JSON", () => {
    assert.deepEqual(parseViewState(JSON.parse(JSON.stringify(kept))), kept);
    assert.deepEqual(parseViewState(defaultViewState), defaultViewState);
  });

  const fresh: [what: string, state: unknown][] = [
    ["nothing", undefined],
    ["null", null],
    ["a text", "1"],
    ["an array", [kept]],
    ["an older version", { ...kept, version: 0 }],
    ["a newer version", { ...kept, version: 2 }],
    ["a version as text", { ...kept, version: "1" }],
    ["no version", { ...kept, version: undefined }],
  ];
  for (const [what, state] of fresh) {
    it(`returns the default for ${what} (UI-03)`, () => {
      assert.deepEqual(parseViewState(state), defaultViewState);
    });
  }

  const fields: [what: string, field: Record<string, unknown>, parsed: Partial<ViewState>][] = [
    ["a history without a day", { history: "2024-06-28" }, { history: null }],
    ["a range that runs backwards", { range: { from: 2, to: 1 } }, { range: null }],
    ["a range between days", { range: { from: 0.5, to: 1 } }, { range: null }],
    ["a range beyond the calendar", { range: { from: 0, to: 1e9 } }, { range: null }],
    ["years that are no count", { years: 0 }, { years: null }],
    ["years that are a part of one", { years: 0.5 }, { years: null }],
    ["columns that are no texts", { columns: [1] }, { columns: ["Aggregate"] }],
    ["more columns than any chart has", { columns: manyTexts }, { columns: ["Aggregate"] }],
    ["hidden parts that are no list", { hidden: "b" }, { hidden: [] }],
    ["an arrangement that there is not", { arrangement: "stacked" }, { arrangement: null }],
    ["values that there are not", { values: "log" }, { values: "served" }],
    [
      "a column that the series are not sorted by",
      { seriesSort: { by: "size", isAscending: true } },
      { seriesSort: defaultViewState.seriesSort },
    ],
    [
      "a series sort without a direction",
      { seriesSort: { by: "name" } },
      { seriesSort: defaultViewState.seriesSort },
    ],
    ["a component without parts", { component: "Growth" }, { component: "Forecast" }],
    ["an unknown component", { component: "Alpha" }, { component: "Forecast" }],
    [
      "unfolded components without parts",
      { unfolded: ["Trend", "Growth"] },
      { unfolded: ["Trend"] },
    ],
    ["a table of revisions that is not an object", { revisions: true }, { revisions: null }],
    [
      "a table of revisions with an unknown filter",
      { revisions: { filter: "news", by: 1 } },
      { revisions: { filter: "all", by: "size" } },
    ],
    ["a toggle that is no truth value", { isTable: 1 }, { isTable: false }],
    ["a vintage that is no text", { vintage: 7 }, { vintage: null }],
    ["an order that there is not", { sort: "size" }, { sort: "name" }],
    ["a highlight that is no text", { highlighted: 7 }, { highlighted: null }],
    ["an unknown view of a panel", { panelView: "pie" }, { panelView: "panes" }],
    ["an unknown order of the heat strip", { stripSort: "size" }, { stripSort: "newest" }],
    [
      "a cross-section sorted by what it has not",
      { crossSort: { column: "code", isAscending: true } },
      { crossSort: { column: "newest", isAscending: false } },
    ],
    [
      "a cross-section sorted in no direction",
      { crossSort: { column: "name" } },
      { crossSort: { column: "newest", isAscending: false } },
    ],
    ["a full size that is no text", { fullSize: 1 }, { fullSize: null }],
    ["a profile that is no object", { profile: "ES" }, { profile: null }],
    [
      "a profile in an unknown order",
      { profile: { tagKind: "country_iso", value: "ES", count: 61, order: "name", failed: 0 } },
      { profile: null },
    ],
    [
      "a profile of a part of a series",
      { profile: { tagKind: "country_iso", value: "ES", count: 6.1, order: "choice", failed: 0 } },
      { profile: null },
    ],
    ["pins that do not ascend", { pins: [7, 1] }, { pins: [] }],
    ["three pins", { pins: [1, 2, 3] }, { pins: [] }],
    ["pins that are no days", { pins: ["2020-01-01"] }, { pins: [] }],
    ["an axis without values", { axis: { min: null, max: 1 } }, { axis: "fit" }],
    ["an axis whose ends are swapped", { axis: { min: 2, max: 1 } }, { axis: "fit" }],
    ["a bridge without days", { bridge: { component: "Trend" } }, { bridge: null }],
    ["a bridge without a component", { bridge: { from: 1, to: 2 } }, { bridge: null }],
  ];
  for (const [what, field, parsed] of fields) {
    it(`drops ${what} and keeps the rest`, () => {
      assert.deepEqual(parseViewState({ ...kept, ...field }), { ...kept, ...parsed });
    });
  }

  it("makes a state of any value, and reads that back unchanged", () => {
    const field = fc.constantFrom(...Object.keys(kept));
    fc.assert(
      fc.property(fc.dictionary(field, fc.jsonValue()), (fields) => {
        const state = parseViewState({ ...fields, version: 1 });
        assert.deepEqual(parseViewState(state), state);
      }),
      { numRuns: runs() },
    );
  });
});
