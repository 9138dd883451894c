import assert from "node:assert/strict";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import {
  HttpError,
  IncompleteError,
  NetworkError,
  type ServiceError,
  TlsError,
  UnexpectedContentError,
} from "../../src/service/errors";
import { type RequestLogEntry } from "../../src/service/requestLogEntry";
import { forecastRef } from "../../src/shared/reference";
import { useFaultyService } from "../support/faultyService";
import { answering, answerOf, endingAfter, head } from "../support/rawAnswer";
import { type Script } from "../support/rawServer";
import { rejection } from "../support/rejection";
import { testKey } from "../support/testClient";
import { testedTransports } from "../support/testedTransports";

const inUrl = encodeURIComponent(testKey);
const inJson = JSON.stringify({ detail: `wrong key ${testKey}` });
const mostBytes = 64 * 1024;

const echoes: [
  where: string,
  script: Script,
  type: abstract new (...a: never[]) => ServiceError,
][] = [
  ["the text of an error", answering(() => answerOf(401, `wrong: ${testKey}`)), HttpError],
  ["the JSON of an error", answering(() => answerOf(401, inJson)), HttpError],
  ["a URL of an error", answering(() => answerOf(400, `?api_key=${inUrl}&x`)), HttpError],
  [
    "a URL in small letters",
    answering(() => answerOf(400, `?api_key=${inUrl.toLowerCase()}`)),
    HttpError,
  ],
  [
    "compressed text of an error",
    answering(() => answerOf(500, gzipSync(testKey), { "content-encoding": "gzip" })),
    HttpError,
  ],
  [
    "the id of the request",
    answering(() => answerOf(404, "no", { "x-request-id": `for ${testKey}` })),
    HttpError,
  ],
  [
    "a page in place of data",
    answering(() => answerOf(200, `<html>${testKey}</html>`)),
    UnexpectedContentError,
  ],
  [
    "the name of an encoding",
    answering(() => answerOf(200, "x", { "content-encoding": `x${testKey}` })),
    UnexpectedContentError,
  ],
  ["an answer that is no HTTP", endingAfter(`${testKey}\r\n\r\n`), NetworkError],
  [
    "a header that is no header",
    endingAfter(`HTTP/1.1 200 OK\r\n${testKey}\r\n\r\n`),
    NetworkError,
  ],
  [
    "a chunk that is no chunk",
    endingAfter(head(200, { "transfer-encoding": "chunked" }), `2\r\n[]\r\n${testKey}\r\n`),
    IncompleteError,
  ],
];

for (const tested of testedTransports) {
  describe(`a key that the service repeats by ${tested.name}`, () => {
    const start = useFaultyService(tested);

    for (const [where, script, type] of echoes) {
      it(`is in no error and no log entry when it stands in ${where} (SEC-11)`, async () => {
        const entries: RequestLogEntry[] = [];
        const { client, server } = await start(script, { log: (entry) => entries.push(entry) });
        const error = await rejection(client.listSignals(), type);
        assert.match(server.connections[0]?.received ?? "", /canary/);
        assert.ok(entries.length > 0);
        const everything = inspect([error, entries], { depth: Infinity, showHidden: true });
        assert.doesNotMatch(everything, /canary/);
      });
    }

    it("is in no listing and no definition (SEC-11)", async () => {
      const named = JSON.stringify([{ code: "GDP", version: 1, name: `for ${testKey}` }]);
      const { client } = await start(answering(() => answerOf(200, named)));
      const { items } = await client.listSignals();
      assert.equal(items[0]?.name, "for [REDACTED]");
      const tagged = JSON.stringify({ tags: [{ kind: "sector", values: [testKey] }] });
      const other = await start(answering(() => answerOf(200, tagged)));
      const definition = await other.client.getSignal("GDP", 1);
      assert.deepEqual(definition.tags[0]?.values, ["[REDACTED]"]);
    });

    it("marks a series that it stands in, and leaves its bytes alone (SEC-11, DATA-07)", async () => {
      const csv = `Date,${testKey}\n2024-01-01,1.5\n`;
      const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "1 Month" });
      const { client } = await start(answering(() => answerOf(200, csv)));
      const body = await client.downloadForecastData(reference, { format: "csv" });
      assert.equal(Buffer.from(body.bytes).toString(), csv);
      assert.equal(body.holdsKey, true);
    });

    it("is not even sent to a service that speaks no TLS (SEC-17)", async () => {
      const script: Script = async (connection) => {
        await connection.firstBytes();
        connection.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      };
      const { client, server } = await start(script, { wantsTls: true });
      const error = await rejection(client.listMarkets(), TlsError);
      assert.match(error.code, /SSL|EPROTO/);
      assert.equal(error.attempts, 1);
      assert.doesNotMatch(server.connections.map(({ received }) => received).join(), /canary/);
    });

    it("is shown as redacted (SEC-11)", async () => {
      const { client } = await start(answering(() => answerOf(403, inJson)));
      const error = await rejection(client.listSignals(), HttpError);
      assert.equal(error.detail, "wrong key [REDACTED]");
      assert.match(error.message, /: 403 wrong key \[REDACTED\]$/);
    });

    it("leaves no part where the body of an error is cut (SEC-11)", async () => {
      const before = Array.from({ length: testKey.length + 1 }, (_, i) => mostBytes - i);
      const { client } = await start(
        answering(() => answerOf(404, `${"-".repeat(before.shift() ?? 0)}${testKey} and more`)),
      );
      const bodies: string[] = [];
      while (before.length > 0) {
        bodies.push((await rejection(client.listSignals(), HttpError)).body);
      }
      assert.deepEqual(
        bodies.filter((body) => !/^-+(?:\[REDACTED\].*)?$/.test(body)),
        [],
      );
    });
  });
}
