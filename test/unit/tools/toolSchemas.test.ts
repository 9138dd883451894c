import assert from "node:assert/strict";
import * as v from "valibot";
import { jsonSchemaOf } from "../../../src/tools/jsonSchema";
import { RequestLimits } from "../../../src/tools/requestLimits";
import { macroTools } from "../../../src/tools/tools";

describe("the schema of a tool's input", () => {
  it("says in JSON Schema what valibot checks", () => {
    const schema = v.strictObject({
      names: v.pipe(
        v.array(v.pipe(v.string(), v.minLength(1))),
        v.maxLength(3),
        v.description("Names."),
      ),
      count: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(9))),
      kind: v.optional(v.picklist(["FIT", "SNAP"])),
      tags: v.optional(v.record(v.string(), v.string())),
    });
    assert.deepEqual(jsonSchemaOf(schema), {
      type: "object",
      properties: {
        names: {
          type: "array",
          items: { type: "string", minLength: 1 },
          maxItems: 3,
          description: "Names.",
        },
        count: { type: "integer", minimum: 1, maximum: 9 },
        kind: { type: "string", enum: ["FIT", "SNAP"] },
        tags: { type: "object", additionalProperties: { type: "string" } },
      },
      required: ["names"],
      additionalProperties: false,
    });
    assert.throws(() => jsonSchemaOf(v.boolean()), RangeError);
  });

  it("describes every argument of every tool", () => {
    for (const { name, inputSchema } of macroTools) {
      const properties = Object.entries(inputSchema["properties"] as Record<string, object>);
      assert.ok(properties.length > 1);
      for (const [argument, schema] of properties) {
        assert.ok("description" in schema, `${name}.${argument}`);
      }
    }
  });
});

describe("the limits of requests", () => {
  it("allow forty a call and two hundred in any minute", () => {
    let nowMs = 0;
    const limits = new RequestLimits(() => nowMs);
    const taken = (): number => {
      const call = limits.forCall();
      return Array.from({ length: 50 }, () => call.take()).filter(Boolean).length;
    };
    assert.deepEqual(Array.from({ length: 6 }, taken), [40, 40, 40, 40, 40, 0]);
    nowMs = 59_999;
    assert.equal(taken(), 0);
    nowMs = 60_000;
    assert.equal(taken(), 40);
  });

  it("take all requests of one piece of work or none", () => {
    const call = new RequestLimits().forCall();
    assert.equal(call.take(39), true);
    assert.equal(call.take(2), false);
    assert.equal(call.take(1), true);
    assert.equal(call.left, 0);
  });
});
