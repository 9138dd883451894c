import assert from "node:assert/strict";
import {
  type ForecastChoice,
  chosen,
  withCoordinate,
  pairOf,
  toggledComparison,
} from "../../../../../../../src/features/latest/explorer/page/model/choices";
import {
  defaultExplorerView,
  parseExplorerViewState,
} from "../../../../../../../src/features/latest/explorer/page/views/explorerViewState";

const a = { market: "SPX", currency: "USD", horizon: "12 Months", hedging: "Local", repeat: 0 };
const hedged = { ...a, hedging: "Hedged" };
const dax = { ...a, market: "DAX" };
const choice: ForecastChoice = { ...defaultExplorerView, a };

describe("the choice of forecasts", () => {
  it("is one cell, or with Ctrl or while comparing a second one", () => {
    assert.deepEqual(chosen(choice, dax, false), { a: dax, b: null, isComparing: false });
    assert.deepEqual(chosen(choice, dax, true), { b: dax, isComparing: true });
    assert.deepEqual(chosen({ ...choice, isComparing: true }, dax, false), {
      b: dax,
      isComparing: true,
    });
  });

  it("starts or ends a comparison when the chosen cell is chosen again with Ctrl", () => {
    const [begun, ended] = [
      { b: null, isComparing: true },
      { b: null, isComparing: false },
    ];
    assert.deepEqual(chosen(choice, a, true), begun);
    assert.deepEqual(chosen({ ...choice, isComparing: true }, a, true), ended);
    assert.deepEqual(chosen({ ...choice, isComparing: true }, a, false), begun);
  });

  it("moves both sides of one market to another market", () => {
    const compared = { ...choice, b: hedged, isComparing: true };
    assert.deepEqual(pairOf(compared), [a, hedged]);
    assert.deepEqual(chosen(compared, dax, false), { a: dax, b: { ...hedged, market: "DAX" } });
    assert.equal(pairOf({ ...choice, b: dax }), null);
  });

  it("follows the currency, horizon or hedging, in a comparison with its second side", () => {
    assert.deepEqual(withCoordinate(choice, "hedging", "Hedged"), { hedging: "Hedged", a: hedged });
    assert.deepEqual(withCoordinate({ ...choice, isComparing: true }, "hedging", "Hedged"), {
      hedging: "Hedged",
      b: hedged,
    });
  });

  it("ends a comparison, and starts one only when something is chosen", () => {
    assert.deepEqual(toggledComparison({ ...choice, b: dax, isComparing: true }), {
      b: null,
      isComparing: false,
    });
    assert.deepEqual(toggledComparison(choice), { isComparing: true });
    assert.deepEqual(toggledComparison(defaultExplorerView), { b: null, isComparing: false });
  });
});

describe("the kept view of the explorer", () => {
  it("is read back", () => {
    const state = {
      ...defaultExplorerView,
      a,
      b: dax,
      isComparing: true,
      axis: "currencies",
      toggled: ["x"],
      drilled: "y",
      filter: "us",
    } as const;
    assert.deepEqual(parseExplorerViewState(JSON.parse(JSON.stringify(state))), state);
  });

  it("has defaults for what cannot be read", () => {
    for (const kept of [undefined, null, 1, "a", [], { axis: "rows", a: { market: 1 }, b: a }]) {
      assert.deepEqual(parseExplorerViewState(kept), defaultExplorerView, JSON.stringify(kept));
    }
  });
});
