import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type RequestListener } from "node:http";
import os from "node:os";
import path from "node:path";
import { variantsOf } from "../../../src/catalog/variants";
import { dayOfIso } from "../../../src/shared/day";
import { type SampleService, startSampleService } from "../../../src/sample/sampleService";
import { HttpError } from "../../../src/service/errors";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import {
  CatalogStore,
  type CatalogStoreOptions,
  type DefinitionOutcome,
} from "../../../src/store/catalogStore";
import { DefinitionJournal } from "../../../src/store/definitionJournal";
import { deferred } from "../../support/deferred";
import { testClient, testKey } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";

const inflation = { code: "INFL", version: 2, name: "Inflation" };

describe("CatalogStore", () => {
  const transport = new UndiciTransport();
  let folder: string;
  before(async () => (folder = await mkdtemp(path.join(os.tmpdir(), "macro-signals-"))));
  after(async () => {
    transport.dispose();
    await rm(folder, { recursive: true });
  });

  function storeFor(url: string, options: Partial<CatalogStoreOptions> = {}): CatalogStore {
    const maxConcurrentRequests = (): number => 100;
    const { client } = testClient(url, { transport, maxConcurrentRequests });
    return new CatalogStore({ client, ...options });
  }

  describe("on the sample service", () => {
    let sample: SampleService;
    before(async () => {
      const until = dayOfIso("2024-06-28");
      assert.ok(until !== undefined);
      sample = await startSampleService({ apiKey: testKey, until });
    });
    after(() => sample.close());

    it("tells without a request which signals it has in memory", async () => {
      const store = storeFor(sample.url);
      assert.equal(await store.cachedSignals(), undefined);
      const listing = await store.signals();
      assert.equal(await store.cachedSignals(), listing);
    });

    it("loads the definitions of all signals", async () => {
      const store = storeFor(sample.url);
      const { items } = await store.signals();
      const outcomes: DefinitionOutcome[] = [];
      await store.loadDefinitions(items, (outcome) => outcomes.push(outcome));
      assert.equal(outcomes.length, items.length);
      const definitions = outcomes.flatMap((each) =>
        "definition" in each ? [each.definition] : [],
      );
      const counts = definitions.map(({ tags }) => [...variantsOf(tags)].length);
      assert.equal(definitions.length, items.length);
      assert.ok(counts.reduce((a, b) => a + b) > 2_500);
    });

    it("lists markets and the newest forecasts", async () => {
      const store = storeFor(sample.url);
      const markets = await store.markets();
      const forecasts = await store.latestForecasts();
      const tickers = new Set(markets.items.map(({ ticker }) => ticker));
      assert.ok(tickers.has("SPX"));
      assert.ok([...forecasts.items].every(({ marketCode }) => tickers.has(marketCode)));
    });
  });

  describe("on a service that counts", () => {
    let server: TestServer;
    let listener: RequestListener;
    const definition = JSON.stringify({
      name: "Inflation",
      code: "INFL",
      version: 2,
      tags: [{ kind: "country_iso", values: ["US"], sub_tags: null }],
    });
    beforeEach(async () => {
      listener = (_, response) => response.end(definition);
      server = await startServer((request, response) => listener(request, response));
    });
    afterEach(() => server.close());

    it("asks once for a listing, and again for a refresh", async () => {
      listener = (_, response) => response.end('["INFL"]');
      const store = storeFor(server.origin);
      const [one, other] = await Promise.all([store.signals(), store.signals()]);
      assert.equal(one, other);
      await store.signals();
      assert.equal(server.requests.length, 1);
      await store.signals({ isRefresh: true });
      assert.equal(server.requests.length, 2);
    });

    it("lists once for names, and again after a failure only for a retry", async () => {
      listener = (_, response) => response.writeHead(403).end("no");
      const store = storeFor(server.origin);
      await Promise.all([store.loadNames("signal"), store.loadNames("signal")]);
      await store.loadNames("signal");
      await store.loadNames("forecast");
      await store.loadNames("forecast");
      assert.deepEqual(
        server.requests.map(({ target }) => target),
        ["/api/v3/signal/", "/api/v3/forecast/market/"],
      );
      listener = (_, response) => response.end('["INFL"]');
      await store.loadNames("signal", { isRetry: true });
      await store.loadNames("signal");
      assert.equal(server.requests.length, 3);
      assert.equal((await store.cachedSignals())?.items.length, 1);
    });

    it("keeps the listing it had when a refresh fails", async () => {
      listener = (_, response) => response.end('["INFL"]');
      const store = storeFor(server.origin);
      const good = await store.signals();
      listener = (_, response) => response.writeHead(503).end("down");
      await assert.rejects(store.signals({ isRefresh: true }), HttpError);
      assert.equal(await store.signals(), good);
    });

    it("needs no request for a definition that the listing carries", async () => {
      const tags = [{ kind: "country_iso", values: ["US"], subTags: [] }];
      const found = await storeFor(server.origin).definition({ ...inflation, tags });
      assert.deepEqual(found.tags, tags);
      assert.equal(server.requests.length, 0);
    });

    it("keeps definitions on disk for other windows, for a day", async () => {
      const definitions = new DefinitionJournal(path.join(folder, "day"));
      let now = 0;
      const options = { definitions, now: () => now };
      const first = await storeFor(server.origin, options).definition(inflation);
      now = 23 * 3_600_000;
      assert.deepEqual(await storeFor(server.origin, options).definition(inflation), first);
      assert.equal(server.requests.length, 1);
      now = 25 * 3_600_000;
      await storeFor(server.origin, options).definition(inflation);
      assert.equal(server.requests.length, 2);
    });

    it("asks for a refresh also while the one on disk is being read", async () => {
      const definitions = new DefinitionJournal(path.join(folder, "refresh"));
      await storeFor(server.origin, { definitions }).definition(inflation);
      const store = storeFor(server.origin, { definitions });
      await Promise.all([
        store.definition(inflation),
        store.definition(inflation, { isRefresh: true }),
      ]);
      assert.equal(server.requests.length, 2);
    });

    it("holds no key in what it keeps (SEC-10)", async () => {
      const own = path.join(folder, "canary");
      const definitions = new DefinitionJournal(own);
      await storeFor(server.origin, { definitions }).definition(inflation);
      const text = await readFile(own, "utf8");
      assert.match(text, /country_iso/);
      assert.doesNotMatch(text, /canary/);
    });

    it("asks the service when a kept file is damaged (CACHE-02)", async () => {
      const own = path.join(folder, "damaged");
      const definitions = new DefinitionJournal(own);
      await storeFor(server.origin, { definitions }).definition(inflation);
      const whole = await readFile(own, "utf8");
      const damages = [
        "",
        "{",
        whole.slice(0, -1),
        whole.replace("US", "UT"),
        `${"0".repeat(64)}\n{}`,
      ];
      for (const text of damages) {
        assert.notEqual(text, whole);
        await writeFile(own, text);
        const window = { definitions: new DefinitionJournal(own) };
        const found = await storeFor(server.origin, window).definition(inflation);
        assert.deepEqual(found.tags, [{ kind: "country_iso", values: ["US"], subTags: [] }]);
      }
      assert.equal(server.requests.length, 1 + damages.length);
    });

    it("keeps on disk what could not be read of a definition, for those who count it", async () => {
      listener = (_, response) => response.end('{"tags": [7, {"kind": "country_iso"}]}');
      const definitions = new DefinitionJournal(path.join(folder, "unreadable"));
      const first = await storeFor(server.origin, { definitions }).definition(inflation);
      const second = await storeFor(server.origin, { definitions }).definition(inflation);
      assert.equal(server.requests.length, 1);
      assert.equal(first.unreadable.length, 1);
      assert.deepEqual(second, first);
    });

    it("gives the definition even when it cannot be kept, and says so", async () => {
      const file = path.join(folder, "no-folder");
      await writeFile(file, "");
      const warnings: string[] = [];
      const log = {
        debug: () => undefined,
        info: () => undefined,
        error: () => undefined,
        warn: (line: string) => warnings.push(line),
      };
      const definitions = new DefinitionJournal(path.join(file, "definitions"));
      const store = storeFor(server.origin, { definitions, log });
      assert.equal((await store.definition(inflation)).name, "Inflation");
      assert.match(warnings.join("\n"), /could not be cached on disk/);
    });

    it("asks for at most eight definitions at once, and goes on after failures", async () => {
      const gate = deferred<undefined>();
      let open = 0;
      let max = 0;
      listener = (request, response) => {
        open += 1;
        max = Math.max(max, open);
        void gate.promise.then(() => {
          open -= 1;
          if (request.url?.includes("/S7/") === true) response.writeHead(403).end();
          else response.end(definition);
        });
      };
      const signals = Array.from({ length: 30 }, (_, index) => ({
        ...inflation,
        code: `S${index}`,
      }));
      const outcomes: DefinitionOutcome[] = [];
      const loading = storeFor(server.origin).loadDefinitions(signals, (outcome) =>
        outcomes.push(outcome),
      );
      while (server.requests.length < 8) await new Promise((resolve) => setImmediate(resolve));
      gate.resolve(undefined);
      await loading;
      assert.equal(max, 8);
      const failed = outcomes.filter((outcome) => "error" in outcome);
      assert.deepEqual(
        failed.map(({ signal }) => signal.code),
        ["S7"],
      );
      assert.equal(outcomes.length, 30);
    });

    it("stops asking when it is cancelled", async () => {
      listener = () => undefined;
      const cancel = new AbortController();
      const signals = Array.from({ length: 30 }, (_, index) => ({
        ...inflation,
        code: `S${index}`,
      }));
      const { signal } = cancel;
      const loading = storeFor(server.origin).loadDefinitions(signals, () => undefined, { signal });
      while (server.requests.length < 8) await new Promise((resolve) => setImmediate(resolve));
      cancel.abort();
      await assert.rejects(loading, { name: "AbortError" });
      assert.equal(server.requests.length, 8);
    });
  });
});
