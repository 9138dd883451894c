import assert from "node:assert/strict";
import { LastLooks } from "../../../../src/vscode/latest/lastLooks";

/** What the editor keeps between its starts. */
function state(): ConstructorParameters<typeof LastLooks>[0] {
  const kept = new Map<string, unknown>();
  return {
    get: (key: string) => kept.get(key) as undefined,
    update: (key, value) => {
      kept.set(key, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  };
}

describe("the last look at what changed", () => {
  const [first, second, third] = [1_000, 2_000, 3_000] as const;

  it("is none before the first, and while nothing newer has come", async () => {
    const looks = new LastLooks(state());
    assert.equal(looks.sinceMs("acme", first), undefined);
    await looks.note("acme", first);
    assert.equal(looks.sinceMs("acme", first), undefined);
  });

  it("is what was seen last once there is a newer answer, and stays so while that is looked at", async () => {
    const looks = new LastLooks(state());
    await looks.note("acme", first);
    assert.equal(looks.sinceMs("acme", second), first);
    await looks.note("acme", second);
    await looks.note("acme", second);
    assert.equal(looks.sinceMs("acme", second), first);
    assert.equal(looks.sinceMs("acme", third), second);
  });

  it("is of one connection", async () => {
    const looks = new LastLooks(state());
    await looks.note("acme", first);
    assert.equal(looks.sinceMs("other", second), undefined);
  });

  it("does not go back where an older answer is looked at again", async () => {
    const looks = new LastLooks(state());
    await looks.note("acme", second);
    await looks.note("acme", first);
    assert.equal(looks.sinceMs("acme", third), second);
  });

  it("is made anew where it is still to come: the clock was wrong", async () => {
    const looks = new LastLooks(state());
    const future = Date.now() + 86_400_000;
    await looks.note("acme", future);
    assert.equal(looks.sinceMs("acme", second), undefined);
    await looks.note("acme", second);
    assert.equal(looks.sinceMs("acme", third), second);
  });

  it("is none where what is kept is none", async () => {
    const kept = state();
    await kept.update("changes.lastLook.acme", { sinceMs: "yesterday" });
    assert.equal(new LastLooks(kept).sinceMs("acme", second), undefined);
  });
});
