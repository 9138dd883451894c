import assert from "node:assert/strict";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import {
  HttpError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  RedirectError,
  TooLargeError,
  UnauthorizedError,
  UnexpectedContentError,
} from "../../../src/service/errors";
import { type RequestLogEntry } from "../../../src/service/requestLogEntry";
import { type ServiceClientOptions } from "../../../src/service/serviceClient";
import { forecastRef } from "../../../src/shared/reference";
import { rejection } from "../../support/rejection";
import { testClient, type TestClient, testKey } from "../../support/testClient";
import { startServer, type TestServer } from "../../support/testServer";

interface Sent {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

describe("Exchange", () => {
  let server: TestServer;
  let test: TestClient;
  let answer: Sent;
  let entries: RequestLogEntry[];
  const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "1 Year" });

  function connect(options: Partial<ServiceClientOptions> = {}): void {
    test = testClient(server.origin, { log: (entry) => entries.push(entry), ...options });
  }

  beforeEach(async () => {
    entries = [];
    server = await startServer((_, response) => {
      response.writeHead(answer.status ?? 200, answer.headers);
      response.end(answer.body);
    });
    connect();
  });

  afterEach(async () => {
    test.dispose();
    await server.close();
  });

  describe("redirects", () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`never follows ${status} to another origin, and names its host (SEC-01)`, async () => {
        const other = await startServer((_, response) => response.end("[]"));
        const { host } = new URL(other.origin);
        answer = { status, headers: { location: `${other.origin}/api/` }, body: "moved" };
        const error = await rejection(test.client.listMarkets(), RedirectError);
        await other.close();
        assert.deepEqual(
          [error.status, error.body, error.targetHost, other.requests.length],
          [status, "moved", host, 0],
        );
        assert.ok(error.message.includes(host), error.message);
      });

