import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { type RequestListener } from "node:http";
import path from "node:path";
import { HttpError, NetworkError, UnauthorizedError } from "../../../src/service/errors";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { systemClock } from "../../../src/shared/clock";
import { silentLog } from "../../../src/shared/log";
import { type FetchState, type Available } from "../../../src/store/fetchState";
import { CacheFolder } from "../../../src/store/cacheFolder";
import { CatalogStore, type CatalogStoreOptions } from "../../../src/store/catalogStore";
import { deferred } from "../../support/deferred";
import { MovedClock } from "../../support/movedClock";
import { StoppableServer } from "../../support/stoppableServer";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { testClient } from "../../support/testClient";

const day = 86_400_000;
const inflation = { code: "INFL", version: 2, name: "Inflation" };

/** What the service answers, by the end of the path. */
const answers: readonly (readonly [ending: string, body: string])[] = [
  ["/signal/", '[{"code": "INFL", "version": 2, "name": "Inflation"}, 7]'],
  ["/signal/INFL/2/", '{"name": "Inflation", "tags": [{"kind": "sector", "values": ["Energy"]}]}'],
  ["/market/", '[{"ticker": "SPX", "name": "S&P 500", "tags": null}]'],
  [
    "/forecast/latest/",
    '[{"market_code": "SPX", "currency_iso": "USD", "horizon": "12 Months", "hedging": "Local",' +
      ' "latest": {"kind": "Forecast", "forecast": 0.01}}]',
  ],
];

