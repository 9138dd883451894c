import assert from "node:assert/strict";
import { type LatestSignal } from "../../../src/shared/latestColumns";
import { latestSignalListing } from "../../../src/service/parseLatestSignals";
import { parsedListing } from "../../support/parsedListing";

const latest = { Level: 1.5, Momentum: -0.5, Aggregate: 0, Date: "2024-06-28T00:00:00" };
const record = {
  latest,
  version: 2,
  point_in_time: "2024-06-28T18:03:12.25",
  signal_code: "INFL",
  country_iso: "US",
  sector_name: null,
};

function only(entry: unknown): LatestSignal {
  const { items, unreadable } = parsedListing(latestSignalListing, [entry]);
  assert.deepEqual(unreadable, []);
  const [item] = items;
  assert.ok(item !== undefined);
  return item;
}

describe("latestSignalListing", () => {
  it("reads a record", () => {
    assert.deepEqual(only(record), {
      code: "INFL",
      version: 2,
      tags: { country_iso: "US" },
      // `date -d 2024-06-28 +%s` / 86400 in UTC.
      day: 19_902,
      level: 1.5,
      momentum: -0.5,
      aggregate: 0,
      // `date -u -d 2024-06-28T18:03:12 +%s`, and the fraction.
      pointInTimeMs: 1_719_597_792_250,
    });
  });

  it("reads every field that ends in _name or _iso as a tag, except the signal's own name", () => {
    const { tags } = only({
      ...record,
      sector_name: "Energy",
      investment_style_name: "Value",
      signal_name: "Inflation",
      _name: "x",
      size_name: 7,
      region: "EU",
      basket_name: "",
    });
    assert.deepEqual(tags, {
      country_iso: "US",
      sector_name: "Energy",
      investment_style_name: "Value",
      size_name: "7",
    });
  });

  for (const [what, value] of [
    ["a boolean", true],
    ["an object", { id: 1 }],
    ["an array", ["x"]],
  ] as const) {
    it(`ignores ${what} in an undocumented field, and leaves the record out for one in a tag`, () => {
      const wire = { ...record, is_core_name: value, asset_iso: 7 };
      assert.deepEqual(only(wire).tags, { country_iso: "US", asset_iso: "7" });
      const listing = parsedListing(latestSignalListing, [{ ...wire, basket_name: value }]);
      assert.deepEqual([listing.items.length, listing.unreadable.length], [0, 1]);
    });
  }

  it("reads a field named __proto___name as an ordinary tag (HOST-05)", () => {
    const wire: unknown = JSON.parse('{"__proto___name": "x", "__proto__": {"evil_name": "y"}}');
    assert.deepEqual(
      Object.entries(only({ ...record, country_iso: null, ...(wire as object) }).tags),
      [["__proto___name", "x"]],
    );
    assert.equal(Reflect.get({}, "evil_name"), undefined);
  });

  it("keeps a record without a code and a time, and version 0 when there is none", () => {
    const { code, version, pointInTimeMs } = only({ latest });
    assert.deepEqual([code, version, pointInTimeMs], [undefined, 0, undefined]);
  });

  it("reads null, NaN and absent scores as no value", () => {
    const signal = only({ ...record, latest: { Date: latest.Date, Level: null, Momentum: "NaN" } });
    assert.deepEqual(
      [signal.level, signal.momentum, signal.aggregate],
      [Number.NaN, Number.NaN, Number.NaN],
    );
  });

  it("reads marks of no value and numerals in texts as scores, and NA as a tag value (DATA-15)", () => {
    const texts: readonly (readonly [text: string, value: number])[] = [
      ...["", "-nan", "NA", "N/A", "#n/a", "<NA>", "NaT", "None", ".", "-", "-1.#IND"].map(
        (text) => [text, Number.NaN] as const,
      ),
      ["0.5000", 0.5],
      [" -.25 ", -0.25],
    ];
    for (const [Level, value] of texts) {
      const { level, tags } = only({ ...record, country_iso: "NA", latest: { ...latest, Level } });
      assert.deepEqual([level, tags], [value, { country_iso: "NA" }], Level);
    }
  });

  it("reads a score beyond all doubles as no value, and counts it", () => {
    const wire: unknown = JSON.parse(
      '{"Level": 1e999, "Momentum": "-1e999", "Aggregate": "1e308"}',
    );
    const entry = { ...record, latest: { ...latest, ...(wire as object) } };
    const { items, unreadable } = parsedListing(latestSignalListing, [entry]);
    const { level, momentum, aggregate } = items[0] ?? {};
    assert.deepEqual([level, momentum, aggregate], [Number.NaN, Number.NaN, 1e308]);
    assert.deepEqual(
      unreadable.map(({ reason }) => reason),
      ["has an infinite number", "has an infinite number"],
    );
  });

  for (const date of ["2024-06-28", "2024-06-28T23:30:00-05:00", "2024-06-28 00:00:00+14:00"]) {
    it(`takes the day as it is written in ${date} (DATA-05)`, () => {
      assert.equal(only({ ...record, latest: { ...latest, Date: date } }).day, 19_902);
    });
  }

  const unreadable: [what: string, entry: unknown][] = [
    ["null", null],
    ["no values", { version: 2 }],
    ["a day that does not exist", { ...record, latest: { ...latest, Date: "2024-02-30" } }],
    ["a score in words", { ...record, latest: { ...latest, Level: "high" } }],
    ["a version in words", { ...record, version: "two" }],
    ["a code with NUL", { ...record, signal_code: "a\0" }],
    ["a tag that is no text", { ...record, sector_name: ["Energy"] }],
    ["a tag with NUL", { ...record, sector_name: "a\0" }],
    ["a tag kind with half a surrogate pair", { ...record, "\ud800_name": "x" }],
  ];
  for (const [what, entry] of unreadable) {
    it(`counts a record with ${what}`, () => {
      const listing = parsedListing(latestSignalListing, [record, entry]);
      assert.deepEqual([listing.items.length, listing.unreadable[0]?.position], [1, 1]);
    });
  }
});
