import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ArchivedFile,
  filesOverCapacity,
  surplusAnswers,
} from "../../../src/store/answerRetention";
import { type KeptAnswer } from "../../../src/store/keptAnswer";
import { runs } from "../../support/propertyRuns";

let digests = 0;

function answer(iso: string, digest = `${digests++}`): KeptAnswer {
  const fetchedAtMs = Date.parse(`${iso}Z`);
  return { kind: "signals", fetchedAtMs, seenAtMs: fetchedAtMs, digest };
}

/** The times of the answers that stay, as text. */
function staying(times: readonly string[], now: string): readonly string[] {
  const kept = new Map(times.map((iso) => [answer(iso), iso]));
  for (const each of surplusAnswers([...kept.keys()], Date.parse(`${now}Z`))) kept.delete(each);
  return [...kept.values()];
}

describe("surplusAnswers", () => {
  it("leaves all of the last fourteen days, today included", () => {
    const times = ["2026-11-12T00:00", "2026-11-12T09:00", "2026-11-25T08:00", "2026-11-25T09:00"];
    assert.deepEqual(staying(times, "2026-11-25T23:00"), times);
  });

  it("deletes the one seen earlier of two files of an answer that arrived at the same time", () => {
    const earlier = answer("2026-11-25T08:00", "same");
    const later = { ...earlier, seenAtMs: earlier.seenAtMs + 3_600_000 };
    const nowMs = Date.parse("2026-11-25T23:00Z");
    assert.deepEqual(surplusAnswers([earlier, later], nowMs), [earlier]);
    const another = answer("2026-11-25T10:00", "same");
    assert.deepEqual(surplusAnswers([earlier, later, another], nowMs), [earlier, another]);
  });

  it("leaves the last of each UTC day before that, for a year", () => {
    const times = [
      "2025-11-26T08:00",
      "2025-11-26T19:00",
      "2026-11-10T00:00",
      "2026-11-10T23:59",
      "2026-11-11T07:00",
      "2026-11-11T12:00",
      "2026-11-11T12:01",
      "2026-11-24T12:00",
      "2026-11-25T12:00",
    ];
    assert.deepEqual(staying(times, "2026-11-25T23:00"), [
      "2025-11-26T19:00",
      "2026-11-10T23:59",
      "2026-11-11T12:01",
      "2026-11-24T12:00",
      "2026-11-25T12:00",
    ]);
  });

  it("leaves the last of each month before that", () => {
    const times = [
      "2024-01-31T23:00",
      "2024-02-01T00:00",
      "2024-02-29T12:00",
      "2025-11-01T08:00",
      "2025-11-25T08:00",
      "2025-11-26T08:00",
      "2026-11-24T12:00",
      "2026-11-25T12:00",
    ];
    assert.deepEqual(staying(times, "2026-11-25T23:00"), [
      "2024-01-31T23:00",
      "2024-02-29T12:00",
      "2025-11-25T08:00",
      "2025-11-26T08:00",
      "2026-11-24T12:00",
      "2026-11-25T12:00",
    ]);
  });

  const days = ["2026-11-20T08:00", "2026-11-20T09:00", "2026-11-25T08:00", "2026-11-25T09:00"];

  it("leaves all when the clock is ten years ahead for one answer", () => {
    const times = [...days, "2036-11-25T10:00"];
    assert.deepEqual(staying(times, "2036-11-25T10:00"), times);
  });

  it("leaves all, even those in the future, when the clock goes back", () => {
    const times = ["2016-11-25T08:00", ...days];
    assert.deepEqual(staying(times, "2016-11-25T08:00"), times);
  });

  it("ignores answers in the future once the clock is right again", () => {
    const times = [...days, "2026-11-25T12:00", "2036-11-25T10:00", "2036-11-25T11:00"];
    assert.deepEqual(staying(times, "2026-11-25T12:00"), times);
  });

  it("leaves the first of two equal ones in a row, archived by two windows at once", () => {
    const kept = [
      answer("2026-11-25T08:00", "a"),
      answer("2026-11-25T08:01", "a"),
      answer("2026-11-25T08:02", "b"),
      answer("2026-11-25T08:03", "a"),
    ];
    assert.deepEqual(surplusAnswers(kept, Date.parse("2026-11-25T09:00Z")), kept.slice(1, 2));
  });

  it("leaves a single answer, and accepts an empty list", () => {
    assert.deepEqual(staying(["2020-01-01T00:00"], "2026-11-25T09:00"), ["2020-01-01T00:00"]);
    assert.deepEqual(surplusAnswers([], 0), []);
  });

  it("names at most twenty at a time, the oldest first", () => {
    const kept = Array.from({ length: 24 }, (_, at) =>
      answer(`2026-01-01T${String(at).padStart(2, "0")}:00`),
    );
    const now = Date.parse("2026-11-25T09:00Z");
    const seen = answer("2026-11-25T08:00");
    const newest = answer("2026-11-25T09:00");
    assert.deepEqual(surplusAnswers([...kept, seen, newest], now), kept.slice(0, 20));
  });
});

