import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Instant,
  asOfParameter,
  dayOfInstant,
  endOfDay,
  instantOfMs,
  instantOfText,
  instantOfTyped,
  isEndOfDay,
  msOfInstant,
} from "../../../src/shared/instant";
import { latestSignalListing, parseTimestamp } from "../../../src/service/parseLatestSignals";
import { fixtureText } from "../../support/fixtures";
import { parsedListing } from "../../support/parsedListing";
import { runs } from "../../support/propertyRuns";

describe("instantOfTyped", () => {
  const readable: [typed: string, instant: string][] = [
    ["2024-06-28", "20240628T235959Z"],
    ["2024-06-28T18:00", "20240628T180000Z"],
    ["2024-06-28 18:00:30", "20240628T180030Z"],
    ["2024-06-28t18:00:30.999z", "20240628T180031Z"],
    ["2024-06-28T18:00:00.481516", "20240628T180001Z"],
    ["2024-06-28T18:00:00,481516Z", "20240628T180001Z"],
    ["2024-06-28T18:00:00.000000001", "20240628T180001Z"],
    ["2024-06-28T18:00:00.000000", "20240628T180000Z"],
    ["2024-06-28 18:00:00.0", "20240628T180000Z"],
    ["2024-06-28T20:00:00.48+02:00", "20240628T180001Z"],
    ["2024-06-28T23:59:59.5", "20240629T000000Z"],
    ["2024-06-28T23:59:59.5-00:30", "20240629T003000Z"],
    ["2024-12-31T23:59:59.000001", "20250101T000000Z"],
    ["2024-06-28T18:00:00+02:00", "20240628T160000Z"],
    ["2024-06-28T18:00-0500", "20240628T230000Z"],
    ["2024-06-28T23:30-14", "20240629T133000Z"],
    ["2024-02-29", "20240229T235959Z"],
    ["  20240628T180000Z ", "20240628T180000Z"],
  ];
  for (const [typed, instant] of readable) {
    it(`reads «${typed}» as ${instant}`, () => {
      assert.deepEqual(instantOfTyped(typed), { ok: true, instant });
    });
  }

  const impossible = [
    "2024-02-30",
    "2023-02-29T10:00",
    "2024-06-28T24:00",
    "2024-06-28T10:60",
    "2024-06-28T10:00+15:00",
    "2024-06-28T10:00+02:75",
    "20240230T000000Z",
    "0000-01-01T00:00+01:00",
    "9999-12-31T23:59:59.5",
    "2024-06-28T18:00:60.5",
  ];
  for (const typed of impossible) {
    it(`finds «${typed}» impossible`, () => {
      assert.deepEqual(instantOfTyped(typed), { ok: false, problem: "impossible" });
    });
  }

  for (const typed of ["", "yesterday", "28.06.2024", "2024-6-28", "2024-06-28T", "2024-06-28Z"]) {
    it(`cannot read «${typed}»`, () => {
      assert.deepEqual(instantOfTyped(typed), { ok: false, problem: "unreadable" });
    });
  }
});

describe("instantOfMs", () => {
  const rounded: [pointInTime: string, instant: string][] = [
    ["2024-06-28T18:00:00.481516", "20240628T180001Z"],
    ["2024-06-28T18:00:00.000001", "20240628T180001Z"],
    ["2024-06-28T18:00:00.000000", "20240628T180000Z"],
    ["2024-06-28T18:00:00", "20240628T180000Z"],
    ["2024-06-28T18:00:00.999999999Z", "20240628T180001Z"],
    ["2024-06-28T14:00:00.5-04:00", "20240628T180001Z"],
    ["2024-06-28T23:59:59.5", "20240629T000000Z"],
    ["1969-12-31T23:59:59.25", "19700101T000000Z"],
  ];
  for (const [pointInTime, instant] of rounded) {
    it(`rounds a production of ${pointInTime} up to ${instant}`, () => {
      assert.equal(instantOfMs(parseTimestamp(pointInTime) ?? Number.NaN), instant);
    });
  }

  it("rounds the production in latest-microseconds.json up to 18:00:01", () => {
    const wire = JSON.parse(fixtureText("cases/latest-microseconds.json")) as unknown[];
    const { items } = parsedListing(latestSignalListing, wire);
    assert.equal(instantOfMs(items[0]?.pointInTimeMs ?? Number.NaN), "20240628T180001Z");
  });
});

describe("an instant", () => {
  it("survives the way to milliseconds and back, and agrees with the platform", () => {
    const seconds = fc.integer({ min: -62_167_219_200, max: 253_402_300_799 });
    fc.assert(
      fc.property(seconds, (second) => {
        const instant = instantOfMs(second * 1000 - 999);
        assert.ok(instant !== undefined);
        assert.equal(msOfInstant(instant), second * 1000);
        assert.equal(instantOfText(instant), instant);
        assert.equal(`${asOfParameter(instant)}.000Z`, new Date(second * 1000).toISOString());
      }),
      { numRuns: runs() },
    );
  });

  it("has no text outside four-digit years", () => {
    assert.equal(instantOfMs(253_402_300_799_001), undefined);
    assert.equal(instantOfMs(Number.NaN), undefined);
  });

  it("at the end of a day names that day", () => {
    assert.equal(endOfDay(20_777), "20261120T235959Z");
    assert.equal(dayOfInstant(endOfDay(20_777)), 20_777);
    assert.ok(isEndOfDay(endOfDay(20_777)));
  });

  for (const text of ["2024-06-28", "20240628T180000", "20240230T000000Z", "20240628T240000Z"]) {
    it(`is not «${text}»`, () => {
      assert.equal(instantOfText(text), undefined);
    });
  }

  it("refuses a text that was never one", () => {
    assert.throws(() => msOfInstant("20240230T000000Z" as Instant), RangeError);
    assert.throws(() => msOfInstant("latest" as Instant), RangeError);
  });
});
