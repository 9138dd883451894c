import assert from "node:assert/strict";
import { ContractError } from "../../../src/service/errors";
import { parseDefinition, type SignalDefinition } from "../../../src/service/parseDefinition";

const facts = { request: "GET /signal/INFL/2/", attempts: 1 };

function parse(wire: unknown): SignalDefinition {
  return parseDefinition(wire, { code: "INFL", version: 2 }, facts);
}

describe("parseDefinition", () => {
  it("reads tags that address variants alone and together", () => {
    const country = { kind: "country_iso", values: ["US", "DE"] };
    const sector = { kind: "sector", values: ["Energy"] };
    const wire = {
      name: "Inflation",
      code: "INFL",
      version: 2,
      tags: [
        { ...country, sub_tags: [sector] },
        { ...sector, sub_tags: null },
      ],
    };
    assert.deepEqual(parse(wire), {
      code: "INFL",
      version: 2,
      name: "Inflation",
      tags: [
        { ...country, subTags: [sector] },
        { ...sector, subTags: [] },
      ],
      unreadable: [],
    });
  });

  it("falls back to what was asked for", () => {
    assert.deepEqual(parse({}), {
      code: "INFL",
      version: 2,
      name: "INFL",
      tags: [],
      unreadable: [],
    });
  });

  it("leaves out what cannot be read, and the whole tag if a sub-tag is missing, and reports where it was", () => {
    const { tags, unreadable } = parse({
      tags: [
        7,
        { kind: 7, values: [] },
        { kind: "region", values: "EU" },
        { kind: "a", values: ["x"], sub_tags: [null, { values: [] }] },
        { kind: "b", values: ["y"], sub_tags: "c" },
        { kind: "c", values: ["x", null, "\ud800", "x", 7], sub_tags: [] },
      ],
    });
    assert.deepEqual(tags, [{ kind: "c", values: ["x", "7"], subTags: [] }]);
    assert.deepEqual(
      unreadable.map(({ reason }) => reason.split(" ")[0]),
      [
        "tags[0]",
        ...["tags[1]", "tags[2]", "tags[3].sub_tags[0]", "tags[3].sub_tags[1]", "tags[4].sub_tags"],
        ...["tags[5].values[1]", "tags[5].values[2]"],
      ],
    );
  });

  it("leaves out a tag of 20,000 sub-tags, whose variants no request could name (LIST-04)", () => {
    const sub_tags = Array.from({ length: 20_000 }, (_, index) => ({
      kind: `k${index}`,
      values: ["x", "y"],
    }));
    const bounded = { kind: "b", values: ["x"], sub_tags: sub_tags.slice(0, 32) };
    const { tags, unreadable } = parse({ tags: [{ kind: "a", values: ["x"], sub_tags }, bounded] });
    assert.deepEqual(
      tags.map(({ kind, subTags }) => [kind, subTags.length]),
      [["b", 32]],
    );
    assert.deepEqual(unreadable, [{ position: 0, reason: "tags[0] has more than 32 sub-tags" }]);
  });

  it("leaves out the tags beyond the first 1,000 (LIST-04)", () => {
    const wire = Array.from({ length: 1_001 }, (_, index) => ({ kind: `k${index}`, values: [] }));
    const { tags, unreadable } = parse({ tags: wire });
    assert.deepEqual([tags.length, tags.at(-1)?.kind], [1_000, "k999"]);
    assert.deepEqual(unreadable, [{ position: 0, reason: "has more than 1000 tags" }]);
  });

  for (const [wire, path] of [
    [[], "$"],
    [null, "$"],
    [{ tags: "none" }, "$.tags"],
  ] as const) {
    it(`refuses ${JSON.stringify(wire)} and names ${path}`, () => {
      assert.throws(
        () => parse(wire),
        (error) => error instanceof ContractError && error.path === path,
      );
    });
  }
});
