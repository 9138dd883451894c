import assert from "node:assert/strict";
import { type Instant } from "../../../src/shared/instant";
import { type SignalRef, forecastRef, panelRef, signalRef } from "../../../src/shared/reference";
import { isVariantOf } from "../../../src/catalog/panelVariants";

const asOf = "20261120T093000Z" as Instant;
const own = { code: "EARN", version: 1, dataKind: "FIT", asOf } as const;

function variant(changes: Partial<SignalRef> = {}): SignalRef {
  return signalRef({ ...own, tags: { country_iso: "US", sector: "Energy" }, ...changes });
}

describe("isVariantOf", () => {
  const panel = panelRef({ ...own, tags: { country_iso: "*", sector: ["Energy", "Materials"] } });
  assert.ok(panel.family === "panel");

  it("accepts a variant by its values, whatever the service has", () => {
    assert.equal(isVariantOf(panel, variant()), true);
    const other = variant({ tags: { country_iso: "ZZ", sector: "Materials" } });
    assert.equal(isVariantOf(panel, other), true);
  });

  const others: [what: string, changes: Partial<SignalRef>][] = [
    ["signal", { code: "INFL" }],
    ["version", { version: 2 }],
    ["kind", { dataKind: "SNAP" }],
    ["as-of", { asOf: "latest" }],
    ["value", { tags: { country_iso: "US", sector: "Utilities" } }],
    ["tag kind", { tags: { country_iso: "US", commodity: "Energy" } }],
    ["set of tag kinds", { tags: { country_iso: "US" } }],
    ["greater set", { tags: { country_iso: "US", sector: "Energy", tenor: "2Y" } }],
  ];
  for (const [what, changes] of others) {
    it(`refuses another ${what}`, () => assert.equal(isVariantOf(panel, variant(changes)), false));
  }

  it("refuses a forecast", () => {
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    assert.equal(isVariantOf(panel, forecast), false);
  });
});
