import assert from "node:assert/strict";
import { type Instant } from "../../../../../../src/shared/instant";
import { defaultViewState } from "../../../../../../src/features/chart/model/viewState";
import { laterThanBound } from "../../../../../../src/features/chart/page/views/shown";
import { chartView } from "../../../../../../src/features/chart/page/model/chartView";
import { type ChartPart } from "../../../../../../src/features/chart/protocol";
import { forecastPart, signalPart } from "../../../../../support/chartFrames";

const bound = "20240628T235959Z" as Instant;

function saidOf(parts: readonly ChartPart[], asOf: Instant | null): string | undefined {
  const state = defaultViewState;
  const view = chartView(parts, state);
  const head = { title: "", isSample: false, canUndo: false, panel: null };
  return laterThanBound({ ...head, bound: asOf, parts, state, view })?.text;
}

describe("the warning of a chart in a window with an as-of", () => {
  const partAsOf = (asOf: string): ChartPart => {
    const part = signalPart();
    return { ...part, identity: { ...part.identity, asOf } };
  };

  it("is absent while the as-of is latest, or if all was known at it", () => {
    assert.equal(saidOf([partAsOf("latest")], null), undefined);
    assert.equal(saidOf([partAsOf(bound), partAsOf("20240101T000000Z")], bound), undefined);
  });

  it("states that the chart is later if any of its series is", () => {
    for (const asOf of ["latest", "20240629T000000Z"]) {
      assert.match(
        saidOf([partAsOf(bound), partAsOf(asOf)], bound) ?? "",
        /later than .* 28 Jun 2024/,
      );
    }
  });

  it("states that forecasts are the latest", () => {
    assert.match(
      saidOf([forecastPart()], bound) ?? "",
      /^Latest forecasts, not those as of 28 Jun/,
    );
  });
});
