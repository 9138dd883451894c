import assert from "node:assert/strict";
import fc from "fast-check";
import { type SignalsNode, leadsToVariant } from "../../../src/catalog/signalsNode";
import { variantKey, variantsOf } from "../../../src/catalog/variants";
import { type SignalDefinition } from "../../../src/service/parseDefinition";
import { referencePath } from "../../../src/shared/referencePath";
import { definition, sub, tag } from "../../support/definitions";
import { runs } from "../../support/propertyRuns";
import { names } from "../../support/references";
import { allRows, rowsUnder, signalRows, tagRows, textOf } from "../../support/rows";

function named(name: string, own: SignalDefinition): SignalDefinition {
  return { ...own, name };
}

const inflation = named("Inflation", definition("INFL", 2, tag("country_iso", ["US", "AT", "XX"])));
const earnings = named(
  "Earnings",
  definition("EARN", 1, tag("country_iso", ["US", "DE"], sub("sector", ["Energy"]))),
);

function below(signal: SignalDefinition): readonly SignalsNode[] {
  const [row] = signalRows.signals([signal]);
  assert.ok(row !== undefined);
  return rowsUnder(row, [signal]);
}

describe("SignalRows", () => {
  it("sorts signals by name, the versions of a code highest first", () => {
    const older = { ...inflation, version: 1 };
    assert.deepEqual(signalRows.signals([older, inflation, earnings]).map(textOf), [
      "signal: Earnings | EARN v1",
      "signal: Inflation v2 | INFL",
      "signal: Inflation v1 | INFL",
    ]);
    assert.deepEqual(
      signalRows
        .signals([older, inflation])
        .map((row) => row.kind === "signal" && row.isSuperseded),
      [false, true],
    );
  });

  it("puts the variants of one dimension under the signal, by their readable names", () => {
    assert.deepEqual(below(inflation).map(textOf), [
      "variant: Austria | AT",
      "variant: United States | US",
      "variant: XX",
    ]);
  });

  it("nests the variants of several dimensions", () => {
    const rows = below(earnings);
    assert.deepEqual(rows.map(textOf), [
      "variantGroup: Germany | DE",
      "variantGroup: United States | US",
    ]);
    const [germany] = rows;
    assert.ok(germany !== undefined);
    assert.deepEqual(rowsUnder(germany, []).map(textOf), ["variant: Energy"]);
  });

  const many = Array.from({ length: 25_000 }, (_, index) => String(index));

  function leavesOf(rows: readonly SignalsNode[]): readonly SignalsNode[] {
    return rows.flatMap((row) => (row.kind === "range" ? leavesOf(row.children()) : [row]));
  }

  for (const [what, subTags] of [
    ["of one dimension", []],
    ["of which each stands for as many more", [sub("b", many), sub("c", many)]],
  ] as const) {
    it(`shows 10,000 of 25,000 rows ${what}, and says that there are more (LIST-04)`, () => {
      const leaves = leavesOf(below(definition("BIG", 1, tag("a", many, ...subTags))));
      const last = leaves.at(-1);
      assert.equal(leaves.length, 10_001);
      assert.ok(last?.kind === "more");
      assert.equal(last.count, 15_000);
      const [first] = leaves;
      assert.ok(first !== undefined);
      assert.equal(leavesOf(rowsUnder(first, [])).length, subTags.length === 0 ? 0 : 10_001);
    });
  }

  it("shows all of 10,000 variants (LIST-04)", () => {
    const leaves = leavesOf(below(definition("BIG", 1, tag("a", many.slice(0, 10_000)))));
    assert.ok(leaves.every(({ kind }) => kind === "variant"));
    assert.equal(leaves.length, 10_000);
  });

  it("tells several ways of addressing apart", () => {
    const mixed = definition(
      "MIX",
      1,
      tag("country_iso", ["US"]),
      tag("region", ["EMU"]),
      tag("country_iso", ["US"], sub("sector", ["Energy"])),
    );
    assert.deepEqual(below(mixed).map(textOf), [
      "address: Country",
      "address: Region",
      "address: Country × Sector",
    ]);
  });

  it("says so when a signal has no variants", () => {
    assert.deepEqual(below(definition("NONE", 1)).map(textOf), ["empty"]);
  });

  it("gives leaves the series that the context asks for", () => {
    const [austria] = below(inflation);
    assert.ok(austria?.kind === "variant");
    assert.equal(austria.target.connectionId, "acme");
    assert.equal(
      referencePath(austria.target.reference),
      "signals/INFL/2/country_iso=AT/FIT/latest",
    );
  });

  it("shows a variant that cannot be asked for, without a series to open", () => {
    const [row] = below(definition("FMT", 1, tag("fmt", ["csv"])));
    assert.ok(row?.kind === "variantReserved");
    assert.equal(row.reservedKind, "fmt");
    assert.ok(!("target" in row));
  });

  it("never makes more rows than one level needs", () => {
    const some = many.slice(0, 5_000);
    const huge = definition("HUGE", 1, tag("a", some, sub("b", some), sub("c", some)));
    const rows = below(huge);
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ["range", "range", "range"],
    );
    const [range] = rows;
    assert.ok(range !== undefined);
    const [group] = rowsUnder(range, []);
    assert.ok(group?.kind === "variantGroup");
    assert.equal(group.parent, range);
    assert.equal(rowsUnder(group, []).length, 3);
  });

  const kinds = fc.constantFrom("a", "b", "a+b", "__proto__", "fmt", "#0+2000", "none");
  const dimension = fc.tuple(kinds, fc.uniqueArray(names, { maxLength: 4 }));
  const tags = fc.array(
    fc
      .tuple(dimension, fc.array(dimension, { maxLength: 2 }))
      .map(([[kind, values], subTags]) =>
        tag(kind, values, ...subTags.map(([own, theirs]) => sub(own, theirs))),
      ),
    { maxLength: 3 },
  );
  const definitions = fc
    .uniqueArray(fc.tuple(fc.oneof(names, fc.constantFrom("below", "#none")), fc.nat(2)), {
      maxLength: 3,
      selector: ([code, version]) => `${version} ${code}`,
    })
    .chain((ids) =>
      fc.tuple(
        ...ids.map(([code, version]) => tags.map((own) => definition(code, version, ...own))),
      ),
    );

  it("leads to every variant once, under ids that are unique", () => {
    fc.assert(
      fc.property(definitions, (all) => {
        const rows = allRows(signalRows.signals(all), all);
        const variants = rows.filter(isVariant).map(keyOf);
        const expected = all.flatMap((each) =>
          [...variantsOf(each.tags)].map((own) => keyOf({ signal: each, tags: own })),
        );
        assert.deepEqual(variants.sort(), expected.sort());
        assertUniqueIds([...rows, ...allRows(tagRows.tagKinds(all), all)]);
      }),
      { numRuns: runs() },
    );
  });

  it("shows every variant under each of its values by tag", () => {
    fc.assert(
      fc.property(definitions, (all) => {
        const shown = allRows(tagRows.tagKinds(all), all).filter(isVariant).map(keyOf);
        const expected = all.flatMap((each) =>
          [...variantsOf(each.tags)].flatMap((own) =>
            Object.keys(own).map(() => keyOf({ signal: each, tags: own })),
          ),
        );
        assert.deepEqual(shown.sort(), expected.sort());
      }),
      { numRuns: runs() },
    );
  });

  it("finds the way to every variant", () => {
    fc.assert(
      fc.property(definitions, (all) => {
        for (const roots of [signalRows.signals(all), tagRows.tagKinds(all)]) {
          for (const row of allRows(roots, all)) {
            if (row.kind !== "variant") continue;
            for (let at: SignalsNode | undefined = row; at !== undefined; at = at.parent) {
              assert.ok(leadsToVariant(at, row.target.reference), at.id);
            }
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

function isVariant(
  row: SignalsNode,
): row is Extract<SignalsNode, { kind: "variant" | "variantReserved" }> {
  return row.kind === "variant" || row.kind === "variantReserved";
}

function keyOf({
  signal,
  tags,
}: {
  readonly signal: { readonly code: string; readonly version: number };
  readonly tags: Readonly<Record<string, string>>;
}): string {
  return JSON.stringify([signal.code, signal.version, variantKey(tags)]);
}

function assertUniqueIds(rows: readonly SignalsNode[]): void {
  const ids = rows.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
}
