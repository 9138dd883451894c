import assert from "node:assert/strict";
import { olderRecords } from "../../../src/catalog/olderRecords";
import { type LatestSignal } from "../../../src/shared/latestColumns";
import { finish } from "../../../src/shared/finish";
import { signalsOf } from "../../support/latestColumns";
import { latestRecord } from "../../support/latestRecords";

function found(newer: readonly LatestSignal[], older: readonly LatestSignal[]): number[] {
  return [...finish(olderRecords(signalsOf(newer).columns, signalsOf(older).columns))];
}

describe("olderRecords", () => {
  const us = latestRecord({});
  const uk = latestRecord({ tags: { country_iso: "UK" } });
  const energy = latestRecord({ tags: { country_iso: "US", sector_name: "Energy" } });

  it("finds the record of the same variant at any position", () => {
    assert.deepEqual(found([us, uk, energy], [energy, uk, us]), [2, 1, 0]);
  });

  it("finds nothing for another code, version or tag, or fewer tags", () => {
    const others = [
      latestRecord({ code: "GROWTH" }),
      latestRecord({ version: 2 }),
      latestRecord({ tags: { country_iso: "DE" } }),
      latestRecord({ tags: { region_name: "US" } }),
      energy,
      latestRecord({ tags: {} }),
    ];
    assert.deepEqual(found([us], others), [-1]);
    assert.deepEqual(found(others, [us]), [-1, -1, -1, -1, -1, -1]);
  });

  it("finds tags in any order", () => {
    const turned = latestRecord({ tags: { sector_name: "Energy", country_iso: "US" } });
    assert.deepEqual(found([energy], [us, turned]), [1]);
  });

  it("takes the later of two productions, and the first of equal ones", () => {
    const older = [
      { ...us, pointInTimeMs: 5 },
      { ...us, pointInTimeMs: 7 },
      { ...us, pointInTimeMs: 6 },
      { ...uk, pointInTimeMs: 6 },
      { ...uk, pointInTimeMs: 6 },
    ];
    assert.deepEqual(found([us, uk], older), [1, 3]);
  });

  it("skips records without a code, and accepts empty answers", () => {
    const { code: _, ...nameless } = us;
    assert.deepEqual(found([nameless], [nameless]), [-1]);
    assert.deepEqual(found([us], []), [-1]);
    assert.deepEqual(found([], [us]), []);
  });
});
