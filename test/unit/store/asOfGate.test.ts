import assert from "node:assert/strict";
import { type AsOf, type Instant } from "../../../src/shared/instant";
import { type SignalRef, signalRef } from "../../../src/shared/reference";
import { AsOfGate, LaterThanAsOfError } from "../../../src/store/asOfGate";

const bound = "20240628T235959Z" as Instant;
const earlier = "20240628T235958Z" as Instant;
const later = "20240629T000000Z" as Instant;

function australia(asOf: AsOf, country = "AU"): SignalRef {
  return signalRef({
    code: "INFL",
    version: 2,
    tags: { country_iso: country },
    dataKind: "SNAP",
    asOf,
  });
}

describe("the gate of requests", () => {
  let gate: AsOfGate;
  const passes = (reference: SignalRef): boolean => {
    try {
      gate.check(reference);
      return true;
    } catch (error) {
      assert.ok(error instanceof LaterThanAsOfError);
      return false;
    }
  };
  beforeEach(() => (gate = new AsOfGate()));

  it("passes everything while it is latest", () => {
    assert.deepEqual(
      [bound, "latest" as const].map((asOf) => passes(australia(asOf))),
      [true, true],
    );
  });

  it("refuses what is later than its bound, which is inclusive, and latest", () => {
    gate.set(bound);
    const all = [earlier, bound, later, "latest" as const];
    assert.deepEqual(
      all.map((asOf) => passes(australia(asOf))),
      [true, true, false, false],
    );
  });
});
