import assert from "node:assert/strict";
import { setMetadata } from "../../../src/data/setMetadata";
import { endOfDay } from "../../../src/shared/instant";
import { type SeriesRef, forecastRef, signalRef } from "../../../src/shared/reference";

const asOf = endOfDay(19_902);
const signal = (country: string): SeriesRef =>
  signalRef({ code: "INFL", version: 2, tags: { country_iso: country }, dataKind: "FIT", asOf });
const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const from = (reference: SeriesRef, service = "https://api.acme.com/") => ({
  reference,
  service,
  isSample: service === "sample",
  isStale: false,
});

describe("setMetadata", () => {
  it("says how to ask for each series again, and nothing of the time of fetching", () => {
    assert.deepEqual(setMetadata({ series: [from(signal("DE")), from(signal("US"))] }), {
      "macro-signals.references": JSON.stringify([
        "signals/INFL/2/country_iso=DE/FIT/20240628T235959Z",
        "signals/INFL/2/country_iso=US/FIT/20240628T235959Z",
      ]),
      "macro-signals.service": "https://api.acme.com/",
      "macro-signals.as_of": "20240628T235959Z",
    });
  });

  it("names the service of each where they differ, and what is synthetic, stale or one column", () => {
    const series = [from(signal("DE")), { ...from(spx, "sample"), isStale: true }];
    const metadata = setMetadata({ series, wideColumn: "Level" });
    assert.equal(metadata["macro-signals.services"], '["https://api.acme.com/","sample"]');
    assert.equal(metadata["macro-signals.service"], undefined);
    assert.equal(metadata["macro-signals.synthetic"], "true");
    assert.equal(metadata["macro-signals.stale"], "true");
    assert.equal(metadata["macro-signals.column"], "Level");
  });

  it("has no as-of where the signals have several", () => {
    const other = { ...signal("US"), asOf: endOfDay(19_903) } as SeriesRef;
    const metadata = setMetadata({ series: [from(signal("DE")), from(other)] });
    assert.equal(metadata["macro-signals.as_of"], undefined);
  });
});
