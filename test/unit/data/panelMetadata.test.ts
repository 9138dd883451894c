import assert from "node:assert/strict";
import { panelMetadata } from "../../../src/data/panelMetadata";
import { endOfDay } from "../../../src/shared/instant";
import { type PanelRef, signalRef } from "../../../src/shared/reference";

const asOf = endOfDay(19_902);
const shape = { code: "INFL", version: 2, dataKind: "FIT", asOf } as const;
const reference: PanelRef & { asOf: typeof asOf } = {
  family: "panel",
  ...shape,
  tags: { country_iso: "*" },
};
const variants = ["DE", "US"].map((country) => ({
  reference: signalRef({ ...shape, tags: { country_iso: country } }),
}));

describe("panelMetadata", () => {
  it("says how to ask for the panel again, and what it expanded to", () => {
    const service = "https://api.acme.com/";
    assert.deepEqual(
      panelMetadata({ reference, variants, service, isSample: false, isStale: false }),
      {
        "macro-signals.reference": "signals/INFL/2/country_iso=*/FIT/20240628T235959Z",
        "macro-signals.references": JSON.stringify([
          "signals/INFL/2/country_iso=DE/FIT/20240628T235959Z",
          "signals/INFL/2/country_iso=US/FIT/20240628T235959Z",
        ]),
        "macro-signals.service": "https://api.acme.com/",
        "macro-signals.as_of": "20240628T235959Z",
      },
    );
  });

  it("names what is synthetic, stale or one column", () => {
    const origin = { reference, variants, service: "sample", isSample: true, isStale: true };
    const metadata = panelMetadata({ ...origin, wideColumn: "Level" });
    assert.equal(metadata["macro-signals.synthetic"], "true");
    assert.equal(metadata["macro-signals.stale"], "true");
    assert.equal(metadata["macro-signals.column"], "Level");
  });
});
