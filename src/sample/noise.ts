/**
 * Random numbers by position instead of by sequence: the number at an index depends only on the seed and the index, so
 * that any part of a series can be computed without the rest. Uses only exact operations, so that every machine
 * produces the same bits.
 */

/** The seed of a list of names; different names give unrelated seeds. */
export function seedOf(...names: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const name of names) {
    for (const character of `${name}\0`) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    }
  }
  return scrambled(hash);
}

/** An integer from 0 to 2^32 − 1. */
export function wordAt(seed: number, index: number): number {
  return scrambled(scrambled(index) ^ seed);
}

/** A number from 0 (inclusive) to 1 (exclusive). */
export function uniformAt(seed: number, index = 0): number {
  return wordAt(seed, index) / 0x1_0000_0000;
}

/** Mean 0, variance 1, nearly normal, between −3.47 and 3.47: the sum of four uniform numbers. */
export function normalAt(seed: number, index: number): number {
  const first = wordAt(seed, index);
  const second = scrambled(first ^ 0x5bd1e995);
  const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16);
  return (sum / 0xffff - 2) * Math.sqrt(3);
}

/** Source: C. Wellons, "Prospecting for Hash Functions" (2018), lowbias32. */
function scrambled(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x7feb352d);
  x ^= x >>> 15;
  x = Math.imul(x, 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}
