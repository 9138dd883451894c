import assert from "node:assert/strict";
import fc from "fast-check";
import { reservedKindOf, variantKey, variantsOf } from "../../../src/catalog/variants";
import { type Tag } from "../../../src/service/parseTags";
import { type TagValues } from "../../../src/shared/reference";
import { sub, tag } from "../../support/definitions";
import { runs } from "../../support/propertyRuns";

describe("variantsOf", () => {
  const cases: [when: string, tags: Tag[], variants: TagValues[]][] = [
    ["there are no tags", [], []],
    ["a tag has no values", [tag("country_iso", [])], []],
    [
      "one tag addresses variants alone",
      [tag("country_iso", ["US", "DE"])],
      [{ country_iso: "US" }, { country_iso: "DE" }],
    ],
    [
      "two tags address variants alone",
      [tag("country_iso", ["US"]), tag("region", ["EMU"])],
      [{ country_iso: "US" }, { region: "EMU" }],
    ],
    [
      "a tag needs a sub-tag",
      [tag("country_iso", ["US", "DE"], sub("sector", ["Energy", "Banks"]))],
      [
        { country_iso: "US", sector: "Energy" },
        { country_iso: "US", sector: "Banks" },
        { country_iso: "DE", sector: "Energy" },
        { country_iso: "DE", sector: "Banks" },
      ],
    ],
    [
      "a pair listed from both sides counts once",
      [
        tag("country_iso", ["US"], sub("sector", ["Energy"])),
        tag("sector", ["Energy", "Banks"], sub("country_iso", ["US"])),
      ],
      [
        { country_iso: "US", sector: "Energy" },
        { sector: "Banks", country_iso: "US" },
      ],
    ],
    [
      "three tags belong together",
      [tag("a", ["1", "2"], sub("b", ["x"]), sub("c", ["y", "z"]))],
      [
        { a: "1", b: "x", c: "y" },
        { a: "1", b: "x", c: "z" },
        { a: "2", b: "x", c: "y" },
        { a: "2", b: "x", c: "z" },
      ],
    ],
    [
      "a sub-tag repeats the tag's own kind",
      [tag("country_iso", ["US"], sub("country_iso", ["DE"]))],
      [{ country_iso: "US" }],
    ],
    ["a sub-tag has no values", [tag("country_iso", ["US"], sub("sector", []))], []],
  ];
  for (const [when, tags, variants] of cases) {
    it(`when ${when}`, () => assert.deepEqual([...variantsOf(tags)], variants));
  }

  it("gives the first of more variants than memory holds", () => {
    const values = Array.from({ length: 10_000 }, (_, index) => String(index));
    const huge = [tag("a", values, sub("b", values), sub("c", values))];
    assert.deepEqual(variantsOf(huge).next().value, { a: "0", b: "0", c: "0" });
  });

  it("ends at once if one of 33 dimensions has no value", () => {
    const subTags = Array.from({ length: 31 }, (_, at) => sub(`k${at}`, ["x", "y"]));
    const huge = [tag("a", ["x", "y"], ...subTags, sub("empty", [])), tag("b", ["z"])];
    assert.deepEqual([...variantsOf(huge)], [{ b: "z" }]);
  });

  it("is the cross product of every kind's values, each once", () => {
    const dimension = fc.uniqueArray(fc.string(), { maxLength: 4 });
    fc.assert(
      fc.property(dimension, dimension, (countries, sectors) => {
        const tags = [
          tag("country_iso", countries, sub("sector", sectors)),
          tag("sector", sectors, sub("country_iso", countries)),
        ];
        const keys = [...variantsOf(tags)].map(variantKey);
        assert.equal(keys.length, countries.length * sectors.length);
        assert.equal(new Set(keys).size, keys.length);
      }),
      { numRuns: runs() },
    );
  });
});

describe("reservedKindOf", () => {
  it("names a kind that is another parameter's name", () => {
    assert.equal(reservedKindOf({ country_iso: "US", fmt: "x" }), "fmt");
    assert.equal(reservedKindOf({ country_iso: "US" }), undefined);
  });
});
