import assert from "node:assert/strict";
import {
  type AttributedVariant,
  type MovedForecast,
  movedForecasts,
} from "../../../src/catalog/movedForecasts";
import { type SignalDefinition } from "../../../src/service/parseDefinition";
import { type Attribution } from "../../../src/service/latestForecasts";
import { definition, sub, tag } from "../../support/definitions";
import { attribution, forecastsOf, summary } from "../../support/forecastSummaries";
import { finish } from "../../../src/shared/finish";

const us = { code: "INFL", tags: { country_iso: "US" } };
const inflation = definition("INFL", 2, tag("country_iso", ["US", "DE"]), tag("region", ["EMU"]));

function moved(
  attributions: readonly (readonly Attribution[])[],
  variant: AttributedVariant = us,
  signal?: SignalDefinition,
): readonly MovedForecast[] {
  const summaries = attributions.map((each) => summary({ attributions: each }));
  return finish(movedForecasts(forecastsOf(summaries), variant, signal));
}

describe("the forecasts that a signal variant moves", () => {
  it("are those whose attribution names it, by size, those without a value last", () => {
    const found = moved([
      [attribution("INFL", { country_iso: "US" }, 0.001)],
      [attribution("INFL", { country_iso: "DE" }, 0.009)],
      [attribution("INFL", { country_iso: "US" }, Number.NaN)],
      [attribution("EARN", { country_iso: "US" }, 0.02), attribution("INFL", us.tags, -0.004)],
      [],
    ]);
    assert.deepEqual(found, [
      { summary: 3, forecast: -0.004 },
      { summary: 0, forecast: 0.001 },
      { summary: 2, forecast: Number.NaN },
    ]);
  });

  it("have the sum where it is listed twice", () => {
    const twice = [attribution("INFL", us.tags, 0.25), attribution("INFL", us.tags, 0.5)];
    assert.deepEqual(moved([twice]), [{ summary: 0, forecast: 0.75 }]);
  });

  it("are found by the stems of tag kinds, and by other Unicode forms of values", () => {
    const names = [[attribution("EARN", { sector_name: "E\u0301nergie", country: "FR" }, 1)]];
    const energy = { code: "EARN", tags: { country_iso: "FR", sector: "\u00c9nergie" } };
    assert.deepEqual(moved(names, energy), [{ summary: 0, forecast: 1 }]);
  });

  it("may tell more than the variant's own tags where its definition is known", () => {
    const more = [[attribution("INFL", { country_iso: "US", region: "Americas" }, 1)]];
    assert.deepEqual(moved(more), []);
    assert.deepEqual(moved(more, us, inflation), [{ summary: 0, forecast: 1 }]);
  });

  it("are not those of a variant with fewer tags", () => {
    const nested = definition("EARN", 0, tag("country_iso", ["US"], sub("sector", ["Energy"])));
    const whole = { code: "EARN", tags: { country_iso: "US" } };
    const pair = [[attribution("EARN", { country_iso: "US", sector_name: "Energy" }, 1)]];
    assert.deepEqual(moved(pair, whole, nested), []);
  });
});
