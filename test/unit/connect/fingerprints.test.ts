import assert from "node:assert/strict";
import type { Memento } from "vscode";
import { Fingerprints } from "../../../src/connect/fingerprints";
import { memento } from "../../support/memento";
import { baseUrl } from "../../support/baseUrl";

const service = baseUrl("https://api.example.com/a");
const other = baseUrl("https://other.example.com/a");

describe("Fingerprints", () => {
  it("tell services and keys apart, and are the same for the same (HTTP-14)", async () => {
    const fingerprints = new Fingerprints(memento());
    const owner = await fingerprints.of(service, "a-key");
    assert.equal(await fingerprints.of(service, "a-key"), owner);
    assert.notEqual(await fingerprints.of(service, "another"), owner);
    assert.notEqual(await fingerprints.of(service, undefined), owner);
    assert.notEqual(await fingerprints.of(other, "a-key"), owner);
    assert.notEqual(await fingerprints.of({ ...service, href: other.href }, "a-key"), owner);
  });

  it("begin alike for all keys and path prefixes of an origin, and of no other (SEC-34)", async () => {
    const fingerprints = new Fingerprints(memento());
    const start = await fingerprints.ofOrigin(service.origin);
    const prefixed = baseUrl(`${service.origin}/prefix`);
    const own = [
      await fingerprints.of(service, "a-key"),
      await fingerprints.of(service, undefined),
      await fingerprints.of(prefixed, "another"),
    ];
    assert.ok(own.every((owner) => owner.startsWith(start)));
    assert.equal((await fingerprints.of(other, "a-key")).startsWith(start), false);
    assert.match(own.join("\n"), /^[0-9a-f]{16}-[0-9a-f]{32}$/m);
  });

  it("are others in another installation, so that none tells the key", async () => {
    const here = await new Fingerprints(memento()).of(service, "a-key");
    assert.notEqual(await new Fingerprints(memento()).of(service, "a-key"), here);
  });

  it("agree with those of a window that wrote its secret at the same time", async () => {
    const state = memento();
    const otherWindow = new Fingerprints(state);
    const overtaken: Memento = {
      ...state,
      update: async (key, value) => {
        await state.update(key, value);
        await state.update(key, "the other window's secret");
      },
    };
    const owner = await new Fingerprints(overtaken).of(service, "a-key");
    assert.equal(owner, await otherWindow.of(service, "a-key"));
  });
});
