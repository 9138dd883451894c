/** A body with some of its bytes changed, and how. */
export interface Mutant {
  readonly how: string;
  readonly bytes: Uint8Array;
}

/** Numbers from 0 to 1, always the same for a seed. Source: T. Ettinger, mulberry32 (public domain). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const maxEdits = 6;

/** The bytes with one to six of those from `start` to `end` overwritten. */
export function edited(
  original: Uint8Array,
  start: number,
  end: number,
  random: () => number,
): Mutant {
  const bytes = original.slice();
  const edits = 1 + Math.floor(random() * maxEdits);
  const places = Array.from({ length: edits }, () => start + Math.floor(random() * (end - start)));
  for (const at of places) bytes[at] = Math.floor(random() * 256);
  return { how: `bytes ${places.join(", ")} overwritten`, bytes };
}

/** The bytes up to a place. */
export function truncated(original: Uint8Array, random: () => number): Mutant {
  const length = Math.floor(random() * original.length);
  return { how: `cut to ${length} bytes`, bytes: original.slice(0, length) };
}

/** What texts are made of, and what breaks them. */
const fragments = [
  '"',
  "{",
  "}",
  "[",
  "]",
  ",",
  ";",
  "\n",
  "\r",
  "NaN",
  "null",
  "-",
  "1e999",
  "\0",
  "é",
  "\\",
];

/** The text with a fragment put in, a stretch taken out, or a stretch repeated. */
export function rewritten(original: Uint8Array, random: () => number): Mutant {
  const at = Math.floor(random() * original.length);
  const end = Math.min(original.length, at + 1 + Math.floor(random() * 40));
  const fragment = fragments[Math.floor(random() * fragments.length)] ?? "";
  const [before, stretch, behind] = [
    original.subarray(0, at),
    original.subarray(at, end),
    original.subarray(end),
  ];
  const changes: [how: string, parts: Uint8Array[]][] = [
    [
      `${JSON.stringify(fragment)} put in at ${at}`,
      [before, Buffer.from(fragment), stretch, behind],
    ],
    [`bytes ${at} to ${end} taken out`, [before, behind]],
    [`bytes ${at} to ${end} repeated`, [before, stretch, stretch, behind]],
  ];
  const [how, parts] = changes[Math.floor(random() * changes.length)] ?? ["", []];
  return { how, bytes: new Uint8Array(Buffer.concat(parts)) };
}
