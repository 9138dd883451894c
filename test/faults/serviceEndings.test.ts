import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { HttpError, TimeoutError } from "../../src/service/errors";
import { type RequestLogEntry } from "../../src/service/requestLogEntry";
import { deferred } from "../support/deferred";
import { type FaultyService, useFaultyService } from "../support/faultyService";
import { MovedClock } from "../support/movedClock";
import { answering, answerOf, head } from "../support/rawAnswer";
import { rejection } from "../support/rejection";
import { earlyStops, lateStops, type Stop } from "../support/stoppingServices";
import { testedTransports } from "../support/testedTransports";

const minuteMs = 60_000;

for (const tested of testedTransports) {
  describe(`requests by ${tested.name}`, () => {
    const start = useFaultyService(tested);
    let clock: MovedClock;
    let entries: RequestLogEntry[];

    beforeEach(() => {
      clock = new MovedClock();
      entries = [];
    });

    /** A service that stops there; `reached` resolves when its client is there. */
    async function startStopping(
      { lead, wantsTls, phase }: Stop,
      timeoutMs = 120_000,
    ): Promise<FaultyService & { reached: Promise<unknown> }> {
      const isThere = deferred<true>();
      const service = await start((connection) => lead(connection, () => isThere.resolve(true)), {
        clock,
        timeoutMs,
        wantsTls,
        log: (entry) => entries.push(entry),
      });
      const there = phase === "reading the body" ? service.answered : isThere.promise;
      return { ...service, reached: there.then(() => setImmediate()) };
    }

    describe("end by their deadline", () => {
      const stops = [...earlyStops, ...lateStops].filter(({ when }) => !when.includes("error"));
      for (const stop of stops) {
        const { phase } = stop;

        it(`${stop.when}, and say "${phase}" (HTTP-06)`, async () => {
          const { client, server, reached } = await startStopping(stop, 5_000);
          const listing = rejection(client.listMarkets(), TimeoutError);
          await reached;
          clock.advance(4_999);
          assert.equal(clock.waiting[0], 1);
          clock.advance(1);
          const error = await listing;
          assert.deepEqual([error.phase, error.budgetMs, error.attempts], [phase, 5_000, 1]);
          assert.match(error.message, new RegExp(`within 5000 ms \\(${phase}\\)`));
          await server.connections[0]?.closed;
          assert.deepEqual([clock.waiting, server.requests], [[], stop.wantsTls ? 0 : 1]);
        });
      }

      it("with the status and what came of an error whose body drips (HTTP-06)", async () => {
        const { client, server, answered } = await start(
          async (connection) => {
            await connection.nextRequest();
            await connection.send(head(404), `no such market${" ".repeat(200)}`);
            await connection.dripForever(" ");
          },
          { clock },
        );
        const listing = rejection(client.listMarkets(), HttpError);
        await answered;
        await setImmediate();
        clock.advance(minuteMs);
        const error = await listing;
        assert.deepEqual([error.status, error.detail], [404, "no such market"]);
        await server.connections[0]?.closed;
      });

      it("while the key is being read, and send nothing", async () => {
        const apiKey = (): Promise<string> => new Promise(() => undefined);
        const { client, server } = await start(() => undefined, { clock, apiKey });
        const listing = rejection(client.listMarkets(), TimeoutError);
        await setImmediate();
        clock.advance(2 * minuteMs);
        const error = await listing;
        assert.deepEqual([error.phase, error.attempts, server.opened], ["reading the key", 0, 0]);
      });

      it("not at once when it lies beyond what a timer can hold", async () => {
        const { client } = await start(
          answering(() => answerOf(200, "[]")),
          {
            timeoutMs: 2 ** 40,
          },
        );
        assert.deepEqual((await client.listMarkets()).items, []);
      });
    });

    for (const stop of earlyStops) {
      const budgetMs = stop.phase === "connecting" ? 10_000 : 30_000;
      it(`end after their own ${budgetMs} ms in each of three attempts, ${stop.when} (HTTP-06)`, async () => {
        const reached = [deferred<true>(), deferred<true>(), deferred<true>()];
        const left = [...reached];
        const { client, server } = await start(
          (connection) => stop.lead(connection, () => left.shift()?.resolve(true)),
          { clock, wantsTls: stop.wantsTls },
        );
        const listing = rejection(client.listMarkets(), TimeoutError);
        for (const { promise } of reached) {
          await promise;
          await setImmediate();
          clock.advance(budgetMs);
        }
        const error = await listing;
        assert.deepEqual([error.phase, error.budgetMs, error.attempts], [stop.phase, budgetMs, 3]);
        assert.deepEqual([server.requests, clock.waiting], [stop.wantsTls ? 0 : 3, []]);
      });
    }

    describe("end when they are cancelled", () => {
      const reason = new Error("the tab was closed");
      let abort: AbortController;

      beforeEach(() => {
        abort = new AbortController();
      });

      it("before anything is sent (HTTP-07)", async () => {
        const { client, server } = await start(() => undefined);
        const listing = client.listMarkets({ signal: AbortSignal.abort(reason) });
        assert.equal(await rejection(listing, Error), reason);
        assert.equal(server.opened, 0);
      });

      it("while the key is being read (HTTP-07)", async () => {
        const apiKey = (): Promise<string> => new Promise(() => undefined);
        const { client, server } = await start(() => undefined, { apiKey });
        const listing = rejection(client.listMarkets({ signal: abort.signal }), Error);
        await setImmediate();
        abort.abort(reason);
        assert.equal(await listing, reason);
        assert.equal(server.opened, 0);
      });

      for (const stop of [...earlyStops, ...lateStops]) {
        it(`${stop.when}, and close the socket (HTTP-07)`, async () => {
          const { client, server, reached } = await startStopping(stop);
          const listing = rejection(client.listMarkets({ signal: abort.signal }), Error);
          await reached;
          abort.abort(reason);
          assert.equal(await listing, reason);
          await server.connections[0]?.closed;
          clock.advance(10 * minuteMs);
          await setImmediate();
          assert.deepEqual([server.requests, clock.waiting], [stop.wantsTls ? 0 : 1, []]);
          assert.deepEqual(
            entries.map(({ outcome }) => outcome),
            ["cancelled"],
          );
        });
      }

      it("while they wait to be sent again, and never are (HTTP-07)", async () => {
        const failed = deferred<RequestLogEntry>();
        const options = { clock, random: () => 0.5, log: failed.resolve };
        const { client, server } = await start(
          answering(() => answerOf(503, "busy")),
          options,
        );
        const listing = rejection(client.listMarkets({ signal: abort.signal }), Error);
        assert.ok(((await failed.promise).retryInMs ?? 0) > 0);
        abort.abort(reason);
        assert.equal(await listing, reason);
        clock.advance(10 * minuteMs);
        await setImmediate();
        assert.deepEqual([client.counts.sent, server.requests, clock.waiting], [1, 1, []]);
      });

      it("and forget the caller's signal once they are over", async () => {
        const { client } = await start(answering(() => answerOf(200, "[]")));
        await client.listMarkets({ signal: abort.signal });
        assert.deepEqual(getEventListeners(abort.signal, "abort"), []);
      });
    });
  });
}
