import assert from "node:assert/strict";
import path from "node:path";
import { type RequestListener } from "node:http";
import { type ListedSignal } from "../../../../src/service/parseSignals";
import { silentLog } from "../../../../src/shared/log";
import { CatalogStore } from "../../../../src/store/catalogStore";
import { DefinitionJournal } from "../../../../src/store/definitionJournal";
import { SignalDefinitions } from "../../../../src/features/browse/signalDefinitions";
import { type TestClient, testClient } from "../../../support/testClient";
import { type TemporaryFolder, temporaryFolder } from "../../../support/temporaryFolder";
import { type TestServer, startServer } from "../../../support/testServer";
import { until } from "../../../support/until";

const inflation = { code: "INFL", version: 2, name: "Inflation" };
const growth = { code: "GROWTH", version: 1, name: "Growth" };
const tags = [{ kind: "country_iso", values: ["US"], subTags: [] }];

describe("SignalDefinitions", () => {
  let server: TestServer;
  let client: TestClient;
  let listener: RequestListener;
  let value: string;
  let warnings: string[];
  let definitions: SignalDefinitions;
  let outcomes: Map<string, unknown>;

  beforeEach(async () => {
    value = "US";
    warnings = [];
    listener = (_, response) =>
      response.end(JSON.stringify({ tags: [{ kind: "country_iso", values: [value] }] }));
    server = await startServer((request, response) => listener(request, response));
    client = testClient(server.origin, { random: () => 0 });
    const log = { ...silentLog, warn: (line: string) => warnings.push(line) };
    outcomes = new Map();
    definitions = new SignalDefinitions(new CatalogStore({ client: client.client }), log, note);
  });
  afterEach(async () => {
    client.dispose();
    await server.close();
  });

  function note({ code }: ListedSignal, error?: unknown): void {
    outcomes.set(code, error);
  }

  async function load(signals: readonly ListedSignal[]): Promise<void> {
    const { signal } = new AbortController();
    await definitions.load(signals, signal);
  }

  function knownValues(): (readonly string[])[] {
    return definitions.known([inflation]).flatMap((each) => each.tags.map(({ values }) => values));
  }

  it("needs those that the listing does not carry", async () => {
    const listed = [inflation, { ...growth, tags }];
    assert.deepEqual(definitions.due(listed), [inflation]);
    assert.equal(definitions.known(listed).length, 1);
    await load([inflation]);
    assert.deepEqual(definitions.due(listed), []);
    assert.equal(definitions.known(listed).length, 2);
    await definitions.get(inflation);
    assert.equal(server.requests.length, 1);
  });

  it("asks for each once more after a refresh, and knows the old one until then", async () => {
    await definitions.get(inflation);
    definitions.refresh();
    value = "DE";
    assert.deepEqual(definitions.due([inflation]), [inflation]);
    assert.deepEqual(knownValues(), [["US"]]);
    await definitions.get(inflation);
    assert.deepEqual(knownValues(), [["DE"]]);
    await definitions.get(inflation);
    assert.equal(server.requests.length, 2);
  });

  it("keeps what was shown when that fails, and says so in the log", async () => {
    await definitions.get(inflation);
    definitions.refresh();
    listener = (_, response) => response.writeHead(404).end();
    await load([inflation, growth]);
    assert.equal(outcomes.get("INFL"), undefined);
    assert.match(String(outcomes.get("GROWTH")), /404/);
    assert.deepEqual(knownValues(), [["US"]]);
    assert.deepEqual(definitions.due([inflation, growth]), [growth]);
    assert.match(warnings.join(), /the cached definition of INFL v2 is still used/);
  });

  it("takes what is on disk when a refresh finds no service", async () => {
    const folder = temporaryFolder("definitions");
    const journal = new DefinitionJournal(path.join(folder.path, "definitions"));
    await new CatalogStore({ client: client.client, definitions: journal }).definition(inflation);
    const ofNextWindow = new CatalogStore({ client: client.client, definitions: journal });
    definitions = new SignalDefinitions(ofNextWindow, silentLog, note);
    definitions.refresh();
    await server.close();
    assert.deepEqual((await definitions.get(inflation)).tags, tags);
    folder.remove();
  });

  describe("of another day", () => {
    const day = 86_400_000;
    let asked: number;
    let folder: TemporaryFolder;
    beforeEach(async () => {
      folder = temporaryFolder("old-definitions");
      const journal = new DefinitionJournal(path.join(folder.path, "definitions"));
      const before = new CatalogStore({
        client: client.client,
        definitions: journal,
        now: () => 0,
      });
      await before.definition(inflation);
      const catalog = new CatalogStore({
        client: client.client,
        definitions: journal,
        now: () => 2 * day,
      });
      definitions = new SignalDefinitions(catalog, silentLog, note);
      asked = server.requests.length;
    });
    afterEach(() => folder.remove());

    it("are known once they are read, and neither due nor asked for", async () => {
      await definitions.read([inflation, growth]);
      assert.deepEqual(knownValues(), [["US"]]);
      assert.deepEqual(definitions.due([inflation, growth]), [growth]);
      assert.deepEqual(definitions.old([inflation, growth]), [inflation]);
      assert.equal(server.requests.length, asked);
    });

    it("are given at once, and then those of the service", async () => {
      value = "DE";
      assert.deepEqual((await definitions.get(inflation)).tags, tags);
      await until("the new one", () => (outcomes.has("INFL") ? true : undefined));
      assert.deepEqual(knownValues(), [["DE"]]);
      assert.equal(outcomes.get("INFL"), undefined);
      assert.deepEqual(definitions.old([inflation]), []);
      assert.equal(server.requests.length, asked + 1);
    });

    it("are shown no more when the service refuses them", async () => {
      await definitions.read([inflation]);
      listener = (_, response) => response.writeHead(403).end();
      await definitions.get(inflation);
      await until("the failure", () => outcomes.get("INFL"));
      assert.deepEqual(knownValues(), []);
      await assert.rejects(definitions.get(inflation), { name: "UnauthorizedError" });
    });

    it("are not shown in place of what a refresh is to bring", async () => {
      await definitions.read([inflation]);
      definitions.refresh();
      value = "DE";
      const { tags: brought } = await definitions.get(inflation);
      assert.deepEqual(brought[0]?.values, ["DE"]);
    });
  });

  it("fails where nothing is known", async () => {
    listener = (_, response) => response.writeHead(404).end();
    await assert.rejects(definitions.get(inflation), { name: "NotFoundError" });
  });
});
