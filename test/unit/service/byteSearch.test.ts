import assert from "node:assert/strict";
import fc from "fast-check";
import { ByteSearch } from "../../../src/service/byteSearch";

/** Only a few byte values, so that texts often contain parts of one another. */
const bytes = (minLength: number, maxLength: number): fc.Arbitrary<Buffer> =>
  fc
    .array(fc.constantFrom(0, 1, 97, 255), { minLength, maxLength })
    .map((values) => Buffer.from(values));

describe("ByteSearch", () => {
  it("finds what Buffer.includes finds, whatever the lengths", () => {
    const texts = fc.array(bytes(1, 12), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(texts, bytes(0, 60), (patterns, searched) => {
        const search = new ByteSearch(patterns.map((pattern) => pattern.toString("latin1")));
        const isIn = patterns.some((pattern) => searched.includes(pattern));
        assert.equal(search.isIn(searched), isIn);
      }),
      { numRuns: 5_000 },
    );
  });

  it("finds a text at any offset, even one longer than the largest shift", () => {
    for (const length of [2, 40, 600]) {
      const text = Buffer.alloc(length, "key").toString("latin1");
      const search = new ByteSearch([text, "another text"]);
      for (const at of [0, 1, 254, 255, 256, 9_000]) {
        const searched = Buffer.alloc(9_000 + length, 46);
        assert.equal(search.isIn(searched), false);
        searched.write(text, at, "latin1");
        assert.equal(search.isIn(searched), true, `${length} bytes at ${at}`);
      }
    }
  });

  it("finds nothing if there are no texts", () => {
    assert.equal(new ByteSearch([]).isIn(Buffer.from("anything")), false);
  });
});
