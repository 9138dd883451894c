import assert from "node:assert/strict";
import { type ApiKey, parseApiKey } from "../../src/service/apiKey";
import { type Log } from "../../src/shared/log";
import { ApiKeys } from "../../src/connect/apiKeys";
import { EnvironmentKey } from "../../src/connect/environmentKey";
import { memento } from "../support/memento";
import { nextEvent } from "../support/nextEvent";
import { type StorageFault, TestSecrets } from "../support/secretStorages";

const origin = "https://api.example.com";
const canary = "canary-8d1f0c";
const ofEnvironment = "canary-of-the-environment";

function keyOf(text: string): ApiKey {
  const typed = parseApiKey(text);
  assert.ok(typed.ok);
  return typed.key;
}

/** A log that keeps its words. */
function keepingLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const keep = (line: string): void => void lines.push(line);
  return { log: { debug: keep, info: keep, warn: keep, error: keep }, lines };
}

describe("API keys", () => {
  let keys: ApiKeys;
  let secrets: TestSecrets;
  let environmentKey: EnvironmentKey;
  let lines: string[];

  function open(fault?: StorageFault): void {
    secrets = new TestSecrets(fault);
    const kept = keepingLog();
    lines = kept.lines;
    environmentKey = new EnvironmentKey(memento(), { MACRO_SIGNALS_API_KEY: ofEnvironment });
    keys = new ApiKeys(secrets, kept.log, { environmentKey, patienceMs: 50 });
  }

  afterEach(() => keys.dispose());

  it("are kept by the origin they were entered for, and by no other", async () => {
    open();
    assert.equal(await keys.store(origin, keyOf(canary)), true);
    assert.equal(await keys.get(origin), canary);
    assert.equal(await keys.get("https://api.example.com:8443"), undefined);
    assert.equal(await keys.get("http://api.example.com"), undefined);
  });

  it("are told of when they change, here or in another window", async () => {
    open();
    const changed: string[] = [];
    keys.onDidChange((each) => changed.push(each));
    await keys.store(origin, keyOf(canary));
    await secrets.store("somebody else's", "x");
    assert.deepEqual(changed, [origin]);
  });

  it("of this window give way to one that is kept", async () => {
    open();
    keys.holdForThisWindow(origin, keyOf("old"));
    const found: Promise<string | undefined>[] = [];
    keys.onDidChange((each) => found.push(keys.get(each)));
    await keys.store(origin, keyOf(canary));
    assert.equal(await found.at(-1), canary);
  });

  it("are forgotten in the storage, too", async () => {
    open();
    await keys.store(origin, keyOf(canary));
    assert.equal(await keys.forget(origin), true);
    assert.equal(await keys.get(origin), undefined);
    assert.deepEqual([...secrets.stored.keys()], [`forgotten:${origin}`]);
    assert.match(String([...secrets.stored.values()]), /^\d{4}-\d\d-\d\dT[\d:.]+Z [\da-f-]{36}$/);
  });

  it("that the storage holds but no header can carry count as none (SEC-09)", async () => {
    open();
    await secrets.store(`apiKey:${origin}`, "two\r\nlines");
    assert.equal(await keys.get(origin), undefined);
  });

  it("that are stored with a line end or a byte order mark are read without it (SEC-09)", async () => {
    open();
    await secrets.store(`apiKey:${origin}`, `\ufeff${canary}\r\n`);
    assert.equal(await keys.get(origin), canary);
  });

  it("are forgotten in other windows that hold one of their own, or the environment's (SEC-34)", async () => {
    open();
    const log = keepingLog().log;
    const holding = new ApiKeys(secrets, log);
    const ofOther = new EnvironmentKey(memento(), { MACRO_SIGNALS_API_KEY: ofEnvironment });
    const agreeing = new ApiKeys(secrets, log, { environmentKey: ofOther });
    holding.holdForThisWindow(origin, keyOf(canary));
    await agreeing.useEnvironment(origin);
    const reported = [holding, agreeing].map((each) => nextEvent(each.onDidForget));
    assert.equal(await keys.forget(origin), true);
    assert.deepEqual(await Promise.all(reported), [origin, origin]);
    assert.deepEqual(await Promise.all([holding.get(origin), agreeing.get(origin)]), [
      undefined,
      undefined,
    ]);
    for (const each of [holding, agreeing]) each.dispose();
  });

  it("entered after this window forgot one stay, until another window forgets them (SEC-34)", async () => {
    open();
    const other = new ApiKeys(secrets, keepingLog().log);
    const reported: string[] = [];
    keys.onDidForget((each) => reported.push(each));
    assert.equal(await keys.forget(origin), true);
    keys.holdForThisWindow(origin, keyOf(canary));
    const inOther = nextEvent(other.onDidForget);
    // The storage tells late.
    const [name = "", news = ""] = [...secrets.stored][0] ?? [];
    await secrets.store(name, news);
    assert.equal(await inOther, origin);
    assert.deepEqual([reported, await keys.get(origin)], [[], canary]);
    const fromOther = nextEvent(keys.onDidForget);
    assert.equal(await other.forget(origin), true);
    assert.equal(await fromOther, origin);
    assert.equal(await keys.get(origin), undefined);
    other.dispose();
  });

  for (const fault of ["rejects", "hangs", "forgets"] as const) {
    describe(`where the storage ${fault} (SECR-01)`, () => {
      beforeEach(() => open(fault));

      it("are not kept, and there is none", async () => {
        assert.equal(await keys.store(origin, keyOf(canary)), false);
        assert.equal(await keys.get(origin), undefined);
      });

      it("can be held for this window, and nowhere else", async () => {
        keys.holdForThisWindow(origin, keyOf(canary));
        assert.equal(await keys.get(origin), canary);
        assert.equal(secrets.stored.size, 0);
        await keys.forget(origin);
        assert.equal(await keys.get(origin), undefined);
      });

      it("come from the environment for the origin that the person agreed to", async () => {
        await keys.useEnvironment(origin);
        assert.equal(await keys.get(origin), ofEnvironment);
        assert.equal(await keys.get("https://other.example.com"), undefined);
        assert.equal(secrets.stored.size, 0);
        await keys.forget(origin);
        assert.equal(await keys.get(origin), undefined);
      });

      it("never reach the log", async () => {
        await keys.useEnvironment(origin);
        await keys.store(origin, keyOf(canary));
        assert.equal(lines.join("\n").includes("canary"), false);
      });
    });
  }

  it("of the environment are not used before the person agrees (SECR-01)", async () => {
    open();
    assert.equal(await keys.get(origin), undefined);
  });

  it("of the environment move on to the origin that was agreed to last, and tell of both", async () => {
    open();
    const other = "https://other.example.com";
    const changed: string[] = [];
    keys.onDidChange((each) => changed.push(each));
    await keys.useEnvironment(origin);
    await keys.useEnvironment(other);
    assert.deepEqual(changed, [origin, origin, other]);
    assert.deepEqual([await keys.get(origin), await keys.get(other)], [undefined, ofEnvironment]);
  });

  it("of the environment give way to one that is kept", async () => {
    open();
    await keys.useEnvironment(origin);
    const found: Promise<string | undefined>[] = [];
    keys.onDidChange((each) => found.push(keys.get(each)));
    await keys.store(origin, keyOf(canary));
    assert.equal(await found.at(-1), canary);
    assert.equal(environmentKey.agreedOrigin, undefined);
  });

  it("say when the storage may still have one", async () => {
    open("rejects");
    assert.equal(await keys.forget(origin), false);
  });
});
