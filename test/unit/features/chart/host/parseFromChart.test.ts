import { type FromChart } from "../../../../../src/features/chart/messages";
import assert from "node:assert/strict";
import fc from "fast-check";
import { defaultViewState } from "../../../../../src/features/chart/model/viewState";
import { maxBytes } from "../../../../../src/shared/messageSchemas";
import { parseFromChart } from "../../../../../src/features/chart/host/parseFromChart";
import { runs } from "../../../../support/propertyRuns";

const good: readonly FromChart[] = [
  { type: "ready" },
  { type: "keep", state: { ...defaultViewState, columns: ["Level"], isTable: true } },
  { type: "compare", generation: 1, isKindCompared: true, vintage: null },
  { type: "compare", generation: 1, isKindCompared: false, vintage: "20240628T235959Z" },
  { type: "compare", generation: 0, isKindCompared: false, vintage: "latest" },
  { type: "columns", generation: 1 },
  { type: "do", action: "refresh" },
  { type: "do", action: "enterKey" },
  { type: "do", action: "cancel" },
  { type: "do", action: "saveAs" },
  { type: "do", action: "insertIntoNotebook" },
  { type: "retry", id: "acme/forecasts/SPX/USD/12 Months" },
  { type: "openCached", id: "x" },
  { type: "switchKind", kind: "FIT" },
  { type: "remove", id: "x" },
  { type: "openPart", id: "x" },
  { type: "search", generation: 3, text: "infl us" },
  { type: "draft", generation: 3, ids: ["x", "y"] },
  { type: "compose", ids: ["x"] },
  { type: "saveImage", format: "png", pages: [new Uint8Array([1, 2]), new Uint8Array([3])] },
  { type: "saveImage", format: "svg", pages: [new Uint8Array()] },
  { type: "saveCsv", text: "Date,Level\n" },
  { type: "saveStatistics", text: "Series,n\n" },
  { type: "saveRevisions", form: "md", text: "| From |\n" },
  { type: "copyText", text: "" },
  { type: "failed", message: "TypeError" },
];

/** A text of this length that takes no time to make. */
const long = (length: number): string => "x".repeat(length);

describe("parseFromChart", () => {
  for (const message of good) {
    it(`reads ${JSON.stringify(message).slice(0, 80)}`, () => {
      assert.deepEqual(parseFromChart(message), { ok: true, message });
    });
  }

  it("drops fields that a message does not have", () => {
    const message = { type: "do", action: "refresh", path: "/etc/passwd" };
    assert.deepEqual(parseFromChart(message), {
      ok: true,
      message: { type: "do", action: "refresh" },
    });
  });

  it("keeps the valid fields of a view (SEC-15)", () => {
    const state = { ...defaultViewState, columns: ["Level"], range: "all", more: 1 };
    assert.deepEqual(parseFromChart({ type: "keep", state }), {
      ok: true,
      message: { type: "keep", state: { ...defaultViewState, columns: ["Level"] } },
    });
  });

  const bad: [when: string, value: unknown][] = [
    ["nothing (SEC-15)", undefined],
    ["null (SEC-15)", null],
    ["a text (SEC-15)", "ready"],
    ["no type (SEC-15)", {}],
    ["an unknown type (SEC-15)", { type: "eval", code: "1" }],
    ["the name of something inherited (SEC-15)", { type: "constructor" }],
    ["a generation that is no count (SEC-15)", { type: "search", generation: -1, text: "infl" }],
    ["a series twice (SEC-15)", { type: "compose", ids: ["x", "y", "x"] }],
    ["a series twice in a draft (SEC-15)", { type: "draft", generation: 3, ids: ["x", "x"] }],
    [
      "a view that names more than a chart holds (SEC-15)",
      { type: "keep", state: { ...defaultViewState, hidden: [long(262_145)] } },
    ],
    ["an unknown action (SEC-15)", { type: "do", action: "deleteAll" }],
    [
      "a vintage that is no instant (SEC-15)",
      { type: "compare", generation: 1, isKindCompared: true, vintage: "2024" },
    ],
    ["a kind that there is not (SEC-15)", { type: "switchKind", kind: "BOTH" }],
    ["an id that is no text (SEC-15)", { type: "retry", id: 7 }],
    ["an id that is too long (SEC-15)", { type: "remove", id: long(65_537) }],
    ["a search that is too long (SEC-15)", { type: "search", generation: 1, text: long(1_001) }],
    ["bytes that are no bytes (SEC-15)", { type: "saveImage", format: "png" }],
    ["bytes that are a text (SEC-15)", { type: "saveImage", format: "png", pages: ["png"] }],
    ["bytes that are an array (SEC-15)", { type: "saveImage", format: "png", pages: [[1]] }],
    [
      "a format that cannot be drawn (SEC-15)",
      { type: "saveImage", format: "html", pages: [new Uint8Array()] },
    ],
    ["a failure without words (SEC-15)", { type: "failed" }],
  ];
  for (const [when, value] of bad) {
    it(`refuses ${when}`, () => {
      const parsed = parseFromChart(value);
      assert.ok(!parsed.ok && !parsed.isTooLarge);
    });
  }

  const large: [what: string, value: unknown][] = [
    [
      "a picture",
      { type: "saveImage", format: "png", pages: [new Uint8Array(maxBytes), new Uint8Array(1)] },
    ],
    ["a table", { type: "saveCsv", text: long(maxBytes + 1) }],
    ["statistics", { type: "saveStatistics", text: long(maxBytes + 1) }],
    ["revisions", { type: "saveRevisions", form: "csv", text: long(maxBytes + 1) }],
    ["a copy", { type: "copyText", text: long(maxBytes + 1) }],
  ];
  for (const [what, value] of large) {
    it(`refuses ${what} beyond 64 MiB, and reports that it is too large (SEC-15)`, () => {
      const parsed = parseFromChart(value);
      assert.ok(!parsed.ok && parsed.isTooLarge);
    });
  }

  it("refuses an image of more than 100 pages, and reports that it is too large (SEC-15)", () => {
    const pages = Array.from({ length: 101 }, () => new Uint8Array(1));
    const parsed = parseFromChart({ type: "saveImage", format: "png", pages });
    assert.ok(!parsed.ok && parsed.isTooLarge);
  });

  it("never throws, and names a problem without the content of the message (SEC-15)", () => {
    const types = fc.constantFrom(...good.map(({ type }) => type), "secret");
    const values = fc.oneof(fc.anything(), fc.record({ type: types, id: fc.anything() }));
    fc.assert(
      fc.property(values, (value) => {
        const parsed = parseFromChart(value);
        assert.ok(parsed.ok || (parsed.problem.length < 60 && !parsed.problem.includes("secret")));
      }),
      { numRuns: runs() },
    );
  });
});
