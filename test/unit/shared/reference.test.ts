import assert from "node:assert/strict";
import fc from "fast-check";
import { panelRef, signalRef } from "../../../src/shared/reference";
import { referenceOfPath, referencePath } from "../../../src/shared/referencePath";
import { references } from "../../support/references";
import { runs } from "../../support/propertyRuns";

const inflation = { code: "INFL", version: 2, dataKind: "SNAP", asOf: "latest" } as const;

describe("a reference", () => {
  it("survives the round trip through its text", () => {
    fc.assert(
      fc.property(references, (reference) => {
        assert.deepEqual(referenceOfPath(referencePath(reference)), reference);
      }),
      { numRuns: runs() },
    );
  });

  it("does not depend on the order in which tags were given", () => {
    const one = signalRef({ ...inflation, tags: { sector: "Energy", country_iso: "US" } });
    const other = signalRef({ ...inflation, tags: { country_iso: "US", sector: "Energy" } });
    assert.equal(referencePath(one), referencePath(other));
  });

  it("is in NFC", () => {
    const reference = signalRef({ ...inflation, code: "e\u0301", tags: {} });
    assert.equal(reference.code, "é");
  });

  it("keeps a tag kind that is named like a prototype", () => {
    const tags = Object.fromEntries([["__proto__", "US"]]);
    const reference = signalRef({ ...inflation, tags });
    assert.equal(referencePath(reference), "signals/INFL/2/__proto__=US/SNAP/latest");
    assert.deepEqual(referenceOfPath(referencePath(reference)), reference);
  });

  for (const code of ["a\0", "\ud800"]) {
    it(`cannot hold ${JSON.stringify(code)}`, () => {
      assert.throws(() => signalRef({ ...inflation, code, tags: {} }), RangeError);
    });
  }

  for (const version of [-1, 0.5, Number.NaN, 2 ** 53]) {
    it(`cannot have the version ${String(version)}`, () => {
      assert.throws(() => signalRef({ ...inflation, version, tags: {} }), RangeError);
    });
  }
});

describe("panelRef", () => {
  it("is the series when every set holds one explicit value", () => {
    const reference = panelRef({ ...inflation, tags: { country_iso: ["US", "US"] } });
    assert.deepEqual(reference, signalRef({ ...inflation, tags: { country_iso: "US" } }));
  });

  it("tells the wildcard from a value that is an asterisk", () => {
    const all = panelRef({ ...inflation, tags: { basket: "*" } });
    const star = panelRef({ ...inflation, tags: { basket: ["*"] } });
    assert.equal(referencePath(all), "signals/INFL/2/basket=*/SNAP/latest");
    assert.equal(referencePath(star), "signals/INFL/2/basket=%2A/SNAP/latest");
    assert.equal(star.family, "signal");
  });

  it("refuses an empty set", () => {
    assert.throws(() => panelRef({ ...inflation, tags: { country_iso: [] } }), RangeError);
  });
});
