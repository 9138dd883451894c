import { fromExplorer } from "../../../../../src/features/latest/explorer/messages";
import assert from "node:assert/strict";
import { parsedAs } from "../../../../../src/shared/messageSchemas";

const run = { type: "run", generation: 1, command: "openChart", summaries: Int32Array.of(3) };
const details = { type: "details", generation: 1, summaries: Int32Array.of(3, 4) };
const runVariant = {
  type: "runVariant",
  generation: 1,
  command: "showInSideBar",
  summary: 3,
  attribution: 0,
};
const showMoved = { type: "showMoved", generation: 1, summary: 0, attribution: -1 };

describe("messages of the page of the forecast explorer (SEC-15)", () => {
  it("are read if they follow the protocol", () => {
    for (const message of [
      { type: "ready" },
      { type: "do", action: "refresh" },
      run,
      details,
      runVariant,
      showMoved,
      { type: "copyText", text: "a" },
      { type: "save", form: "md", text: "a" },
      { type: "failed", message: "a" },
    ]) {
      assert.deepEqual(parsedAs(fromExplorer, { ...message, more: 1 }), message);
    }
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
      { ...run, summaries: [3] },
      { ...run, generation: "1" },
      { ...details, summaries: Int32Array.of(1, 2, 3) },
      { ...runVariant, attribution: -1 },
      { ...runVariant, summary: 0.5 },
      { ...runVariant, command: "openPanel" },
      { ...showMoved, attribution: "0" },
      { type: "save", form: "exe", text: "a" },
    ]) {
      assert.equal(parsedAs(fromExplorer, message), undefined, JSON.stringify(message));
    }
  });
});
