import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  type AsOfGrid,
  asOfsOfGrid,
  formatGrid,
  type GridStep,
  maxVintageRequests,
  parseGrid,
} from "../../../src/shared/asOfGrid";
import { dayOfIso, type Day, maxDay, minDay } from "../../../src/shared/day";
import { endOfDay, type Instant, instantOfText } from "../../../src/shared/instant";

const day = (iso: string): Day => dayOfIso(iso) ?? assert.fail(iso);
const instant = (text: string): Instant => instantOfText(text) ?? assert.fail(text);
const last = instant("20991231T235959Z");

/** Written by pandas. */
const grids = JSON.parse(readFileSync("test/fixtures/vintages/grids.json", "utf8")) as readonly {
  readonly every: GridStep;
  readonly from: string;
  readonly to: string;
  readonly asOfs: readonly string[];
}[];

describe("asOfsOfGrid", () => {
  for (const { every, from, to, asOfs } of grids) {
    it(`lists the ${every} ends from ${from} to ${to} as pandas does`, () => {
      const grid = { every, from: day(from), to: day(to) };
      assert.deepEqual(asOfsOfGrid(grid, { last }), asOfs);
    });
  }

  it("lists nothing later than the last instant, even within a day", () => {
    const grid = { every: "month", from: day("2024-01-01"), to: day("2024-12-31") } as const;
    const bound = instant("20240331T235958Z");
    const asOfs = ["20240131T235959Z", "20240229T235959Z"];
    assert.deepEqual(asOfsOfGrid(grid, { last: bound }), asOfs);
    const week = { ...grid, every: "week" } as const;
    // 2024-03-31 is a Sunday.
    assert.equal(asOfsOfGrid(week, { last: bound }).at(-1), "20240324T235959Z");
  });

  it("sorts a list and the productions, and drops what is repeated or later", () => {
    const some = ["20240331T235959Z", "20240115T060000Z", "20240331T235959Z", "20250101T000000Z"];
    const list = some.map(instant);
    const bound = { last: instant("20241231T235959Z"), productions: list };
    const sorted = ["20240115T060000Z", "20240331T235959Z"];
    assert.deepEqual(asOfsOfGrid(list, bound), sorted);
    assert.deepEqual(asOfsOfGrid("productions", bound), sorted);
    assert.deepEqual(asOfsOfGrid("productions", { last }), []);
  });

  it("is cut just above the limit, over all of the calendar", () => {
    for (const every of ["week", "month"] as const) {
      const asOfs = asOfsOfGrid({ every, from: minDay, to: maxDay }, { last: endOfDay(maxDay) });
      assert.equal(asOfs.length, maxVintageRequests + 1);
    }
  });
});

describe("parseGrid", () => {
  const read: [when: string, json: unknown, grid: AsOfGrid][] = [
    [
      "period ends",
      { every: "quarter", from: "2019-01-01", to: "2023-12-31" },
      { every: "quarter", from: day("2019-01-01"), to: day("2023-12-31") },
    ],
    [
      "a list",
      ["2024-01-31", "20240229T180000Z"],
      ["20240131T235959Z", "20240229T180000Z"].map(instant),
    ],
    ["productions", "productions", "productions"],
  ];
  for (const [when, json, grid] of read) {
    it(`reads ${when}, and formatGrid writes the same`, () => {
      assert.deepEqual(parseGrid(json), grid);
      assert.deepEqual(formatGrid(grid), json);
    });
  }

  const refused: [when: string, json: unknown][] = [
    ["another period", { every: "day", from: "2019-01-01", to: "2023-12-31" }],
    ["a day that does not exist", { every: "month", from: "2019-02-30", to: "2023-12-31" }],
    ["days in the wrong order", { every: "month", from: "2024-01-01", to: "2023-12-31" }],
    ["an unknown field", { every: "month", from: "2019-01-01", to: "2023-12-31", on: "first" }],
    ["an empty list", []],
    ["latest in a list", ["latest"]],
    ["a number", 12],
    ["null", null],
  ];
  for (const [when, json] of refused) {
    it(`refuses ${when}`, () => {
      assert.equal(parseGrid(json), undefined);
    });
  }
});
