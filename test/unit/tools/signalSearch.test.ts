import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import { ReadableNames } from "../../../src/catalog/readableNames";
import { UnauthorizedError } from "../../../src/service/errors";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { CacheFolder } from "../../../src/store/cacheFolder";
import { CatalogStore } from "../../../src/store/catalogStore";
import { SignalSearch, type SearchWork } from "../../../src/tools/signalSearch";
import { deferred } from "../../support/deferred";
import { MovedClock } from "../../support/movedClock";
import { StoppableServer } from "../../support/stoppableServer";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { testClient } from "../../support/testClient";
import { systemClock } from "../../../src/shared/clock";

const day = 86_400_000;

describe("SignalSearch", () => {
  const transport = new UndiciTransport();
  let folder: TemporaryFolder;
  let clock: MovedClock;
  let server: StoppableServer;
  let listener: RequestListener;
  /** The tag values of each signal's definition, by code. */
  let values: Record<string, readonly string[]>;

  const serve: RequestListener = ({ url = "" }, response) => {
    const code = url.split("/").at(-3) ?? "";
    if (url.endsWith("/signal/")) response.end(JSON.stringify(Object.keys(values)));
    else response.end(JSON.stringify({ tags: [{ kind: "country_iso", values: values[code] }] }));
  };
  beforeEach(async () => {
    folder = temporaryFolder("signal-search");
    clock = new MovedClock();
    values = { INFL: ["US", "DE"], GROWTH: ["US"] };
    listener = serve;
    server = new StoppableServer((request, response) => listener(request, response));
    await server.start();
  });
  afterEach(async () => {
    await server.stop();
    folder.remove();
  });
  after(() => transport.dispose());

  interface Window {
    readonly catalog: CatalogStore;
    readonly search: SignalSearch;
  }

  /** As after a reload of the window: nothing is in memory. */
  function window(elapsed: () => number = () => 0): Window {
    const { client } = testClient(server.origin, { transport, random: () => 0 });
    const { definitions, listings } = new CacheFolder(folder.path, () => 1 << 24).filesOf("acme");
    const catalog = new CatalogStore({ client, definitions, listings, now: clock.now });
    return {
      catalog,
      search: new SignalSearch(catalog, new ReadableNames("en"), { ...systemClock, elapsed }),
    };
  }

  /** Work that nobody ends. */
  function work(onDidChange: () => void = () => undefined): SearchWork {
    return { signal: new AbortController().signal, onDidChange };
  }

  function found(search: SignalSearch, query = ""): string[] {
    const { items } = search.findVariants(query, 1_000);
    return items.map(({ signal, tags }) => [signal.code, ...Object.values(tags)].join(" "));
  }

  /** Listing and definitions as an earlier session left them. */
  async function useBefore(): Promise<void> {
    await window().search.update(work());
    server.targets.length = 0;
  }

  it("fetches listing and definitions where nothing is cached", async () => {
    const { search } = window();
    await search.update(work());
    assert.deepEqual(found(search), ["INFL US", "INFL DE", "GROWTH US"]);
    assert.deepEqual(found(search, "germany"), ["INFL DE"]);
    assert.equal(search.signalCount, 2);
    assert.equal(search.missingCount, 0);
    assert.equal(server.targets.length, 3);
  });

  it("finds tag values once, and signals by the tag kinds of their variants", async () => {
    const { search } = window();
    await search.update(work());
    const values = search.findTagValues("", 10).items.map(({ kind, value }) => [kind, value]);
    assert.deepEqual(values, [
      ["country_iso", "US"],
      ["country_iso", "DE"],
    ]);
    assert.deepEqual(
      search.findTagValues("germany", 10).items.map(({ value }) => value),
      ["DE"],
    );
    assert.equal(search.findTagValues("country", 10).total, 2);
    assert.deepEqual(
      search.findSignals("country infl", 10).items.map(({ code }) => code),
      ["INFL"],
    );
    search.clear();
    assert.equal(search.findTagValues("", 10).total, 0);
  });

  it("indexes tag values before they are looked for, with pauses, however many", async () => {
    values = { INFL: Array.from({ length: 3_000 }, (_, at) => `V${at}`) };
    const { search } = window(() => performance.now());
    await search.update(work());
    let read = 0;
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its own text
    const { normalize } = String.prototype;
    String.prototype.normalize = function counted(this: string, form?: string): string {
      read++;
      return normalize.call(this, form);
    };
    try {
      assert.equal(search.findTagValues("v", 10).total, 3_000);
    } finally {
      Object.assign(String.prototype, { normalize });
    }
    // The typed word; texts that are indexed are read once each.
    assert.ok(read < 10, `${read} texts`);
  });

  it("knows what is on disk without a request", async () => {
    await useBefore();
    const { search } = window();
    await search.updateStored(work());
    assert.deepEqual(found(search, "germany"), ["INFL DE"]);
    assert.deepEqual(server.targets, []);
  });

  it("knows what is on disk while the service has yet to answer", async () => {
    await useBefore();
    const gate = deferred<undefined>();
    listener = (request, response) => void gate.promise.then(() => serve(request, response));
    const { search } = window();
    const grown = deferred<undefined>();
    const updated = search.update(
      work(() => {
        if (search.variantCount === 3) grown.resolve(undefined);
      }),
    );
    await grown.promise;
    assert.deepEqual(found(search, "us"), ["INFL US", "GROWTH US"]);
    gate.resolve(undefined);
    await updated;
    assert.deepEqual(server.targets, ["/api/v3/signal/"]);
  });

  it("knows what is on disk while the service is away, and asks for nothing that is missing", async () => {
    await useBefore();
    values = { ...values, NEW: ["US"] };
    const before = window();
    await before.catalog.signals();
    await server.stop();
    server.targets.length = 0;
    const { search } = window();
    await search.update(work());
    assert.deepEqual(found(search), ["INFL US", "INFL DE", "GROWTH US"]);
    assert.equal(search.missingCount, 1);
    assert.equal(search.failureCount, 0);
    assert.notEqual(search.listing?.staleBecause, undefined);
  });

  it("follows the listing that the service then gives", async () => {
    await useBefore();
    values = { NEW: ["FR"], INFL: ["US", "DE"] };
    const { search } = window();
    await search.update(work());
    assert.deepEqual(found(search), ["NEW FR", "INFL US", "INFL DE"]);
    assert.deepEqual(
      search.findSignals("", 10).items.map(({ code }) => code),
      ["NEW", "INFL"],
    );
    assert.deepEqual(server.targets, ["/api/v3/signal/", "/api/v3/signal/NEW/0/"]);
  });

  it("asks again for definitions of another day, and has the old ones until then", async () => {
    await useBefore();
    clock.advance(2 * day);
    values = { ...values, INFL: ["FR"] };
    const { search } = window();
    const seen = new Set<string>();
    await search.update(work(() => seen.add(found(search, "infl").join())));
    assert.deepEqual([...seen], ["", "INFL US,INFL DE", "INFL FR"]);
    assert.deepEqual(server.targets.toSorted(), [
      "/api/v3/signal/",
      "/api/v3/signal/GROWTH/0/",
      "/api/v3/signal/INFL/0/",
    ]);
  });

  it("finds nothing any more when the listing is refused", async () => {
    await useBefore();
    listener = (_, response) => response.writeHead(401).end();
    const { search } = window();
    await assert.rejects(search.update(work()), UnauthorizedError);
    assert.deepEqual(found(search), []);
    assert.equal(search.listing, undefined);
    await assert.rejects(search.update(work()), UnauthorizedError);
  });

  it("drops the variants of a signal whose definition is refused", async () => {
    await useBefore();
    clock.advance(2 * day);
    listener = (request, response) => {
      if (request.url?.includes("/INFL/") === true) response.writeHead(403).end();
      else serve(request, response);
    };
    const { search } = window();
    await search.update(work());
    assert.deepEqual(found(search), ["GROWTH US"]);
    const [inflation] = search.findSignals("infl", 1).items;
    assert.ok(inflation !== undefined);
    assert.ok(search.failureOf(inflation)?.error instanceof UnauthorizedError);
    listener = serve;
    await search.load([inflation], work());
    assert.deepEqual(found(search, "infl"), ["INFL US", "INFL DE"]);
    assert.equal(search.failureCount, 0);
  });

  it("stays between two updates, and takes up what the catalog has learned meanwhile", async () => {
    const { catalog, search } = window();
    await search.update(work());
    const [inflation] = search.findSignals("infl", 1).items;
    assert.ok(inflation !== undefined);
    values = { ...values, INFL: ["FR"] };
    await catalog.definition(inflation, { isRefresh: true });
    const seen = new Set<string>();
    await search.update(work(() => seen.add(found(search).join())));
    assert.deepEqual([...seen], ["INFL US,INFL DE,GROWTH US", "INFL FR,GROWTH US"]);
    assert.equal(server.targets.length, 4);
  });

  it("forgets all when it is cleared, and begins anew", async () => {
    const { search } = window();
    await search.update(work());
    search.clear();
    assert.deepEqual(found(search), []);
    assert.equal(search.signalCount, 0);
    await search.update(work());
    assert.equal(search.variantCount, 3);
  });

  it("keeps what is indexed when it is cancelled, and goes on with the next update", async () => {
    await useBefore();
    const cancel = new AbortController();
    const { search } = window();
    const onDidChange = (): void => {
      if (search.variantCount > 0) cancel.abort();
    };
    const updated = search.update({ signal: cancel.signal, onDidChange });
    await assert.rejects(updated, { name: "AbortError" });
    const count = search.variantCount;
    assert.ok(count === 1 || count === 2, `${count} variants`);
    await search.update(work());
    assert.equal(search.variantCount, 3);
  });

  it("gives the editor its turn while it indexes, and finds what is there already", async () => {
    values = { A: ["US"], B: Array.from({ length: 100 }, (_, index) => `V${index}`), C: ["DE"] };
    await useBefore();
    let ms = 0;
    // Each look at the clock is a step: eight of them are a slice.
    const { search } = window(() => ms++);
    const counts: number[] = [];
    let isOver = false;
    const watch = (): void => {
      counts.push(search.findVariants("", 1).total);
      if (!isOver) setImmediate(watch);
    };
    setImmediate(watch);
    await search.update(work());
    isOver = true;
    assert.equal(search.variantCount, 102);
    const turns = counts.filter((count) => count < 102).length;
    assert.ok(turns > 12, `${turns} turns`);
    // Whichever signal's definition comes first is found while the others are indexed.
    const partly = counts.filter((count) => count > 0 && count < 102);
    assert.ok(partly.length > 0, counts.join());
  });
});
