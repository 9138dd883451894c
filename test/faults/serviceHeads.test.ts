import assert from "node:assert/strict";
import { HttpError, UnexpectedContentError } from "../../src/service/errors";
import { useFaultyService } from "../support/faultyService";
import { answering, answerOf, endingAfter } from "../support/rawAnswer";
import { rejection } from "../support/rejection";
import { testedTransports } from "../support/testedTransports";

/** Headers of about this many bytes in total, 100 bytes each. */
function headersOf(bytes: number): Record<string, string> {
  const count = Math.ceil(bytes / 100);
  const names = Array.from({ length: count }, (_, index) => `x-${String(index).padStart(8, "0")}`);
  return Object.fromEntries(names.map((name) => [name, "v".repeat(100 - name.length)]));
}

const listing = (bytes: number): Buffer => answerOf(200, '["INFL"]', headersOf(bytes));

for (const tested of testedTransports) {
  describe(`heads of answers by ${tested.name}`, () => {
    const start = useFaultyService(tested);

    for (const bytes of [17_000, 40_000, 60_000]) {
      it(`with ${bytes} bytes of headers are read (NET-03)`, async () => {
        const { client } = await start(answering(() => listing(bytes)));
        assert.equal((await client.listSignals()).items.length, 1);
      });
    }

    it("with 17,000 bytes of headers keep the status and body of an error (NET-03)", async () => {
      const { client } = await start(answering(() => answerOf(404, "none", headersOf(17_000))));
      const error = await rejection(client.listSignals(), HttpError);
      assert.deepEqual([error.status, error.body], [404, "none"]);
    });

    const odd: [what: string, head: string, reason: RegExp][] = [
      ["a name with a blank", "HTTP/1.1 200 OK\r\nx y: z\r\n", /Invalid header token/],
      ["NUL in a value", "HTTP/1.1 200 OK\r\nx: y\0z\r\n", /Invalid header value/],
      ["no protocol", "220 mail.example ESMTP\r\n", /HTTP/],
      [
        "two lengths",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n",
        /content-length/i,
      ],
      ["a length of letters", "HTTP/1.1 200 OK\r\nContent-Length: two\r\n", /content-length/i],
      ["no name", "HTTP/1.1 200 OK\r\n: z\r\n", /Invalid header token/],
    ];
    for (const [what, head, reason] of odd) {
      it(`with ${what} are reported once, not as an outage (NET-03)`, async () => {
        const { client, server } = await start(endingAfter(`${head}\r\n[]`));
        const error = await rejection(client.listSignals(), UnexpectedContentError);
        assert.match(error.message, /unexpected response that is not valid HTTP/);
        assert.match(error.message, reason);
        assert.deepEqual([error.attempts, server.requests, client.outage.error], [1, 1, undefined]);
      });
    }

    it("of more than 64 KiB are reported once, not as an outage (NET-03)", async () => {
      const { client, server } = await start(answering(() => listing(70_000)));
      const error = await rejection(client.listSignals(), UnexpectedContentError);
      assert.match(error.message, /unexpected headers of more than 64 KiB/);
      assert.deepEqual([error.attempts, server.requests, client.outage.error], [1, 1, undefined]);
    });
  });
}
