import assert from "node:assert/strict";
import { MessageError, parseToChart } from "../../../../src/webview/chart/page/parseToChart";

const identity = {
  service: "Sample data",
  isSample: true,
  subject: "INFL v2",
  variant: "United States",
  dataKind: "SNAP",
  asOf: "latest",
  path: "/signals/INFL/2/country_iso=US/SNAP/latest",
};

const data = {
  unit: "score",
  latestAsOf: null,
  fetchedAtMs: 0,
  staleBecause: null,
  repairs: ["duplicate rows counted once: 2"],
  days: Int32Array.of(1, 2),
  columns: [
    { name: "Level", label: "Level", component: null, values: Float64Array.of(NaN, Infinity) },
  ],
  mismatches: [],
  slice: null,
};

const slice = { words: "2024-01-01..", lastDay: 20_000, percentiles: Float64Array.of(NaN, 50) };

const part = {
  id: "a",
  role: "part",
  family: "signal",
  title: "INFL United States",
  identity,
  isLoading: false,
  data,
  failure: null,
};

const failed = {
  ...part,
  data: null,
  failure: { message: "503 Service Unavailable", actions: ["retry", "showLog"] },
};

const parts = [part, failed];
const show = {
  type: "show",
  generation: 1,
  title: "INFL",
  isSample: true,
  canUndo: true,
  parts,
  panel: null,
};
const panel = {
  identity,
  asOf: null,
  fetchedAtMs: null,
  coverage: "",
  beyond: 0,
  staleBecause: null,
  progress: { done: 27, of: 40 },
  failure: null,
};

describe("parseToChart", () => {
  const messages: [what: string, message: object][] = [
    ["a chart with a series and a failure", show],
    ["one part", { type: "part", generation: 1, part: { ...part, role: "vintage" } }],
    [
      "a part whose data are known",
      { type: "part", generation: 1, part: { ...part, data: "unchanged" } },
    ],
    [
      "rows found",
      {
        type: "found",
        generation: 1,
        text: "in",
        rows: [{ id: "a", label: "A", description: "" }],
        note: "",
      },
    ],
    [
      "the chart of a slice",
      {
        ...show,
        parts: [
          { ...part, data: { ...data, slice } },
          { ...part, data: { ...data, slice: { ...slice, lastDay: null } } },
        ],
      },
    ],
    ["a panel that has not come", { ...show, parts: [], panel }],
    [
      "a panel that has come",
      { ...show, panel: { ...panel, asOf: "20261120T093000Z", fetchedAtMs: 1, progress: null } },
    ],
    ["how far a panel is", { type: "panel", generation: 1, panel }],
    [
      "a chosen vintage",
      { type: "compareWith", generation: 2, comparison: { vintage: "20240628T235959Z" } },
    ],
    [
      "the other kind",
      { type: "compareWith", generation: 2, comparison: { isKindCompared: true } },
    ],
    ["words", { type: "told", words: "Saved." }],
  ];
  for (const [what, message] of messages) {
    it(`takes ${what} as it is`, () => assert.equal(parseToChart(message), message));
  }

  const withData = (change: object): object => ({
    ...show,
    parts: [{ ...part, data: { ...data, ...change } }],
  });
  const others: [what: string, message: unknown][] = [
    ["nothing", undefined],
    ["null", null],
    ["a text", "show"],
    ["an unknown type", { type: "reload" }],
    ["a type that every object has", { type: "constructor" }],
    ["a chart without parts", { ...show, parts: [] }],
    ["a generation that is no number", { ...show, generation: "1" }],
    ["data that nobody has told", { ...show, parts: [{ ...part, data: "unchanged" }] }],
    ["days as a plain list", withData({ days: [1, 2] })],
    ["days that descend", withData({ days: Int32Array.of(2, 1) })],
    ["a day twice", withData({ days: Int32Array.of(1, 1) })],
    ["a column shorter than its days", withData({ days: Int32Array.of(1, 2, 3) })],
    ["a slice without words", withData({ slice: { ...slice, words: null } })],
    ["a slice that ends on no day", withData({ slice: { ...slice, lastDay: "2024-06-28" } })],
    ["percentiles as a plain list", withData({ slice: { ...slice, percentiles: [50] } })],
    ["an unknown unit", withData({ unit: "percent" })],
    ["data of no time", withData({ fetchedAtMs: Number.NaN })],
    [
      "an identity with a field missing",
      { type: "part", generation: 1, part: { ...part, identity: { ...identity, path: null } } },
    ],
    ["an unknown role", { type: "part", generation: 1, part: { ...part, role: "peer" } }],
    [
      "an unknown action",
      {
        type: "part",
        generation: 1,
        part: { ...part, failure: { message: "", actions: ["erase"] } },
      },
    ],
    ["a chart that says nothing of a panel", { ...show, panel: undefined }],
    [
      "a panel that goes beyond its chart by no number",
      { ...show, panel: { ...panel, beyond: "1" } },
    ],
    ["a panel without coverage", { ...show, panel: { ...panel, coverage: null } }],
    [
      "progress that is no number",
      { type: "panel", generation: 1, panel: { ...panel, progress: { done: "1", of: 2 } } },
    ],
    ["no panel", { type: "panel", generation: 1, panel: null }],
    ["words that are none", { type: "told", words: null }],
  ];
  for (const [what, message] of others) {
    it(`SEC-15 refuses ${what}`, () => {
      assert.throws(() => parseToChart(message), MessageError);
    });
  }

  it("names the type of what it refuses, and nothing else of it", () => {
    assert.throws(() => parseToChart({ type: "shown", title: "secret" }), {
      message: "The chart does not know this message: shown",
    });
  });
});
