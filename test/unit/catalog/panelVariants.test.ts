import assert from "node:assert/strict";
import { PanelTooLargeError, UnknownAddressError } from "../../../src/catalog/panelErrors";
import { panelVariants } from "../../../src/catalog/panelVariants";
import { type Tag } from "../../../src/service/parseTags";
import { endOfDay } from "../../../src/shared/instant";
import { type PanelRef, type TagSet, type TagValues } from "../../../src/shared/reference";
import { sub, tag } from "../../support/definitions";

const asOf = endOfDay(19_902);
const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at));
const panel = (tags: Readonly<Record<string, TagSet>>): PanelRef => ({
  family: "panel",
  code: "INFL",
  version: 2,
  tags,
  dataKind: "FIT",
  asOf,
});

const sectors = [
  tag("country_iso", ["US"], sub("sector", ["Energy", "Banks"])),
  tag("country_iso", ["DE"], sub("sector", ["Energy"])),
  tag("sector", ["Energy"], sub("country_iso", ["US", "JP"])),
];

describe("panelVariants", () => {
  const cases: [
    when: string,
    sets: Readonly<Record<string, TagSet>>,
    tags: Tag[],
    variants: TagValues[],
  ][] = [
    [
      "every value is wanted",
      { country_iso: "*" },
      [tag("country_iso", ["US", "DE"]), tag("region", ["EMU"])],
      [{ country_iso: "US" }, { country_iso: "DE" }],
    ],
    [
      "some values are wanted, in the order of the definition",
      { country_iso: ["DE", "US"] },
      [tag("country_iso", ["US", "FR", "DE"])],
      [{ country_iso: "US" }, { country_iso: "DE" }],
    ],
    [
      "a value is not listed",
      { country_iso: ["XX", "US"] },
      [tag("country_iso", ["US", "DE"])],
      [{ country_iso: "US" }, { country_iso: "XX" }],
    ],
    [
      "one kind is held, and every listed combination is wanted",
      { country_iso: "*", sector: ["Energy"] },
      sectors,
      [
        { country_iso: "US", sector: "Energy" },
        { country_iso: "DE", sector: "Energy" },
        { country_iso: "JP", sector: "Energy" },
      ],
    ],
    [
      "all sets are explicit, and one combination is not listed",
      { country_iso: ["US", "DE"], sector: ["Energy", "Banks"] },
      sectors,
      [
        { country_iso: "US", sector: "Energy" },
        { country_iso: "US", sector: "Banks" },
        { country_iso: "DE", sector: "Energy" },
        { country_iso: "DE", sector: "Banks" },
      ],
    ],
    [
      "everything is wanted of a value, though not every combination is listed",
      { country_iso: ["DE", "US"], sector: "*" },
      sectors,
      [
        { country_iso: "US", sector: "Energy" },
        { country_iso: "US", sector: "Banks" },
        { country_iso: "DE", sector: "Energy" },
      ],
    ],
    [
      "everything is wanted of a value that is not listed",
      { country_iso: ["XX", "DE"], sector: "*" },
      sectors,
      [
        { country_iso: "DE", sector: "Energy" },
        { country_iso: "XX", sector: "Energy" },
        { country_iso: "XX", sector: "Banks" },
      ],
    ],
    [
      "the definition writes its values in another normal form",
      { city: ["S\u00e3o Paulo", "Rio"] },
      [tag("city", ["Sa\u0303o Paulo", "Rio"])],
      [{ city: "S\u00e3o Paulo" }, { city: "Rio" }],
    ],
  ];
  for (const [when, sets, tags, variants] of cases) {
    it(`gives each variant once when ${when}`, () => {
      const given = panelVariants(panel(sets), tags);
      assert.deepEqual(
        given.map((each) => each.tags),
        variants,
      );
      assert.ok(given.every((each) => each.asOf === asOf && each.dataKind === "FIT"));
    });
  }

  it("takes as many as are allowed", () => {
    const tags = [tag("a", numbers(50), sub("b", numbers(40)))];
    assert.equal(panelVariants(panel({ a: "*", b: "*" }), tags).length, 2_000);
  });

  const thousand = tag("a", numbers(1_000), sub("b", numbers(1_000)), sub("c", numbers(1_000)));
  const tooLarge: [
    when: string,
    sets: Readonly<Record<string, TagSet>>,
    tags: Tag[],
    atLeast: number,
  ][] = [
    ["one tag claims a billion", { a: "*", b: "*", c: "*" }, [thousand], 1e9],
    ["explicit sets do", { a: "*", b: numbers(3_000) }, [tag("a", ["1"], sub("b", ["1"]))], 3_000],
    [
      "several tags together do",
      { a: "*" },
      [
        tag("a", numbers(1_500)),
        tag(
          "a",
          numbers(2_000).map((value) => `x${value}`),
        ),
      ],
      2_001,
    ],
  ];
  for (const [when, sets, tags, atLeast] of tooLarge) {
    it(`refuses too many variants when ${when}`, () => {
      assert.throws(
        () => panelVariants(panel(sets), tags),
        (error) =>
          error instanceof PanelTooLargeError && error.atLeast === atLeast && error.max === 2_000,
      );
    });
  }

  it("takes a few of a tag that claims a billion", () => {
    const variants = panelVariants(panel({ a: ["7"], b: ["8"], c: ["9", "10"] }), [thousand]);
    assert.deepEqual(
      variants.map((each) => each.tags),
      [
        { a: "7", b: "8", c: "9" },
        { a: "7", b: "8", c: "10" },
      ],
    );
  });

  const unknown: [when: string, sets: Readonly<Record<string, TagSet>>][] = [
    ["they are none of the definition", { region: "*" }],
    ["one of them is missing", { country_iso: "*" }],
    ["there is one more", { country_iso: "*", sector: "*", style: "*" }],
  ];
  for (const [when, sets] of unknown) {
    it(`refuses tag kinds that address no variant when ${when}`, () => {
      assert.throws(() => panelVariants(panel(sets), sectors), UnknownAddressError);
    });
  }
});
