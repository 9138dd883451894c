import assert from "node:assert/strict";
import { NetworkError } from "../../../src/service/errors";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { type ServiceClient } from "../../../src/service/serviceClient";
import { endOfDay } from "../../../src/shared/instant";
import { forecastRef, signalRef } from "../../../src/shared/reference";
import { datedSeries } from "../../../src/store/datedSeries";
import { FrameWorker } from "../../../src/store/frameWorker";
import { SeriesStore } from "../../../src/store/seriesStore";
import { frameWorkerFile } from "../../support/builtFiles";
import { testClient } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";
import { AsOfGate, LaterThanAsOfError } from "../../../src/store/asOfGate";

const latest = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "FIT",
  asOf: "latest",
});
const header = "Fri, 20 Nov 2026 14:05:01 GMT";
const askedAsOf =
  "/api/v3/signal/INFL/2/data/?country_iso=US&kind=FIT&as_of_utc=2026-11-20T14%3A05%3A01&fmt=csv";

describe("datedSeries", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  let server: TestServer;
  let date: string;
  let nowMs: number;
  let source: { client: ServiceClient; series: SeriesStore };
  let gate: AsOfGate;

  beforeEach(async () => {
    date = header;
    nowMs = Date.parse(header);
    gate = new AsOfGate();
    server = await startServer((_, response) => {
      response.setHeader("date", date).end("Date,Level\n2024-01-01,1.5\n");
    });
    const { client } = testClient(server.origin, { transport });
    const series = new SeriesStore({
      client,
      worker,
      gate,
      transferFormat: () => "csv",
      now: () => nowMs,
    });
    source = { client, series };
  });
  afterEach(() => server.close().catch(() => undefined));
  after(() => {
    transport.dispose();
    worker.dispose();
  });

  it("asks for the instant of the service's Date header where latest was asked", async () => {
    const { reference, retrievedAt, frame } = await datedSeries(source, latest);
    assert.deepEqual(reference, { ...latest, asOf: "20261120T140501Z" });
    assert.equal(retrievedAt, "20261120T140501Z");
    assert.equal(frame.days.length, 1);
    assert.equal(server.requests.at(-1)?.target, askedAsOf);
  });

  it("is refused when it is later than the window's as-of, even if it is cached", async () => {
    await source.series.series(latest);
    gate.set(endOfDay(20_400));
    await assert.rejects(datedSeries(source, latest), LaterThanAsOfError);
    // What is open stays.
    assert.equal((await source.series.series(latest)).frame.days.length, 1);
    await assert.rejects(source.series.series(latest, { isRefresh: true }), LaterThanAsOfError);
    assert.equal(server.requests.length, 1);
    const { reference } = await datedSeries(source, { ...latest, asOf: endOfDay(20_400) });
    assert.deepEqual(reference, { ...latest, asOf: endOfDay(20_400) });
    assert.equal(server.requests.length, 2);
  });

  it("offers nothing cached that is later than the window's as-of", async () => {
    await source.series.series(latest);
    const [asked, earlier] = [20_400, 20_390].map((day) => ({ ...latest, asOf: endOfDay(day) }));
    assert.ok(asked !== undefined && earlier !== undefined);
    assert.equal((await source.series.nearestCached(asked, true))?.reference.asOf, "latest");
    gate.set(asked.asOf);
    assert.equal(await source.series.nearestCached(asked, true), undefined);
    await source.series.series(earlier);
    assert.deepEqual((await source.series.nearestCached(asked, true))?.reference, earlier);
  });

  it("takes for the latest what is shown as that while it is fresh, and nothing older (DATA-13)", async () => {
    await source.series.series(latest);
    date = "Fri, 20 Nov 2026 14:19:00 GMT";
    nowMs = Date.parse(date);
    const shown = await datedSeries(source, latest);
    assert.deepEqual(shown.reference, { ...latest, asOf: "20261120T140501Z" });
    assert.equal(server.requests.length, 2);
    date = "Fri, 20 Nov 2026 14:21:00 GMT";
    nowMs = Date.parse(date);
    const { reference } = await datedSeries(source, latest);
    assert.deepEqual(reference, { ...latest, asOf: "20261120T142100Z" });
  });

  it("asks anew for a refresh, even within the second of what is kept (DATA-13)", async () => {
    await datedSeries(source, latest);
    assert.equal(server.requests.length, 2);
    const same = await datedSeries(source, latest, { isRefresh: true });
    assert.deepEqual(
      server.requests.slice(2).map(({ target }) => /as_of_utc=([^&]*)/.exec(target)?.[1]),
      [undefined, "2026-11-20T14%3A05%3A01"],
    );
    assert.equal(same.retrievedAt, "20261120T140501Z");
    date = "Fri, 20 Nov 2026 14:05:02 GMT";
    const { reference } = await datedSeries(source, latest, { isRefresh: true });
    assert.deepEqual(reference, { ...latest, asOf: "20261120T140502Z" });
  });

  describe("while the service cannot be reached", () => {
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

    it("is what is kept, named by the instant at which that was fetched", async () => {
      await source.series.series(latest);
      await source.series.series(forecast);
      date = "Sat, 21 Nov 2026 09:00:00 GMT";
      await source.client.listMarkets().catch(() => undefined);
      await server.close();
      nowMs += 3_600_000;
      const saved = await datedSeries(source, latest);
      assert.ok(saved.staleBecause instanceof NetworkError);
      assert.deepEqual(saved.reference, { ...latest, asOf: "20261120T140501Z" });
      assert.equal(saved.frame.days.length, 1);
      const other = await datedSeries(source, forecast);
      assert.ok(other.staleBecause instanceof NetworkError);
      assert.deepEqual([other.reference, other.retrievedAt], [forecast, "20261120T140501Z"]);
    });

    it("is what is shown, with the reason, however fresh that is (DATA-13)", async () => {
      await source.series.series(latest);
      await server.close();
      const saved = await datedSeries(source, latest);
      assert.ok(saved.staleBecause instanceof NetworkError);
      assert.deepEqual(saved.reference, { ...latest, asOf: "20261120T140501Z" });
      assert.equal(saved.frame.days.length, 1);
    });

    it("tells so after one request when nothing is kept", async () => {
      await server.close();
      await assert.rejects(datedSeries(source, latest), NetworkError);
      assert.equal(source.client.counts.sent, 3);
    });
  });

  it("leaves an as-of as it is, for one request", async () => {
    const vintage = { ...latest, asOf: endOfDay(19_902) };
    const { reference } = await datedSeries(source, vintage);
    assert.deepEqual(reference, vintage);
    assert.equal(server.requests.length, 1);
  });

  it("never pretends that a forecast is as of a time", async () => {
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const { reference, retrievedAt } = await datedSeries(source, forecast);
    assert.deepEqual(reference, forecast);
    assert.equal(retrievedAt, "20261120T140501Z");
    assert.deepEqual(
      server.requests.map(({ target }) => target),
      ["/api/v3/forecast/market/SPX/currency/USD/horizon/12%20Months/data/?fmt=csv"],
    );
  });
});
