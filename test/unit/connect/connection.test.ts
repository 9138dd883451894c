import assert from "node:assert/strict";
import fc from "fast-check";
import { isConnectionId } from "../../../src/shared/place";
import { newConnectionId, parseConnections } from "../../../src/connect/connection";
import { runs } from "../../support/propertyRuns";

describe("parseConnections", () => {
  it("takes a connection with its name and base URL", () => {
    const { connections, unusable } = parseConnections({
      acme: { name: "Acme", baseUrl: "https://api.acme.com/prefix/" },
    });
    assert.deepEqual(
      connections.map(({ id, name, baseUrl }) => [id, name, baseUrl.href]),
      [["acme", "Acme", "https://api.acme.com/prefix"]],
    );
    assert.deepEqual(unusable, []);
  });

  it("calls a connection without a name by host and port", () => {
    const { connections } = parseConnections({
      a: { baseUrl: "https://api.acme.com/x" },
      b: { name: " ", baseUrl: "http://127.0.0.1:8787" },
    });
    const names = connections.map(({ name }) => name);
    assert.deepEqual(names, ["api.acme.com", "127.0.0.1:8787"]);
  });

  const refused: [what: string, id: string, entry: unknown][] = [
    ["an id that no path can carry", "Acme Inc", { baseUrl: "https://api.acme.com" }],
    ["the sample's id", "sample", { baseUrl: "https://api.acme.com" }],
    ["no base URL", "acme", { name: "Acme" }],
    ["plain http to another computer (SEC-06)", "acme", { baseUrl: "http://api.acme.com" }],
    ["a key in the address (SEC-07)", "acme", { baseUrl: "https://k:v@api.acme.com" }],
    ["a list", "acme", []],
    ["nothing", "acme", null],
  ];
  for (const [what, id, entry] of refused) {
    it(`leaves out ${what}, says why, and keeps the others`, () => {
      const other = { good: { baseUrl: "https://good.example" } };
      const { connections, unusable } = parseConnections({ [id]: entry, ...other });
      assert.deepEqual(
        connections.map((connection) => connection.id),
        ["good"],
      );
      assert.deepEqual(
        unusable.map((each) => each.id),
        [id],
      );
      assert.notEqual(unusable[0]?.reason, "");
    });
  }

  for (const setting of [undefined, null, 7, "x", []]) {
    it(`finds none in ${JSON.stringify(setting)}`, () => {
      assert.deepEqual(parseConnections(setting), { connections: [], unusable: [] });
    });
  }
});

describe("newConnectionId", () => {
  const cases: [host: string, taken: string[], id: string][] = [
    ["api.acme.com", [], "api-acme-com"],
    ["api.acme.com", ["api-acme-com"], "api-acme-com-2"],
    ["api.acme.com", ["api-acme-com", "api-acme-com-2"], "api-acme-com-3"],
    ["[::1]", [], "1"],
    ["sample", [], "sample-2"],
    ["...", [], "service"],
  ];
  for (const [host, taken, id] of cases) {
    it(`calls ${host} ${id} when ${taken.length} are taken`, () => {
      assert.equal(newConnectionId(host, new Set(taken)), id);
    });
  }

  it("is an id that nobody had, for any host", () => {
    const hosts = fc.array(fc.string(), { maxLength: 5 });
    fc.assert(
      fc.property(hosts, (names) => {
        const taken = new Set<string>();
        for (const host of names) {
          const id = newConnectionId(host, taken);
          assert.ok(isConnectionId(id) && !taken.has(id) && id !== "sample");
          taken.add(id);
        }
      }),
      { numRuns: runs() },
    );
  });
});
