import assert from "node:assert/strict";
import { surplusAnswers } from "../../../src/store/answerRetention";
import { type KeptAnswer } from "../../../src/store/keptAnswer";

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
});
