import assert from "node:assert/strict";
import { type ChartPart, type PanelOutline } from "../../../../../../src/features/chart/protocol";
import {
  failedSubjects,
  hasFailed,
  isStalePart,
  type Stale,
  staleOf,
} from "../../../../../../src/features/chart/page/model/stale";
import { partOf, signalData } from "../../../../../support/chartParts";
import { panelOutline } from "../../../../../support/panelFrames";
import { failureOf } from "../../../../../support/chartFrames";

const fetchedAtMs = Date.UTC(2026, 10, 22, 9, 45);
const minute = 60_000;
const because = "cannot reach acme.com";

function stalePart(
  id: string,
  changes: { fetchedAtMs?: number; because?: string } = {},
): ChartPart {
  const age = { fetchedAtMs: changes.fetchedAtMs ?? fetchedAtMs };
  const data = signalData({ Aggregate: [1] }, { ...age, staleBecause: changes.because ?? because });
  return partOf(data, { id, title: `INFL ${id}` });
}

function ofParts(parts: readonly ChartPart[], nowMs = fetchedAtMs): Stale | undefined {
  return staleOf({ parts, panel: null }, nowMs);
}

describe("data that could not be refreshed", () => {
  it("are described by their age, then the reason, and possible actions", () => {
    const stale = ofParts([stalePart("US")], fetchedAtMs + 20 * minute);
    assert.deepEqual(stale, {
      ids: ["US"],
      age: "Cached data of 22 Nov 2026 09:45 UTC, 20 minutes old.",
      reason: "Cannot reach acme.com.",
      actions: ["retry", "diagnose"],
      isLoading: false,
    });
  });

  const ages: [ms: number, words: string][] = [
    [-minute, "less than a minute old"],
    [0, "less than a minute old"],
    [minute, "1 minute old"],
    [119 * minute, "119 minutes old"],
    [120 * minute, "2 hours old"],
    [47 * 60 * minute, "47 hours old"],
    [48 * 60 * minute, "2 days old"],
  ];
  for (const [ms, words] of ages) {
    it(`are ${words} after ${ms / minute} minutes`, () => {
      const { age = "" } = ofParts([stalePart("US")], fetchedAtMs + ms) ?? {};
      assert.ok(age.endsWith(`, ${words}.`), age);
    });
  }

  it("are as old as the oldest of several, and named if others are current", () => {
    const older = stalePart("DE", { fetchedAtMs: fetchedAtMs - minute, because: "it is closed" });
    const both = ofParts([stalePart("US"), older], fetchedAtMs);
    assert.deepEqual(both?.ids, ["DE", "US"]);
    assert.equal(both.age, "Cached data of 22 Nov 2026 09:44 UTC, 1 minute old.");
    assert.equal(both.reason, "It is closed. Cannot reach acme.com.");
    const one = ofParts([partOf(signalData({ Aggregate: [1] }), { title: "GROW" }), older]);
    assert.equal(one?.age, "INFL DE: Cached data of 22 Nov 2026 09:44 UTC, 1 minute old.");
  });

  it("stay shown when a refresh fails for any reason", () => {
    const failure = failureOf("the service refused the API key (401)", ["enterKey", "retry"]);
    const part = partOf(signalData({ Aggregate: [1] }), { failure });
    assert.equal(isStalePart(part), true);
    const stale = ofParts([part]);
    assert.deepEqual(stale?.actions, ["retry", "enterKey"]);
    assert.equal(stale.reason, "The service refused the API key (401).");
    assert.equal(isStalePart({ ...part, data: null }), false);
    assert.equal(ofParts([{ ...part, data: null }]), undefined);
    assert.equal(ofParts([partOf(signalData({ Aggregate: [1] }))]), undefined);
  });

  it("include a panel as a whole", () => {
    const panel = { ...panelOutline(), fetchedAtMs, staleBecause: because };
    const stale = staleOf({ parts: [], panel }, fetchedAtMs + minute);
    assert.deepEqual(stale?.ids, [panel.identity.path]);
    assert.equal(stale.age, "Cached data of 22 Nov 2026 09:45 UTC, 1 minute old.");
    assert.equal(staleOf({ parts: [], panel: { ...panel, fetchedAtMs: null } }, 0), undefined);
  });
});

describe("series that could not be fetched", () => {
  const failure = failureOf("cannot reach acme.com", ["retry"]);
  const part = partOf(signalData({ Aggregate: [1] }), { id: "US", failure });
  const failed = { ...part, data: null };
  const idsOf = (
    parts: readonly ChartPart[],
    panel: PanelOutline | null = null,
  ): readonly (readonly [id: string, isLoading: boolean])[] =>
    failedSubjects({ title: "INFL", parts, panel }).map(({ id, isLoading }) => [id, isLoading]);

  it("are those without data; others are stale", () => {
    const stale = { ...stalePart("DE"), failure };
    assert.deepEqual(idsOf([failed, stale, stalePart("FR")]), [["US", false]]);
    assert.deepEqual(idsOf([{ ...failed, isLoading: true }]), [["US", true]]);
    assert.equal(hasFailed({ parts: [failed, stale], panel: null }), false);
    assert.equal(hasFailed({ parts: [failed], panel: null }), true);
  });

  it("are retried together with their panel, which comes first", () => {
    const progress = { done: 1, of: 2 };
    const panel = { ...panelOutline(), fetchedAtMs: null, failure, progress };
    const { path } = panel.identity;
    assert.deepEqual(idsOf([failed], panel), [
      [path, true],
      ["US", true],
    ]);
    assert.deepEqual(idsOf([failed], { ...panel, fetchedAtMs, progress: null }), [["US", false]]);
    assert.equal(hasFailed({ parts: [], panel }), true);
    assert.equal(hasFailed({ parts: [], panel: { ...panel, fetchedAtMs } }), false);
  });
});