      it(`never follows ${status} to the same origin, and names its host (SEC-01)`, async () => {
        answer = { status, headers: { location: "/elsewhere/" } };
        const error = await rejection(test.client.listMarkets(), RedirectError);
        assert.deepEqual(
          [error.status, error.targetHost, server.requests.length],
          [status, new URL(server.origin).host, 1],
        );
      });
    }

    it("tells of a target that cannot be read", async () => {
      answer = { status: 302, headers: { location: "https://[" } };
      const error = await rejection(test.client.listMarkets(), RedirectError);
      assert.equal(error.targetHost, undefined);
    });
  });

  describe("failures", () => {
    const classes: [status: number, type: { readonly name: string }, attempts: number][] = [
      [300, HttpError, 1],
      [304, HttpError, 1],
      [400, HttpError, 1],
      [401, UnauthorizedError, 1],
      [403, UnauthorizedError, 1],
      [404, NotFoundError, 1],
      [410, HttpError, 1],
      [422, HttpError, 1],
      [429, RateLimitedError, 3],
      [500, HttpError, 3],
      [503, HttpError, 3],
      [599, HttpError, 1],
    ];
    for (const [status, type, attempts] of classes) {
      it(`are typed: ${status} is a ${type.name}, asked for ${attempts} times (HTTP-02, HTTP-10)`, async () => {
        answer = { status };
        const error = await rejection(test.client.listMarkets(), HttpError);
        assert.deepEqual(
          [error.constructor, error.name, error.kind, error.status, error.attempts, error.request],
          [type, type.name, "http", status, attempts, "GET /api/v3/forecast/market/"],
        );
        assert.equal(server.requests.length, attempts);
      });
    }

    const details: [when: string, body: string | Uint8Array, detail: string][] = [
      ["a detail", '{"detail": "no such market"}', "no such market"],
      ["a message", '{"message": "no such market", "title": "Oops"}', "no such market"],
      ["an error", '{"error": "no such market"}', "no such market"],
      ["a title", '{"type": "x", "title": "Not there"}', "Not there"],
      ["an empty detail and a message", '{"detail": "", "message": "gone"}', "gone"],
      ["a detail with parts", '{"detail": [{"loc": ["query"]}]}', '[{"loc":["query"]}]'],
      ["JSON without words", '{"code": 7}', '{"code": 7}'],
      ["text of several lines", "no\r\n  such\tmarket", "no such market"],
      ["a page (14.2.6)", "<html><h1>Bad gateway</h1></html>", "Bad gateway"],
      [
        "a page that repeats the key in pieces (SEC-11)",
        "<html>no <b>canary</b>-3f9c&#47;&#x2b; 71</html>",
        "no [REDACTED]",
      ],
      ["nothing", "", ""],
      ["binary content", new Uint8Array([1, 0, 2]), "3 bytes of binary content"],
      ["a long text", "x".repeat(600), `${"x".repeat(499)}…`],
    ];
    for (const [when, body, detail] of details) {
      it(`say what the service said when it was ${when}`, async () => {
        answer = { status: 400, body };
        const error = await rejection(test.client.listMarkets(), HttpError);
        assert.equal(error.detail, detail);
        assert.equal(error.problem, `400 ${detail}`.trimEnd());
        assert.equal(error.message, `GET /api/v3/forecast/market/: 400 ${detail}`.trimEnd());
      });
    }

    const compressions: [encoding: string, compress: (text: string) => Uint8Array][] = [
      ["gzip", gzipSync],
      ["deflate", deflateSync],
      ["br", brotliCompressSync],
    ];
    for (const [encoding, compress] of compressions) {
      it(`have a readable body when it is compressed with ${encoding} (HTTP-03)`, async () => {
        const body = compress('{"detail": "too many columns"}');
        answer = { status: 422, headers: { "content-encoding": encoding }, body };
        const error = await rejection(test.client.listMarkets(), HttpError);
        assert.equal(error.body, '{"detail": "too many columns"}');
      });
    }

    it("keep the status when the body is damaged", async () => {
      const headers = { "content-encoding": "gzip" };
      answer = { status: 503, headers, body: "no gzip at all" };
      const error = await rejection(test.client.listMarkets(), HttpError);
      assert.deepEqual([error.status, error.body], [503, ""]);
    });

    it("keep at most 64 KiB of a body of 10 MiB", async () => {
      answer = { status: 500, body: Buffer.alloc(10 * 1024 * 1024, "é") };
      const error = await rejection(test.client.listMarkets(), HttpError);
      const kept = Buffer.byteLength(error.body);
      assert.ok(kept > 60 * 1024 && kept <= 64 * 1024, String(kept));
    });

    it("keep at most 64 KiB where what stands for the key is longer than the key (14.4)", async () => {
      const key = "k-123456";
      connect({ apiKey: () => Promise.resolve(key) });
      answer = { status: 500, body: key.repeat(8 * 1024) };
      const error = await rejection(test.client.listMarkets(), HttpError);
      assert.equal(error.body, "[REDACTED]".repeat(7 * 1024).slice(0, 64 * 1024));
    });

    it("keep status and body of a detail that is nested 30,000 deep, and are sent once (14.3.4)", async () => {
      const body = `{"detail": ${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
      answer = { status: 401, body };
      const error = await rejection(test.client.listMarkets(), UnauthorizedError);
      assert.deepEqual([error.status, error.body, server.requests.length], [401, body, 1]);
      assert.match(error.detail, /^\{"detail": \[+…$/);
    });

    it("keep at most 64 KiB of a body that inflates to 10 MiB", async () => {
      const body = gzipSync(Buffer.alloc(10 * 1024 * 1024, "x"));
      answer = { status: 500, headers: { "content-encoding": "gzip" }, body };
      const error = await rejection(test.client.listMarkets(), HttpError);
      const kept = Buffer.byteLength(error.body);
      assert.ok(kept > 60 * 1024 && kept <= 64 * 1024, String(kept));
    });

    it("tell the request's id", async () => {
      answer = { status: 500, headers: { "x-request-id": "abc-1" } };
      const error = await rejection(test.client.listMarkets(), HttpError);
      assert.equal(error.requestId, "abc-1");
    });

    const waits: [retryAfter: string, ms: number | undefined, words: string][] = [
      ["5", 5_000, "400 (the service asks you to wait 5 s)"],
      ["1.2", 1_200, "400 (the service asks you to wait 2 s)"],
      ["0", 0, "400"],
      ["-1", undefined, "400"],
      ["soon", undefined, "400"],
      ["Mon, 01 Jul 2024 12:00:30 GMT", 30_000, "400 (the service asks you to wait 30 s)"],
      ["Mon, 01 Jul 2024 11:00:00 GMT", 0, "400"],
    ];
    for (const [retryAfter, ms, words] of waits) {
      it(`tell how long the service asks you to wait: Retry-After ${retryAfter} (HTTP-08)`, async () => {
        const headers = { "retry-after": retryAfter, date: "Mon, 01 Jul 2024 12:00:00 GMT" };
        answer = { status: 400, headers };
        const error = await rejection(test.client.listMarkets(), HttpError);
        assert.deepEqual([error.retryAfterMs, error.problem], [ms, words]);
      });
    }

    it("are typed when nobody listens", async () => {
      await server.close();
      const error = await rejection(test.client.listMarkets(), NetworkError);
      assert.deepEqual([error.code, error.kind, error.attempts], ["ECONNREFUSED", "network", 3]);
      server = await startServer(() => undefined);
    });
  });

  describe("the key", () => {
    const echoes: [where: string, sent: Sent][] = [
      ["body", { status: 400, body: `{"detail": "bad key ${testKey}"}` }],
      ["body, as part of a URL", { status: 400, body: `?api_key=${encodeURIComponent(testKey)}` }],
      ["body, where it is cut", { status: 400, body: "x".repeat(64 * 1024 - 5) + testKey }],
      ["request id", { status: 400, headers: { "x-request-id": testKey } }],
      [
        "redirect",
        { status: 302, headers: { location: `/?api_key=${encodeURIComponent(testKey)}` } },
      ],
      ["web page", { body: `<html>${testKey}</html>` }],
      ["broken JSON", { body: `[${testKey}` }],
    ];
    for (const [where, sent] of echoes) {
      it(`is in no error when the service repeats it in its ${where} (SEC-11)`, async () => {
        answer = sent;
        const error = await rejection(test.client.listMarkets(), Error);
        assert.doesNotMatch(everythingIn(error), /canary/);
      });
    }

    it("is replaced where it stood in the body (SEC-11)", async () => {
      answer = { status: 400, body: `{"detail": "bad key ${testKey}"}` };
      const error = await rejection(test.client.listMarkets(), HttpError);
      assert.deepEqual(
        [error.body, error.detail],
        ['{"detail": "bad key [REDACTED]"}', "bad key [REDACTED]"],
      );
    });

    it("is in no error and no log line when it is also the text of a parameter", async () => {
      answer = { status: 404 };
      const listing = test.client.listLatestSignals({ commodityName: testKey });
      const error = await rejection(listing, NotFoundError);
      assert.doesNotMatch(everythingIn(error) + JSON.stringify(entries), /canary/);
    });
  });

  describe("content", () => {
    const page = "<!DOCTYPE html><html><body>Please sign in</body></html>";
    const unexpected: [
      when: string,
      format: "parquet" | "csv" | "json",
      sent: Sent,
      came: string,
    ][] = [
      ["nothing for Parquet", "parquet", {}, "nothing"],
      ["nothing for CSV", "csv", { status: 204 }, "nothing"],
      ["blanks for JSON", "json", { body: " \r\n" }, "nothing"],
      ["a page for Parquet", "parquet", { body: page }, "HTML"],
      ["a page for CSV", "csv", { body: `\ufeff\n${page}` }, "HTML"],
      ["a page for JSON", "json", { body: page }, "HTML"],
      ["an XML error for CSV", "csv", { body: '<?xml version="1.0"?><Error/>' }, "XML"],
      ["JSON for Parquet", "parquet", { body: '{"detail": "busy"}' }, "JSON"],
      ["JSON for CSV", "csv", { body: '{"detail": "busy"}' }, "JSON"],
      ["CSV for Parquet", "parquet", { body: "Date,Level\n" }, "text"],
      ["CSV for JSON", "json", { body: "Date,Level\n" }, "text"],
      ["Parquet for CSV", "csv", { body: "PAR1\0\0PAR1" }, "Parquet"],
      ["gzip that is not declared", "csv", { body: gzipSync("Date,Level\n") }, "gzip"],
      ["binary content for CSV", "csv", { body: new Uint8Array([9, 0, 9]) }, "binary content"],
    ];
    for (const [when, format, sent, came] of unexpected) {
      it(`is a failure when it is ${when} (HTTP-04, HTTP-05)`, async () => {
        answer = { headers: { "content-type": "application/octet-stream" }, ...sent };
        const download = test.client.downloadForecastData(forecast, { format });
        const error = await rejection(download, UnexpectedContentError);
        assert.deepEqual([error.kind, error.came], ["unexpected-content", came]);
      });
    }

    it("that is empty is called an empty response (HTTP-04)", async () => {
      answer = {};
      const error = await rejection(test.client.listMarkets(), UnexpectedContentError);
      assert.match(error.message, /: empty response$/);
    });

    it("that is unexpected is quoted with its first 200 characters (HTTP-05)", async () => {
      answer = { body: "<html>" + "x".repeat(5_000) };
      const error = await rejection(test.client.listMarkets(), UnexpectedContentError);
      assert.equal(error.excerpt, `${"x".repeat(199)}…`);
    });

    it("in an encoding that was not asked for is a failure", async () => {
      answer = { headers: { "content-encoding": "compress" }, body: "?" };
      const error = await rejection(test.client.listMarkets(), UnexpectedContentError);
      assert.equal(error.came, "content encoding compress");
    });

    it("beyond the limit is a failure that tells the limit (HOST-04)", async () => {
      connect({ maxBodyBytes: 1_000 });
      answer = { body: `[${" ".repeat(1_000)}]` };
      const error = await rejection(test.client.listMarkets(), TooLargeError);
      assert.equal(error.limitBytes, 1_000);
    });

    it("of exactly the limit is taken", async () => {
      connect({ maxBodyBytes: 1_000 });
      answer = { body: `[${" ".repeat(998)}]` };
      assert.deepEqual((await test.client.listMarkets()).items, []);
    });
  });

  describe("the log", () => {
    it("has method, path and query, status, bytes and attempt of a request, and nothing else (LOG-01)", async () => {
      const body = gzipSync("Date,Level\n");
      answer = { headers: { "content-encoding": "gzip" }, body };
      await test.client.downloadForecastData(forecast, { format: "csv" });
      const [{ ms, ...rest } = { ms: Number.NaN }] = entries;
      assert.deepEqual(rest, {
        method: "GET",
        target: "/api/v3/forecast/market/SPX/currency/USD/horizon/1%20Year/data/?fmt=csv",
        status: 200,
        bytes: body.length,
        attempt: 1,
        outcome: "ok",
      });
      assert.ok(ms >= 0);
      assert.equal(entries.length, 1);
    });

    it("has a request that failed", async () => {
      answer = { status: 501, body: "no" };
      await rejection(test.client.listMarkets(), HttpError);
      assert.deepEqual(
        entries.map(({ status, bytes, outcome }) => [status, bytes, outcome]),
        [[501, 2, "failed"]],
      );
    });
  });
});

/** All that a log could print of an error: its own fields, its stack, its cause. */
function everythingIn(error: Error): string {
  const cause = error.cause instanceof Error ? everythingIn(error.cause) : String(error.cause);
  return [error.stack, error.message, JSON.stringify(error), cause].join("\n");
}
