import assert from "node:assert/strict";
import { maxCounted, panelReach } from "../../../src/catalog/panelReach";
import { type Tag } from "../../../src/service/parseTags";
import { sub, tag } from "../../support/definitions";

const free = { chosen: {} };
const country = tag("country_iso", ["US", "DE"]);
const sectors = tag("sector", ["Energy", "Banks"], sub("country_iso", ["US", "DE", "JP"]));
const numbers = Array.from({ length: 1_500 }, (_, index) => String(index));

describe("panelReach", () => {
  const cases: [
    when: string,
    tags: Tag[],
    start: Parameters<typeof panelReach>[1],
    addresses: string[][],
    variants: number,
  ][] = [
    ["nothing is known", [], free, [], 0],
    ["there is one tag kind", [country], free, [["country_iso"]], 2],
    [
      "variants are addressed in two ways",
      [country, sectors],
      free,
      [["country_iso"], ["sector", "country_iso"]],
      8,
    ],
    ["a value is held", [country, sectors], { chosen: { sector: "Energy" } }, [["country_iso"]], 3],
    ["no variant has the held value", [country], { chosen: { sector: "Energy" } }, [], 0],
    ["one variant is left", [country], { chosen: { country_iso: "US" } }, [], 0],
    ["a tag kind cannot be asked for", [tag("kind", ["SNAP"])], free, [], 0],
    [
      "there are too many to count",
      [tag("a", numbers), tag("b", numbers)],
      free,
      [["a"], ["b"]],
      maxCounted + 1,
    ],
  ];
  for (const [when, tags, start, addresses, variants] of cases) {
    it(`says what panels run over when ${when}`, () => {
      assert.deepEqual(panelReach(tags, start), { addresses, variants });
    });
  }
});
