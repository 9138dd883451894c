import assert from "node:assert/strict";
import { type AsOf, type Instant } from "../../../src/shared/instant";
import { panelRef, type SignalRef, signalRef } from "../../../src/shared/reference";
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

  it("passes a later series that was confirmed, at that as-of alone", () => {
    gate.set(bound);
    gate.confirm(australia(later));
    assert.ok(passes(australia(later)));
    assert.ok(!passes(australia("latest")));
    assert.ok(!passes(australia(later, "NZ")));
  });

  it("passes the as-of that latest resolves to if latest was confirmed", () => {
    gate.set(bound);
    gate.confirm(australia("latest"));
    assert.ok(passes(australia("latest")) && passes(australia(later)));
  });

  it("passes the variants of a panel that was confirmed", () => {
    gate.set(bound);
    const { code, version, dataKind } = australia(later);
    const panel = panelRef({ code, version, dataKind, tags: { country_iso: "*" }, asOf: later });
    gate.confirm(panel);
    assert.ok(passes(australia(later)) && passes(australia(later, "NZ")));
    assert.ok(!passes({ ...australia(later), code: "GROW" }));
    assert.ok(!passes({ ...australia(later), dataKind: "FIT" }));
  });

  it("discards confirmations when the bound changes", () => {
    gate.set(bound);
    gate.confirm(australia(later));
    gate.set(earlier);
    assert.ok(!passes(australia(later)));
  });
});
