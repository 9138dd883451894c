import assert from "node:assert/strict";
import fc from "fast-check";
import { type JsonNode, JsonSyntaxError, positionedJson } from "../../../src/data/positionedJson";

function valueOf(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(Array.from(node.entries, ([key, each]) => [key, valueOf(each)]));
    case "array":
      return node.items.map(valueOf);
    case "value":
      return node.value;
  }
}

function read(json: string): unknown {
  try {
    return { value: valueOf(positionedJson(json)) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return "not JSON";
    throw error;
  }
}

function expected(json: string): unknown {
  try {
    return { value: JSON.parse(json) as unknown };
  } catch {
    return "not JSON";
  }
}

describe("positionedJson", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(3), (json, indent) => {
        const spaced = JSON.stringify(JSON.parse(json), null, indent);
        assert.deepEqual(read(spaced), expected(spaced));
      }),
    );
  });

  it("refuses what JSON.parse refuses, wherever a text is damaged", () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom("", ",", "}", '"', "\\", "0"),
        (json, seed, by) => {
          const at = seed % (json.length + 1);
          const damaged = json.slice(0, at) + by + json.slice(at + 1);
          assert.deepEqual(read(damaged), expected(damaged));
        },
      ),
    );
  });

  it("reports where each value begins", () => {
    const json = '{ "a": [1, "b"] }';
    const root = positionedJson(json);
    const list = root.kind === "object" ? root.entries.get("a") : undefined;
    const offsets = list?.kind === "array" ? list.items.map(({ offset }) => offset) : [];
    assert.deepEqual([root.offset, list?.offset, ...offsets], [0, 7, 8, 11]);
  });

  for (const [json, offset] of [
    ["", 0],
    ["{", 1],
    ['{"a" 1}', 5],
    ["[1, ]", 4],
    ["[1] 2", 4],
    ['"a\nb"', 0],
    ["[01]", 2],
  ] as const) {
    it(`reports where ${JSON.stringify(json)} is not JSON`, () => {
      assert.throws(() => positionedJson(json), { name: "JsonSyntaxError", offset });
    });
  }

  it("refuses what is nested too deep for the call stack", () => {
    assert.equal(read("[".repeat(100_000)), "not JSON");
    assert.notEqual(read(`${"[".repeat(60)}${"]".repeat(60)}`), "not JSON");
  });
});
