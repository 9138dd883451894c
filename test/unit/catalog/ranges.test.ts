import assert from "node:assert/strict";
import { type RangeNode, inRanges, maxChildren } from "../../../src/catalog/ranges";

interface Leaf {
  readonly kind: "leaf";
  readonly id: string;
  readonly parent: Leaf | RangeNode<Leaf> | undefined;
}

function rowsOf(count: number): readonly (Leaf | RangeNode<Leaf>)[] {
  return rowsOfItems(Array.from({ length: count }, (_, index) => ({ label: String(index) })));
}

function rowsOfItems(
  items: readonly { readonly label: string }[],
): readonly (Leaf | RangeNode<Leaf>)[] {
  return inRanges<(typeof items)[number], Leaf>(
    items,
    { id: "top", parent: undefined },
    ({ label }, parent) => ({ kind: "leaf", id: label, parent }),
  );
}

function leavesOf(rows: readonly (Leaf | RangeNode<Leaf>)[]): Leaf[] {
  return rows.flatMap((row) => (row.kind === "range" ? leavesOf(row.children()) : [row]));
}

describe("inRanges", () => {
  it("shows up to 2,000 rows as they are", () => {
    const rows = rowsOf(2_000);
    assert.equal(rows.length, 2_000);
    assert.ok(rows.every(({ kind, parent }) => kind === "leaf" && parent === undefined));
  });

  it("groups what is beyond, in order, and names the ends of each range", () => {
    const rows = rowsOf(4_500);
    const ranges = rows.filter((row) => row.kind === "range");
    assert.equal(ranges.length, rows.length);
    assert.deepEqual(
      ranges.map(({ first, last, count }) => [first, last, count]),
      [
        ["0", "1999", 2_000],
        ["2000", "3999", 2_000],
        ["4000", "4499", 500],
      ],
    );
    assert.deepEqual(
      leavesOf(rows).map(({ id }) => Number(id)),
      Array.from({ length: 4_500 }, (_, index) => index),
    );
  });

  it("lets rows know the range they stand in", () => {
    const [range] = rowsOf(2_001);
    assert.ok(range?.kind === "range");
    assert.equal(range.children()[0]?.parent, range);
  });

  it("makes no rows before their range is opened", () => {
    let made = 0;
    const items = Array.from({ length: 200_000 }, (_, index) => ({ label: String(index) }));
    const rows = inRanges<(typeof items)[number], Leaf>(
      items,
      { id: "top", parent: undefined },
      ({ label }, parent) => {
        made += 1;
        return { kind: "leaf", id: label, parent };
      },
    );
    assert.equal(made, 0);
    assert.equal(rows.length, 100);
  });

  it("groups ranges, too, so that no row ever has more than 2,000 (UI-02)", () => {
    const items = new Array<{ label: string }>(maxChildren * maxChildren + 1);
    const rows = rowsOfItems(items.fill({ label: "alike" }));
    assert.equal(rows.length, 2);
    const [first, second] = rows;
    assert.ok(first?.kind === "range" && second?.kind === "range");
    const inner = first.children();
    assert.equal(inner.length, maxChildren);
    assert.equal(leavesOf(inner.slice(0, 1)).length, maxChildren);
    assert.equal(second.children().length, 1);
    const ids = [...rows, ...inner].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
});
