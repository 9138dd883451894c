import assert from "node:assert/strict";
import { matchedForecasts } from "../../../src/catalog/changedForecasts";
import { finish } from "../../../src/shared/finish";
import { forecastsOf, summary } from "../../support/forecastSummaries";

describe("forecasts of two answers", () => {
  const year = summary();
  const month = summary({ horizonName: "1 Month" });
  const euro = summary({ currencyIso: "EUR" });
  const hedged = summary({ hedging: "Local" });
  const dax = summary({ marketCode: "DAX" });

  it("are matched by market, currency, horizon and hedging, wherever they stand", () => {
    const { older, vanished } = finish(
      matchedForecasts(
        forecastsOf([year, month, euro, hedged, dax]),
        forecastsOf([dax, hedged, euro, month, year]),
      ),
    );
    assert.deepEqual([...older], [4, 3, 2, 1, 0]);
    assert.deepEqual([...vanished], []);
  });

  it("appear and vanish", () => {
    const matched = finish(matchedForecasts(forecastsOf([year, dax]), forecastsOf([euro, year])));
    assert.deepEqual([[...matched.older], [...matched.vanished]], [[1, -1], [0]]);
  });

  it("are matched in order if there are duplicates", () => {
    const newer = forecastsOf([year, year, year]);
    const { older, vanished } = finish(matchedForecasts(newer, forecastsOf([year, dax, year])));
    assert.deepEqual([[...older], [...vanished]], [[0, 2, -1], [1]]);
  });
});
