import assert from "node:assert/strict";
import fc from "fast-check";
import {
  InvalidRequest,
  MissingKeyError,
  NotFoundError,
  UnauthorizedError,
} from "../../../src/service/errors";
import { type ServiceClient } from "../../../src/service/serviceClient";
import { type AsOf, endOfDay, instantOfText } from "../../../src/shared/instant";
import { dayOfIso } from "../../../src/shared/day";
import { forecastRef, type SignalRef, signalRef } from "../../../src/shared/reference";
import { MovedClock } from "../../support/movedClock";
import { runs } from "../../support/propertyRuns";
import { rejection } from "../../support/rejection";
import { testClient, type TestClient, testKey } from "../../support/testClient";
import { startServer, type TestServer } from "../../support/testServer";

/** 2024-07-01T12:00:00Z, from `date -u -d 2024-07-01T12:00:00 +%s`. */
const serverDateMs = 1_719_835_200_000;

function signal(parts: Partial<Omit<SignalRef, "family">> = {}): SignalRef {
  const tags = { country_iso: "US" };
  return signalRef({ code: "INFL", version: 2, tags, dataKind: "SNAP", asOf: "latest", ...parts });
}

function asOf(text: string): AsOf {
  const instant = instantOfText(text);
  assert.ok(instant !== undefined);
  return instant;
}

