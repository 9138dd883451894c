import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { NotFoundError, UnauthorizedError } from "../../../src/service/errors";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { endOfDay } from "../../../src/shared/instant";
import { type SignalRef, forecastRef, signalRef } from "../../../src/shared/reference";
import { type DatedSeriesSource } from "../../../src/store/datedSeries";
import { FrameWorker } from "../../../src/store/frameWorker";
import { type BatchItem, seriesBatch } from "../../../src/store/seriesBatch";
import { SeriesStore } from "../../../src/store/seriesStore";
import { frameWorkerFile } from "../../support/builtFiles";
import { testClient } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";

const signal = (country: string): SignalRef =>
  signalRef({
    code: "INFL",
    version: 2,
    tags: { country_iso: country },
    dataKind: "FIT",
    asOf: "latest",
  });
const header = "Fri, 20 Nov 2026 14:05:01 GMT";
const instant = "20261120T140501Z";

describe("seriesBatch", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  let server: TestServer;
  let source: DatedSeriesSource;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  const items = (references: readonly BatchItem["reference"][]): BatchItem[] =>
    references.map((reference) => ({ source, reference }));
  const asked = (): string[] => server.requests.map(({ target }) => target);

  beforeEach(async () => {
    let second = 1;
    answer = (_, response) => {
      // The clock of the service goes on between two answers.
      const date = header.replace(":01 ", `:${String(second++).padStart(2, "0")} `);
      response.setHeader("date", date).end("Date,Level\n2024-01-01,1.5\n");
    };
    server = await startServer((request, response) => answer(request, response));
    const { client } = testClient(server.origin, { transport });
    source = { client, series: new SeriesStore({ client, worker, transferFormat: () => "csv" }) };
  });
  afterEach(() => server.close().catch(() => undefined));
  after(() => {
    transport.dispose();
    worker.dispose();
  });

  it("asks for one instant whenever latest was asked, and keeps other as-ofs and forecasts", async () => {
    const vintage = { ...signal("FR"), asOf: endOfDay(19_902) };
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const references = [vintage, signal("US"), forecast, signal("DE"), signal("JP")];
    const counts: string[] = [];
    const { fetched, failed } = await seriesBatch(items(references), {
      onProgress: (done, of) => counts.push(`${done} of ${of}`),
    });
    assert.deepEqual(failed, []);
    assert.deepEqual(
      fetched.map(({ series }) => series.reference),
      references.map((each) =>
        each.family === "signal" && each.asOf === "latest" ? { ...each, asOf: instant } : each,
      ),
    );
    assert.deepEqual(counts, ["0 of 5", "1 of 5", "2 of 5", "3 of 5", "4 of 5", "5 of 5"]);
    const asOfs = asked().map((target) => /as_of_utc=([^&]*)/.exec(target)?.[1]);
    assert.equal(asOfs.filter((asOf) => asOf === "2026-11-20T14%3A05%3A01").length, 3);
  });

  it("names what failed beside all the others", async () => {
    const usual = answer;
    answer = (request, response) => {
      if (/country_iso=(?:US|JP)/.test(request.url ?? "")) response.writeHead(404).end("no such");
      else usual(request, response);
    };
    const references = ["US", "DE", "JP", "FR"].map(signal);
    const { fetched, failed } = await seriesBatch(items(references));
    assert.deepEqual(
      failed.map(({ item }) => item.reference),
      [references[0], references[2]],
    );
    assert.ok(failed.every(({ error }) => error instanceof NotFoundError));
    assert.deepEqual(
      fetched.map(({ item }) => item.reference),
      [references[1], references[3]],
    );
  });

  it("stops asking when the key is refused again and again", async () => {
    answer = (_, response) => response.writeHead(401).end();
    const { fetched, failed } = await seriesBatch(
      items(Array.from({ length: 20 }, (_, at) => signal(`C${at}`))),
    );
    assert.equal(fetched.length, 0);
    assert.equal(failed.length, 20);
    assert.ok(failed.every(({ error }) => error instanceof UnauthorizedError));
    assert.equal(server.requests.length, 3);
  });

  it("never gives a vintage that was kept as the latest of a batch", async () => {
    await source.series.series(signal("US"));
    await server.close();
    const now = (): number => Date.now() + 3_600_000;
    const { fetched, failed } = await seriesBatch(items(["US", "DE"].map(signal)), { now });
    assert.deepEqual([fetched.length, failed.length], [0, 2]);
  });

  it("rejects when it is cancelled, and asks for nothing more", async () => {
    const cancelled = new AbortController();
    const batch = seriesBatch(items(Array.from({ length: 40 }, (_, at) => signal(`C${at}`))), {
      signal: cancelled.signal,
      onProgress: (done) => {
        if (done === 1) cancelled.abort();
      },
    });
    await assert.rejects(batch, { name: "AbortError" });
    assert.ok(server.requests.length < 40);
  });
});
