import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type RequestListener } from "node:http";
import { DecodeError } from "../../../src/data/errors";
import { valuesDigest } from "../../../src/data/valuesDigest";
import { type SampleService, startSampleService } from "../../../src/sample/sampleService";
import {
  AsOfNotHonouredError,
  NotFoundError,
  UnauthorizedError,
  UnexpectedContentError,
} from "../../../src/service/errors";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { Urgency } from "../../../src/service/urgency";
import { dayOfIso } from "../../../src/shared/day";
import { type AsOf, endOfDay, instantOfMs } from "../../../src/shared/instant";
import { forecastRef, signalRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { SeriesStore, type SeriesStoreOptions } from "../../../src/store/seriesStore";
import { frameWorkerFile } from "../../support/builtFiles";
import { testClient, testKey } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";
import { withMembers } from "../../support/withMembers";

const until = dayOf("2024-06-28");
const latest = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "SNAP",
  asOf: "latest",
});

function dayOf(iso: string): number {
  const day = dayOfIso(iso);
  assert.ok(day !== undefined);
  return day;
}

function instantOf(iso: string): AsOf {
  const instant = instantOfMs(Date.parse(iso));
  assert.ok(instant !== undefined);
  return instant;
}

describe("SeriesStore", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  after(() => {
    transport.dispose();
    worker.dispose();
  });

  function storeFor(origin: string, options: Partial<SeriesStoreOptions> = {}): SeriesStore {
    const { client } = testClient(origin, { transport });
    return new SeriesStore({ client, worker, ...options });
  }

  describe("on the sample service", () => {
    let sample: SampleService;
    before(async () => (sample = await startSampleService({ apiKey: testKey, until })));
    after(() => sample.close());

    it("goes from a reference to a frame", async () => {
      const { frame, body } = await storeFor(sample.url).series(latest);
      assert.equal(frame.days.at(-1), until);
      assert.deepEqual(
        frame.columns.map(({ name }) => name),
        ["Level", "Momentum", "Aggregate"],
      );
      assert.equal(
        body.request,
        "GET /api/v3/signal/INFL/2/data/?country_iso=US&kind=SNAP&fmt=parquet",
      );
    });

    it("gives equal frames whichever way they travel", async () => {
      const digests = new Set<string>();
      for (const transferFormat of ["parquet", "csv", "json"] as const) {
        const store = storeFor(sample.url, { transferFormat: () => transferFormat });
        digests.add(valuesDigest((await store.series(latest)).frame));
      }
      assert.equal(digests.size, 1);
    });

    it("honours an as-of", async () => {
      const asOf = endOfDay(dayOf("2008-06-30"));
      const { frame } = await storeFor(sample.url).series({ ...latest, asOf });
      assert.equal(frame.days.at(-1), dayOf("2008-06-30"));
    });

    it("replaces the latest by that of a later instant, never by that of an earlier one (DATA-13)", async () => {
      const store = storeFor(sample.url);
      const [early, middle, late] = ["2024-05-31", "2024-06-14", "2024-06-28"].map((iso) =>
        endOfDay(dayOf(iso)),
      );
      assert.ok(early !== undefined && middle !== undefined && late !== undefined);
      const cachedAt = (): unknown => store.cachedSeries(latest)?.sentAsOf;
      await store.latestAt(latest, middle);
      const earlier = await store.latestAt(latest, early);
      assert.deepEqual([earlier.sentAsOf, cachedAt()], [early, middle]);
      await store.latestAt(latest, late);
      assert.equal(cachedAt(), late);
    });

    it("fetches a forecast", async () => {
      const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
      const { frame } = await storeFor(sample.url).series(reference);
      assert.equal(frame.columns[0]?.name, "Forecast");
      assert.equal(frame.days.at(-1), until);
    });

    it("tells what the service does not know", async () => {
      const unknown = signalRef({ ...latest, tags: { country_iso: "ZZ" } });
      await assert.rejects(storeFor(sample.url).series(unknown), NotFoundError);
    });
  });

  describe("on a service that counts", () => {
    let server: TestServer;
    let listener: RequestListener;
    beforeEach(async () => {
      server = await startServer((request, response) => listener(request, response));
    });
    afterEach(() => server.close());

    async function answers(fixture: string, type = "application/octet-stream"): Promise<void> {
      const bytes = await readFile(`test/fixtures/${fixture}`);
      listener = (_, response) => response.setHeader("content-type", type).end(bytes);
    }

    it("asks once for what is asked for twice at once, and then from memory (HTTP-12)", async () => {
      await answers("polars-date.parquet");
      const store = storeFor(server.origin);
      const [one, other] = await Promise.all([store.series(latest), store.series(latest)]);
      assert.equal(one, other);
      assert.equal(await store.series({ ...latest }), one);
      assert.equal(store.cachedSeries(latest), one);
      assert.deepEqual(store.allCachedSeries(), [one]);
      assert.equal(server.requests.length, 1);
    });

    it("asks again for a refresh, and for what it has forgotten", async () => {
      await answers("polars-date.parquet");
      const store = storeFor(server.origin);
      await store.series(latest);
      await store.series(latest, { isRefresh: true });
      store.forgetCached();
      assert.equal(store.cachedSeries(latest), undefined);
      await store.series(latest);
      assert.equal(server.requests.length, 3);
    });

    it("decodes as urgently as it asks, and more so once a person asks for the same", async () => {
      await answers("polars-date.parquet");
      const seen: (Urgency | undefined)[] = [];
      const decode: FrameWorker["decode"] = async (body, options) => {
        seen.push(options?.urgency);
        return worker.decode(body, options);
      };
      const store = storeFor(server.origin, { worker: withMembers(worker, { decode }) });
      const bulk = store.series(latest, { urgency: new Urgency("bulk") });
      const click = store.series(latest);
      await Promise.all([bulk, click]);
      await store.series({ ...latest, version: 3 }, { urgency: new Urgency("bulk") });
      assert.deepEqual(
        seen.map((urgency) => urgency?.isClick),
        [true, false],
      );
    });

    it("keeps what it had when a refresh fails, and keeps no failure", async () => {
      await answers("polars-date.parquet");
      const store = storeFor(server.origin);
      const good = await store.series(latest);
      listener = (_, response) => response.writeHead(404).end("gone");
      await assert.rejects(store.series(latest, { isRefresh: true }), NotFoundError);
      assert.equal(await store.series(latest), good);
      await answers("polars-datetime.parquet");
      assert.notEqual(await store.series(latest, { isRefresh: true }), good);
    });

    it("keeps no more than its capacity", async () => {
      await answers("polars-date.parquet");
      const store = storeFor(server.origin, { capacityBytes: 1_000 });
      await store.series(latest);
      assert.equal(store.cachedSeries(latest), undefined);
    });

    it("refuses an as-of that the service ignored, with the raw answer (DATA-08)", async () => {
      await answers("polars-date.parquet");
      const store = storeFor(server.origin);
      // The fixture's last day is 2026-11-19: a later quarter than that of the as-of.
      const tooOld = { ...latest, asOf: endOfDay(dayOf("2026-09-30")) };
      await assert.rejects(store.series(tooOld), (error) => {
        assert.ok(error instanceof AsOfNotHonouredError);
        assert.equal(error.lastDay, dayOf("2026-11-19"));
        assert.ok(error.body.bytes.byteLength > 0);
        return true;
      });
      assert.equal(store.cachedSeries(tooOld), undefined);
      await store.series({ ...latest, asOf: endOfDay(dayOf("2026-10-01")) });
    });

    it("accepts days up to the end of the as-of's quarter, and reports those after the next day (DATA-08, DATA-17)", async () => {
      const cases: readonly (readonly [
        asOf: string,
        lastDay: string,
        outcome: boolean | "refused",
      ])[] = [
        ["2024-06-14", "2024-06-14", false],
        ["2024-06-14", "2024-06-15", false],
        ["2024-06-14", "2024-06-16", true],
        ["2024-06-14", "2024-06-30", true],
        ["2024-06-14", "2024-07-01", "refused"],
        ["2024-04-01", "2024-06-30", true],
        ["2024-06-30", "2024-07-01", false],
        ["2024-06-30", "2024-07-02", "refused"],
        ["2024-12-15", "2024-12-31", true],
        ["2024-12-15", "2025-01-01", "refused"],
        ["2024-01-01", "2024-03-31", true],
        ["2024-01-01", "2024-04-01", "refused"],
      ];
      for (const [asOf, lastDay, outcome] of cases) {
        listener = (_, response) => response.end(`Date,Level\n2023-12-29,1\n${lastDay},2\n`);
        const store = storeFor(server.origin, { transferFormat: () => "csv" });
        const vintage = store.series({ ...latest, asOf: endOfDay(dayOf(asOf)) });
        const found = await vintage.then(
          ({ repairs }) => repairs.hasDaysAfterAsOf === true,
          (error: unknown) => error instanceof AsOfNotHonouredError && "refused",
        );
        assert.equal(found, outcome, `${lastDay} as of ${asOf}`);
      }
    });

    it("reports a month's end in the future for latest as for a vintage (DATA-17)", async () => {
      const date = (day: string): string => new Date(`${day}T12:00:00Z`).toUTCString();
      const body = await readFile("test/fixtures/cases/future-month-end.parquet");
      for (const [day, isSaid] of [
        ["2024-06-14", true],
        ["2024-06-29", undefined],
      ] as const) {
        listener = (_, response) => response.setHeader("date", date(day)).end(body);
        const store = storeFor(server.origin, { now: () => Date.parse(`${day}T12:00:00Z`) });
        const asked = await store.series(latest);
        const asOf = instantOfMs(Date.parse(`${day}T12:00:00Z`)) ?? "latest";
        const vintage = await store.series({ ...latest, asOf });
        assert.equal(asked.repairs.hasDaysAfterAsOf, isSaid);
        assert.deepEqual(vintage.repairs, asked.repairs);
        assert.deepEqual(vintage.frame, asked.frame);
      }
    });

    it("accepts a year's end in every part of a page as of latest, but not as of an earlier day, whatever this computer's clock (DATA-08, DATA-17)", async () => {
      const nowMs = Date.parse("2024-06-14T12:00:00Z");
      const parts: readonly (readonly [
        asOf: AsOf,
        serverDay: string | undefined,
        outcome: boolean | "refused",
      ])[] = [
        ["latest", "2024-06-14", true],
        [instantOf("2024-06-14T12:00:00Z"), "2024-06-14", true],
        // The page was opened on the evening before.
        [instantOf("2024-06-13T18:00:00Z"), "2024-06-14", true],
        [instantOf("2024-06-13T11:00:00Z"), "2024-06-14", "refused"],
        // The clocks differ: the service's decides, since the first part's as-of is a time of it.
        [instantOf("2024-06-12T12:00:00Z"), "2024-06-12", true],
        [instantOf("2024-05-14T12:00:00Z"), "2024-05-14", true],
        [instantOf("2024-05-13T11:00:00Z"), "2024-05-14", "refused"],
        [instantOf("2024-07-14T12:00:00Z"), "2024-07-14", true],
        [instantOf("2024-06-14T12:00:00Z"), "2024-07-14", "refused"],
        // A service whose clock is a month behind its as-of is no reason to trust it.
        [instantOf("2024-06-14T12:00:00Z"), "2024-05-14", "refused"],
        // Without a time of the service, this computer's clock decides.
        [instantOf("2024-06-13T18:00:00Z"), undefined, true],
        [instantOf("2024-06-13T11:00:00Z"), undefined, "refused"],
      ];
      for (const [asOf, serverDay, outcome] of parts) {
        listener = (_, response) => {
          if (serverDay === undefined) response.sendDate = false;
          else response.setHeader("date", new Date(`${serverDay}T12:00:00Z`).toUTCString());
          response.end("Date,Level\n2023-12-31,1\n2024-12-31,2\n");
        };
        const store = storeFor(server.origin, { transferFormat: () => "csv", now: () => nowMs });
        const found = await store.series({ ...latest, asOf }).then(
          ({ repairs }) => repairs.hasDaysAfterAsOf === true,
          (error: unknown) => error instanceof AsOfNotHonouredError && "refused",
        );
        assert.equal(found, outcome, `as of ${asOf}, the service in ${serverDay}`);
      }
    });

    it("asks once more as CSV when a Parquet body cannot be decoded, and says so", async () => {
      const parquet = await readFile("test/fixtures/polars-date.parquet");
      const csv = await readFile("test/fixtures/polars.csv");
      listener = (request, response) => {
        const isCsv = request.url?.includes("fmt=csv") === true;
        response.end(
          isCsv ? csv : Buffer.concat([parquet.subarray(0, 900), parquet.subarray(908)]),
        );
      };
      const warnings: string[] = [];
      const log = {
        debug: noLog,
        info: noLog,
        error: noLog,
        warn: (line: string) => warnings.push(line),
      };
      const { frame, body } = await storeFor(server.origin, { log }).series(latest);
      assert.equal(frame.days.length, 67);
      assert.equal(body.format, "csv");
      assert.equal(server.requests.length, 2);
      assert.match(warnings.join("\n"), /asking for CSV instead/);
    });

    it("tells what was wrong first, and then what came of asking for CSV (15.1.5)", async () => {
      const parquet = await readFile("test/fixtures/polars-date.parquet");
      const damaged = Buffer.concat([parquet.subarray(0, 900), parquet.subarray(908)]);
      const refusal = JSON.stringify({ detail: "parquet only" });
      listener = (request, response) => {
        if (request.url?.includes("fmt=csv") !== true) response.end(damaged);
        else response.writeHead(400, { "content-type": "application/json" }).end(refusal);
      };
      const failed: unknown = await storeFor(server.origin)
        .series(latest)
        .catch((error: unknown) => error);
      assert.ok(failed instanceof DecodeError);
      assert.match(failed.message, /^.*Parquet.*; requested again as CSV: 400 parquet only$/);
    });

    it("tells of CSV alone where that was refused for the key", async () => {
      const parquet = await readFile("test/fixtures/polars-date.parquet");
      const damaged = Buffer.concat([parquet.subarray(0, 900), parquet.subarray(908)]);
      listener = (request, response) => {
        if (request.url?.includes("fmt=csv") !== true) response.end(damaged);
        else response.writeHead(401).end();
      };
      await assert.rejects(storeFor(server.origin).series(latest), UnauthorizedError);
    });

    const others = [
      ["csv", "polars.csv", 67],
      ["parquet", "polars-date.parquet", 67],
      ["csv", "cases/missing-excel-na.csv", 3],
      ["json", "cases/decimal-texts.json", 2],
      ["json", "cases/empty-pandas-default.json", 0],
      ["parquet", "cases/empty-null-types.parquet", 0],
    ] as const;
    for (const [came, file, rows] of others) {
      it(`reads ${file} where another format was asked for, and says so (15.1.5)`, async () => {
        const bytes = await readFile(`test/fixtures/${file}`);
        listener = (_, response) => response.end(bytes);
        const asked = came === "parquet" ? "json" : "parquet";
        const store = storeFor(server.origin, { transferFormat: () => asked });
        const { frame, body, repairs } = await store.series(latest);
        assert.equal(frame.days.length, rows);
        assert.ok(frame.columns.every(({ type }) => type === "number"));
        assert.equal(body.format, came);
        assert.equal(repairs.cameAs, came);
        assert.equal(server.requests.length, 1);
      });
    }

    it("says what came where that is no series in its own format either (HTTP-05)", async () => {
      listener = (_, response) => response.end('{"detail": "busy"}');
      const failed: unknown = await storeFor(server.origin)
        .series(latest)
        .catch((error: unknown) => error);
      assert.ok(failed instanceof UnexpectedContentError);
      assert.deepEqual([failed.came, failed.excerpt], ["JSON", '{"detail": "busy"}']);
      assert.equal(server.requests.length, 1);
    });

    it("gives up when the CSV cannot be decoded either", async () => {
      listener = (_, response) => response.end("Date,Level\n2024-01-01\n");
      const store = storeFor(server.origin, { transferFormat: () => "csv" });
      await assert.rejects(store.series(latest), DecodeError);
      assert.equal(server.requests.length, 1);
    });

    it("refuses rows of one day with different values without asking for CSV (DATA-10)", async () => {
      await answers("pandas-duplicate-day.parquet");
      const series = storeFor(server.origin).series(latest);
      await assert.rejects(series, (error: unknown) => {
        assert.ok(error instanceof DecodeError);
        assert.match(error.message, /^2 rows for \d{4}-\d{2}-\d{2} with different values/);
        return true;
      });
      assert.equal(server.requests.length, 1);
    });

    it("logs what it mended, and tells it with the series (DATA-10)", async () => {
      listener = (_, response) =>
        response.end("Date,Level\n2024-01-02,1\n2024-01-01,1\n2024-01-02,1\n2024-01-03,inf\n");
      const warnings: string[] = [];
      const log = {
        debug: noLog,
        info: noLog,
        error: noLog,
        warn: (line: string) => warnings.push(line),
      };
      const store = storeFor(server.origin, { log, transferFormat: () => "csv" });
      const { repairs } = await store.series(latest);
      assert.equal(repairs.duplicateRows, 1);
      assert.equal(repairs.infinities, 1);
      assert.match(warnings.join("\n"), /duplicate rows counted once: 1/);
    });

    it("closes the socket when the only one who asked cancels", async () => {
      const closed = new Promise<void>((resolve) => {
        listener = (request) => request.once("close", resolve);
      });
      const store = storeFor(server.origin);
      const cancel = new AbortController();
      const series = store.series(latest, { signal: cancel.signal });
      while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
      cancel.abort();
      await assert.rejects(series, { name: "AbortError" });
      await closed;
    });
  });
});

function noLog(): void {
  // These lines are not what the test is about.
}
