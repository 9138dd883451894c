import assert from "node:assert/strict";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import {
  HttpError,
  IncompleteError,
  RedirectError,
  RepeatedKeyError,
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
import { keyWritings, tells } from "../support/writtenKeys";

const inUrl = encodeURIComponent(testKey);
const inJson = JSON.stringify({ detail: `wrong key ${testKey}` });
const maxBytes = 64 * 1024;

function idOf(written: string): Record<string, string> {
  return { "x-request-id": written };
}

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
  ["an answer that is no HTTP", endingAfter(`${testKey}\r\n\r\n`), UnexpectedContentError],
  [
    "a header that is no header",
    endingAfter(`HTTP/1.1 200 OK\r\n${testKey}\r\n\r\n`),
    UnexpectedContentError,
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

    for (const { how, write } of keyWritings) {
      const written = write(testKey);
      const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "1 Month" });

      it(`is in no part of an error that repeats it ${how} (SEC-31)`, async () => {
        const answers = [
          answerOf(400, `wrong: ${written} or not`),
          answerOf(401, `{"detail": "wrong: ${written}"}`),
          answerOf(403, `{"error": {"reasons": ["wrong: ${written}"]}}`),
          answerOf(404, `<html><b>wrong</b>: ${written}</html>`, idOf(written)),
          answerOf(302, written, { location: `https://elsewhere/?to=${written}` }),
          answerOf(200, `<html>wrong: ${written}</html>`),
        ];
        const { client } = await start(answering(() => answers.shift() ?? assert.fail()));
        while (answers.length > 0) {
          const error = await rejection(client.listMarkets(), Error);
          const everything = inspect(error, { depth: Infinity, showHidden: true });
          assert.ok(!tells(everything, "canary"), everything);
          assert.ok(error instanceof RedirectError || everything.includes("[REDACTED]"));
        }
      });

      it(`makes an answer of data that repeats it ${how} one that is refused (SEC-32)`, async () => {
        const { client } = await start(
          answering((target) => {
            if (target.includes("fmt=csv"))
              return answerOf(200, `Date,Note\n2024-01-01,"${written}"`);
            return answerOf(200, `[{"code": "GDP", "version": 1, "name": "for ${written}"}]`);
          }),
        );
        const refused = [
          client.listSignals(),
          client.listMarkets(),
          client.listLatestForecasts(),
          client.getSignal("GDP", 1),
          client.downloadForecastData(reference, { format: "csv" }),
          client.downloadForecastData(reference, { format: "json" }),
        ];
        for (const each of refused) {
          const error = await rejection(each, RepeatedKeyError);
          assert.equal(error.attempts, 1);
          assert.match(error.message, /the response contains the API key, so it is not shown/);
          assert.ok(!tells(inspect(error, { depth: Infinity, showHidden: true }), "canary"));
        }
      });
    }

    it("is in no error when a plain text with status 200 says it is wrong (14.2.2)", async () => {
      const { client } = await start(answering(() => answerOf(200, `Invalid API key ${testKey}`)));
      const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "1 Month" });
      const download = client.downloadForecastData(reference, { format: "csv" });
      const error = await rejection(download, RepeatedKeyError);
      assert.doesNotMatch(inspect(error, { depth: Infinity, showHidden: true }), /canary/);
    });

    it("may be in what a service says whose key everybody knows (SEC-32)", async () => {
      const named = JSON.stringify([{ code: "GDP", version: 1, name: `for ${testKey}` }]);
      const { client } = await start(
        answering(() => answerOf(200, named)),
        { isKeyPublic: true },
      );
      const { items } = await client.listSignals();
      assert.equal(items[0]?.name, `for ${testKey}`);
    });

    it("is not in the host of a redirect, whose parser writes it in its own way (14.4)", async () => {
      const key = "Canary-4f2B7c";
      const wide = Array.from(key, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));
      const hosts = [key, encodeURIComponent(wide.join(""))];
      const answers = hosts.map((host) =>
        answerOf(302, "", { location: `https://${host}.example/` }),
      );
      const { client } = await start(
        answering(() => answers.shift() ?? assert.fail()),
        {
          apiKey: () => Promise.resolve(key),
        },
      );
      for (const each of hosts) {
        const error = await rejection(client.listMarkets(), RedirectError);
        assert.doesNotMatch(inspect(error), /canary/i, each);
      }
    });

    it("is not in the host of a redirect that ends at the key's first slash (14.4)", async () => {
      const key = "canary/4f2B7c";
      const { client } = await start(
        answering(() => answerOf(302, "", { location: `https://${key}.example/` })),
        { apiKey: () => Promise.resolve(key) },
      );
      const error = await rejection(client.listMarkets(), RedirectError);
      assert.doesNotMatch(inspect(error), /canary/);
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
      const before = Array.from({ length: testKey.length + 1 }, (_, i) => maxBytes - i);
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
