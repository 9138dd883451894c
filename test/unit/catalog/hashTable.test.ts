import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { buildSync } from "esbuild";
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

/** Where a text's place in a table of 4,096 begins. */
const lowBits = 0xfff;

/** Prints how many different low bits the hashes of texts have in a process of its own; each is made twice. */
const countProgram = `
import { hashOfText } from "./src/catalog/hashTable";
const texts = process.argv.slice(1);
const bits = () => texts.map((text) => hashOfText(text) & ${lowBits});
const [once, again] = [bits(), bits()];
console.log(JSON.stringify({ distinct: new Set(once).size, isStable: once.every((each, at) => each === again[at]) }));
`;

describe("hashOfText", () => {
  it("is stable in a process, and texts that collide in one do not collide in others", () => {
    const wanted = hashOfText("") & lowBits;
    const colliding: string[] = [];
    // The search ends: of all texts, one in 4,096 has these low bits.
    for (let at = 0; colliding.length < 24; at++) {
      if ((hashOfText(`text ${at}`) & lowBits) === wanted) colliding.push(`text ${at}`);
    }
    const built = buildSync({
      stdin: { contents: countProgram, resolveDir: process.cwd(), loader: "ts" },
      bundle: true,
      platform: "node",
      write: false,
    });
    const program = built.outputFiles[0]?.text ?? "";
    const printed = Array.from(
      { length: 3 },
      () =>
        JSON.parse(
          execFileSync(process.execPath, ["-e", program, "--", ...colliding], { encoding: "utf8" }),
        ) as { distinct: number; isStable: boolean },
    );
    assert.deepEqual(
      printed.map(({ isStable }) => isStable),
      [true, true, true],
    );
    // All three others draw this process's seed of 32 bits by chance once in 2 ** 96 runs.
    const most = Math.max(...printed.map(({ distinct }) => distinct));
    assert.ok(most > 1, "the same texts collide in every process");
  });
});
