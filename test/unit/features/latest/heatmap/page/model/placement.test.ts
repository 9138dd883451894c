import assert from "node:assert/strict";
import { type LatestSignal } from "../../../../../../../src/shared/latestColumns";
import { latestColumnsOf } from "../../../../../../support/latestColumns";
import {
  type SignalName,
  placementOf,
} from "../../../../../../../src/features/latest/heatmap/page/model/placement";
import { latestRecord } from "../../../../../../support/latestRecords";

function placed(records: readonly LatestSignal[], listed: readonly SignalName[] = []): string[] {
  const placement = placementOf(latestColumnsOf(records), listed);
  const { texts } = placement;
  return placement.signals.flatMap(({ code, version, records: own }) =>
    own.map((record) => {
      const dimensions = placement.dimensionsOf(record);
      const tags = dimensions.map(({ stem, value }) => `${stem}=${texts[value] ?? ""}`);
      return [`${code} v${version}`, ...tags, `#${record}`].join(" ");
    }),
  );
}

const infl = (version: number): SignalName => ({ code: "INFL", version, name: "Inflation" });

describe("records of the latest signals in their places", () => {
  it("are placed by the stems of their own fields", () => {
    const tags = { country_iso: "US", sector_name: "Energy" };
    assert.deepEqual(placed([latestRecord({ tags })]), ["INFL v1 country=US sector=Energy #0"]);
  });

  it("have a region as a group, unless it is their only tag", () => {
    const records = [
      latestRecord({ tags: { country_iso: "US", region_name: "Americas" } }),
      latestRecord({ tags: { region_name: "Americas" } }),
    ];
    assert.deepEqual(placed(records), ["INFL v1 country=US #0", "INFL v1 region=Americas #1"]);
    const placement = placementOf(latestColumnsOf(records), []);
    const region = placement.texts.indexOf("Americas");
    assert.deepEqual([placement.regionOf(0), placement.regionOf(1)], [region, undefined]);
  });

  it("are addressed by the code of a dimension even if they have its name, too", () => {
    const records = [
      latestRecord({ tags: { country_name: "United States", country_iso: "US" } }),
      latestRecord({ tags: { country_iso: "US" }, pointInTimeMs: 5 }),
    ];
    assert.deepEqual(placed(records), ["INFL v1 country=US #1"]);
  });

  it("without tags are one variant", () => {
    assert.deepEqual(placed([latestRecord({ tags: {} })]), ["INFL v1 #0"]);
  });

  it("keep three tags", () => {
    const tags = { style_name: "Value", sector_name: "Energy", country_iso: "US" };
    assert.deepEqual(placed([latestRecord({ tags })]), [
      "INFL v1 country=US sector=Energy style=Value #0",
    ]);
  });

  it("of version 0 belong to the highest version of a code without version 0, and are marked", () => {
    const records = [latestRecord({ version: 0 }), latestRecord({ version: 2, tags: {} })];
    const listed = [infl(1), infl(3)];
    assert.deepEqual(placed(records, listed), ["INFL v3 country=US #0", "INFL v2 #1"]);
    assert.deepEqual([...placementOf(latestColumnsOf(records), listed).assumed], [0]);
  });

  it("of version 0 keep it when their code has a version 0, or no other is known", () => {
    const record = latestRecord({ version: 0 });
    assert.deepEqual(placed([record], [infl(0), infl(3)]), ["INFL v0 country=US #0"]);
    assert.deepEqual(placed([record]), ["INFL v0 country=US #0"]);
    assert.equal(placementOf(latestColumnsOf([record]), []).assumed.size, 0);
  });

  it("keep two versions of a code apart, the newest first", () => {
    const records = [latestRecord({ version: 1 }), latestRecord({ version: 2 })];
    for (const listed of [
      [infl(2), infl(1)],
      [infl(1), infl(2)],
    ]) {
      assert.deepEqual(placed(records, listed), ["INFL v2 country=US #1", "INFL v1 country=US #0"]);
    }
  });

  it("of one variant count once: the later production", () => {
    const times = [2, 3, 1].map((pointInTimeMs) => latestRecord({ pointInTimeMs }));
    assert.deepEqual(placed(times), ["INFL v1 country=US #1"]);
    assert.deepEqual(placed([latestRecord({}), latestRecord({ pointInTimeMs: 1 })]), [
      "INFL v1 country=US #1",
    ]);
  });

  it("of one variant and one production: the one that names its version", () => {
    const records = [latestRecord({ version: 0 }), latestRecord({ version: 1 })];
    assert.deepEqual(placed(records, [infl(1)]), ["INFL v1 country=US #1"]);
  });

  it("without a code are counted and have no row", () => {
    const { version, tags, day, level, momentum, aggregate } = latestRecord({});
    const bare = { version, tags, day, level, momentum, aggregate };
    const placement = placementOf(latestColumnsOf([bare, latestRecord({})]), []);
    assert.deepEqual(placement.withoutCode, [0]);
    assert.deepEqual(
      placement.signals.map(({ records }) => records),
      [[1]],
    );
  });

  it("have readable names for their values", () => {
    const readable = (field: string, value: string): string =>
      field === "country_iso" && value === "US" ? "United States" : value;
    const tags = { country_iso: "US", sector_name: "US" };
    const placement = placementOf(latestColumnsOf([latestRecord({ tags })], readable), []);
    const [country, sector] = placement.dimensionsOf(0);
    assert.ok(country !== undefined && sector !== undefined);
    assert.equal(placement.labelOf(country.stem, country.value), "United States");
    assert.equal(placement.labelOf(sector.stem, sector.value), "US");
  });

  it("keep fields and values that objects have by themselves", () => {
    const tags = Object.fromEntries([["__proto___name", "constructor"]]);
    assert.deepEqual(placed([latestRecord({ code: "toString", tags })]), [
      "toString v1 __proto__=constructor #0",
    ]);
  });
});