describe("filesOverCapacity", () => {
  function file(
    service: string,
    bytes: number,
    fetchedAtMs: number,
    isDamaged = false,
  ): ArchivedFile {
    return { file: `${service}/${fetchedAtMs}`, service, bytes, fetchedAtMs, isDamaged };
  }

  function namesOver(files: readonly ArchivedFile[], capacity: number, written = ""): string[] {
    return filesOverCapacity(files, capacity, written).map((each) => each.file);
  }

  it("selects no file of a service within its share, however old its answers are", () => {
    const small = Array.from({ length: 20 }, (_, at) => file("small", 1, at));
    const large = Array.from({ length: 10 }, (_, at) => file("large", 10, 100 + at));
    assert.deepEqual(namesOver([...small, ...large], 100, "large/109"), ["large/100", "large/101"]);
  });

  it("selects damaged files first, then the oldest, and never the one just written", () => {
    const files = [file("a", 10, 1), file("a", 10, 2), file("a", 10, 3, true), file("a", 10, 0)];
    assert.deepEqual(namesOver(files, 15, "a/0"), ["a/3", "a/1", "a/2"]);
  });

  it("selects only the file just written if it needs the share of another service", () => {
    const files = [file("a", 10, 1), file("a", 70, 2), file("b", 40, 0)];
    assert.deepEqual(namesOver(files, 100, "a/2"), ["a/2"]);
  });

  it("makes the rest fit, with the oldest files of only the services over their share", () => {
    const some = fc.record({
      service: fc.constantFrom("a", "b", "c"),
      bytes: fc.integer({ min: 1, max: 40 }),
      fetchedAtMs: fc.integer({ min: 0, max: 1_000 }),
    });
    const all = fc.uniqueArray(some, {
      maxLength: 40,
      selector: ({ service, fetchedAtMs }) => `${service}/${fetchedAtMs}`,
    });
    fc.assert(
      fc.property(all, fc.nat(400), fc.nat(), (given, capacity, pick) => {
        const files = given.map((each) => file(each.service, each.bytes, each.fetchedAtMs));
        const written = files[pick % files.length]?.file ?? "";
        const names = new Set(namesOver(files, capacity, written));
        const sizeOf = (own: readonly ArchivedFile[]): number =>
          own.reduce((sum, { bytes }) => sum + bytes, 0);
        const left = files.filter((each) => !names.has(each.file));
        assert.ok(sizeOf(left) <= capacity);
        if (sizeOf(files) <= capacity) assert.equal(names.size, 0);
        const services = new Set(files.map(({ service }) => service));
        for (const own of services) {
          const before = files.filter(({ service }) => service === own);
          const gone = before.filter((each) => names.has(each.file) && each.file !== written);
          const after = left.filter(({ service }) => service === own);
          // The last file that is taken may bring a service below its share, never a further one.
          const last = Math.max(0, ...gone.map(({ bytes }) => bytes));
          const share = capacity / services.size;
          const mayLose =
            sizeOf(after) + last > share ||
            before.some((each) => each.file === written && names.has(written));
          if (gone.length > 0) assert.ok(mayLose, `${own} lost more than its surplus`);
          const oldestLeft = Math.min(
            ...after.filter((each) => each.file !== written).map(({ fetchedAtMs }) => fetchedAtMs),
          );
          assert.ok(gone.every(({ fetchedAtMs }) => fetchedAtMs <= oldestLeft));
        }
      }),
      { numRuns: runs() },
    );
  });
});
