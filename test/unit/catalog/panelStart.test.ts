import assert from "node:assert/strict";
import { tagAxes, openAddresses, openSpace, panelStartOf } from "../../../src/catalog/panelStart";
import { type SignalsNode } from "../../../src/catalog/signalsNode";
import { VariantSpace } from "../../../src/catalog/variantSpace";
import { type Tag } from "../../../src/service/parseTags";

const countries = { kind: "country_iso", values: ["US", "DE"] };
const sectors = { kind: "sector", values: ["Energy", "Materials"] };
/** By country alone, and by country and sector together, listed from both sides. */
const tags: readonly Tag[] = [
  { ...countries, subTags: [] },
  { ...countries, subTags: [sectors] },
  { ...sectors, subTags: [countries] },
];
const whole = VariantSpace.of(tags);
const signal = { code: "EARN", version: 1, name: "Earnings" };

describe("where a panel starts", () => {
  it("leaves open all ways of addressing, or what a held value leaves", () => {
    assert.deepEqual(openAddresses(openSpace(whole, { chosen: {} })), [
      ["country_iso"],
      ["country_iso", "sector"],
    ]);
    const energy = openSpace(whole, { chosen: { sector: "Energy" } });
    assert.deepEqual(openAddresses(energy), [["country_iso"]]);
    // Germany alone is a variant and no panel.
    const germany = openSpace(whole, { chosen: { country_iso: "DE" } });
    assert.deepEqual(openAddresses(germany), [["sector"]]);
    assert.deepEqual(openAddresses(openSpace(whole, { chosen: { sector: "Gold" } })), []);
  });

  it("runs over each tag kind of each way, the others held", () => {
    const axes = tagAxes(whole).map(({ tagKind, others }) => [tagKind, ...others]);
    assert.deepEqual(axes, [["country_iso"], ["country_iso", "sector"], ["sector", "country_iso"]]);
    assert.deepEqual(tagAxes(whole)[1]?.space.addresses, [["country_iso", "sector"]]);
  });

  it("leaves out what cannot be asked for", () => {
    const reserved = VariantSpace.of([{ kind: "kind", values: ["a", "b"], subTags: [] }]);
    assert.deepEqual(openAddresses(reserved), []);
    assert.deepEqual(tagAxes(reserved), []);
  });

  it("is what stands below a row", () => {
    const row = { id: "1", parent: undefined, label: "", description: "", signal };
    const rows: readonly (readonly [SignalsNode, unknown])[] = [
      [
        { ...row, kind: "signal", chosen: {} },
        { signal, chosen: {} },
      ],
      [
        { ...row, kind: "address", tagKinds: ["country_iso"], space: whole.at(["country_iso"]) },
        { signal, chosen: {}, address: ["country_iso"] },
      ],
      [
        {
          ...row,
          kind: "variantGroup",
          tagKind: "country_iso",
          space: whole.at(["country_iso", "sector"]).with("country_iso", "US"),
        },
        { signal, chosen: { country_iso: "US" }, address: ["sector"] },
      ],
      [
        { ...row, kind: "tagValue", tagKind: "country_iso", value: "US" },
        { chosen: { country_iso: "US" } },
      ],
      [{ ...row, kind: "tagKind", tagKind: "country_iso" }, undefined],
    ];
    for (const [node, start] of rows) assert.deepEqual(panelStartOf(node), start);
  });
});
