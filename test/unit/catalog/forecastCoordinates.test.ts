import assert from "node:assert/strict";
import { forecastCoordinates } from "../../../src/catalog/forecastCoordinates";
import { finish } from "../../../src/shared/finish";
import { forecastsOf, summary } from "../../support/forecastSummaries";

describe("forecastCoordinates", () => {
  it("discovers horizons by length and currencies by name, each once", () => {
    const summaries = [
      { marketCode: "SPX", currencyIso: "USD", horizonName: "10 Years" },
      { marketCode: "SPX", currencyIso: "USD", horizonName: "3 Months" },
      { marketCode: "SPX", currencyIso: "EUR", horizonName: "3 Months" },
      { marketCode: "SPX", currencyIso: "USD", horizonName: "3 Months" },
      { marketCode: "DAX", currencyIso: "EUR", horizonName: "12 Months" },
    ];
    assert.deepEqual(
      [...finish(forecastCoordinates(forecastsOf(summaries.map(summary))))],
      [
        [
          "SPX",
          [
            { horizon: "3 Months", currencies: ["EUR", "USD"] },
            { horizon: "10 Years", currencies: ["USD"] },
          ],
        ],
        ["DAX", [{ horizon: "12 Months", currencies: ["EUR"] }]],
      ],
    );
  });
});
