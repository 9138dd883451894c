import assert from "node:assert/strict";
import { ExpandedRows } from "../../../../src/features/browse/expandedRows";
import { memento } from "../../../support/memento";

describe("the expanded rows of a view", () => {
  it("are the same after a reload, each view for itself", async () => {
    const state = memento();
    const before = new ExpandedRows(state, "signals");
    for (const id of ["a", "a/b", "c"]) await before.set(id, true);
    await before.set("c", false);
    const after = new ExpandedRows(state, "signals");
    const has = ["a", "a/b", "c"].map((id) => after.has(id));
    assert.deepEqual(has, [true, true, false]);
    assert.equal(new ExpandedRows(state, "forecasts").has("a"), false);
  });

  it("are the 200 that were expanded last, none with an endless name", async () => {
    const state = memento();
    const rows = new ExpandedRows(state, "signals");
    for (let row = 0; row < 201; row++) await rows.set(String(row), true);
    await rows.set("x".repeat(10_000), true);
    assert.deepEqual([rows.has("0"), rows.has("1"), rows.has("200")], [false, true, true]);
    assert.ok(JSON.stringify(state.get("signals.expanded")).length < 2_000);
  });

  it("are expanded all the same where they cannot be remembered", async () => {
    const update = (): Promise<void> => Promise.reject(new Error("the disk is full"));
    const rows = new ExpandedRows({ ...memento(), update }, "signals");
    await rows.set("a", true);
    assert.equal(rows.has("a"), true);
  });

  it("are none where something else was kept", async () => {
    const state = memento();
    for (const kept of [undefined, null, 5, { a: 1 }, [5, null]]) {
      await state.update("signals.expanded", kept);
      assert.equal(new ExpandedRows(state, "signals").has("a"), false);
    }
  });
});