describe("CatalogStore with files", () => {
  const transport = new UndiciTransport();
  let folder: TemporaryFolder;
  let clock: MovedClock;
  let server: StoppableServer;
  let listener: RequestListener;
  beforeEach(async () => {
    folder = temporaryFolder("catalog-store");
    clock = new MovedClock();
    server = new StoppableServer((request, response) => listener(request, response));
    listener = (request, response) =>
      response.end(answers.find(([ending]) => (request.url ?? "").endsWith(ending))?.[1]);
    await server.start();
  });
  afterEach(async () => {
    await server.stop();
    folder.remove();
  });
  after(() => transport.dispose());

  /** The store of a window: nothing is in its memory yet. */
  function window(owner = "acme", options: Partial<CatalogStoreOptions> = {}): CatalogStore {
    const { client } = testClient(server.origin, {
      transport,
      random: () => 0,
      clock: { ...systemClock, now: clock.now },
    });
    const { definitions, listings } = new CacheFolder(folder.path, () => 1 << 20).filesOf(owner);
    return new CatalogStore({ client, definitions, listings, now: clock.now, ...options });
  }

  const lists: [
    what: string,
    list: (store: CatalogStore) => Promise<FetchState>,
    available: (store: CatalogStore) => Promise<Available<FetchState>>,
  ][] = [
    ["signals", (store) => store.signals(), (store) => store.availableSignals()],
    ["markets", (store) => store.markets(), (store) => store.availableMarkets()],
    ["latest forecasts", (store) => store.latestForecasts(), (store) => store.availableForecasts()],
  ];
  for (const [what, list, available] of lists) {
    it(`has the cached ${what} at once, then those of the service, with one request`, async () => {
      const cached = await list(window());
      clock.advance(day);
      const gate = deferred<undefined>();
      const answer = listener;
      listener = (request, response) => void gate.promise.then(() => answer(request, response));
      const store = window();
      server.targets.length = 0;
      const { value, refreshed } = await available(store);
      assert.deepEqual(value, cached);
      gate.resolve(undefined);
      assert.deepEqual(await refreshed, { ...cached, fetchedAtMs: clock.now() });
      assert.deepEqual(await available(store), { value: await list(store) });
      assert.equal(server.targets.length, 1);
    });

    it(`waits for the ${what} where none are cached`, async () => {
      const { value, refreshed } = await available(window());
      assert.equal(value.fetchedAtMs, clock.now());
      assert.equal(refreshed, undefined);
    });

    it(`has the cached ${what} at once while the service is away, then why they are not newer`, async () => {
      const cached = await list(window());
      await server.stop();
      const { value, refreshed } = await available(window());
      assert.deepEqual(value, cached);
      const { staleBecause, ...old } = (await refreshed) ?? {};
      assert.deepEqual(old, cached);
      assert.ok(staleBecause instanceof NetworkError);
    });

    for (const status of [401, 403, 404]) {
      it(`shows no cached ${what} once the service has answered ${status}`, async () => {
        await list(window());
        const answer = listener;
        listener = (_, response) => response.writeHead(status).end();
        const store = window();
        const { refreshed } = await available(store);
        await assert.rejects(Promise.resolve(refreshed), HttpError);
        await assert.rejects(available(store), HttpError);
        listener = answer;
        assert.equal((await available(store)).refreshed, undefined);
      });
    }

    it(`gives no cached ${what} of one owner to another (HTTP-14)`, async () => {
      await list(window());
      await server.stop();
      await assert.rejects(available(window("other")), NetworkError);
    });

    it(`asks each window's service for the ${what}, and has the kept ones while it is away`, async () => {
      const fetched = await list(window());
      clock.advance(day);
      assert.deepEqual(await list(window()), { ...fetched, fetchedAtMs: clock.now() });
      clock.advance(day);
      await server.stop();
      const { staleBecause, ...old } = await list(window());
      assert.ok(staleBecause instanceof NetworkError);
      assert.deepEqual(old, { ...fetched, fetchedAtMs: clock.now() - day });
    });
  }

  it("asks again for what was stale as soon as that may help", async () => {
    await window().signals();
    await server.stop();
    const store = window();
    const { staleBecause } = await store.signals();
    assert.ok(staleBecause instanceof NetworkError);
    await server.start();
    assert.equal((await store.signals()).staleBecause, staleBecause);
    clock.advance(10_000);
    const recovered = await store.signals();
    assert.equal(recovered.staleBecause, undefined);
    assert.equal(await store.signals(), recovered);
  });

  it("serves what is in its memory likewise, when a refresh has told the failure", async () => {
    const store = window();
    const listing = await store.signals();
    await server.stop();
    await assert.rejects(store.signals({ isRefresh: true }), NetworkError);
    assert.equal(await store.signals(), listing);
  });

  it("tells what is kept without a request, and asks the service as if nobody had", async () => {
    const before = window();
    const reader = window();
    assert.equal(await reader.cachedSignals(), undefined);
    assert.equal(await reader.storedDefinition(inflation), undefined);
    const [listing, definition] = [await before.signals(), await before.definition(inflation)];
    clock.advance(2 * day);
    const asked = server.targets.length;
    assert.deepEqual(await reader.cachedSignals(), listing);
    assert.deepEqual(await reader.storedDefinition(inflation), definition);
    assert.equal(server.targets.length, asked);
    const listed = await reader.signals();
    assert.equal(listed.fetchedAtMs, clock.now());
    assert.equal(await reader.cachedSignals(), listed);
  });

  it("tells that a key is refused, whatever is kept", async () => {
    await window().signals();
    await window().definition(inflation);
    clock.advance(2 * day);
    listener = (_, response) => response.writeHead(401).end();
    await assert.rejects(window().signals(), UnauthorizedError);
    await assert.rejects(window().definition(inflation), UnauthorizedError);
  });

  it("gives nothing of one owner to another (HTTP-14)", async () => {
    await window().signals();
    await window().definition(inflation);
    await server.stop();
    await assert.rejects(window("other").signals(), NetworkError);
    await assert.rejects(window("other").definition(inflation), NetworkError);
  });

  it("fetches and keeps nothing once its key has changed, also for holders of the old one (HTTP-14)", async () => {
    let key = "key-a";
    const used: unknown[] = [];
    const held: (() => void)[] = [];
    listener = ({ headers }, response) => {
      used.push(headers["x-api-key"]);
      const answer = (): void => void response.end(answers[1]?.[1]);
      if (used.length <= 4) answer();
      else held.push(answer);
    };
    const apiKey = (): Promise<string> => Promise.resolve(key);
    const { client } = testClient(server.origin, { transport, apiKey });
    const store = window("acme", { client });
    const change = (): void => {
      key = "key-b";
      store.dispose();
      for (const answer of held) answer();
    };
    const signals = Array.from({ length: 30 }, (_, index) => ({ ...inflation, code: `S${index}` }));
    let [loaded, failed] = [0, 0];
    await store.loadDefinitions(signals, (outcome) => {
      if ("error" in outcome) {
        failed += 1;
        return;
      }
      loaded += 1;
      // These four are on disk by now; the next ones are under way.
      if (loaded === 4) change();
    });
    await assert.rejects(store.markets(), { name: "AbortError" });
    assert.deepEqual([...new Set(used)], ["key-a"]);
    assert.deepEqual([loaded, failed], [4, 26]);
    const { definitions } = new CacheFolder(folder.path, () => 1 << 20).filesOf("acme");
    await definitions.update();
    assert.equal(definitions.size, 4);
  });

  it("has an old definition while the service is away, with the reason", async () => {
    const fetched = await window().definition(inflation);
    clock.advance(2 * day);
    await server.stop();
    const store = window();
    const { staleBecause, ...old } = await store.definition(inflation);
    assert.deepEqual(old, fetched);
    assert.ok(staleBecause instanceof NetworkError);
    assert.deepEqual(store.cachedDefinition(inflation), { ...old, staleBecause });
    await server.start();
    clock.advance(10_000);
    assert.equal((await store.definition(inflation)).staleBecause, undefined);
    assert.equal(store.cachedDefinition(inflation)?.staleBecause, undefined);
  });

  it("has a definition of the same day without asking, and tells a refresh that fails", async () => {
    const fetched = await window().definition(inflation);
    await server.stop();
    const store = window();
    assert.deepEqual(await store.definition(inflation), fetched);
    await assert.rejects(store.definition(inflation, { isRefresh: true }), NetworkError);
    assert.deepEqual(await store.definition(inflation), fetched);
  });

  it("has an old definition at once, then that of the service", async () => {
    const cached = await window().definition(inflation);
    clock.advance(2 * day);
    const store = window();
    const { value, refreshed } = await store.availableDefinition(inflation);
    assert.deepEqual(value, cached);
    assert.deepEqual(await refreshed, { ...cached, fetchedAtMs: clock.now() });
    assert.deepEqual(await store.availableDefinition(inflation), {
      value: store.cachedDefinition(inflation),
    });
    assert.equal(server.targets.length, 2);
  });

  it("makes no request for a definition of the same day", async () => {
    const cached = await window().definition(inflation);
    assert.deepEqual(await window().availableDefinition(inflation), { value: cached });
    assert.equal(server.targets.length, 1);
  });

  it("shows no cached definition once the service has refused it", async () => {
    await window().definition(inflation);
    clock.advance(2 * day);
    const answer = listener;
    listener = (_, response) => response.writeHead(403).end();
    const store = window();
    await store.readDefinitions([inflation]);
    const { refreshed } = await store.availableDefinition(inflation);
    await assert.rejects(Promise.resolve(refreshed), UnauthorizedError);
    assert.equal(store.cachedDefinition(inflation), undefined);
    await store.readDefinitions([inflation]);
    assert.equal(store.cachedDefinition(inflation), undefined);
    await assert.rejects(store.availableDefinition(inflation), UnauthorizedError);
    listener = answer;
    assert.equal((await store.availableDefinition(inflation)).value.name, "Inflation");
  });

  it("reads all definitions from disk without a request, however old, once", async () => {
    const signals = ["A", "B", "C"].map((code) => ({ ...inflation, code }));
    const [a, b] = signals;
    assert.ok(a !== undefined && b !== undefined);
    listener = (_, response) => response.end(answers[1]?.[1]);
    await window().loadDefinitions([a, b], () => undefined);
    clock.advance(2 * day);
    server.targets.length = 0;
    const store = window();
    const read: string[] = [];
    const note = ({ code }: { readonly code: string }): void => void read.push(code);
    await store.readDefinitions(signals, note);
    assert.deepEqual(read.toSorted(), ["A", "B"]);
    assert.deepEqual(
      signals.map((signal) => store.cachedDefinition(signal)?.code),
      ["A", "B", undefined],
    );
    assert.deepEqual(
      signals.map((signal) => store.isDefinitionOld(signal)),
      [true, true, false],
    );
    await store.readDefinitions(signals, note);
    assert.equal(read.length, 2);
    assert.equal(server.targets.length, 0);
  });

  it("asks the service for an old definition that was read, as if nobody had read it", async () => {
    await window().definition(inflation);
    clock.advance(2 * day);
    const store = window();
    await store.readDefinitions([inflation]);
    const fetched = await store.definition(inflation);
    assert.equal(fetched.fetchedAtMs, clock.now());
    assert.equal(store.cachedDefinition(inflation), fetched);
    assert.equal(store.isDefinitionOld(inflation), false);
  });

  it("forgets what was only read, and keeps what the service gave", async () => {
    const other = { ...inflation, code: "A" };
    listener = (_, response) => response.end(answers[1]?.[1]);
    await window().definition(other);
    const store = window();
    await store.definition(inflation);
    await store.readDefinitions([other]);
    store.forgetRead();
    assert.equal(store.cachedDefinition(other), undefined);
    assert.equal(store.cachedDefinition(inflation)?.name, "Inflation");
  });

  it("stops reading definitions when it is cancelled", async () => {
    const signals = Array.from({ length: 40 }, (_, index) => ({ ...inflation, code: `S${index}` }));
    listener = (_, response) => response.end(answers[1]?.[1]);
    await window().loadDefinitions(signals, () => undefined);
    const cancel = new AbortController();
    let read = 0;
    const onRead = (): void => {
      read += 1;
      cancel.abort();
    };
    const reading = window().readDefinitions(signals, onRead, cancel.signal);
    await assert.rejects(reading, { name: "AbortError" });
    assert.ok(read < 40, `${read} were read`);
  });

  it("asks once in vain for many definitions, not for each", async () => {
    const signals = Array.from({ length: 40 }, (_, index) => ({ ...inflation, code: `S${index}` }));
    listener = (_, response) => response.end(answers[1]?.[1]);
    await window().loadDefinitions(signals, () => undefined);
    clock.advance(2 * day);
    listener = (_, response) => response.writeHead(503).end("down");
    server.targets.length = 0;
    const reasons: unknown[] = [];
    await window().loadDefinitions(signals, (outcome) => {
      reasons.push("definition" in outcome ? outcome.definition.staleBecause : outcome.error);
    });
    assert.equal(reasons.length, 40);
    assert.ok(reasons.every((reason) => reason instanceof HttpError));
    assert.ok(server.targets.length <= 8 * 3, `${server.targets.length} requests`);
  });

  it("gives a listing that cannot be kept, and says so (CACHE-01)", async () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (line: string) => void warnings.push(line) };
    writeFileSync(path.join(folder.path, "listings"), "no folder");
    assert.equal((await window("acme", { log }).markets()).items.length, 1);
    assert.match(
      warnings.join(),
      /the listing markets could not be cached on disk: (EEXIST|ENOTDIR)/,
    );
  });
});
