import assert from "node:assert/strict";
import { LastLooks } from "../../../../../../src/features/latest/changes/host/lastLooks";

/** Stands in for the editor's stored state. */
function state(): ConstructorParameters<typeof LastLooks>[0] {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key) as undefined,
    update: (key, value) => {
      kept.set(key, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  };
}

describe("the last look at What Changed", () => {
  const [first, second, third] = [1_000, 2_000, 3_000] as const;

  it("is undefined at first, and while there is no newer answer", async () => {
    const looks = new LastLooks(state());
    assert.equal(looks.sinceMs("acme", first), undefined);
    await looks.note("acme", first);
    assert.equal(looks.sinceMs("acme", first), undefined);
  });

  it("is the answer seen last once there is a newer one, and stays so while that one is shown", async () => {
    const looks = new LastLooks(state());
    await looks.note("acme", first);
    assert.equal(looks.sinceMs("acme", second), first);
    await looks.note("acme", second);
    await looks.note("acme", second);
    assert.equal(looks.sinceMs("acme", second), first);
    assert.equal(looks.sinceMs("acme", third), second);
  });

  it("is kept by connection", async () => {
    const looks = new LastLooks(state());
    await looks.note("acme", first);
    assert.equal(looks.sinceMs("other", second), undefined);
  });

  it("does not move back when an older answer is shown again", async () => {
    const looks = new LastLooks(state());
    await looks.note("acme", second);
    await looks.note("acme", first);
    assert.equal(looks.sinceMs("acme", third), second);
  });

  it("is replaced if it lies in the future: the clock was wrong", async () => {
    const looks = new LastLooks(state());
    const future = Date.now() + 86_400_000;
    await looks.note("acme", future);
    assert.equal(looks.sinceMs("acme", second), undefined);
    await looks.note("acme", second);
    assert.equal(looks.sinceMs("acme", third), second);
  });

  it("is undefined if the stored state is malformed", async () => {
    const kept = state();
    await kept.update("changes.lastLook.acme", { sinceMs: "yesterday" });
    assert.equal(new LastLooks(kept).sinceMs("acme", second), undefined);
  });
});
