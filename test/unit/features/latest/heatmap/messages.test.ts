import { fromLatest } from "../../../../../src/features/latest/heatmap/messages";
import assert from "node:assert/strict";
import { parsedAs } from "../../../../../src/shared/messageSchemas";

const run = {
  type: "run",
  generation: 1,
  command: "openChart",
  records: Int32Array.of(3),
  versions: Float64Array.of(2),
};

const compare = {
  type: "compare",
  generation: 1,
  since: "week",
  mayRequest: false,
  records: Int32Array.of(3),
  versions: Float64Array.of(2),
};

describe("messages of the page of latest signals (SEC-15)", () => {
  it("are read if they follow the protocol", () => {
    for (const message of [
      { type: "ready" },
      { type: "do", action: "refresh" },
      run,
      compare,
      { ...compare, since: 20_000 },
      { type: "stopComparing" },
      { type: "askSince" },
      { type: "copyText", text: "a" },
      { type: "save", form: "md", text: "a" },
      { type: "failed", message: "a" },
    ]) {
      assert.deepEqual(parsedAs(fromLatest, message), message);
    }
  });

  it("lose fields that the protocol does not have", () => {
    assert.deepEqual(parsedAs(fromLatest, { type: "ready", more: 1 }), { type: "ready" });
  });

  it("are dropped if they do not", () => {
    for (const message of [
      undefined,
      null,
      "ready",
      {},
      { type: "toString" },
      { type: "do", action: "removeConnection" },
      { ...run, command: "removeConnection" },
      { ...run, records: [3] },
      { ...run, records: Int32Array.of(3, 4) },
      { ...run, versions: Float64Array.of(0.5) },
      { ...run, generation: "1" },
      { ...compare, since: "year" },
      { ...compare, since: 1e9 },
      { ...compare, mayRequest: 1 },
      { ...compare, generation: null },
      { ...compare, versions: Float64Array.of() },
      { type: "save", form: "exe", text: "a" },
      { type: "copyText", text: 1 },
    ]) {
      assert.equal(parsedAs(fromLatest, message), undefined, JSON.stringify(message));
    }
  });
});
