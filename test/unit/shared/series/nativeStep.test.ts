import assert from "node:assert/strict";
import { dayOfIso, isoOfDay } from "../../../../src/shared/day";
import {
  nativeStepOf,
  observationAt,
  observe,
  observeAt,
  percentileAmong,
  percentileToDate,
} from "../../../../src/shared/series/nativeStep";
import { observedByPandas, seriesOf } from "../../../support/observed";

describe("the observations of a series (DATA-14)", () => {
  for (const [name, each] of Object.entries(observedByPandas)) {
    const series = seriesOf(each);

    it(`are those of pandas: ${name}`, () => {
      const { step, values, rows, starts } = observe(series);
      assert.equal(step, each.step);
      assert.equal(nativeStepOf(series), each.step);
      assert.equal(values.length, each.count);
      const newest = Array.from(rows.slice(-12), (row, index) => [
        isoOfDay(series.days[row] ?? 0),
        values.at(-12 + index),
      ]);
      assert.deepEqual(newest, each.observed);
      for (const [observation, row] of rows.entries()) {
        const start = starts[observation] ?? -1;
        assert.ok(start <= row && start > (rows[observation - 1] ?? -1) - 1);
        // Equal, except for rounding.
        const distance = (series.values[start] ?? NaN) - (values[observation] ?? NaN);
        assert.ok(Math.abs(distance) <= 1e-9 * Math.max(1, Math.abs(values[observation] ?? 0)));
      }
    });

    it(`stand where pandas says, to date: ${name}`, () => {
      const observed = observe(series);
      for (const [fromEnd, exact] of each.percentiles) {
        const observation = observed.values.length - 1 - fromEnd;
        const isLargest = exact === 100;
        const whole = isLargest ? 100 : Math.min(99, Math.max(1, Math.round(exact)));
        assert.equal(percentileToDate(observed, observation), whole);
        const newest = observed.values.at(-1) ?? Number.NaN;
        if (fromEnd === 0) assert.equal(percentileAmong(series, newest), whole);
      }
    });
  }

  it("start where their value was released, within their period", () => {
    const { monthly } = observedByPandas;
    assert.ok(monthly);
    const series = seriesOf(monthly);
    const observed = observe(series);
    const days = Array.from(observed.starts.slice(-3), (row) => isoOfDay(series.days[row] ?? 0));
    // Eleven days after the first business day of each month, or on the business day that follows.
    assert.deepEqual(days, ["2026-09-14", "2026-10-12", "2026-11-13"]);
    const between = series.days.indexOf(dayOfIso("2026-11-02") ?? 0);
    assert.equal(observationAt(observed, between), observed.values.length - 2);
    assert.equal(observationAt(observed, -1), -1);
  });

  it("begin anew during a drift that is slower than rounding", () => {
    const days = Int32Array.from({ length: 59 }, (_, day) => day);
    const values = Float64Array.from(days, (day) => 1 + 3e-10 * day);
    const { starts, rows } = observeAt({ days, values }, "monthly");
    // January 1970 and February; four days are equal to the first of them.
    assert.deepEqual([...rows], [30, 58]);
    assert.deepEqual([...starts], [28, 55]);
  });

  it("are none of a series without values", () => {
    const none = { days: Int32Array.of(1, 2), values: Float64Array.of(Number.NaN, Number.NaN) };
    assert.deepEqual(observe(none), {
      step: "unknown",
      values: Float64Array.of(),
      rows: Int32Array.of(),
      starts: Int32Array.of(),
      ends: Int32Array.of(),
    });
    assert.equal(nativeStepOf({ days: Int32Array.of(), values: Float64Array.of() }), "unknown");
  });
});
