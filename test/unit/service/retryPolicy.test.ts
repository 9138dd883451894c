import assert from "node:assert/strict";
import fc from "fast-check";
import {
  ContractError,
  HttpError,
  IncompleteError,
  InvalidRequest,
  MissingKeyError,
  NetworkError,
  NotFoundError,
  ProxyError,
  RateLimitedError,
  RedirectError,
  type ServiceError,
  TimeoutError,
  TlsError,
  TooLargeError,
  UnauthorizedError,
  UnexpectedContentError,
} from "../../../src/service/errors";
import { backOffMs, isTransient, retryDelayMs } from "../../../src/service/retryPolicy";
import { runs } from "../../support/propertyRuns";
import { accepted } from "../../support/accepted";

const facts = { request: "GET /", attempts: 1 };
/** As `Math.random` gives them. */
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function answered(status: number, retryAfterMs?: number): HttpError {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  return new HttpError(facts, { status, body: "", detail: "", ...wait });
}

function unreached(code: string | undefined): NetworkError {
  return new NetworkError(facts, "no answer", code);
}

function proxied(status: number | undefined): ProxyError {
  return new ProxyError(facts, "refused", "proxy:3128", status);
}

describe("isTransient", () => {
  const answer = { body: "", detail: "" };
  const cases: [what: string, error: unknown, expected: boolean][] = [
    ...[408, 425, 429, 500, 502, 503, 504].map((status): [string, ServiceError, boolean] => [
      `status ${status}`,
      answered(status),
      true,
    ]),
    ...[300, 304, 400, 401, 403, 404, 405, 409, 410, 418, 422, 451, 501, 505, 511, 599].map(
      (status): [string, ServiceError, boolean] => [`status ${status}`, answered(status), false],
    ),
    ["429 as its class", new RateLimitedError(facts, { ...answer, status: 429 }), true],
    [
      "401 as its class",
      new UnauthorizedError(facts, { ...answer, status: 401 }, accepted()),
      false,
    ],
    ["404 as its class", new NotFoundError(facts, { ...answer, status: 404 }), false],
    ["a redirect", new RedirectError(facts, { ...answer, status: 307 }, "elsewhere"), false],
    ["a refused connection", unreached("ECONNREFUSED"), true],
    ["a reset connection", unreached("ECONNRESET"), true],
    ["a connection that was closed", unreached("UND_ERR_SOCKET"), true],
    ["a connection that was given up", unreached("ECONNABORTED"), true],
    ["a connection that the network reset", unreached("ENETRESET"), true],
    ["a network out of reach", unreached("ENETUNREACH"), true],
    ["a network that is down", unreached("ENETDOWN"), true],
    ["a host that is down", unreached("EHOSTDOWN"), true],
    ["a host out of reach", unreached("EHOSTUNREACH"), true],
    ["a connection that undici gave up waiting for", unreached("UND_ERR_CONNECT_TIMEOUT"), true],
    ["a connection that the system gave up waiting for", unreached("ETIMEDOUT"), true],
    ["a broken pipe", unreached("EPIPE"), true],
    ["a name server that does not answer", unreached("EAI_AGAIN"), true],
    ["a failure of which the transport knows no code", unreached(undefined), true],
    ["an unknown host", unreached("ENOTFOUND"), false],
    ["a head that is no HTTP", new UnexpectedContentError(facts, "headers", ""), false],
    ["a transport that was disposed of", unreached("UND_ERR_DESTROYED"), false],
    ["a body that was cut", new IncompleteError(facts, "cut"), true],
    ["a connection that took too long", new TimeoutError(facts, "connecting", 10_000), true],
    ["a proxy that wants to know who asks", proxied(407), false],
    ["a proxy's page", proxied(403), false],
    ["a proxy that cannot reach the service", proxied(502), true],
    ["a proxy that does not answer", proxied(undefined), true],
    ["a certificate", new TlsError(facts, "CERT_HAS_EXPIRED"), false],
    ["a body that is too large", new TooLargeError(facts, 1), false],
    ["an answer against the contract", new ContractError(facts, "$", "is no list"), false],
    ["a web page", new UnexpectedContentError(facts, "HTML", "<html>"), false],
    ["a refused request", new InvalidRequest("GET /", "unsendable-key", "no"), false],
    ["a missing key", new MissingKeyError("GET /"), false],
    ["an error of another kind", new TypeError("x is no function"), false],
  ];
  for (const [what, error, expected] of cases) {
    it(`${expected ? "holds" : "does not hold"} for ${what} (HTTP-09, HTTP-10)`, () => {
      assert.equal(isTransient(error), expected);
    });
  }
});

