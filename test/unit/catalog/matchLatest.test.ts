import assert from "node:assert/strict";
import { matchLatest } from "../../../src/catalog/matchLatest";
import { type LatestSignal } from "../../../src/service/parseLatestSignals";
import { type TagValues } from "../../../src/shared/reference";
import { definition, sub, tag } from "../../support/definitions";

function record(tags: TagValues, more: Partial<LatestSignal> = {}): LatestSignal {
  const values = { day: 20_776, level: 1, momentum: 0, aggregate: 0.5 };
  return { code: "INFL", version: 2, tags, ...values, ...more };
}

function withoutCode({
  version,
  tags,
  day,
  level,
  momentum,
  aggregate,
}: LatestSignal): LatestSignal {
  return { version, tags, day, level, momentum, aggregate };
}

const first = definition("INFL", 1, tag("country_iso", ["US"]));
const second = definition("INFL", 2, tag("country_iso", ["US", "DE"]), tag("region", ["EMU"]));
const earnings = definition("EARN", 0, tag("country_iso", ["US"], sub("sector", ["Energy"])));
const definitions = [first, second, earnings];

describe("matchLatest", () => {
  const found: [when: string, latest: LatestSignal, tags: TagValues][] = [
    ["the field bears the kind's name", record({ country_iso: "DE" }), { country_iso: "DE" }],
    ["the field bears the kind's stem", record({ region_name: "EMU" }), { region: "EMU" }],
    [
      "two fields make a pair",
      record({ sector_name: "Energy", country_iso: "US" }, { code: "EARN", version: 0 }),
      { country_iso: "US", sector: "Energy" },
    ],
    [
      "the record tells its code and its name",
      record({ country_iso: "DE", country_name: "Germany" }),
      { country_iso: "DE" },
    ],
    [
      "the record tells more than the variant's tags",
      record({ country_iso: "US", model_name: "base" }),
      { country_iso: "US" },
    ],
  ];
  for (const [when, latest, tags] of found) {
    it(`finds the variant when ${when}`, () => {
      const { matched, unmatched } = matchLatest([latest], definitions);
      assert.deepEqual(
        matched.map((match) => match.tags),
        [tags],
      );
      assert.equal(matched[0]?.isVersionAssumed, false);
      assert.deepEqual(unmatched, []);
    });
  }

  it("finds a variant among more than memory holds", () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `name ${index}`);
    const kinds = ["sector", "region", "basket_name", "model_name"];
    const huge = definition(
      "HUGE",
      2,
      tag("country_iso", names, ...kinds.map((kind) => sub(kind, names))),
    );
    const tags = Object.fromEntries(["country_iso", ...kinds].map((kind) => [kind, "name 7"]));
    const { matched } = matchLatest([record(tags, { code: "HUGE" })], [huge]);
    assert.deepEqual(
      matched.map((match) => match.tags),
      [tags],
    );
  });

  it("takes version 0 for the highest when the code has no version 0, and marks it", () => {
    const { matched } = matchLatest([record({ country_iso: "US" }, { version: 0 })], definitions);
    assert.equal(matched[0]?.signal, second);
    assert.equal(matched[0].isVersionAssumed, true);
  });

  const lost: [when: string, latest: LatestSignal][] = [
    ["it has no code", withoutCode(record({ country_iso: "US" }))],
    ["its code is unknown", record({ country_iso: "US" }, { code: "GROWTH" })],
    ["its version is unknown", record({ country_iso: "US" }, { version: 7 })],
    ["its variant is unknown", record({ country_iso: "FR" })],
    ["it names no variant", record({})],
    ["it names half a pair", record({ country_iso: "US" }, { code: "EARN", version: 0 })],
  ];
  for (const [when, latest] of lost) {
    it(`keeps a record apart when ${when}`, () => {
      const { matched, unmatched } = matchLatest([latest], definitions);
      assert.deepEqual(matched, []);
      assert.deepEqual(unmatched, [latest]);
    });
  }

  it("keeps the later production of two records, in any order", () => {
    const early = record({ country_iso: "US" }, { pointInTimeMs: 1 });
    const late = record({ country_iso: "US" }, { pointInTimeMs: 2 });
    for (const records of [
      [early, late],
      [late, early],
    ]) {
      const { matched } = matchLatest(records, definitions);
      assert.deepEqual(
        matched.map((match) => match.latest),
        [late],
      );
    }
  });

  it("keeps the later production also where the version was assumed", () => {
    const named = record({ country_iso: "US" }, { pointInTimeMs: 1 });
    const assumed = record({ country_iso: "US" }, { version: 0, pointInTimeMs: 2 });
    for (const records of [
      [named, assumed],
      [assumed, named],
    ]) {
      const { matched } = matchLatest(records, definitions);
      assert.deepEqual(
        matched.map((match) => [match.latest, match.isVersionAssumed]),
        [[assumed, true]],
      );
    }
  });

  it("keeps, of one production, the record that names its version", () => {
    const named = record({ country_iso: "US" }, { pointInTimeMs: 1 });
    const assumed = record({ country_iso: "US" }, { version: 0, pointInTimeMs: 1 });
    for (const records of [
      [named, assumed],
      [assumed, named],
    ]) {
      const { matched } = matchLatest(records, definitions);
      assert.deepEqual(
        matched.map((match) => match.latest),
        [named],
      );
    }
  });
});
