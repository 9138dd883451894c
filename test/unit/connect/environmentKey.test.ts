import assert from "node:assert/strict";
import { EnvironmentKey } from "../../../src/connect/environmentKey";
import { memento } from "../../support/memento";

const origin = "https://api.example.com";
const canary = "canary-2b7e15";

describe("EnvironmentKey", () => {
  it("is for no origin before somebody agrees (SECR-01)", () => {
    const key = new EnvironmentKey(memento(), { MACRO_SIGNALS_API_KEY: canary });
    assert.equal(key.value, canary);
    assert.equal(key.keyFor(origin), undefined);
  });

  it("is for the origin that was agreed to, and for that one only (SECR-01)", async () => {
    const key = new EnvironmentKey(memento(), { MACRO_SIGNALS_API_KEY: canary });
    await key.agree(origin);
    assert.equal(key.keyFor(origin), canary);
    for (const other of ["http://api.example.com", `${origin}:8443`, `${origin}.evil.example`]) {
      assert.equal(key.keyFor(other), undefined);
    }
    await key.agree("https://other.example.com");
    assert.equal(key.keyFor(origin), undefined);
  });

  it("remembers the origin and never the key (SEC-10)", async () => {
    const state = memento();
    const key = new EnvironmentKey(state, { MACRO_SIGNALS_API_KEY: canary });
    await key.agree(origin);
    assert.deepEqual(
      state.keys().map((name) => state.get(name)),
      [origin],
    );
    const later = new EnvironmentKey(state, { MACRO_SIGNALS_API_KEY: "another-key" });
    assert.equal(later.keyFor(origin), "another-key");
  });

  it("is for nobody any more when the agreement is withdrawn", async () => {
    const key = new EnvironmentKey(memento(), { MACRO_SIGNALS_API_KEY: canary });
    await key.agree(origin);
    assert.equal(await key.withdraw("https://other.example.com"), false);
    assert.equal(await key.withdraw(origin), true);
    assert.equal(key.keyFor(origin), undefined);
  });

  it("may have fewer than 8 characters for a service on this computer (SEC-09)", async () => {
    const local = "http://127.0.0.1:8080";
    const key = new EnvironmentKey(memento(), { MACRO_SIGNALS_API_KEY: "1234567" });
    await key.agree(local);
    assert.equal(key.keyFor(local), "1234567");
  });

  it("is passed on for its origin even if it is too short, so that the request reports why (SEC-09)", async () => {
    const key = new EnvironmentKey(memento(), { MACRO_SIGNALS_API_KEY: "1234567" });
    assert.deepEqual(key.enteredFor(origin), { ok: false, problem: "too-short" });
    await key.agree(origin);
    assert.equal(key.keyFor(origin), "1234567");
  });

  for (const end of ["\r", "\n", "\r\n", "\u00a0", "\ufeff"]) {
    it(`is the key without ${JSON.stringify(end)} around it (SEC-09)`, async () => {
      const key = new EnvironmentKey(memento(), { MACRO_SIGNALS_API_KEY: end + canary + end });
      await key.agree(origin);
      assert.deepEqual([key.value, key.keyFor(origin)], [canary, canary]);
    });
  }

  const none: [what: string, environment: Record<string, string>][] = [
    ["the variable is not set", {}],
    ["the variable is empty", { MACRO_SIGNALS_API_KEY: " " }],
    ["no header can carry what it holds (SEC-09)", { MACRO_SIGNALS_API_KEY: "two\r\nlines" }],
  ];
  for (const [what, environment] of none) {
    it(`is none when ${what}`, async () => {
      const key = new EnvironmentKey(memento(), environment);
      await key.agree(origin);
      assert.equal(key.keyFor(origin), undefined);
    });
  }
});
