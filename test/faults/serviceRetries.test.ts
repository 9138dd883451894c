import assert from "node:assert/strict";
import { HttpError, RateLimitedError } from "../../src/service/errors";
import { type RequestLogEntry } from "../../src/service/requestLogEntry";
import { forecastRef } from "../../src/shared/reference";
import { deferred } from "../support/deferred";
import { type FaultyService, useFaultyService } from "../support/faultyService";
import { MovedClock } from "../support/movedClock";
import { answering, answerOf, endingAfter } from "../support/rawAnswer";
import { rejection } from "../support/rejection";
import { testedTransports } from "../support/testedTransports";

const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "1 Year" });
const csv = "Date,Level\n2024-06-28,1\n";
const transient = [408, 425, 429, 500, 502, 503, 504];

/** No wait is longer, as the client promises. */
const longestWaitMs = 30_000;

function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

const now = Date.UTC(2026, 10, 20, 12);
const asked: [what: string, retryAfter: string, leastMs: number][] = [
  ["5 s", "5", 5_000],
  ["29 s", "29", 29_000],
  ["a date in 10 s", httpDate(now + 10_000), 10_000],
  ["0", "0", 1],
  ["-1", "-1", 1],
  ["no number", "abc", 1],
  ["nothing", "", 1],
  ["a date that is over", httpDate(now - 60_000), 1],
];
const omitted: [what: string, retryAfter: string, waitMs: number][] = [
  ["120 s", "120", 120_000],
  ["1e9 s", "1e9", 1e12],
  ["1000000000 s", "1000000000", 1e12],
  ["a date in a year", httpDate(now + 31_536_000_000), 31_536_000_000],
];

for (const tested of testedTransports) {
  describe(`retries by ${tested.name}`, () => {
    const start = useFaultyService(tested);

    for (const status of transient) {
      it(`send a request again after ${status} (HTTP-02)`, async () => {
        const answers = [answerOf(status, "busy"), answerOf(200, csv)];
        const { client } = await start(answering(() => answers.shift() ?? ""));
        const { attempts, bytes } = await client.downloadForecastData(forecast, { format: "csv" });
        assert.deepEqual([attempts, new TextDecoder().decode(bytes)], [2, csv]);
      });
    }

    it("tell the status and the body of the last one when all fail (HTTP-02)", async () => {
      const answers = [answerOf(503, "a"), answerOf(500, "b"), answerOf(502, "c")];
      const { client, server } = await start(answering(() => answers.shift() ?? ""));
      const error = await rejection(client.downloadForecastData(forecast), HttpError);
      assert.deepEqual([error.status, error.body, error.attempts], [502, "c", 3]);
      assert.equal(server.requests, 3);
    });

    it("end with an answer that no retry can help", async () => {
      const answers = [answerOf(503, "a"), answerOf(404, "b")];
      const { client } = await start(answering(() => answers.shift() ?? ""));
      const error = await rejection(client.downloadForecastData(forecast), HttpError);
      assert.deepEqual([error.status, error.attempts], [404, 2]);
    });

    it("fetch anew what was cut", async () => {
      const whole = answerOf(200, csv);
      const { client } = await start([endingAfter(whole.subarray(0, -3)), answering(() => whole)]);
      const { attempts, bytes } = await client.downloadForecastData(forecast, { format: "csv" });
      assert.deepEqual([attempts, new TextDecoder().decode(bytes)], [2, csv]);
    });

    describe("that are told when", () => {
      let clock: MovedClock;
      let firstEntry: ReturnType<typeof deferred<RequestLogEntry>>;

      async function startAsking(status: number, retryAfter: string): Promise<FaultyService> {
        clock = new MovedClock(now);
        firstEntry = deferred();
        const headers = { "retry-after": retryAfter, date: httpDate(now) };
        const answers = [answerOf(status, "wait", headers), answerOf(200, csv)];
        const options = { clock, random: () => 0.5, log: firstEntry.resolve };
        return start(
          answering(() => answers.shift() ?? ""),
          options,
        );
      }

      for (const status of [429, 503]) {
        for (const [what, retryAfter, leastMs] of asked) {
          it(`are neither sooner nor in a hot loop after ${status} and ${what} (HTTP-08)`, async () => {
            const { client, server } = await startAsking(status, retryAfter);
            const series = client.downloadForecastData(forecast, { format: "csv" });
            const { retryInMs = 0 } = await firstEntry.promise;
            assert.ok(retryInMs >= leastMs && retryInMs <= longestWaitMs, `${retryInMs} ms`);
            clock.advance(retryInMs - 1);
            assert.equal(clock.waiting[0], 1);
            assert.equal(server.requests, 1);
            clock.advance(1);
            assert.equal((await series).attempts, 2);
          });
        }

        for (const [what, retryAfter, waitMs] of omitted) {
          it(`are given up after ${status} and ${what}, and it is said when (HTTP-08)`, async () => {
            const { client, server } = await startAsking(status, retryAfter);
            const error = await rejection(client.downloadForecastData(forecast), HttpError);
            assert.deepEqual([error.status, error.attempts], [status, 1]);
            assert.equal(error.retryAfterMs, waitMs);
            assert.match(error.message, new RegExp(`wait ${waitMs / 1_000} s`));
            assert.deepEqual([server.requests, clock.waiting], [1, []]);
          });
        }
      }

      it("are given up when they would come after the time of the request (HTTP-08)", async () => {
        clock = new MovedClock(now);
        const answer = answerOf(429, "wait", { "retry-after": "5" });
        const options = { clock, timeoutMs: 4_000 };
        const { client, server } = await start(
          answering(() => answer),
          options,
        );
        const error = await rejection(client.downloadForecastData(forecast), RateLimitedError);
        assert.deepEqual([error.attempts, error.retryAfterMs], [1, 5_000]);
        assert.deepEqual([server.requests, clock.waiting], [1, []]);
      });
    });

    it("are bounded for all requests together (HTTP-09)", async () => {
      const { client, server } = await start(
        answering(() => answerOf(503, "busy")),
        { clock: new MovedClock() },
      );
      const downloads = Array.from({ length: 50 }, () =>
        rejection(client.downloadForecastData(forecast), HttpError),
      );
      const attempts = (await Promise.all(downloads)).map((error) => error.attempts);
      assert.ok(Math.max(...attempts) <= 3);
      // Each is sent once; 20 retries are all that a client has without any answer.
      assert.equal(server.requests, 50 + 20);
    });
  });
}
