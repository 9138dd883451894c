import assert from "node:assert/strict";
import type { Memento } from "vscode";
import { Fingerprints } from "../../../../src/vscode/connection/fingerprints";
import { memento } from "../../../support/memento";

const href = "https://api.example.com/";

describe("Fingerprints", () => {
  it("tell services and keys apart, and are the same for the same (HTTP-14)", async () => {
    const fingerprints = new Fingerprints(memento());
    const owner = await fingerprints.of(href, "a-key");
    assert.equal(await fingerprints.of(href, "a-key"), owner);
    assert.notEqual(await fingerprints.of(href, "another"), owner);
    assert.notEqual(await fingerprints.of(href, undefined), owner);
    assert.notEqual(await fingerprints.of("https://other.example.com/", "a-key"), owner);
  });

  it("are others in another installation, so that none tells the key", async () => {
    const here = await new Fingerprints(memento()).of(href, "a-key");
    assert.notEqual(await new Fingerprints(memento()).of(href, "a-key"), here);
  });

  it("agree with those of a window that wrote its secret at the same time", async () => {
    const state = memento();
    const other = new Fingerprints(state);
    const overtaken: Memento = {
      ...state,
      update: async (key, value) => {
        await state.update(key, value);
        await state.update(key, "the other window's secret");
      },
    };
    const owner = await new Fingerprints(overtaken).of(href, "a-key");
    assert.equal(owner, await other.of(href, "a-key"));
  });
});
