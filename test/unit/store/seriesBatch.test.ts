import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { NotFoundError, UnauthorizedError } from "../../../src/service/errors";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { endOfDay } from "../../../src/shared/instant";
import { type SignalRef, forecastRef, signalRef } from "../../../src/shared/reference";
import { type ServiceClient } from "../../../src/service/serviceClient";
import { FrameWorker } from "../../../src/store/frameWorker";
import { type BatchItem, seriesBatch } from "../../../src/store/seriesBatch";
import { SeriesStore } from "../../../src/store/seriesStore";
import { frameWorkerFile } from "../../support/builtFiles";
import { testClient } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";
import { type LatestSource } from "../../../src/store/latest";

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
  let source: LatestSource;
  let nowMs: number;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  const items = (references: readonly BatchItem["reference"][]): BatchItem[] =>
    references.map((reference) => ({ source, reference }));
  const asked = (): string[] => server.requests.map(({ target }) => target);
  const askedAsOfs = (): (string | undefined)[] =>
    asked().map((target) => /as_of_utc=([^&]*)/.exec(target)?.[1]?.replaceAll("%3A", ":"));
  const sourceOf = (client: ServiceClient): LatestSource => {
    const options = { worker, transferFormat: () => "csv" as const, now: () => nowMs };
    return { client, series: new SeriesStore({ client, ...options }) };
  };

  beforeEach(async () => {
    let second = 1;
    nowMs = Date.parse(header);
    answer = (_, response) => {
      // The clock of the service goes on between two answers.
      const date = header.replace(":01 ", `:${String(second++).padStart(2, "0")} `);
      response.setHeader("date", date).end("Date,Level\n2024-01-01,1.5\n");
    };
    server = await startServer((request, response) => answer(request, response));
    const { client } = testClient(server.origin, { transport });
    source = sourceOf(client);
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
    nowMs += 3_600_000;
    const { fetched, failed } = await seriesBatch(items(["US", "DE"].map(signal)));
    assert.deepEqual([fetched.length, failed.length], [0, 2]);
  });

  it("is as of the newest of what is shown and fresh, wherever that stands (DATA-13)", async () => {
    for (const country of ["JP", "US"]) await source.series.series(signal(country));
    nowMs += 12 * 60_000;
    const { fetched } = await seriesBatch(items(["DE", "JP", "US"].map(signal)));
    const newest = "20261120T140502Z";
    assert.deepEqual(
      fetched.map(({ series: { reference } }) => reference.family === "signal" && reference.asOf),
      [newest, newest, newest],
    );
    assert.deepEqual(askedAsOfs().slice(2), Array(3).fill("2026-11-20T14:05:02"));
  });

  it("resolves latest once and anew for a refresh, whatever is kept (DATA-13)", async () => {
    const references = ["US", "DE"].map(signal);
    await seriesBatch(items(references));
    const before = server.requests.length;
    const { fetched } = await seriesBatch(items(references), { isRefresh: true });
    const anew = `2026-11-20T14:05:0${before + 1}`;
    assert.deepEqual(askedAsOfs().slice(before), [undefined, anew, anew]);
    assert.ok(
      fetched.every(
        ({ series: { reference } }) =>
          reference.family === "signal" && reference.asOf === `20261120T14050${before + 1}Z`,
      ),
    );
  });

  it("gives a service whose clock is behind an instant of its own (DATA-13)", async () => {
    const late = await startServer((_, response) => {
      const date = "Fri, 20 Nov 2026 13:00:00 GMT";
      response.setHeader("date", date).end("Date,Level\n2024-01-01,1.5\n");
    });
    try {
      const { client } = testClient(late.origin, { transport });
      const other = sourceOf(client);
      await other.series.series(signal("FR"));
      await source.series.series(signal("US"));
      const all = [
        { source, reference: signal("US") },
        { source: other, reference: signal("FR") },
        { source: other, reference: signal("IT") },
      ];
      const { fetched, failed } = await seriesBatch(all);
      assert.deepEqual(failed, []);
      assert.deepEqual(
        fetched.map(({ series: { reference } }) => reference.family === "signal" && reference.asOf),
        [instant, "20261120T130000Z", "20261120T130000Z"],
      );
    } finally {
      await late.close();
    }
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
