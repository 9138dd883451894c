import assert from "node:assert/strict";
import { type SignalsNode } from "../../../src/catalog/signalsNode";
import { type SignalDefinition } from "../../../src/service/parseDefinition";
import { definition, sub, tag } from "../../support/definitions";
import { rowsUnder, tagRows, textOf } from "../../support/rows";

const inflation = { ...definition("INFL", 2, tag("country_iso", ["US", "AT"])), name: "Inflation" };
const older = { ...inflation, version: 1 };
const earnings = {
  ...definition("EARN", 1, tag("country_iso", ["US"], sub("sector_name", ["Energy"]))),
  name: "Earnings",
};
const all: readonly SignalDefinition[] = [older, inflation, earnings];

function at(...path: readonly string[]): readonly SignalsNode[] {
  let rows = tagRows.tagKinds(all);
  for (const label of path) {
    const row = rows.find((each) => "label" in each && each.label === label);
    assert.ok(row !== undefined, label);
    rows = rowsUnder(row, all);
  }
  return rows;
}

describe("TagRows", () => {
  it("lists tag kinds, values and then the variants with them", () => {
    assert.deepEqual(at().map(textOf), ["tagKind: Country", "tagKind: Sector"]);
    assert.deepEqual(at("Country").map(textOf), [
      "tagValue: Austria | AT",
      "tagValue: United States | US",
    ]);
    assert.deepEqual(at("Country", "Austria").map(textOf), [
      "variant: Inflation v2 | INFL",
      "variant: Inflation v1 | INFL",
    ]);
  });

  it("names a tag kind as the service does only where two have one name", () => {
    const both = definition("BOTH", 1, tag("country_iso", ["US"]), tag("country_name", ["Chad"]));
    assert.deepEqual(tagRows.tagKinds([both, earnings]).map(textOf), [
      "tagKind: Country | country_iso",
      "tagKind: Country | country_name",
      "tagKind: Sector",
    ]);
  });

  it("puts variants that need further values below their signal", () => {
    assert.deepEqual(at("Country", "United States").map(textOf), [
      "signal: Earnings | EARN v1",
      "variant: Inflation v2 | INFL",
      "variant: Inflation v1 | INFL",
    ]);
    assert.deepEqual(at("Country", "United States", "Earnings").map(textOf), ["variant: Energy"]);
    const [usa] = at("Sector", "Energy", "Earnings");
    assert.ok(usa?.kind === "variant");
    assert.deepEqual(usa.tags, { country_iso: "US", sector_name: "Energy" });
    assert.equal(textOf(usa), "variant: United States | US");
  });

  it("shows no tag kind that leads to no variant", () => {
    const empty = definition("E", 1, tag("region", []), tag("x", ["1"], sub("y", [])));
    assert.deepEqual(tagRows.tagKinds([empty]), []);
  });

  it("keeps signals whose tags are not known in a group of their own", () => {
    const group = tagRows.notLoaded([inflation, earnings]);
    assert.deepEqual(tagRows.inNotLoaded(group).map(textOf), [
      "signal: Earnings | EARN v1",
      "signal: Inflation | INFL v2",
    ]);
    assert.ok(tagRows.inNotLoaded(group).every(({ parent }) => parent === group));
  });

  const values = Array.from({ length: 200_001 }, (_, index) => `Fund ${index}`);

  it("groups 200,000 values of one signal in ranges (UI-02)", () => {
    const funds = definition("FUND", 1, tag("fund", values.slice(1)));
    const [kind] = tagRows.tagKinds([funds]);
    assert.ok(kind !== undefined);
    const rows = rowsUnder(kind, [funds]);
    assert.equal(rows.length, 100);
    const [range] = rows;
    assert.ok(range?.kind === "range");
    assert.equal(range.children().length, 2_000);
  });

  it("shows 200,000 of 200,001 values, and says that there are more (LIST-04)", () => {
    const funds = definition("FUND", 1, tag("fund", values));
    const [kind] = tagRows.tagKinds([funds]);
    assert.ok(kind !== undefined);
    const last = rowsUnder(kind, [funds]).at(-1);
    assert.ok(last?.kind === "more");
    assert.equal(last.count, 1);
  });
});
