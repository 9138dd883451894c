import assert from "node:assert/strict";
import fc from "fast-check";
import { hashOfText, HashTable, none } from "../../../src/catalog/hashTable";
import { runs } from "../../support/propertyRuns";

describe("HashTable", () => {
  const hashes: [how: string, hashOf: (text: string) => number][] = [
    ["by hashes of texts", hashOfText],
    ["where all have one hash", () => -7],
  ];
  for (const [how, hashOf] of hashes) {
    it(`finds the first of equal texts ${how}, and none of others`, () => {
      fc.assert(
        fc.property(fc.array(fc.string({ maxLength: 3 })), fc.string(), (texts, other) => {
          const table = new HashTable(texts.length);
          const placeOf = (text: string): number =>
            table.placeOf(hashOf(text), (index) => texts[index] === text);
          for (const [index, text] of texts.entries()) {
            const place = placeOf(text);
            if (table.at(place) === none) table.set(place, index);
          }
          for (const text of [...texts, other]) {
            assert.equal(table.at(placeOf(text)), texts.indexOf(text));
          }
          assert.deepEqual(
            Array.from({ length: table.size }, (_, place) => table.at(place))
              .flatMap((index) => texts[index] ?? [])
              .sort(),
            [...new Set(texts)].sort(),
          );
        }),
        { numRuns: runs() },
      );
    });
  }
});
