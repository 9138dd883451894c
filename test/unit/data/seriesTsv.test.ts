import assert from "node:assert/strict";
import { seriesTsv } from "../../../src/data/table/longText";
import { forecastRef, signalRef } from "../../../src/shared/reference";
import { type Instant } from "../../../src/shared/instant";
import { frameOf } from "../../support/frames";

const service = "https://api.acme.com";
const asOf = "20240628T235959Z" as Instant;

function signal(country: string, frame = frameOf(["2024-01-01"], { Level: [1.5] })) {
  const tags = { country_iso: country };
  const reference = signalRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf });
  return { reference, service, frame };
}

describe("seriesTsv", () => {
  it("has nothing but its columns of one series", () => {
    assert.equal(seriesTsv([signal("US")]), "Date\tLevel\n2024-01-01\t1.5\n");
  });

  it("says of each row of several which series it is of", () => {
    const german = signal("DE", frameOf(["2024-01-01", "2024-01-02"], { Level: [null, -2] }));
    assert.equal(
      seriesTsv([signal("US"), german]),
      [
        "Date\tcountry_iso\tLevel",
        "2024-01-01\tDE\t",
        "2024-01-02\tDE\t-2",
        "2024-01-01\tUS\t1.5\n",
      ].join("\n"),
    );
  });

  it("leaves cells empty that one kind of series does not have", () => {
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const frame = frameOf(["2024-01-03"], { Forecast: [0.05] });
    assert.deepEqual(
      seriesTsv([signal("US"), { reference, service, frame }])
        .split("\n")
        .slice(0, 3),
      [
        "Date\tcode\tcountry_iso\tmarket\tcurrency\thorizon\tForecast\tLevel",
        "2024-01-03\t\t\tSPX\tUSD\t12 Months\t0.05\t",
        "2024-01-01\tINFL\tUS\t\t\t\t\t1.5",
      ],
    );
  });

  it("is its header alone without rows", () => {
    const none = frameOf([], { Level: [] });
    assert.equal(seriesTsv([signal("US", none), signal("DE", none)]), "Date\tcountry_iso\tLevel\n");
  });
});
