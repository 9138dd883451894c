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
  let source: { client: ServiceClient; series: SeriesStore };

  beforeEach(async () => {
    date = header;
    server = await startServer((_, response) => {
      response.setHeader("date", date).end("Date,Level\n2024-01-01,1.5\n");
    });
    const { client } = testClient(server.origin, { transport });
    source = { client, series: new SeriesStore({ client, worker, transferFormat: () => "csv" }) };
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

  it("takes what was fetched within the last minute as the latest, and nothing older", async () => {
    await source.series.series(latest);
    await datedSeries(source, latest);
    assert.equal(server.requests.length, 2);
    date = "Sat, 21 Nov 2026 09:00:00 GMT";
    const inAnHour = Date.now() + 3_600_000;
    const { reference } = await datedSeries(source, latest, { now: () => inAnHour });
    assert.deepEqual(reference, { ...latest, asOf: "20261121T090000Z" });
  });

  describe("while the service cannot be reached", () => {
    const inAnHour = Date.now() + 3_600_000;
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

    it("is what is kept, named by the instant at which that was fetched", async () => {
      await source.series.series(latest);
      await source.series.series(forecast);
      date = "Sat, 21 Nov 2026 09:00:00 GMT";
      await source.client.listMarkets().catch(() => undefined);
      await server.close();
      const saved = await datedSeries(source, latest, { now: () => inAnHour });
      assert.ok(saved.staleBecause instanceof NetworkError);
      assert.deepEqual(saved.reference, { ...latest, asOf: "20261120T140501Z" });
      assert.equal(saved.frame.days.length, 1);
      const other = await datedSeries(source, forecast, { now: () => inAnHour });
      assert.ok(other.staleBecause instanceof NetworkError);
      assert.deepEqual([other.reference, other.retrievedAt], [forecast, "20261120T140501Z"]);
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