describe("ServiceClient", () => {
  let server: TestServer;
  let test: TestClient;
  let client: ServiceClient;
  /** What the client noted of each request. */
  let outcomes: unknown[];
  let status: number;
  /** Those of the first answers. */
  let wrongDates: number[];
  /** What the server answers with, by the requested format. */
  const bodies = { parquet: "PAR1 and more", csv: "Date,Level\n", json: "[]" };

  beforeEach(async () => {
    outcomes = [];
    status = 200;
    wrongDates = [];
    server = await startServer((request, response) => {
      response.statusCode = status;
      const format = /fmt=(\w+)/.exec(request.url ?? "")?.[1] ?? "json";
      const isDefinition = /\/signal\/[^/]+\/\d+\/$/.test(request.url ?? "");
      response.setHeader("date", new Date(wrongDates.shift() ?? serverDateMs).toUTCString());
      response.end(isDefinition ? "{}" : bodies[format as keyof typeof bodies]);
    });
    test = testClient(`${server.origin}/some/prefix/`, {
      clock: new MovedClock(serverDateMs),
      onOutcome: (error) => outcomes.push(error),
    });
    ({ client } = test);
  });

  afterEach(async () => {
    test.dispose();
    await server.close();
  });

  const requests: [
    does: string,
    send: (client: ServiceClient) => Promise<unknown>,
    target: string,
  ][] = [
    ["lists signals", (c) => c.listSignals(), "/signal/"],
    ["gets a signal", (c) => c.getSignal("INFL", 2), "/signal/INFL/2/"],
    [
      "downloads a signal as Parquet",
      (c) => c.downloadSignalData(signal()),
      "/signal/INFL/2/data/?country_iso=US&kind=SNAP&fmt=parquet",
    ],
    [
      "downloads a signal by several tags, as of a time, as CSV",
      (c) =>
        c.downloadSignalData(
          {
            ...signal({ dataKind: "FIT", asOf: asOf("20240628T180000Z") }),
            tags: { sector: "Consumer Goods", country_iso: "US", basket: "A&B" },
          },
          { format: "csv" },
        ),
      "/signal/INFL/2/data/?basket=A%26B&country_iso=US&sector=Consumer%20Goods&kind=FIT&as_of_utc=2024-06-28T18%3A00%3A00&fmt=csv",
    ],
    [
      "downloads a signal without tags",
      (c) => c.downloadSignalData(signal({ tags: {} }), { format: "json" }),
      "/signal/INFL/2/data/?kind=SNAP&fmt=json",
    ],
    ["lists the latest signals", (c) => c.listLatestSignals(), "/signal/latest/"],
    [
      "lists the latest signals of a commodity",
      (c) => c.listLatestSignals({ commodityName: "Crude Oil" }),
      "/signal/latest/?commodity_name=Crude%20Oil",
    ],
    ["lists markets", (c) => c.listMarkets(), "/forecast/market/"],
    ["lists hedgings", (c) => c.listHedgings(), "/forecast/hedging/"],
    [
      "downloads a forecast",
      (c) =>
        c.downloadForecastData(
          forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
        ),
      "/forecast/market/SPX/currency/USD/horizon/12%20Months/data/?fmt=parquet",
    ],
    ["lists the latest forecasts", (c) => c.listLatestForecasts(), "/forecast/latest/"],
    [
      "lists the latest forecasts of a market and horizon",
      (c) => c.listLatestForecasts({ horizon: "12 Months", market: "SPX" }),
      "/forecast/latest/?market_code=SPX&horizon_name=12%20Months",
    ],
  ];
  for (const [does, send, target] of requests) {
    it(`${does} with exactly this request line, and the key in its header alone`, async () => {
      await send(client);
      assert.deepEqual(
        server.requests.map((request) => [request.target, request.headers["x-api-key"]]),
        [[`/some/prefix/api/v3${target}`, testKey]],
      );
    });

    it(`${does} and notes how that ended, for the outage and the key (HTTP-10)`, async () => {
      await send(client);
      assert.deepEqual(outcomes, [undefined]);
      status = 403;
      const error = await rejection(send(client), UnauthorizedError);
      assert.deepEqual(outcomes, [undefined, error]);
      // The listings are open to every key; one signal or market may not be in the subscription.
      const isOfOne = /^\/(signal\/INFL|forecast\/market\/[^/]+)\/.*\//.test(target);
      assert.equal(error.isAboutSubscription, isOfOne);
      status = 404;
      await rejection(send(client), NotFoundError);
      assert.equal(client.outage.error, undefined);
    });
  }

  it("sends nothing but what a request needs", async () => {
    await client.listMarkets();
    assert.deepEqual(Object.keys(server.requests[0]?.headers ?? {}).sort(), [
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
      "x-api-key",
    ]);
  });

  it("gives a download with what is known of it", async () => {
    const { redaction, ...body } = await client.downloadSignalData(signal(), { format: "csv" });
    assert.ok(redaction);
    assert.deepEqual(body, {
      bytes: new TextEncoder().encode("Date,Level\n"),
      format: "csv",
      request: "GET /some/prefix/api/v3/signal/INFL/2/data/?country_iso=US&kind=SNAP&fmt=csv",
      attempts: 1,
      serverDateMs,
      isCloseDelimited: false,
    });
    assert.equal(body.bytes.buffer.byteLength, body.bytes.length);
  });

  it("keeps origin, prefix and the number of segments for any text (SEC-08)", async () => {
    const nasty = [
      "../admin",
      "//evil",
      "a/b?x#y",
      "%2e%2e",
      ".",
      "..",
      "\u{1F600}",
      "x".repeat(10_240),
    ];
    const text = fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...nasty) },
      fc.string({ minLength: 1, unit: "grapheme" }).filter((each) => !each.includes("\0")),
    );
    const reference = fc.record({ market: text, currency: text, horizon: text });
    await fc.assert(
      fc.asyncProperty(reference, async (parts) => {
        await client.downloadForecastData({ family: "forecast", ...parts });
        const target = server.requests.at(-1)?.target ?? "";
        const segments = target.replace(/\?fmt=parquet$/, "").split("/");
        assert.deepEqual(
          segments.filter((_, index) => ![7, 9, 11].includes(index)).join("/"),
          "/some/prefix/api/v3/forecast/market/currency/horizon/data/",
        );
        assert.deepEqual(
          [7, 9, 11].map((index) => decodeURIComponent(segments[index] ?? "")),
          [parts.market, parts.currency, parts.horizon],
        );
      }),
      { numRuns: Math.min(runs(), 300) },
    );
  });

  it("refuses a code with half a surrogate pair before anything is sent", async () => {
    const error = await rejection(client.getSignal("\ud800", 1), InvalidRequest);
    assert.deepEqual(
      [error.reason, error.attempts, server.requests.length],
      ["unsendable-text", 0, 0],
    );
  });

  for (const kind of ["kind", "fmt", "as_of_utc", "api_key"]) {
    it(`refuses the tag kind ${kind} before anything is sent`, async () => {
      const reference = signal({ tags: { [kind]: "x" } });
      const error = await rejection(client.downloadSignalData(reference), InvalidRequest);
      assert.deepEqual([error.reason, server.requests.length], ["reserved-tag-kind", 0]);
    });
  }

  describe("as-of", () => {
    it("may lie a day after this clock before any answer", async () => {
      await client.downloadSignalData(signal({ asOf: asOf("20240702T120000Z") }));
      assert.equal(server.requests.length, 1);
    });

    it("that lies later is refused once the service has said what time it is", async () => {
      const later = signal({ asOf: asOf("20240702T120001Z") });
      const error = await rejection(client.downloadSignalData(later), InvalidRequest);
      assert.equal(error.reason, "future-as-of");
      const targets = server.requests.map(({ target }) => target);
      assert.deepEqual(targets, ["/some/prefix/api/v3/forecast/hedging/"]);
    });

    it("is sent by a computer whose clock is years behind (CLOCK-01)", async () => {
      const clock = new MovedClock(Date.UTC(2020, 0, 1));
      const { client: late, dispose } = testClient(server.origin, { clock });
      await late.downloadSignalData(signal({ asOf: asOf("20240701T120000Z") }));
      const future = signal({ asOf: asOf("20240701T120501Z") });
      const error = await rejection(late.downloadSignalData(future), InvalidRequest);
      dispose();
      assert.equal(error.reason, "future-as-of");
    });

    it("of the first answer is the service's time, also by a computer whose clock is years behind (CLOCK-01)", async () => {
      const clock = new MovedClock(Date.UTC(2020, 0, 1));
      const { client: late, dispose } = testClient(server.origin, { clock });
      const first = await late.downloadSignalData(signal({ asOf: "latest" }));
      const second = await late.downloadSignalData(signal({ asOf: "latest" }));
      dispose();
      assert.deepEqual([first.serverDateMs, second.serverDateMs], [serverDateMs, serverDateMs]);
      const hedgings = server.requests.filter(({ target }) => target.includes("/hedging/"));
      assert.deepEqual([hedgings.length, server.requests.length], [1, 3]);
    });

    it("of the first answer is that of the next one when its own was wrong (CLOCK-01)", async () => {
      wrongDates.push(serverDateMs + 365 * 86_400_000);
      const { serverDateMs: toldMs } = await client.downloadSignalData(signal({ asOf: "latest" }));
      assert.deepEqual([toldMs, server.requests.length], [serverDateMs, 2]);
    });

    it("may lie five minutes after the newest Date header, not more", async () => {
      await client.listMarkets();
      const soon = signal({ asOf: asOf("20240701T120500Z") });
      const later = signal({ asOf: asOf("20240701T120501Z") });
      await rejection(client.downloadSignalData(later), InvalidRequest);
      await client.downloadSignalData(soon);
      assert.equal(server.requests.length, 2);
    });

    it("of yesterday is sent when the newest answer is older than that", async () => {
      const clock = new MovedClock(serverDateMs);
      const { client: patient, dispose } = testClient(server.origin, { clock });
      await patient.listMarkets();
      clock.advance(3 * 86_400_000);
      const yesterday = endOfDay(dayOfIso("2024-07-03") ?? Number.NaN);
      await patient.downloadSignalData(signal({ asOf: yesterday }));
      dispose();
      assert.equal(server.requests.length, 2);
    });
  });

  it("tells the newest Date header of all answers", async () => {
    assert.equal(client.newestServerDateMs, undefined);
    await client.listMarkets();
    assert.equal(client.newestServerDateMs, serverDateMs);
  });

  it("confirms no time of an answer from a service on this machine", async () => {
    const { client: own, dispose } = testClient(server.origin, {
      clock: new MovedClock(serverDateMs),
    });
    await own.listMarkets();
    assert.deepEqual(own.arrival, { ms: serverDateMs, isConfirmed: false });
    dispose();
  });

  it("tells the last as-of that it takes", async () => {
    assert.equal(client.latestAsOfMs, Date.UTC(2024, 6, 2, 12));
    await client.listMarkets();
    assert.equal(client.latestAsOfMs, Date.UTC(2024, 6, 1, 12, 5));
  });

  it("asks for the key anew with each request", async () => {
    const keys = ["first", "second"];
    const { client: other, dispose } = testClient(server.origin, {
      apiKey: () => Promise.resolve(keys.shift()),
    });
    await other.listMarkets();
    await other.listMarkets();
    dispose();
    assert.deepEqual(
      server.requests.map((request) => request.headers["x-api-key"]),
      ["first", "second"],
    );
  });

  it("sends nothing without a key", async () => {
    const { client: other } = testClient(server.origin, {
      apiKey: () => Promise.resolve(undefined),
    });
    await rejection(other.listMarkets(), MissingKeyError);
    assert.equal(server.requests.length, 0);
  });

  it("sends no key that would break out of its header, and does not repeat it (SEC-09)", async () => {
    const { client: other } = testClient(server.origin, {
      apiKey: () => Promise.resolve("hidden\r\nX-Admin: 1"),
    });
    const error = await rejection(other.listMarkets(), InvalidRequest);
    assert.doesNotMatch(`${error.message} ${error.stack ?? ""}`, /hidden/);
    assert.deepEqual([error.reason, server.requests.length], ["unsendable-key", 0]);
  });

  it("sends no key of fewer than 8 characters to another computer, and reports why (SEC-09)", async () => {
    let sent = 0;
    const send = (): Promise<never> => Promise.reject(new Error(`sent ${++sent}`));
    const { client: other } = testClient("https://api.example.com", {
      apiKey: () => Promise.resolve("hidden1"),
      transport: { send, dispose: () => undefined },
    });
    const error = await rejection(other.listMarkets(), InvalidRequest);
    assert.match(error.message, /was not sent: it has fewer than 8 characters/);
    assert.doesNotMatch(`${error.message} ${error.stack ?? ""}`, /hidden/);
    assert.deepEqual([error.reason, error.attempts, sent], ["unsendable-key", 0, 0]);
  });

  it("sends a short key to a service on this computer (SEC-09)", async () => {
    const { client: other, dispose } = testClient(server.origin, {
      apiKey: () => Promise.resolve("x\r\n"),
    });
    await other.listMarkets();
    dispose();
    assert.equal(server.requests.at(-1)?.headers["x-api-key"], "x");
  });
});

