import assert from "node:assert/strict";
import fc from "fast-check";
import { ContractError } from "../../../src/service/errors";
import { type JsonLimits, parseJson } from "../../../src/service/parseJson";
import { type BodyForm, limitsOf } from "../../../src/service/readBody";
import { runs } from "../../support/propertyRuns";

function parse(text: string, limits?: JsonLimits): unknown {
  return parseJson(Buffer.from(text), { request: "GET /", attempts: 1 }, limits).value;
}

/** The problem of a text that is refused, and whether it was parsed before. */
function refusal(text: string, limits?: JsonLimits): { problem: string; isParsed: boolean } {
  const { parse: original } = JSON;
  let isParsed = false;
  JSON.parse = (json: string): unknown => {
    isParsed = true;
    return original(json);
  };
  try {
    parse(text, limits);
  } catch (error) {
    assert.ok(error instanceof ContractError);
    return { problem: error.problem, isParsed };
  } finally {
    JSON.parse = original;
  }
  return assert.fail(`${text.slice(0, 40)} is not refused`);
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

  // Python: float(text) == int(text), or the digits of decimal.Decimal(float(text)).
  const numerals: [text: string, value: unknown][] = [
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740992", 9_007_199_254_740_992],
    ["9007199254740993", "9007199254740993"],
    ["-9007199254740993", "-9007199254740993"],
    ["9007199254740993.0", "9007199254740993.0"],
    ["9007199254740992.5", "9007199254740992.5"],
    ["0.12345678901234567890123", 0.12345678901234568],
    ["-0.000012345678901234567", Number("-0.000012345678901234567")],
    ["1.2345678901234567e-05", Number("1.2345678901234567e-05")],
    ["90071992547409.93e2", "90071992547409.93e2"],
    ["9.007199254740993E+15", "9.007199254740993E+15"],
    ["9007199254740993e-1", 900719925474099.3],
    ["1e22", 1e22],
    ["1e300", 1e300],
    ["123456789012345680000", 123456789012345680000],
    ["123456789012345678901", "123456789012345678901"],
    [`1${"0".repeat(1_100)}`, `1${"0".repeat(1_100)}`],
  ];
  for (const [text, value] of numerals) {
    it(`reads ${text.slice(0, 30)} as ${String(value).slice(0, 30)} (DATA-06)`, () => {
      assert.deepEqual(parse(`{"a":[${text} , NaN,${text}],"b":${text}}`), {
        a: [value, null, value],
        b: value,
      });
    });
  }

  it("leaves digits in texts and keys alone, and does not turn an invalid number into a text (DATA-06)", () => {
    assert.deepEqual(parse('{"9007199254740993": "9007199254740993"}'), {
      "9007199254740993": "9007199254740993",
    });
    for (const text of [
      "09007199254740993",
      "9007199254740993.",
      "9007199254740993e",
      "+9007199254740993",
    ]) {
      assert.throws(() => parse(`[${text}]`), ContractError);
    }
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

  it("refuses a broken text full of quotes", () => {
    assert.throws(() => parse(`["${'\\\\"'.repeat(2_000_000)}`), ContractError);
  });

  const limits = { bytes: 300, elements: 10 };
  const within: [what: string, text: string][] = [
    ["64 levels", `${"[".repeat(64)}${"]".repeat(64)}`],
    ["64 levels of objects", `${'{"a":'.repeat(63)}{}${"}".repeat(63)}`],
    ["brackets and commas in a text", `["${"[,{".repeat(90)}\\"${"[".repeat(9)}"]`],
    ["as many levels again, one after the other", `[${"[[[]]],".repeat(2)}1]`],
    ["as many values as the limit", "[1,2,3,4,5,6,7,8,9]"],
    ["as many bare numbers as the limit", "[NaN,-Infinity,3,4,5,6,7,8,Infinity]"],
    ["as many bytes as the limit", `"${"x".repeat(298)}"`],
  ];
  for (const [what, text] of within) {
    it(`reads ${what} (HOST-07)`, () => {
      const standard = text.replace(/-?(?:NaN|Infinity)/g, "null");
      const own = what.startsWith("64") ? undefined : limits;
      assert.deepEqual(parse(text, own), JSON.parse(standard));
    });
  }

  const omitted: [what: string, text: string, problem: RegExp][] = [
    ["65 levels", `${"[".repeat(65)}${"]".repeat(65)}`, /deeper than 64 levels/],
    ["a million levels", "[".repeat(1_000_000), /deeper than 64 levels/],
    ["a million objects in another", '{"a":'.repeat(1_000_000), /deeper than 64 levels/],
    ["levels behind a text that ends", `["\\\\",${"[".repeat(65)}`, /deeper than 64 levels/],
    ["more values than the limit", "[1,2,3,4,5,6,7,8,9,10]", /more than 10 values/],
    ["more empty objects than the limit", `[${"{},".repeat(6)}{}]`, /more than 10 values/],
    ["more bare numbers than the limit", `[${"NaN,".repeat(10)}NaN]`, /more than 10 values/],
    ["more keys than the limit", `{${'"a":1,'.repeat(10)}"a":1}`, /more than 10 values/],
    ["a byte more than the limit", `"${"x".repeat(299)}"`, /larger than 300 bytes/],
  ];
  for (const [what, text, problem] of omitted) {
    it(`refuses ${what} without parsing it (HOST-05) (HOST-07)`, () => {
      const own = problem.source.includes("levels") ? undefined : limits;
      const refused = refusal(text, own);
      assert.match(refused.problem, problem);
      assert.equal(refused.isParsed, false);
    });
  }

  for (const text of ["[Infinity0]", "[1NaN]", "[NaN", "[--Infinity]", '["NaN', "[Inf]", "[N]"]) {
    it(`refuses ${text}, whose bare number stands in no place for one`, () => {
      assert.throws(() => parse(text), ContractError);
    });
  }

  it("reads a bare number wherever a value may stand", () => {
    const wire = fc.letrec<{ value: unknown; leaf: unknown }>((tie) => ({
      leaf: fc.oneof(fc.constantFrom("NaN", "-NaN", "Infinity", "-Infinity"), fc.json()),
      value: fc.oneof(tie("leaf"), fc.array(tie("leaf"), { maxLength: 5 })),
    }));
    fc.assert(
      fc.property(wire.value, (value) => {
        const leaves = (Array.isArray(value) ? value : [value]) as string[];
        const isBare = (leaf: string): boolean => /^-?(?:NaN|Infinity)$/.test(leaf);
        const expected = leaves.map((leaf) =>
          isBare(leaf) ? null : (JSON.parse(leaf) as unknown),
        );
        assert.deepEqual(parse(`[${leaves.join(" , ")}]`), expected);
      }),
      { numRuns: runs() },
    );
  });

  it("has more room for the newest values than for listings and definitions (HOST-07)", () => {
    const mebibyte = 1024 * 1024;
    const expected: Readonly<Record<BodyForm, JsonLimits>> = {
      signals: { bytes: 32 * mebibyte, elements: 2_000_000 },
      markets: { bytes: 32 * mebibyte, elements: 2_000_000 },
      hedgings: { bytes: 32 * mebibyte, elements: 2_000_000 },
      definition: { bytes: 32 * mebibyte, elements: 2_000_000 },
      latestSignals: { bytes: 128 * mebibyte, elements: 20_000_000 },
      latestForecasts: { bytes: 128 * mebibyte, elements: 20_000_000 },
    };
    const forms = Object.keys(expected) as BodyForm[];
    const found = Object.fromEntries(forms.map((form) => [form, limitsOf(form)]));
    assert.deepEqual(found, expected);
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
