import assert from "node:assert/strict";
import fc from "fast-check";
import { instantOfMs, type Instant } from "../../../src/shared/instant";
import {
  fetchVintages,
  maxVintages,
  newestVintages,
  periodEndVintages,
  typedVintages,
  vintageSteps,
  type VintageStep,
} from "../../../src/shared/vintages";
import { runs } from "../../support/propertyRuns";

const instant = (iso: string): Instant => instantOfMs(Date.parse(iso)) ?? assert.fail(iso);

describe("periodEndVintages", () => {
  const cases: [when: string, step: VintageStep, last: string, asOfs: string[]][] = [
    ["quarters over a year's end", 3, "2025-02-10T08:00:00Z", ["20241231", "20240930", "20240630"]],
    ["months around a leap day", 1, "2024-03-31T12:00:00Z", ["20240229", "20240131", "20231231"]],
    ["the leap day itself before its end", 1, "2024-02-29T23:59:58Z", ["20240131", "20231231"]],
    ["the end of a month that is the window's as-of", 1, "2024-02-29T23:59:59Z", ["20240229"]],
    ["years", 12, "2024-12-31T23:59:58Z", ["20231231", "20221231"]],
    ["a month that has just begun", 1, "2024-03-01T00:00:00Z", ["20240229"]],
    ["the first years of the calendar", 12, "0002-05-01T00:00:00Z", ["00011231", "00001231"]],
  ];
  for (const [when, step, last, days] of cases) {
    it(`lists ${when}`, () => {
      const asOfs = periodEndVintages(step, days.length, instant(last));
      assert.deepEqual(
        asOfs,
        days.map((day) => `${day}T235959Z`),
      );
    });
  }

  it("lists the requested number, none later than the last instant", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1990), max: Date.UTC(2100) }),
        fc.constantFrom(...vintageSteps),
        fc.integer({ min: 1, max: maxVintages }),
        (ms, step, count) => {
          const last = instantOfMs(ms) ?? assert.fail();
          const asOfs = periodEndVintages(step, count, last);
          assert.equal(new Set(asOfs).size, count);
          assert.deepEqual(asOfs, [...asOfs].sort().reverse());
          assert.ok(asOfs.every((asOf) => asOf <= last));
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe("newestVintages", () => {
  const times = ["2024-06-27T06:30:00Z", "2024-06-28T06:30:00.001Z", "2024-06-26T06:30:00Z"];

  it("lists times newest first, each once, a fraction of a second rounded up", () => {
    const ms = [...times, times[0] ?? ""].map((time) => Date.parse(time));
    assert.deepEqual(newestVintages(ms, 24, instant("2024-07-01T00:00:00Z")), [
      "20240628T063001Z",
      "20240627T063000Z",
      "20240626T063000Z",
    ]);
    assert.equal(newestVintages(ms, 2, instant("2024-07-01T00:00:00Z")).length, 2);
  });

  it("lists nothing later than the window's as-of", () => {
    const ms = times.map((time) => Date.parse(time));
    const asOfs = newestVintages(ms, 24, instant("2024-06-27T12:00:00Z"));
    assert.deepEqual(asOfs, ["20240627T063000Z", "20240626T063000Z"]);
    assert.deepEqual(newestVintages([], 24, instant("2024-06-27T12:00:00Z")), []);
  });
});

describe("typedVintages", () => {
  const last = instant("2024-06-28T12:00:00Z");

  it("reads a list in any order, newest first, each once", () => {
    assert.deepEqual(typedVintages("2023-12-31, eoy; 2024-02-29 , latest", last), {
      ok: true,
      asOfs: ["20240628T120000Z", "20240229T235959Z", "20231231T235959Z"],
    });
    assert.deepEqual(typedVintages(" , ", last), { ok: true, asOfs: [] });
  });

  it("refuses the first text that is impossible, in the future or unreadable", () => {
    const problems: [text: string, word: string, problem: string][] = [
      ["2024-05-31, 2023-02-29", "2023-02-29", "impossible"],
      ["2024-06-28", "2024-06-28", "future"],
      ["2024-05-31, soon", "soon", "unreadable"],
    ];
    for (const [text, word, problem] of problems) {
      assert.deepEqual(typedVintages(text, last), { ok: false, text: word, problem });
    }
  });

  it("refuses more than 24", () => {
    const many = Array.from({ length: maxVintages + 1 }, (_, at) => `-${at + 1}m`).join(",");
    const found = typedVintages(many, last);
    assert.ok(!found.ok);
    assert.equal(found.problem, "tooMany");
  });
});

describe("fetchVintages", () => {
  const asOfs = ["2024-03-31", "2024-02-29", "2024-01-31"].map((day) =>
    instant(`${day}T23:59:59Z`),
  );
  const [newest, middle] = asOfs;
  const abortError = Object.assign(new Error("aborted"), { name: "AbortError" });

  it("returns all in their order, and counts those that came", async () => {
    const counts: string[] = [];
    const found = await fetchVintages(asOfs, () => Promise.resolve(), {
      signal: new AbortController().signal,
      onProgress: (done, of) => counts.push(`${done} of ${of}`),
    });
    assert.deepEqual(found, asOfs);
    assert.deepEqual(counts, ["1 of 3", "2 of 3", "3 of 3"]);
  });

  it("returns those that came before it was aborted", async () => {
    const cancelled = new AbortController();
    const { signal } = cancelled;
    const found = await fetchVintages(
      asOfs,
      (asOf) =>
        asOf === middle
          ? Promise.resolve()
          : new Promise((_, reject) =>
              signal.addEventListener("abort", () => reject(abortError), { once: true }),
            ),
      { signal, onProgress: () => cancelled.abort() },
    );
    assert.deepEqual(found, [middle]);
  });

  it("returns all if one fails, for the chart to report it", async () => {
    const found = await fetchVintages(
      asOfs,
      (asOf) => (asOf === newest ? Promise.reject(new Error("503")) : Promise.resolve()),
      { signal: new AbortController().signal, onProgress: () => undefined },
    );
    assert.deepEqual(found, asOfs);
  });
});
