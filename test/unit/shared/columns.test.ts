import assert from "node:assert/strict";
import fc from "fast-check";
import {
  allTexts,
  type ColumnTypes,
  noText,
  packed,
  textAt,
  unpacked,
} from "../../../src/shared/columns";
import { TextsBuilder } from "../../../src/shared/columnsBuilder";
import { runs } from "../../support/propertyRuns";

interface Pairs {
  readonly values: Float64Array;
  readonly days: Int32Array;
  readonly bytes: Uint8Array;
}

const types: ColumnTypes<Pairs> = { values: "float64", days: "int32", bytes: "uint8" };

describe("columns in one buffer", () => {
  const pairs: Pairs = {
    values: Float64Array.of(1.5, Number.NaN, -0),
    days: Int32Array.of(-1, 2 ** 31 - 1, 7),
    bytes: Uint8Array.of(255),
  };

  it("are read back as views of it", () => {
    const one = packed(types, pairs);
    assert.deepEqual(one.lengths, [3, 3, 1]);
    assert.equal(one.bytes.byteLength, 3 * 8 + 3 * 4 + 1);
    const read = unpacked(types, one);
    assert.deepEqual(read, pairs);
    assert.equal(read.days.buffer, one.bytes.buffer);
  });

  it("may all be empty", () => {
    const nothing = { values: new Float64Array(), days: new Int32Array(), bytes: new Uint8Array() };
    assert.deepEqual(unpacked(types, packed(types, nothing)), nothing);
  });

  const wrong: [what: string, lengths: readonly number[]][] = [
    ["too few", [3, 3, 0]],
    ["too many", [3, 3, 2]],
    ["more columns than are told", [3, 3]],
    ["a negative length", [3, 4, -3]],
  ];
  for (const [what, lengths] of wrong) {
    it(`are none where there are ${what}`, () => {
      assert.throws(() => unpacked(types, { ...packed(types, pairs), lengths }), RangeError);
    });
  }
});

describe("texts in one buffer", () => {
  it("stand there once each, whatever is written in them", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("", "\uFEFF", "__proto__", "x".repeat(300)),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 200 }), (texts) => {
        const builder = new TextsBuilder();
        const indices = texts.map((each) => builder.indexOf(each));
        const { columns } = builder;
        assert.deepEqual(
          indices.map((index) => textAt(columns, index)),
          texts,
        );
        assert.deepEqual(allTexts(columns), [...new Set(texts)]);
      }),
      { numRuns: runs() },
    );
  });

  it("have none at any other index", () => {
    const builder = new TextsBuilder();
    builder.indexOf("only");
    for (const index of [noText, 1, 7, undefined]) {
      assert.equal(textAt(builder.columns, index), undefined);
    }
  });
});
