import assert from "node:assert/strict";
import { DecodeError } from "../../src/data/errors";
import { type Frame } from "../../src/data/frame";
import { type Body } from "../../src/service/body";
import { FrameWorker } from "../../src/store/frameWorker";
import { type WireFormat } from "../../src/shared/wireFormat";
import { maxDay, minDay } from "../../src/shared/day";
import { bodyOf, goodBody, rowsOfGood } from "../support/bodies";
import { frameWorkerFile } from "../support/builtFiles";
import { expectations, fixtureBytes, formatOf } from "../support/fixtures";
import { runs } from "../support/propertyRuns";

/** A body with some of its bytes changed, and how. */
interface Mutant {
  readonly how: string;
  readonly bytes: Uint8Array;
}

/** Numbers from 0 to 1, always the same for a seed. Source: T. Ettinger, mulberry32 (public domain). */
function randomNumbers(seed: number): () => number {
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
function edited(original: Uint8Array, start: number, end: number, random: () => number): Mutant {
  const bytes = original.slice();
  const edits = 1 + Math.floor(random() * maxEdits);
  const places = Array.from({ length: edits }, () => start + Math.floor(random() * (end - start)));
  for (const at of places) bytes[at] = Math.floor(random() * 256);
  return { how: `bytes ${places.join(", ")} overwritten`, bytes };
}

/** The bytes up to a place. */
function truncated(original: Uint8Array, random: () => number): Mutant {
  const length = Math.floor(random() * original.length);
  return { how: `cut to ${length} bytes`, bytes: original.slice(0, length) };
}

/** Fragments that texts consist of, and fragments that break them. */
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

/** The text with a fragment inserted, or a stretch removed or repeated. */
function rewritten(original: Uint8Array, random: () => number): Mutant {
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

/** How many bodies of each kind; `FC_RUNS` raises it, `FUZZ_SEED` repeats a run. */
const count = runs(100);
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000);

type Mutate = (original: Uint8Array, random: () => number) => Mutant;

function footerLength(file: Uint8Array): number {
  return new DataView(file.buffer, file.byteOffset + file.length - 8).getUint32(0, true);
}

const inPages: Mutate = (file, random) =>
  edited(file, 4, file.length - 8 - footerLength(file), random);
const inFooter: Mutate = (file, random) =>
  edited(file, file.length - 8 - footerLength(file), file.length, random);

/**
 * What is wrong with what came of a body: nothing but a frame as all others may rely on, or a typed refusal, is right.
 */
function wrongIn(outcome: PromiseSettledResult<{ frame: Frame }>): string | undefined {
  if (outcome.status === "fulfilled") return malformation(outcome.value.frame);
  if (outcome.reason instanceof DecodeError) return undefined;
  return `not a DecodeError: ${String(outcome.reason)}`;
}

function malformation({ days, columns }: Frame): string | undefined {
  const outside = days.findIndex(
    (day, row) => day < minDay || day > maxDay || day <= (days[row - 1] ?? -Infinity),
  );
  if (outside !== -1) return `row ${outside} has day ${days[outside] ?? "?"}`;
  if (new Set(columns.map(({ name }) => name)).size !== columns.length) return "two equal names";
  for (const { name, type, values } of columns) {
    if (values.length !== days.length) return `${name} has ${values.length} of ${days.length} rows`;
    if (type === "number" && !values.every(isPlain)) return `${name} is infinite or -0`;
    if (type === "text" && values.includes("")) return `${name} has an empty text`;
  }
  return undefined;
}

function isPlain(value: number): boolean {
  return Number.isNaN(value) || (Number.isFinite(value) && !Object.is(value, -0));
}

describe(`mutated bodies, FUZZ_SEED=${seed} (HOST-01)`, () => {
  let worker: FrameWorker;
  beforeEach(() => (worker = new FrameWorker(frameWorkerFile)));
  afterEach(() => worker.dispose());

  const kinds: [what: string, format: WireFormat, mutate: Mutate, mustFail: boolean][] = [
    ["pages edited", "parquet", inPages, false],
    ["the footer edited", "parquet", inFooter, false],
    ["the end cut off", "parquet", truncated, true],
    ["bytes edited", "csv", (text, random) => edited(text, 0, text.length, random), false],
    ["a part changed", "csv", rewritten, false],
    ["bytes edited", "json", (text, random) => edited(text, 0, text.length, random), false],
    ["a part changed", "json", rewritten, false],
    ["the end cut off", "json", truncated, false],
  ];

  /** Bodies made of the fixtures of one format in turn. */
  function mutants(format: WireFormat, mutate: Mutate): { name: string; mutant: Mutant }[] {
    const random = randomNumbers(seed);
    const names = [...expectations.keys()].filter((name) => formatOf(name) === format);
    return Array.from({ length: count }, (_, index) => {
      const name = names[index % names.length] ?? "";
      return { name, mutant: mutate(fixtureBytes(name), random) };
    });
  }

  for (const [what, format, mutate, mustFail] of kinds) {
    it(`${count} of ${format} with ${what} each give a typed failure or a well-formed frame`, async () => {
      const cases = mutants(format, mutate);
      const bodies = cases.map(({ mutant }): Body => bodyOf(mutant.bytes, format));
      const outcomes = await Promise.allSettled(bodies.map((body) => worker.decode(body)));
      const wrong = outcomes.flatMap((outcome, index) => {
        const { name = "", mutant } = cases[index] ?? {};
        const isWhole = mustFail && outcome.status === "fulfilled";
        const words = isWhole ? "taken for whole" : wrongIn(outcome);
        return words === undefined ? [] : [`${name}, ${mutant?.how ?? ""}: ${words}`];
      });
      assert.deepEqual(wrong, []);
      assert.equal((await worker.decode(goodBody())).frame.days.length, rowsOfGood);
    }).timeout(120_000);
  }
});
