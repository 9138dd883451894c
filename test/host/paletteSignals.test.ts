import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import { ReadableNames } from "../../src/catalog/readableNames";
import { signalRef } from "../../src/shared/reference";
import { silentLog } from "../../src/shared/log";
import {
  listRows,
  saidOnce,
  type SeriesChoice,
} from "../../src/features/browse/palette/seriesSource";
import { type ListedValues, SignalSource } from "../../src/features/browse/palette/signalSource";
import { deferred } from "../support/deferred";
import { hostSetting } from "../support/hostResult";
import { itInBoth } from "../support/inBothEditors";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";
import { TreeServices } from "../support/treeServices";
import { until } from "../support/until";

const latest = { dataKind: "SNAP", asOf: "latest" } as const;

/** A service with these signals, whose definitions have two countries each. */
function service(
  codes: readonly string[],
  more: RequestListener = () => undefined,
): RequestListener {
  return (request, response) => {
    more(request, response);
    if (response.writableEnded) return;
    if (request.url === "/api/v3/signal/") response.end(JSON.stringify(codes));
    else response.end(JSON.stringify({ tags: [{ kind: "country_iso", values: ["US", "DE"] }] }));
  };
}

/** The sample service computes all of its latest values at the first request: seconds of processor time. */
const computedWithinMs = 40_000;

