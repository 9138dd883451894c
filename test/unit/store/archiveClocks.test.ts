import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { ServiceClock } from "../../../src/service/serviceClock";
import { AnswerArchive } from "../../../src/store/answerArchive";
import { keptAnswerNamed } from "../../../src/store/keptAnswer";
import { signalsOf } from "../../support/latestColumns";
import { latestRecord } from "../../support/latestRecords";
import { runs } from "../../support/propertyRuns";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const noon = Date.parse("2026-11-25T12:00Z");
const [hour, day] = [3_600_000, 86_400_000];

describe("AnswerArchive with wrong clocks", () => {
  let root: TemporaryFolder;
  let archive: AnswerArchive;
  let service: ServiceClock;
  /** The true time, and how far this machine's clock is ahead of it. */
  let trueMs: number;
  let aheadMs: number;
  beforeEach(async () => {
    root = temporaryFolder("archive-clocks");
    [trueMs, aheadMs] = [noon, 0];
    const now = (): number => trueMs + aheadMs;
    service = new ServiceClock(now);
    archive = new AnswerArchive(path.join(root.path, "account"), { now });
    await archive.begin();
  });
  afterEach(() => root.remove());

  /** The service gives an answer of this level with this Date header; without one if it is undefined. */
  async function give(level: number, ...headers: readonly (number | undefined)[]): Promise<void> {
    const [headerMs] = headers.length === 0 ? [trueMs] : headers;
    service.observe(headerMs === undefined ? undefined : new Date(headerMs).toUTCString());
    const items = signalsOf([latestRecord({ level })]);
    const given = { items, isComplete: true, fetchedAtMs: trueMs + aheadMs };
    await archive.keep("signals", given, service.arrival());
  }

  /** The level of each listed answer, and how many days after noon it is dated. */
  async function listed(): Promise<readonly (readonly [number | undefined, number])[]> {
    const kept = await archive.list("signals");
    const all = kept.map(async (each) => {
      const level = (await archive.signals(each))?.columns.level[0];
      return [level, (each.fetchedAtMs - noon) / day] as const;
    });
    return Promise.all(all);
  }

  function files(): readonly string[] {
    return readdirSync(path.join(root.path, "account"));
  }

  it("loses none of 84 answers to a clock that is 400 days ahead", async () => {
    for (let level = 0; level < 84; level++) {
      await give(level);
      trueMs += hour;
    }
    aheadMs = 400 * day;
    for (const level of [84, 85, 86]) {
      trueMs += hour;
      await give(level);
    }
    assert.equal(files().length, 87);
    aheadMs = 0;
    trueMs += hour;
    await give(87);
    assert.equal(files().length, 88);
  });

  it("loses none of 55 answers if service and editor share one clock that is 400 days ahead", async () => {
    service = new ServiceClock(() => trueMs + aheadMs, true);
    for (let level = 0; level < 65; level++) {
      if (level === 55) aheadMs = 400 * day;
      trueMs += hour;
      await give(level, trueMs + aheadMs);
    }
    assert.equal(files().length, 65);
  });

  it("moves no date back if service and editor share one clock that is behind", async () => {
    service = new ServiceClock(() => trueMs + aheadMs, true);
    for (const level of [1, 2, 1, 2]) {
      trueMs += day;
      await give(level, trueMs);
    }
    const before = files();
    aheadMs = -3 * day;
    await give(2, trueMs + aheadMs);
    for (const each of before) assert.ok(files().includes(each), each);
  });

  it("moves no date back if two answers of a service with a clock that is behind agree", async () => {
    for (const level of [1, 2, 1, 2, 1, 2]) {
      trueMs += day;
      await give(level);
    }
    const before = await listed();
    const names = files();
    trueMs += day;
    service = new ServiceClock(() => trueMs);
    for (const level of [3, 2]) {
      trueMs += 1_000;
      await give(level, trueMs - 3 * day);
    }
    const after = (await listed()).map(([level, at]) => `${level} ${at}`);
    for (const [level, at] of before) assert.ok(after.includes(`${level} ${at}`), `${level} ${at}`);
    // The newer neighbor's last time stays, too.
    assert.ok(files().includes(names.toSorted().at(-2) ?? assert.fail()));
  });

  it("thins out at most 20 answers at a time when both clocks are far ahead", async () => {
    for (let level = 0; level < 84; level++) {
      await give(level);
      trueMs += hour;
    }
    trueMs += 400 * day;
    const left: number[] = [];
    for (const level of [84, 85, 86]) {
      await give(level);
      left.push(files().length);
      trueMs += hour;
    }
    assert.deepEqual(left, [85, 66, 47]);
  });

  it("dates an answer by the service once two answers agree on its time", async () => {
    await give(1);
    aheadMs = 400 * day;
    trueMs += day;
    await give(2);
    assert.deepEqual(await listed(), [
      [1, 0],
      [2, 401],
    ]);
    trueMs += 1_000;
    await give(3);
    assert.deepEqual((await listed()).slice(0, 2), [
      [1, 0],
      [3, 1 + 1_000 / day],
    ]);
  });

  it("corrects the date of an answer from the future when the service gives it again", async () => {
    await give(1);
    aheadMs = 400 * day;
    trueMs += day;
    await give(2);
    [aheadMs, trueMs] = [0, trueMs + hour];
    assert.deepEqual(await listed(), [[1, 0]]);
    await give(2);
    assert.deepEqual(await listed(), [
      [1, 0],
      [2, 1 + 1 / 24],
    ]);
    assert.equal(files().length, 2);
  });

  it("corrects when an answer was last seen, too", async () => {
    await give(1);
    aheadMs = 400 * day;
    trueMs += day;
    await give(1);
    await give(2);
    trueMs += day;
    await give(1);
    [aheadMs, trueMs] = [0, trueMs + day];
    await give(1);
    trueMs += 1_000;
    await give(2);
    const seen = (await archive.list("signals")).map(({ seenAtMs }) => seenAtMs);
    assert.ok(
      seen.every((ms) => ms <= trueMs),
      seen.join(),
    );
  });

  it("keeps one file of an answer that also has a file with a date in the future", async () => {
    await give(2);
    aheadMs = 400 * day;
    for (const level of [3, 2]) {
      trueMs += day;
      service = new ServiceClock(() => trueMs + aheadMs);
      await give(level);
    }
    assert.equal(files().length, 3);
    [aheadMs, trueMs] = [0, trueMs + day];
    await give(2);
    assert.deepEqual(await listed(), [[2, 0]]);
    assert.equal(files().length, 2);
  });

  it("thins out no answer before its true age allows it, whatever the clocks say", async function () {
    this.timeout(120_000);
    const step = fc.record({
      waitMs: fc.oneof(
        fc.integer({ min: 1_000, max: day }),
        fc.integer({ min: day, max: 60 * day }),
      ),
      back: fc.constantFrom(0, 0, 0, 1, 2),
      wrong: fc.constantFrom("neither", "neither", "neither", "machine", "header", "no header"),
      slightMs: fc.integer({ min: -100_000, max: 100_000 }),
      days: fc.integer({ min: -12, max: 12 }),
      isNewWindow: fc.boolean(),
    });
    const someSteps = fc.array(step, { minLength: 15, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(someSteps, fc.boolean(), async (steps, isOneClock) => {
        root.remove();
        trueMs = noon;
        await archive.begin();
        /** When each file was written, by its name without the time it was last seen. */
        const births = new Map<string, number>();
        const identities = (): ReadonlySet<string> => new Set(files().map(identityOf));
        let before = identities();
        for (const [at, { waitMs, back, wrong, slightMs, days, isNewWindow }] of steps.entries()) {
          trueMs += waitMs;
          // No two steps are wrong alike, and no clock is wrong as the other one is.
          const wrongMs = (days * steps.length + at) * day;
          aheadMs = wrong === "machine" ? wrongMs + 3 * hour + at * 660_000 : slightMs;
          const headerAheadMs = wrong === "header" ? wrongMs + 13 * hour : 0;
          const headerMs = trueMs + (isOneClock ? aheadMs : headerAheadMs);
          if (isNewWindow || at === 0) {
            service = new ServiceClock(() => trueMs + aheadMs, isOneClock);
          }
          await give(at - back, wrong === "no header" ? undefined : headerMs);
          const after = identities();
          for (const each of after) if (!births.has(each)) births.set(each, trueMs);
          for (const each of before) {
            if (!after.has(each)) assertOld(each, births.get(each) ?? Number.NaN, after);
          }
          before = after;
        }
      }),
      { numRuns: runs(8) },
    );
  });

  /** A file may only go once it is 14 days old, after a year unless its day has another one, or if it was corrected. */
  function assertOld(identity: string, bornMs: number, left: ReadonlySet<string>): void {
    const digest = identity.slice(identity.indexOf(" ") + 1);
    const ageDays = Math.floor(trueMs / day) - Math.floor(bornMs / day);
    const hasSame = [...left].some((each) => each.endsWith(digest));
    const isRepresented = [...left].some((each) => dayOf(each) === dayOf(identity));
    const isOld = ageDays >= (isRepresented ? 14 : 365);
    assert.ok(hasSame || isOld, `${identity} is ${ageDays} days old`);
  }
});

/** `1764072000000 0123…`: what stays of a name when the answer is seen again. */
function identityOf(name: string): string {
  const kept = keptAnswerNamed(name) ?? assert.fail(name);
  return `${kept.fetchedAtMs} ${kept.digest}`;
}

function dayOf(identity: string): number {
  return Math.floor(Number(identity.split(" ")[0]) / day);
}
