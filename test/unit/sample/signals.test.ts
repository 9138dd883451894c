import assert from "node:assert/strict";
import { hasData, sampleSignals, sampleVariants } from "../../../src/sample/signals";
import { tagValues } from "../../../src/sample/tagValues";
import { signalNamed } from "./sampleWorlds";
import { definitionOf } from "../../../src/sample/endpoints";

describe("the sample's catalog", () => {
  it("has at least 24 signals under different names", () => {
    const names = sampleSignals.map(({ code, version }) => `${code} ${version}`);
    assert.ok(names.length >= 24);
    assert.equal(new Set(names).size, names.length);
  });

  it("has two versions of one code, and a version 0", () => {
    const versions = (code: string): number[] =>
      sampleSignals.filter((each) => each.code === code).map(({ version }) => version);
    assert.deepEqual(versions("INFL"), [1, 2]);
    assert.deepEqual(versions("LIQUIDITY"), [0]);
  });

  it("has about 3,000 variants, each once", () => {
    const variants = sampleSignals.flatMap((signal) =>
      sampleVariants(signal).map((tags) => JSON.stringify([signal.code, signal.version, tags])),
    );
    assert.ok(variants.length > 2_500 && variants.length < 3_500, `${variants.length} variants`);
    assert.equal(new Set(variants).size, variants.length);
  });

  it("knows 40 countries, 11 sectors and 12 commodities", () => {
    const { country_iso: countries, sector, commodity } = tagValues;
    assert.deepEqual([countries.length, sector.length, commodity.length], [40, 11, 12]);
    assert.equal(new Set(countries).size, 40);
  });

  it("uses one, two and three tags", () => {
    const counts = sampleSignals.map(({ kinds }) => kinds.length);
    assert.deepEqual([...new Set(counts)].sort(), [1, 2, 3]);
  });

  it("lists countries with sectors from both sides", () => {
    const { country_iso: countries, sector } = tagValues;
    assert.deepEqual(definitionOf(signalNamed("EARN")), {
      name: "Earnings Revisions",
      code: "EARN",
      tags: [
        { kind: "country_iso", values: countries, sub_tags: [{ kind: "sector", values: sector }] },
        { kind: "sector", values: sector, sub_tags: [{ kind: "country_iso", values: countries }] },
      ],
      version: 1,
    });
  });

  it("lists a single tag without sub-tags", () => {
    const { tags } = definitionOf(signalNamed("STYLE")) as { tags: unknown[] };
    const values = tagValues.investment_style_name;
    assert.deepEqual(tags, [{ kind: "investment_style_name", values, sub_tags: null }]);
  });

  it("lists combinations that have no data", () => {
    const signal = signalNamed("TERMS");
    const listed = tagValues.country_iso.length * tagValues.commodity.length;
    const existing = sampleVariants(signal);
    assert.ok(existing.length > listed / 2 && existing.length < listed);
    assert.ok(existing.every((tags) => hasData(signal, tags)));
  });
});
