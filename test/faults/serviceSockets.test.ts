import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { HttpError, NetworkError } from "../../src/service/errors";
import { type RequestLogEntry } from "../../src/service/requestLogEntry";
import { useFaultyService } from "../support/faultyService";
import { MovedClock } from "../support/movedClock";
import { answering, answerOf, chunkedAnswerOf, endingAfter, head } from "../support/rawAnswer";
import { type RawConnection } from "../support/rawConnection";
import { type Script } from "../support/rawServer";
import { rejection } from "../support/rejection";
import { testedTransports } from "../support/testedTransports";

const listing = answerOf(200, "[]");

/** Answers one request, and leaves the next one in this way. */
function answeringOnce(leave: (connection: RawConnection) => void): Script {
  return async (connection) => {
    await connection.nextRequest();
    await connection.send(listing);
    await connection.nextRequest();
    leave(connection);
  };
}

const leavings: [how: string, leave: (connection: RawConnection) => void][] = [
  ["ends", (connection) => connection.end()],
  ["is reset", (connection) => connection.reset()],
];

for (const tested of testedTransports) {
  describe(`connections by ${tested.name}`, () => {
    const start = useFaultyService(tested);

    /** Logs into the first value; a back-off is over as soon as it begins. */
    function startedClock(): [entries: RequestLogEntry[], options: Parameters<typeof start>[1]] {
      const entries: RequestLogEntry[] = [];
      const clock = new MovedClock();
      const log = (entry: RequestLogEntry): void => {
        entries.push(entry);
        const { retryInMs = 0 } = entry;
        if (retryInMs > 0) void setImmediate().then(() => clock.advance(retryInMs));
      };
      return [entries, { clock, random: () => 0.5, log }];
    }

    for (const [how, leave] of leavings) {
      it(`that are reused, when one ${how} unanswered: the request is sent again at once (HTTP-11)`, async () => {
        const [entries, options] = startedClock();
        const { client, server } = await start(
          [answeringOnce(leave), answering(() => listing)],
          options,
        );
        await client.listMarkets();
        // The connection is taken back a turn after its answer was read.
        await setImmediate();
        assert.deepEqual((await client.listMarkets()).items, []);
        assert.deepEqual(
          entries.map(({ outcome, attempt }) => [outcome, attempt]),
          [
            ["ok", 1],
            ["failed", 1],
            ["ok", 2],
          ],
        );
        assert.equal(entries[1]?.retryInMs, 0);
        assert.deepEqual([server.requests, client.counts.retried], [3, 1]);
      });

      it(`that are new, when each ${how} unanswered: three requests, after back-offs (HTTP-11)`, async () => {
        const [entries, options] = startedClock();
        const { client, server } = await start(async (connection) => {
          await connection.nextRequest();
          leave(connection);
        }, options);
        const error = await rejection(client.listMarkets(), NetworkError);
        assert.deepEqual([error.attempts, server.requests], [3, 3]);
        assert.ok(entries.slice(0, 2).every(({ retryInMs = 0 }) => retryInMs > 0));
      });
    }

    it("that are reused, when one stays silent: the request is sent again on a new one, and no outage is recorded (NET-02)", async () => {
      const entries: RequestLogEntry[] = [];
      const clock = new MovedClock();
      const kept = answerOf(200, "[]", { "keep-alive": "timeout=600" });
      const silent: Script = async (connection) => {
        await connection.nextRequest();
        await connection.send(kept);
        await connection.nextRequest();
        clock.advance(30_000);
      };
      const { client, server } = await start([silent, answering(() => kept)], {
        clock,
        log: (entry) => entries.push(entry),
      });
      await client.listMarkets();
      await setImmediate();
      // With an answer in the cache, no other timeout is retried.
      assert.deepEqual((await client.listMarkets({ hasFallback: true })).items, []);
      assert.deepEqual(
        entries.map(({ outcome, attempt, retryInMs }) => [outcome, attempt, retryInMs]),
        [
          ["ok", 1, undefined],
          ["failed", 1, 0],
          ["ok", 2, undefined],
        ],
      );
      const asked = server.connections.map(({ requests }) => requests).filter((each) => each > 0);
      assert.deepEqual([asked, client.outage.error], [[2, 1], undefined]);
    });

    it("that the service closed between two requests cost none of them", async () => {
      const [, options] = startedClock();
      const { client, server } = await start(endingAfter(listing), options);
      for (let i = 0; i < 5; i++) {
        assert.deepEqual((await client.listMarkets()).items, []);
        await server.connections.at(-1)?.closed;
      }
    });

    const read: [what: string, answer: Uint8Array][] = [
      ["an answer", listing],
      ["an answer in chunks", chunkedAnswerOf(200, "[]")],
      ["an error", answerOf(404, "no such market")],
      ["an error of 60 KiB", answerOf(422, "x".repeat(60 * 1024))],
      ["an empty answer", answerOf(200, "")],
      ["a status without a body", head(204)],
    ];
    for (const [what, answer] of read) {
      it(`are used again after ${what}`, async () => {
        const { client, server } = await start(answering(() => answer));
        for (let i = 0; i < 5; i++) {
          await client.listMarkets().catch(() => undefined);
          await setImmediate();
        }
        assert.deepEqual([server.requests, server.opened], [5, 1]);
      });
    }

    it("are not used again after an error that is too long to read", async () => {
      const { client, server } = await start(
        answering(() => answerOf(404, "x".repeat(10 * 1024 * 1024))),
      );
      const error = await rejection(client.listMarkets(), HttpError);
      assert.match(error.body, /^x{60000,65536}$/);
      await server.connections[0]?.closed;
    });

    it("stay few when half of them fail, each in another way", async () => {
      const faults: readonly Script[] = [
        endingAfter(head(200, { "content-length": "9" }), "["),
        endingAfter("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
        endingAfter("nonsense\r\n\r\n"),
        (connection) => connection.reset(),
        (connection) => connection.end(),
      ];
      const { client, server } = await start(async (connection) => {
        const fault = faults[connection.number % (2 * faults.length)] ?? answering(() => listing);
        await fault(connection);
      });
      const requests = Array.from({ length: 200 }, () => client.listMarkets().catch(() => []));
      await Promise.all(requests);
      const open = server.connections.filter(({ isOpen }) => isOpen);
      // Eight requests run at once, and a pool may keep another connection for each one that failed meanwhile.
      assert.ok(open.length <= 16, `${open.length} of ${server.opened} are open`);
    });
  });
}
