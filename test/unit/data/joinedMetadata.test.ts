import assert from "node:assert/strict";
import { joinedMetadata } from "../../../src/data/joinedMetadata";
import { endOfDay } from "../../../src/shared/instant";
import { panelRef, signalRef } from "../../../src/shared/reference";

const asOf = endOfDay(19_902);

describe("joinedMetadata", () => {
  const panel = (code: string, isStale = false): Parameters<typeof joinedMetadata>[0][number] => {
    const tags = { country_iso: "*" } as const;
    const reference = panelRef({ code, version: 1, tags, dataKind: "FIT", asOf });
    if (reference.family !== "panel") throw new RangeError("a series");
    const variant = signalRef({ ...reference, tags: { country_iso: "US" } });
    const service = "https://api.acme.com/";
    const dated = { ...reference, asOf };
    return {
      reference: dated,
      variants: [{ reference: variant }],
      service,
      isSample: false,
      isStale,
    };
  };

  it("keeps each panel as it was asked for, with what it expanded to", () => {
    const metadata = joinedMetadata([panel("INFL"), panel("CURVE", true)]);
    assert.deepEqual(JSON.parse(metadata["macro-signals.panels"] ?? ""), [
      {
        reference: "signals/INFL/1/country_iso=*/FIT/20240628T235959Z",
        references: ["signals/INFL/1/country_iso=US/FIT/20240628T235959Z"],
      },
      {
        reference: "signals/CURVE/1/country_iso=*/FIT/20240628T235959Z",
        references: ["signals/CURVE/1/country_iso=US/FIT/20240628T235959Z"],
      },
    ]);
    assert.equal(metadata["macro-signals.service"], "https://api.acme.com/");
    assert.equal(metadata["macro-signals.as_of"], "20240628T235959Z");
    assert.equal(metadata["macro-signals.stale"], "true");
    assert.equal(metadata["macro-signals.synthetic"], undefined);
  });
});
