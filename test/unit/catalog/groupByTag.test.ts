import assert from "node:assert/strict";
import { groupByTag } from "../../../src/catalog/groupByTag";
import { definition, sub, tag } from "../../support/definitions";

describe("groupByTag", () => {
  it("puts a variant under each of its tags", () => {
    const inflation = definition("INFL", 2, tag("country_iso", ["US", "DE"]));
    const earnings = definition("EARN", 1, tag("country_iso", ["US"], sub("sector", ["Energy"])));
    const groups = groupByTag([inflation, earnings]);
    assert.deepEqual([...groups.keys()], ["country_iso", "sector"]);
    const pair = { signal: earnings, tags: { country_iso: "US", sector: "Energy" } };
    assert.deepEqual(groups.get("country_iso")?.get("US"), [
      { signal: inflation, tags: { country_iso: "US" } },
      pair,
    ]);
    assert.deepEqual(groups.get("sector")?.get("Energy"), [pair]);
  });

  it("has no groups without definitions", () => assert.equal(groupByTag([]).size, 0));
});
