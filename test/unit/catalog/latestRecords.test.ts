import assert from "node:assert/strict";
import {
  LatestRecords,
  type NewestValues,
  type SignalValues,
} from "../../../src/catalog/latestRecords";
import { variantAmong, variantIndex } from "../../../src/catalog/variantIndex";
import { variantKey } from "../../../src/catalog/variants";
import { type SignalDefinition } from "../../../src/service/parseDefinition";
import { type LatestSignal } from "../../../src/shared/latestColumns";
import { type TagValues } from "../../../src/shared/reference";
import { definition, sub, tag } from "../../support/definitions";
import { finish } from "../../../src/shared/finish";
import { signalsOf } from "../../support/latestColumns";

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
const styles = definition(
  "STYLE",
  0,
  tag("country_iso", ["US"]),
  tag("country_iso", ["US"], sub("sector", ["Energy"]), sub("style_name", ["Value"])),
);
const inflation = [1, 2];

function valuesOf(
  records: readonly LatestSignal[],
  signal: SignalDefinition = second,
  versions: readonly number[] = inflation,
): SignalValues {
  const all = new LatestRecords(signalsOf(records));
  finish(all.read());
  return finish(all.valuesOf(signal, versions));
}

/** By the keys of variants. */
function byVariantOf(...of: Parameters<typeof valuesOf>): Map<string, NewestValues> {
  const [records, signal = second] = of;
  const values = valuesOf(...of);
  const index = finish(variantIndex(signal));
  return new Map(
    records.flatMap((each) => {
      const tags = variantAmong(index, each.tags);
      const newest = tags && values.of(tags);
      return newest === undefined ? [] : [[variantKey(tags ?? {}), newest]];
    }),
  );
}

function latestOf(...of: Parameters<typeof valuesOf>): LatestSignal[] {
  return [...byVariantOf(...of).values()].map(({ latest }) => latest);
}

describe("LatestRecords", () => {
  const pair = record({ sector_name: "Energy", country_iso: "US" }, { code: "EARN", version: 0 });
  const found: [
    when: string,
    latest: LatestSignal,
    tags: TagValues,
    signal?: SignalDefinition,
    versions?: readonly number[],
  ][] = [
    ["the field bears the kind's name", record({ country_iso: "DE" }), { country_iso: "DE" }],
    ["the field bears the kind's stem", record({ region_name: "EMU" }), { region: "EMU" }],
    ["two fields make a pair", pair, { country_iso: "US", sector: "Energy" }, earnings, [0]],
    [
      "three fields make a triple",
      record(
        { style_name: "Value", sector_name: "Energy", country_iso: "US" },
        { code: "STYLE", version: 0 },
      ),
      { country_iso: "US", sector: "Energy", style_name: "Value" },
      styles,
      [0],
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
  for (const [when, latest, tags, signal, versions] of found) {
    it(`finds the values of a variant when ${when}`, () => {
      const byVariant = byVariantOf([latest], signal, versions);
      assert.deepEqual([...byVariant], [[variantKey(tags), { latest, isVersionAssumed: false }]]);
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
    const byVariant = byVariantOf([record(tags, { code: "HUGE" })], huge, [2]);
    assert.deepEqual([...byVariant.keys()], [variantKey(tags)]);
  });

  it("takes version 0 for the highest when the code has no version 0, and marks it", () => {
    const unversioned = record({ country_iso: "US" }, { version: 0 });
    const byVariant = byVariantOf([unversioned]);
    assert.deepEqual([...byVariant.values()], [{ latest: unversioned, isVersionAssumed: true }]);
    assert.deepEqual(latestOf([unversioned], first), []);
    assert.deepEqual(latestOf([unversioned], second, [0, 1, 2]), []);
  });

  const lost: [when: string, latest: LatestSignal, signal?: SignalDefinition][] = [
    ["it has no code", withoutCode(record({ country_iso: "US" }))],
    ["its code is another", record({ country_iso: "US" }, { code: "GROWTH" })],
    ["its version is another", record({ country_iso: "US" }, { version: 7 })],
    ["its variant is unknown", record({ country_iso: "FR" })],
    ["it names no variant", record({})],
    ["it names half a pair", record({ country_iso: "US" }, { code: "EARN", version: 0 }), earnings],
  ];
  for (const [when, latest, signal] of lost) {
    it(`leaves a record out when ${when}`, () => {
      assert.deepEqual(latestOf([latest], signal), []);
    });
  }

  it("keeps two versions of a code apart", () => {
    const [old, current] = [1, 2].map((version) => record({ country_iso: "US" }, { version }));
    const records = [old, current].filter((each) => each !== undefined);
    assert.deepEqual(latestOf(records, first), [old]);
    assert.deepEqual(latestOf(records, second), [current]);
  });

  it("finds the values of 20,000 variants among as many records of other signals", () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `C${at}`);
    const wide = definition("WIDE", 2, tag("company_name", names));
    const records = names.flatMap((company_name, aggregate) => [
      record({ company_name }, { code: "WIDE", aggregate }),
      record({ company_name }, { code: "OTHER", aggregate: -1 }),
    ]);
    const values = valuesOf(records, wide, [2]);
    assert.deepEqual(
      names.map((company_name) => values.of({ company_name })?.latest.aggregate),
      [...names.keys()],
    );
    for (const tags of [{ company_name: "C20000" }, { company: "C1" }, {}]) {
      assert.equal(values.of(tags), undefined);
    }
  });

  it("knows the newest day of a signal", () => {
    const old = record({ country_iso: "US" }, { day: 20_000 });
    assert.equal(valuesOf([old, record({ country_iso: "DE" })]).newestDay, 20_776);
    assert.equal(valuesOf([old, record({ country_iso: "FR" })]).newestDay, 20_000);
    assert.equal(valuesOf([]).newestDay, undefined);
  });

  it("keeps the later production of two records, in any order", () => {
    const early = record({ country_iso: "US" }, { pointInTimeMs: 1 });
    const late = record({ country_iso: "US" }, { pointInTimeMs: 2 });
    for (const records of [
      [early, late],
      [late, early],
    ]) {
      assert.deepEqual(latestOf(records), [late]);
    }
  });

  it("keeps the later production also where the version was assumed", () => {
    const named = record({ country_iso: "US" }, { pointInTimeMs: 1 });
    const assumed = record({ country_iso: "US" }, { version: 0, pointInTimeMs: 2 });
    for (const records of [
      [named, assumed],
      [assumed, named],
    ]) {
      const byVariant = byVariantOf(records);
      assert.deepEqual([...byVariant.values()], [{ latest: assumed, isVersionAssumed: true }]);
    }
  });

  it("keeps, of one production, the record that names its version", () => {
    const named = record({ country_iso: "US" }, { pointInTimeMs: 1 });
    const assumed = record({ country_iso: "US" }, { version: 0, pointInTimeMs: 1 });
    for (const records of [
      [named, assumed],
      [assumed, named],
    ]) {
      assert.deepEqual(latestOf(records), [named]);
    }
  });
});
