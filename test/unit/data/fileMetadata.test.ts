import assert from "node:assert/strict";
import { fileMetadata } from "../../../src/data/fileMetadata";
import { dayOfIso } from "../../../src/shared/day";
import { instantOfText } from "../../../src/shared/instant";
import { forecastRef, signalRef } from "../../../src/shared/reference";

describe("fileMetadata", () => {
  const asOf = instantOfText("20261120T140501Z");
  assert.ok(asOf !== undefined);

  it("says how to ask for a signal again", () => {
    const reference = signalRef({
      code: "INFL",
      version: 2,
      tags: { country_iso: "US" },
      dataKind: "FIT",
      asOf,
    });
    const service = "https://data.example/macro";
    assert.deepEqual(fileMetadata({ reference, service, isSample: false }), {
      "macro-signals.reference": "signals/INFL/2/country_iso=US/FIT/20261120T140501Z",
      "macro-signals.service": "https://data.example/macro",
      "macro-signals.as_of": "20261120T140501Z",
    });
  });

  it("marks values that are older than they should be", () => {
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const service = "https://data.example/macro";
    assert.deepEqual(fileMetadata({ reference, service, isSample: false, isStale: true }), {
      "macro-signals.reference": "forecasts/SPX/USD/12 Months",
      "macro-signals.service": "https://data.example/macro",
      "macro-signals.stale": "true",
    });
  });

  it("marks sample data as synthetic, and a part as a part", () => {
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const from = dayOfIso("2020-01-01");
    assert.ok(from !== undefined);
    const slice = { from, columns: ["Forecast"] };
    const origin = { reference, slice, service: "sample", isSample: true };
    assert.deepEqual(fileMetadata(origin), {
      "macro-signals.reference": "forecasts/SPX/USD/12 Months",
      "macro-signals.service": "sample",
      "macro-signals.slice": "2020-01-01../cols=Forecast",
      "macro-signals.synthetic": "true",
    });
  });
});
