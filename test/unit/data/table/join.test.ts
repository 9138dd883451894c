import assert from "node:assert/strict";
import { type Frame } from "../../../../src/data/frame";
import { type LongPart } from "../../../../src/data/table/long";
import { PanelJoin, panelPrefixes } from "../../../../src/data/table/join";
import { type VariantFrame } from "../../../../src/data/table/pairedVariants";
import { isoOfDay } from "../../../../src/shared/day";
import { instantOfText } from "../../../../src/shared/instant";
import { frameOf } from "../../../support/frames";
import { type PanelRef } from "../../../../src/shared/reference";

const level = [{ name: "Level", type: "number" }] as const;
const days = ["2024-01-01", "2024-01-02", "2024-01-03"];

type Series = readonly [tags: Readonly<Record<string, string>>, frame: Frame];

async function* framesOf(
  join: PanelJoin,
  series: readonly Series[],
): AsyncGenerator<VariantFrame, void, void> {
  for (const [tags, frame] of series) {
    yield await Promise.resolve({ values: join.valuesOf(tags), frame });
  }
}

/** Each row as it would stand in a table. */
async function rowsOf(join: PanelJoin, panels: readonly (readonly Series[])[]): Promise<unknown[]> {
  const rows: unknown[] = [];
  const parts: AsyncIterable<LongPart> = join.parts(panels.map((each) => framesOf(join, each)));
  for await (const { coordinates, frame } of parts) {
    for (const [row, day] of frame.days.entries()) {
      const cells = join.layout.columns.map(({ name }) => {
        const value = frame.columns.find((column) => column.name === name)?.values[row];
        return value === undefined || Number.isNaN(value) ? null : value;
      });
      rows.push([isoOfDay(day), ...coordinates, ...cells]);
    }
  }
  return rows;
}

describe("PanelJoin", () => {
  it("puts the columns of each panel side by side, and tells what did not match", async () => {
    const join = new PanelJoin([
      { prefix: "INFL", tagKinds: ["country_iso"], columns: level },
      { prefix: "GROWTH", tagKinds: ["country_iso"], columns: level },
    ]);
    const infl: Series[] = [
      [{ country_iso: "DE" }, frameOf(days.slice(0, 1), { Level: [1] })],
      [{ country_iso: "US" }, frameOf(days.slice(0, 2), { Level: [2, null] })],
    ];
    const growth: Series[] = [
      [{ country_iso: "JP" }, frameOf(days.slice(0, 1), { Level: [3] })],
      [{ country_iso: "US" }, frameOf(days.slice(1), { Level: [4, 5] })],
    ];
    const rows = await rowsOf(join, [infl, growth]);
    assert.deepEqual(
      join.layout.columns.map(({ name }) => name),
      ["INFL_Level", "GROWTH_Level"],
    );
    assert.deepEqual(rows, [
      ["2024-01-01", "DE", 1, null],
      ["2024-01-01", "JP", null, 3],
      ["2024-01-01", "US", 2, null],
      ["2024-01-02", "US", null, 4],
      ["2024-01-03", "US", null, 5],
    ]);
    assert.deepEqual(join.mismatch, {
      variants: 3,
      shared: 1,
      missing: [[["JP"]], [["DE"]]],
      rows: 3,
      uneven: 2,
    });
  });

  it("keeps what is addressed otherwise apart", async () => {
    const join = new PanelJoin([
      { prefix: "A", tagKinds: ["country_iso", "sector"], columns: level },
      { prefix: "B", tagKinds: ["country_iso"], columns: level },
    ]);
    const frame = frameOf(days.slice(0, 1), { Level: [1] });
    const rows = await rowsOf(join, [
      [[{ country_iso: "US", sector: "Energy" }, frame]],
      [[{ country_iso: "US" }, frame]],
    ]);
    assert.deepEqual(rows, [
      ["2024-01-01", "US", null, null, 1],
      ["2024-01-01", "US", "Energy", 1, null],
    ]);
    assert.deepEqual(join.mismatch.shared, 0);
    assert.deepEqual(join.mismatch.missing, [[["US", null]], [["US", "Energy"]]]);
  });

  it("has no number where a series has texts in a column of numbers", async () => {
    const join = new PanelJoin([
      { prefix: "A", tagKinds: ["k"], columns: level },
      { prefix: "B", tagKinds: ["k"], columns: level },
    ]);
    const texts: Frame = frameOf(days, { Level: ["1", null, "x"] });
    const rows = await rowsOf(join, [[[{ k: "v" }, texts]], []]);
    assert.deepEqual(rows, [
      ["2024-01-01", "v", null, null],
      ["2024-01-02", "v", null, null],
      ["2024-01-03", "v", null, null],
    ]);
  });
});

describe("panelPrefixes", () => {
  const asOf = instantOfText("20261119T235959Z") ?? "latest";
  const infl: PanelRef = {
    family: "panel",
    code: "INFL",
    version: 2,
    tags: { country_iso: "*" },
    dataKind: "FIT",
    asOf,
  };
  const cases: [what: string, panels: Parameters<typeof panelPrefixes>[0], names: string[]][] = [
    ["codes", [infl, { ...infl, code: "EARN" }], ["INFL", "EARN"]],
    ["versions of a code", [infl, { ...infl, version: 3 }], ["INFL_v2", "INFL_v3"]],
    ["kinds", [infl, { ...infl, dataKind: "SNAP" }], ["INFL_FIT", "INFL_SNAP"]],
    ["times", [infl, { ...infl, asOf: "latest" }], ["INFL_20261119T235959Z", "INFL_latest"]],
    ["numbers where nothing else differs", [infl, infl], ["INFL", "INFL_2"]],
    [
      "nothing of others",
      [infl, { ...infl, code: "EARN", version: 1 }, { ...infl, code: "EARN", version: 2 }],
      ["INFL", "EARN_v1", "EARN_v2"],
    ],
  ];
  for (const [what, panels, names] of cases) {
    it(`tells panels apart by their ${what}`, () => {
      assert.deepEqual(panelPrefixes(panels), names);
    });
  }
});
