import { fromChanges } from "../../../../../src/features/latest/changes/messages";
import assert from "node:assert/strict";
import { parsedAs } from "../../../../../src/shared/messageSchemas";

const pair = { sinceMs: 1, toMs: 2 };
const run = { type: "run", generation: 1, command: "openChart", record: 3, isOlder: false };
const runForecast = {
  type: "runForecast",
  generation: 1,
  command: "explore",
  summary: 3,
  isOlder: false,
};
const details = { type: "details", generation: 1, summaries: Int32Array.of(3, 4) };
const openSignal = { type: "openSignal", generation: 1, signal: 0 };
const copyMarkdown = { type: "copyMarkdown", generation: 1, score: "level" };

describe("messages of the What Changed page (SEC-15)", () => {
  it("are read if they follow the protocol", () => {
    for (const message of [
      { type: "ready", pair: null },
      { type: "ready", pair },
      { type: "do", action: "refresh" },
      { type: "askSince" },
      { type: "compareDay", day: 20_000, mayRequest: true },
      { type: "stopComparing" },
      run,
      { ...run, command: "showInSideBar", isOlder: true },
      runForecast,
      { ...runForecast, command: "saveAs" },
      details,
      openSignal,
      copyMarkdown,
      { type: "failed", message: "a" },
    ]) {
      assert.deepEqual(parsedAs(fromChanges, { ...message, more: 1 }), message);
    }
  });

  it("are dropped if they do not", () => {
    for (const message of [
      undefined,
      { type: "ready" },
      { type: "ready", pair: { sinceMs: 2, toMs: 1 } },
      { type: "ready", pair: { sinceMs: 1, toMs: Number.POSITIVE_INFINITY } },
      { type: "ready", pair: { sinceMs: 1, toMs: 9e15 } },
      { type: "ready", pair: { sinceMs: -1, toMs: 1 } },
      { type: "compareDay", day: 0.5, mayRequest: true },
      { type: "compareDay", day: 1e9, mayRequest: true },
      { type: "compareDay", mayRequest: true },
      { ...run, command: "removeConnection" },
      { ...run, record: -1 },
      { ...run, isOlder: "no" },
      { ...runForecast, command: "openPanel" },
      { ...details, summaries: new Int32Array(201) },
      { ...details, summaries: [1] },
      { ...openSignal, signal: 0.5 },
      { ...copyMarkdown, score: "Level" },
    ]) {
      assert.equal(parsedAs(fromChanges, message), undefined, JSON.stringify(message));
    }
  });
});