describe("backOffMs", () => {
  it("is anything below 500 ms, and below twice that each further time, up to 30 s (HTTP-09)", () => {
    const almost = (): number => 1 - Number.EPSILON;
    assert.deepEqual(
      [0, 1, 2, 5, 6, 50].map((retries) => Math.round(backOffMs(retries, almost))),
      [500, 1_000, 2_000, 16_000, 30_000, 30_000],
    );
    assert.deepEqual(
      [0, 1, 2].map((retries) => backOffMs(retries, () => 0)),
      [0, 0, 0],
    );
  });

  it("spreads evenly (HTTP-09)", () => {
    assert.deepEqual(
      [0.25, 0.5, 0.75].map((random) => backOffMs(1, () => random)),
      [250, 500, 750],
    );
  });
});

describe("retryDelayMs", () => {
  const first = { attempts: 1, retries: 0, leftMs: 120_000 };
  const half = (): number => 0.5;

  const cases: [when: string, delayMs: number | undefined, expected: number | undefined][] = [
    ["nothing is asked", delayOf({}), 250],
    ["it is asked to wait 0 s", delayOf({ askedMs: 0 }), 250],
    ["it is asked to wait 5 s", delayOf({ askedMs: 5_000 }), 5_250],
    ["it is asked to wait 30 s", delayOf({ askedMs: 30_000 }), 30_000],
    ["it is asked to wait longer", delayOf({ askedMs: 30_001 }), undefined],
    ["it is asked to wait 120 s", delayOf({ askedMs: 120_000 }), undefined],
    ["it is asked to wait for decades", delayOf({ askedMs: 1e12 }), undefined],
    ["less time is left than is asked for", delayOf({ askedMs: 5_000, leftMs: 5_000 }), undefined],
    ["just as much is left as the back-off takes", delayOf({ leftMs: 250 }), undefined],
    ["a little more is left", delayOf({ leftMs: 251 }), 250],
    ["it was sent twice", delayOf({ attempts: 2, retries: 1 }), 500],
    ["it was sent three times", delayOf({ attempts: 3, retries: 2 }), undefined],
  ];
  for (const [when, delayMs, expected] of cases) {
    it(`is ${expected === undefined ? "none" : `${expected} ms`} when ${when} (HTTP-08)`, () => {
      assert.equal(delayMs, expected);
    });
  }

  it("is none when a repetition would not help (HTTP-10)", () => {
    assert.equal(retryDelayMs({ ...first, error: answered(404, 1_000) }, half), undefined);
  });

  it("is never below what was asked, never above 30 s nor the time that is left (HTTP-08)", () => {
    const asked = fc.option(fc.integer({ min: 0, max: 200_000 }), { nil: undefined });
    const left = fc.integer({ min: 1, max: 120_000 });
    fc.assert(
      fc.property(asked, left, fc.nat(1), fraction, (askedMs, leftMs, retries, random) => {
        const failed = { attempts: retries + 1, retries, leftMs, error: answered(503, askedMs) };
        // A stop keeps every bound.
        const delayMs = retryDelayMs(failed, () => random) ?? Number.NaN;
        assert.equal(delayMs < (askedMs ?? 0), false);
        assert.equal(delayMs > 30_000, false);
        assert.equal(delayMs >= leftMs, false);
        assert.equal(delayMs > (askedMs ?? 0) + 500 * 2 ** retries, false);
      }),
      { numRuns: runs() },
    );
  });

  it("stops only for a wait beyond 30 s or the time that is left (HTTP-08)", () => {
    const asked = fc.integer({ min: 0, max: 29_000 });
    fc.assert(
      fc.property(asked, fc.nat(1), fraction, (askedMs, retries, random) => {
        const failed = { ...first, attempts: retries + 1, retries, error: answered(503, askedMs) };
        assert.ok(retryDelayMs(failed, () => random) !== undefined);
      }),
      { numRuns: runs() },
    );
  });

  function delayOf({
    askedMs,
    ...rest
  }: Partial<typeof first> & { readonly askedMs?: number }): number | undefined {
    return retryDelayMs({ ...first, ...rest, error: answered(503, askedMs) }, half);
  }
});