describe("ServiceClient, of a service that ignores filters", () => {
  let server: TestServer;
  let test: TestClient;

  beforeEach(async () => {
    server = await startServer((request, response) => {
      const isForecast = request.url?.includes("/forecast/") === true;
      response.end(JSON.stringify(isForecast ? forecasts : signals));
    });
    test = testClient(server.origin);
  });

  afterEach(async () => {
    test.dispose();
    await server.close();
  });

  const latest = { Level: 1, Momentum: 2, Aggregate: 3, Date: "2024-06-28T00:00:00" };
  const signals = [
    { signal_code: "A", version: 1, latest, commodity_name: "Gold" },
    { signal_code: "B", version: 1, latest, commodity_name: "Copper" },
    { signal_code: "C", version: 1, latest, country_iso: "US" },
  ];
  const node = { kind: "Forecast", forecast: 0.1, drivers: [] };
  const forecasts = [
    { market_code: "SPX", currency_iso: "USD", horizon: "1 Year", hedging: "Local", latest: node },
    { market_code: "SPX", currency_iso: "USD", horizon: "2 Years", hedging: "Local", latest: node },
    { market_code: "DAX", currency_iso: "EUR", horizon: "1 Year", hedging: "Local", latest: node },
  ];

  it("keeps the latest signals of the commodity alone", async () => {
    const { items } = await test.client.listLatestSignals({ commodityName: "Gold" });
    assert.deepEqual(
      Array.from(items, (item) => item.code),
      ["A"],
    );
  });

  it("keeps the latest forecasts of the market and horizon alone", async () => {
    const { items } = await test.client.listLatestForecasts({ market: "SPX", horizon: "1 Year" });
    assert.deepEqual(
      Array.from(items, (item) => [item.marketCode, item.horizonName]),
      [["SPX", "1 Year"]],
    );
  });

  it("keeps all without a filter", async () => {
    assert.equal((await test.client.listLatestForecasts()).items.length, 3);
    assert.equal((await test.client.listLatestSignals()).items.length, 3);
  });
});