describe("the list of signals to fetch", () => {
  let server: TestServer;
  let services: TreeServices;
  let source: SignalSource;

  async function open(listener: RequestListener): Promise<void> {
    server = await startServer(listener);
    openAt(server.origin);
  }

  function openAt(url: string, key?: string, storageFolder?: string, shown?: ListedValues): void {
    services = new TreeServices(url, key, undefined, storageFolder);
    source = new SignalSource(services.get, new ReadableNames("en"), shown);
    source.start();
  }

  async function loaded(): Promise<void> {
    await until("the end of loading", () => (source.isLoading ? undefined : true));
  }

  function rowOf(typed: string, text: string): SeriesChoice {
    const rows = listRows(source, "variant", typed);
    const row = rows.find(({ label }) => label === text);
    assert.ok(row !== undefined, `${text} is not among ${labels(rows).join(", ")}`);
    return row;
  }

  function labels(rows: readonly SeriesChoice[]): string[] {
    return rows.map(({ label }) => label);
  }

  function run(row: SeriesChoice): void {
    assert.ok(row.effect.kind === "run");
    row.effect.run();
  }

  afterEach(async () => {
    source.dispose();
    services.dispose();
    await server.close();
  });

  itInBoth("has every variant of the sample service once, the highest version first", async () => {
    server = await startServer(() => undefined);
    openAt(hostSetting().sample.url, hostSetting().sample.key);
    await loaded();
    assert.match(source.completeness(), /^[\d,]+ variants of 34 signals$/);
    const found = labels(listRows(source, "variant", "infl united states"));
    assert.deepEqual(found, ["INFL v2 · United States", "INFL v1 · United States"]);
  });

  it("has the newest value first behind the label, and none as of an earlier time", async () => {
    server = await startServer(() => undefined);
    const { url, key } = hostSetting().sample;
    let isLatest = true;
    openAt(url, key, undefined, { isLatest: () => isLatest, log: silentLog });
    await loaded();
    const described = (): string => rowOf("infl germany", "INFL v2 · Germany").description ?? "";
    const shown = await until(
      "a value",
      () => (/^[+−\d]/.test(described()) ? described() : undefined),
      computedWithinMs,
    );
    const response = await fetch(`${url}/api/v3/signal/latest/`, { headers: { "X-API-Key": key } });
    const answer = (await response.json()) as readonly Record<string, unknown>[];
    const record = answer.find(
      (each) =>
        each["signal_code"] === "INFL" && each["version"] === 2 && each["country_iso"] === "DE",
    );
    assert.ok(record);
    const { Aggregate } = record["latest"] as { Aggregate: number };
    const [value = "", words] = shown.split("\u2002");
    assert.equal(value.replace("−", "-").replace("+", ""), Aggregate.toFixed(2));
    assert.equal(words, "Inflation · DE");
    isLatest = false;
    assert.equal(described(), "Inflation · DE");
  });

  it("requests no newer values as of an earlier time", async () => {
    let requests = 0;
    server = await startServer(
      service(["A"], ({ url }, response) => {
        if (url !== "/api/v3/signal/latest/") return;
        requests++;
        const values = { Date: "2024-06-28", Level: 1, Momentum: 0, Aggregate: 0.5 };
        const record = { signal_code: "A", version: 0, country_iso: "US", latest: values };
        response.end(JSON.stringify([record]));
      }),
    );
    const { now } = Date;
    let [isLatest, laterMs] = [true, 0];
    Date.now = () => now() + laterMs;
    openAt(server.origin, undefined, undefined, { isLatest: () => isLatest, log: silentLog });
    Date.now = now;
    await loaded();
    await until("a value", () =>
      /^\+?0\.50/.test(rowOf("us", "A v0 · United States").description ?? "") ? true : undefined,
    );
    [isLatest, laterMs] = [false, 48 * 60 * 60 * 1_000];
    source.start();
    await loaded();
    assert.equal(requests, 1);
    isLatest = true;
    source.start();
    await until("the newer values", () => (requests === 2 ? true : undefined));
  });

  it("leads to the series of the variant with the kind and as-of of the title", async () => {
    await open(service(["INFL"]));
    await loaded();
    const { effect, description } = rowOf("de", "INFL v0 · Germany");
    assert.equal(description, "INFL · DE");
    assert.ok(effect.kind === "choose");
    const expected = signalRef({
      code: "INFL",
      version: 0,
      tags: { country_iso: "DE" },
      ...latest,
    });
    assert.deepEqual(effect.reference(latest), expected);
  });

  it("says how complete it is while definitions come", async () => {
    const gate = deferred<undefined>();
    const listener = service(["A", "B"]);
    await open((request, response) => {
      const answer = (): void => listener(request, response);
      if (request.url === "/api/v3/signal/B/0/") void gate.promise.then(answer);
      else answer();
    });
    await until(
      "the first variants",
      () => listRows(source, "variant", "a")[0]?.label.match(/^A v0/) ?? undefined,
    );
    assert.equal(source.completeness(), "2 variants of 1 of 2 signals; loading…");
    gate.resolve(undefined);
    await loaded();
    assert.equal(source.completeness(), "4 variants of 2 signals");
  });

  it("has a row for a definition that failed, which fetches it again", async () => {
    let isBroken = true;
    const listener = service(["A", "B"]);
    await open((request, response) => {
      if (isBroken && request.url === "/api/v3/signal/B/0/") response.statusCode = 400;
      listener(request, response);
    });
    await loaded();
    assert.equal(source.completeness(), "2 variants of 1 of 2 signals; 1 failed");
    isBroken = false;
    run(rowOf("b", "B v0"));
    await loaded();
    assert.deepEqual(labels(listRows(source, "variant", "b")), [
      "B v0 · United States",
      "B v0 · Germany",
    ]);
  });

  it("has a row for a listing that failed, which asks again", async () => {
    let isBroken = true;
    await open(
      service(["A"], (_request, response) => {
        if (!isBroken) return;
        response.statusCode = 400;
        response.end('{"detail":"closed $(heart) today"}');
      }),
    );
    await loaded();
    const failed = rowOf("", "The signals cannot be listed");
    assert.equal(failed.description, "the service returned 400: closed \\$(heart) today");
    isBroken = false;
    run(failed);
    await loaded();
    assert.equal(listRows(source, "variant", "a").length, 2);
  });

  it("asks for the key where the service refuses it", async () => {
    await open((_request, response) => {
      response.statusCode = 401;
      response.end("{}");
    });
    await loaded();
    assert.equal(rowOf("", "Enter API Key…").effect.kind, "enter-key");
  });

  it("says that a catalog is empty, and asks again", async () => {
    const codes: string[] = [];
    await open(service(codes));
    await loaded();
    codes.push("A");
    run(rowOf("", "The service lists no signals"));
    await loaded();
    assert.equal(listRows(source, "variant", "").length, 2);
  });

  it("fetches more than 500 definitions only when it is told to", async () => {
    const codes = Array.from({ length: 501 }, (_, index) => `S${index}`);
    await open(service(codes));
    await loaded();
    assert.equal(server.requests.length, 1);
    // The list offers it also where nothing matches.
    assert.deepEqual(labels(source.missing()), ["Load the variants of 501 signals"]);
    run(rowOf("s7", "S7 v0"));
    await loaded();
    assert.deepEqual(labels(listRows(source, "variant", "s7 us")), ["S7 v0 · United States"]);
    assert.equal(server.requests.length, 2);
    run(rowOf("", "Load the variants of 500 signals"));
    await loaded();
    assert.equal(source.completeness(), "1,002 variants of 501 signals");
  });

  it("shows the best 200 and says how many more there are", async () => {
    await open(service(Array.from({ length: 150 }, (_, index) => `S${index}`)));
    await loaded();
    const rows = listRows(source, "variant", "");
    assert.equal(rows.length, 201);
    assert.equal(rows.at(-1)?.label, "100 more");
  });

  it("says why a variant cannot be asked for", async () => {
    await open((request, response) => {
      if (request.url === "/api/v3/signal/") response.end('["A"]');
      else response.end('{"tags":[{"kind":"kind","values":["x"]}]}');
    });
    await loaded();
    const row = rowOf("", "A v0 · x");
    assert.match(row.detail ?? "", /^Cannot be requested: its tag kind kind/);
    assert.equal(row.effect.kind, "none");
  });

  it("stays ready between two openings: rows at once, and no request", async () => {
    await open(service(["A", "B"]));
    await loaded();
    source.dispose();
    source = new SignalSource(services.get, new ReadableNames("en"));
    source.start();
    await until("the rows", () =>
      listRows(source, "variant", "b").length === 2 ? true : undefined,
    );
    await loaded();
    assert.equal(source.completeness(), "4 variants of 2 signals");
    assert.equal(server.requests.length, 3);
  });

  describe("of an earlier session", () => {
    let folder: TemporaryFolder;
    let codes: string[];
    /** What the service waits for before it answers. */
    let gate: Promise<unknown>;
    let status: number;

    // 600 signals: more than are fetched without asking.
    beforeEach(async () => {
      folder = temporaryFolder("palette-signals");
      codes = Array.from({ length: 600 }, (_, index) => `S${index}`);
      [gate, status] = [Promise.resolve(), 200];
      const listener = service(codes);
      server = await startServer((request, response) => {
        response.statusCode = status;
        void gate.then(() => listener(request, response));
      });
      openAt(server.origin, undefined, folder.path);
      await loaded();
      for (const code of ["S7", "S8"]) {
        run(rowOf(code, `${code} v0`));
        await loaded();
      }
      source.dispose();
      services.dispose();
      assert.equal(server.requests.length, 3);
    });
    afterEach(() => folder.remove());

    async function shown(): Promise<readonly string[]> {
      return until("rows", () => {
        const found = labels(listRows(source, "variant", "us"));
        return found.length === 2 ? found : undefined;
      });
    }

    it("has what is on disk while the service is asked, and says how much that is", async () => {
      const answer = deferred<undefined>();
      gate = answer.promise;
      openAt(server.origin, undefined, folder.path);
      assert.deepEqual(await shown(), ["S7 v0 · United States", "S8 v0 · United States"]);
      assert.equal(source.completeness(), "4 variants of 2 of 600 signals; loading…");
      codes.splice(7, 1);
      answer.resolve(undefined);
      await loaded();
      assert.equal(source.completeness(), "2 variants of 1 of 599 signals");
      assert.equal(server.requests.length, 4);
    });

    it("says that it is out of date when the service is away", async () => {
      status = 503;
      openAt(server.origin, undefined, folder.path);
      await loaded();
      assert.equal((await shown()).length, 2);
      assert.match(
        source.completeness(),
        /^4 variants of 2 of 600 signals; out of date, fetched \d+ \w+ \d{4} \d\d:\d\d UTC$/,
      );
    });

    it("shows nothing of it once the service has refused the key", async () => {
      const answer = deferred<undefined>();
      [gate, status] = [answer.promise, 401];
      openAt(server.origin, undefined, folder.path);
      await shown();
      answer.resolve(undefined);
      await loaded();
      assert.deepEqual(labels(listRows(source, "variant", "us")), [
        "Enter API Key…",
        "The signals cannot be listed",
      ]);
    });
  });

  it("asks for nothing more once it is closed", async () => {
    const pending = new Set<string>();
    await open((request, response) => {
      const { url = "" } = request;
      if (url === "/api/v3/signal/") {
        response.end(JSON.stringify(Array.from({ length: 100 }, (_, index) => `S${index}`)));
      } else {
        pending.add(url);
        response.on("close", () => pending.delete(url));
      }
    });
    // Six of eight places: two stay free for clicks.
    await until("six requests at once", () => (pending.size === 6 ? true : undefined));
    source.dispose();
    await until("the end of their sockets", () => (pending.size === 0 ? true : undefined));
    assert.equal(server.requests.length, 7);
  });
});

describe("what is said of several lists", () => {
  it("is said once where they have it in common, and last that some are loading", () => {
    const remarks = saidOnce([
      "40 variants; loading…; 2 failed; out of date",
      "0 forecasts; 2 failed; out of date",
    ]);
    assert.deepEqual(remarks, [
      "40 variants",
      "2 failed",
      "0 forecasts",
      "2 failed",
      "out of date",
      "loading…",
    ]);
  });
});
