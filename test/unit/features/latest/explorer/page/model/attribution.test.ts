import assert from "node:assert/strict";
import {
  attributionTable,
  differenceIn,
} from "../../../../../../../src/features/latest/explorer/page/model/attribution";
import { told } from "../../../../../../support/explorerAnswers";

const us = { country_iso: "US" };
const energy = { country_iso: "US", sector: "Energy" };
const side = {
  total: 0.05,
  attributions: [
    told("INFL", us, 0.01),
    told("EARN", energy, -0.02),
    told("INFL", energy, 0.005),
    told("GROW", us, Number.NaN),
  ],
};

describe("the attribution of a forecast", () => {
  it("has signal variants by size, those without a value last, and what is not attributed", () => {
    const { rows, count, notAttributed, totals } = attributionTable([side], "variant", "");
    assert.deepEqual(
      rows.map(({ label, aside, values, places }) => [label, aside, values[0], places[0]]),
      [
        ["The EARN", "US · Energy", -0.02, 1],
        ["The INFL", "US", 0.01, 0],
        ["The INFL", "US · Energy", 0.005, 2],
        ["The GROW", "US", Number.NaN, 3],
      ],
    );
    assert.equal(count, 4);
    assert.ok(Math.abs((notAttributed[0] ?? 0) - 0.055) < 1e-9);
    assert.deepEqual(totals, [0.05]);
  });

  it("shows no difference between two forecasts whose values differ only by rounding (DATA-14)", () => {
    assert.deepEqual(
      [
        [0.1 + 0.2, 0.3],
        [0.25, 0.75],
        [null, 0.5],
      ].map(differenceIn),
      [0, 0.5, Number.NaN],
    );
  });

  it("is grouped by signal or by tag", () => {
    const by = (grouping: "signal" | "tag"): unknown =>
      attributionTable([side], grouping, "").rows.map(({ label, values }) => [
        label,
        Number(values[0]?.toFixed(9)),
      ]);
    assert.deepEqual(by("signal"), [
      ["The EARN", -0.02],
      ["The INFL", 0.015],
      ["The GROW", Number.NaN],
    ]);
    assert.deepEqual(by("tag"), [
      ["US · Energy", -0.015],
      ["US", 0.01],
    ]);
  });

  it("is filtered without a change of what is not attributed", () => {
    const { rows, count, notAttributed } = attributionTable([side], "variant", "infl, grow");
    assert.deepEqual([rows.length, count], [3, 4]);
    assert.ok(Math.abs((notAttributed[0] ?? 0) - 0.055) < 1e-9);
  });

  it("of two forecasts has what each side lists, by the size of the difference", () => {
    const other = { total: 0.06, attributions: [told("INFL", us, 0.04), told("NEW", us, 0.1)] };
    const { rows } = attributionTable([side, other], "variant", "");
    assert.deepEqual(
      rows.slice(0, 3).map(({ label, values }) => [label, values]),
      [
        ["The NEW", [null, 0.1]],
        ["The INFL", [0.01, 0.04]],
        ["The EARN", [-0.02, null]],
      ],
    );
  });

  it("has two rows for a variant that is listed twice", () => {
    const twice = { total: 0, attributions: [told("INFL", us, 1), told("INFL", us, 2)] };
    const { rows, notAttributed } = attributionTable([twice], "variant", "");
    assert.deepEqual(
      rows.map(({ values, places }) => [values[0], places[0]]),
      [
        [2, 1],
        [1, 0],
      ],
    );
    assert.deepEqual(notAttributed, [-3]);
  });

  it("has no remainder when nothing is listed", () => {
    const { count, notAttributed } = attributionTable(
      [{ total: 0.05, attributions: [] }],
      "variant",
      "",
    );
    assert.deepEqual([count, notAttributed], [0, [null]]);
  });
});
