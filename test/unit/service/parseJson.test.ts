import assert from "node:assert/strict";
import fc from "fast-check";
import { ContractError } from "../../../src/service/errors";
import { parseJson } from "../../../src/service/parseJson";
import { runs } from "../../support/propertyRuns";

function parse(text: string): unknown {
  return parseJson(Buffer.from(text), { request: "GET /", attempts: 1 });
}

describe("parseJson", () => {
  it("reads bare NaN and Infinity as null, and leaves texts alone", () => {
    assert.deepEqual(
      parse('{"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \\" -Infinity", "NaN": 1}'),
      { a: null, b: [null, null], c: 'NaN " -Infinity', NaN: 1 },
    );
  });

  it("reads a text of 5 MB beside a bare NaN", () => {
    const text = "x\\n".repeat(1_700_000);
    assert.deepEqual(parse(`["${text}", NaN]`), [text.replaceAll("\\n", "\n"), null]);
  });

  it("skips a byte order mark", () => {
    assert.deepEqual(parse("\ufeff[1]"), [1]);
  });

  it("leaves prototypes alone (HOST-05)", () => {
    parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');
    assert.equal(Reflect.get({}, "polluted"), undefined);
  });

  for (const text of ["", "[1", "{'a': 1}", "[NaNa]", "nonsense"]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parse(text), ContractError);
    });
  }

  it("gives up at once on a broken text full of quotes", () => {
    assert.throws(() => parse(`["${'\\\\"'.repeat(2_000_000)}`), ContractError);
  });

  it("survives a million levels (HOST-05)", () => {
    const text = "[".repeat(1_000_000);
    assert.throws(() => parse(text), ContractError);
  });

  it("reads any JSON as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.deepEqual(parse(text), JSON.parse(text));
      }),
      { numRuns: runs() },
    );
  });
});
