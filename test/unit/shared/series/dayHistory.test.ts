import assert from "node:assert/strict";
import { dayOfIso } from "../../../../src/shared/day";
import { type Instant, instantOfText } from "../../../../src/shared/instant";
import { dayHistory, type VintageOfSeries } from "../../../../src/shared/series/dayHistory";
import { drawnValue } from "../../../../src/shared/series/observations";
import { dayHistoryByPandas, observationsOf } from "../../../support/dayHistoryFixture";

function instant(text: string): Instant {
  return instantOfText(text) ?? assert.fail(text);
}

const day = dayOfIso("2024-01-31") ?? assert.fail();

function vintage(asOf: string, value: number): VintageOfSeries {
  return { ...observationsOf({ days: [day], values: [value] }), asOf: instant(asOf) };
}

describe("dayHistory", () => {
  const vintages = dayHistoryByPandas.vintages.map((each) => ({
    ...observationsOf(each),
    asOf: instant(each.asOf),
  }));
  const fit = observationsOf(dayHistoryByPandas.fit);

  for (const expected of dayHistoryByPandas.histories) {
    it(`agrees with pandas on day ${expected.day} (DATA-14)`, () => {
      const found = dayHistory(vintages.toReversed(), expected.day, drawnValue(fit, expected.day));
      const numbers = (key: "value" | "change"): (number | null)[] =>
        found.steps.map((step) => (Number.isNaN(step[key]) ? null : step[key]));
      assert.deepEqual(numbers("value"), expected.values);
      // The same subtraction of the same doubles.
      assert.deepEqual(numbers("change"), expected.changes);
      assert.equal(found.revisions + found.smaller, expected.revisions);
      const visible = expected.changes.filter((change) => Math.abs(change ?? 0) >= 0.005);
      assert.equal(found.revisions, visible.length);
      assert.equal(found.delayDays ?? null, expected.delayDays);
      assert.equal(Number.isNaN(found.fit) ? null : found.fit, expected.fit);
      assert.equal(found.wasRevisedBefore, expected.wasRevisedBefore);
      const isFirstPrint =
        expected.delayDays !== null && expected.fit !== null && !expected.wasRevisedBefore;
      assert.equal(found.first?.kind === "first", isFirstPrint);
    });
  }

  it("names a first print only if FIT is known and equals the earliest vintage", () => {
    const before = { ...vintage("20240131T235959Z", 1), days: Int32Array.of(day - 31) };
    const [first, second] = [vintage("20240229T235959Z", 0.5), vintage("20240331T235959Z", 0.4)];
    const kinds = (all: readonly VintageOfSeries[], fit?: number): string[] =>
      dayHistory(all, day, fit).steps.map(({ kind }) => kind);
    // An older vintage that lacks the day does not show it: the day may have been revised between the two.
    assert.deepEqual(kinds([before, first, second]), ["absent", "earliest", "revised"]);
    assert.deepEqual(kinds([before, first, second], 0.5), ["absent", "first", "revised"]);
    assert.deepEqual(kinds([first, second], 0.5 - 1e-12), ["first", "revised"]);
    assert.deepEqual(kinds([second], 0.5), ["earliest"]);
  });

  it("names no first print that FIT contradicts, even where the digits do not show it", () => {
    for (const [fit, wasRevisedBefore] of [
      [0.51, true],
      [0.504, true],
      [Number.NaN, false],
    ] as const) {
      const found = dayHistory([vintage("20240229T235959Z", 0.5)], day, fit);
      assert.deepEqual([found.first?.kind, found.wasRevisedBefore], ["earliest", wasRevisedBefore]);
    }
  });

  it("counts changes that the digits do not show apart from revisions", () => {
    const values = [0.5, 0.504, 0.51, 0.51];
    const all = values.map((value, at) => vintage(`20240${at + 2}28T235959Z`, value));
    const { revisions, smaller, steps } = dayHistory(all, day);
    assert.deepEqual([revisions, smaller], [1, 1]);
    assert.deepEqual(
      steps.map(({ kind }) => kind),
      ["earliest", "smaller", "revised", "same"],
    );
  });

  it("counts no revision if only rounding differs, also from FIT", () => {
    const all = [vintage("20240229T235959Z", 0.5), vintage("20240331T235959Z", 0.5 + 1e-12)];
    const found = dayHistory(all, day, 0.5 - 1e-12);
    assert.equal(found.revisions, 0);
    assert.equal(found.steps[1]?.change, 0);
    assert.equal(found.wasRevisedBefore, false);
  });

  it("is empty without vintages, and has no delay for a day in the future", () => {
    const empty = dayHistory([], day, 0.5);
    assert.deepEqual(empty.steps, []);
    assert.equal(empty.first, undefined);
    assert.equal(empty.wasRevisedBefore, false);
    const known = dayHistory([vintage("20240131T060000Z", 0.5)], day);
    assert.equal(known.delayDays, 0);
  });

  it("does not reorder its arguments", () => {
    const all = [vintage("20240331T235959Z", 0.4), vintage("20240229T235959Z", 0.5)];
    const before = all.map(({ asOf }) => asOf);
    dayHistory(all, day);
    assert.deepEqual(
      all.map(({ asOf }) => asOf),
      before,
    );
  });
});
