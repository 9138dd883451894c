import assert from "node:assert/strict";
import { VariantSpace } from "../../../src/catalog/variantSpace";
import { sub, tag } from "../../support/definitions";

describe("VariantSpace", () => {
  const bothSides = VariantSpace.of([
    tag("country_iso", ["US", "DE"], sub("sector", ["Energy"])),
    tag("sector", ["Energy", "Banks"], sub("country_iso", ["US"])),
  ]);

  it("names each way of addressing once, whichever side lists it", () => {
    assert.deepEqual(bothSides.addresses, [["country_iso", "sector"]]);
  });

  it("joins the values that several tags list", () => {
    assert.deepEqual(bothSides.values("sector"), ["Energy", "Banks"]);
  });

  it("leaves only the values that go with a chosen one", () => {
    const germany = bothSides.with("country_iso", "DE");
    assert.deepEqual(germany.values("sector"), ["Energy"]);
    assert.deepEqual(germany.chosen, { country_iso: "DE" });
    assert.deepEqual(germany.addresses, [["sector"]]);
  });

  it("is a variant when nothing is open", () => {
    const pair = bothSides.with("country_iso", "DE").with("sector", "Energy");
    assert.deepEqual(pair.addresses, [[]]);
    assert.deepEqual(bothSides.with("country_iso", "DE").with("sector", "Banks").addresses, []);
  });

  it("tells ways of addressing apart", () => {
    const space = VariantSpace.of([
      tag("country_iso", ["US"]),
      tag("country_iso", ["US"], sub("sector", ["Energy"])),
    ]);
    assert.deepEqual(space.addresses, [["country_iso"], ["country_iso", "sector"]]);
    assert.deepEqual(space.at(["country_iso"]).values("sector"), []);
    assert.deepEqual(space.with("country_iso", "US").addresses, [[], ["sector"]]);
  });

  it("has nothing where a dimension has no values", () => {
    assert.deepEqual(
      VariantSpace.of([tag("country_iso", ["US"], sub("sector", []))]).addresses,
      [],
    );
    assert.deepEqual(VariantSpace.of([]).addresses, []);
  });

  it("counts each variant once, whichever side lists it, and no further than is asked for", () => {
    // US Energy, DE Energy, US Banks: the pair US Energy stands on both sides.
    assert.equal(bothSides.count(10), 3);
    assert.equal(bothSides.count(2), 2);
    assert.equal(bothSides.with("country_iso", "US").count(10), 2);
    assert.equal(bothSides.with("country_iso", "US").with("sector", "Banks").count(10), 1);
    assert.equal(VariantSpace.of([]).count(10), 0);
    const numbers = Array.from({ length: 1_000 }, (_, index) => String(index));
    const kinds = ["b", "c", "d", "e"].map((kind) => sub(kind, numbers));
    const huge = tag("a", ["1", "1", "2"], ...kinds);
    assert.equal(VariantSpace.of([huge]).count(5e12), 2e12);
    assert.equal(VariantSpace.of([huge]).count(1e12), 1e12);
    assert.equal(VariantSpace.of([huge, tag("a", ["1"])]).count(7), 7);
  });

  it("keeps a kind that is named like an inherited property", () => {
    const space = VariantSpace.of([tag("__proto__", ["x"], sub("constructor", ["y"]))]);
    const one = space.with("__proto__", "x");
    assert.deepEqual(one.addresses, [["constructor"]]);
    assert.deepEqual(Object.entries(one.chosen), [["__proto__", "x"]]);
  });
});
