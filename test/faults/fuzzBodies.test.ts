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
import { type Mutant, edited, randomNumbers, rewritten, truncated } from "../support/mutations";

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
