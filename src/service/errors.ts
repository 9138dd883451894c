import { type Day, isoOfDay } from "../shared/day";
import { type Instant, asOfParameter } from "../shared/instant";
import { type RequestFacts } from "./answer";
import { type Body } from "./body";
import { cutText } from "./cutText";
import { type KeyAcceptance } from "./keyAcceptance";

export type ServiceErrorKind =
  | "as-of-not-honoured"
  | "contract"
  | "http"
  | "incomplete"
  | "invalid-request"
  | "missing-key"
  | "network"
  | "proxy"
  | "repeated-key"
  | "timeout"
  | "tls"
  | "too-large"
  | "unexpected-content";

/** A failed request to the service. Cancellation is not one: it rejects with the signal's reason. */
export abstract class ServiceError extends Error implements RequestFacts {
  /** The discriminant; also works in minified bundles. */
  abstract readonly kind: ServiceErrorKind;
  readonly request: string;
  readonly attempts: number;

  /** @param problem - What went wrong, without the request: the message has both. */
  constructor(
    { request, attempts }: RequestFacts,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${cutText(request, 300)}: ${problem}`, options);
    this.request = request;
    this.attempts = attempts;
  }
}

/** An answer with a status outside 2xx, as {@link HttpError} keeps it. */
export interface FailedAnswer {
  readonly status: number;
  /** The service's answer, inflated and redacted, at most 64 KiB; may be empty. */
  readonly body: string;
  /** The part of the body that a person sees: one line, at most 500 characters. */
  readonly detail: string;
  /** The answer's `X-Request-Id`, for the service's support. */
  readonly requestId?: string;
  /** How long the service asks clients to wait before the next request; absent if it does not say. */
  readonly retryAfterMs?: number;
}

/** The service answered, with a status outside 2xx. */
export class HttpError extends ServiceError implements FailedAnswer {
  override readonly name: string = "HttpError";
  readonly kind = "http";
  readonly status: number;
  readonly body: string;
  readonly detail: string;
  readonly requestId?: string;
  readonly retryAfterMs?: number;

  constructor(facts: RequestFacts, answer: FailedAnswer, problem = answer.detail) {
    super(facts, `${answer.status} ${problem}`.trimEnd() + waitOf(answer));
    this.status = answer.status;
    this.body = answer.body;
    this.detail = answer.detail;
    if (answer.requestId !== undefined) this.requestId = answer.requestId;
    if (answer.retryAfterMs !== undefined) this.retryAfterMs = answer.retryAfterMs;
  }
}

/** 404: the service does not know this path, signal, variant, market, currency or horizon. */
export class NotFoundError extends HttpError {
  override readonly name = "NotFoundError";
}

/** 401 or 403: the key is missing, wrong, or has no access to this. */
export class UnauthorizedError extends HttpError {
  override readonly name = "UnauthorizedError";
  /** The one signal or market that was refused with 403; undefined for a listing and for a 401. */
  readonly refusedSubject: string | undefined;

  /** @param key - What is known about the key, now and later. */
  constructor(
    facts: RequestFacts,
    answer: FailedAnswer,
    private readonly key: KeyAcceptance,
  ) {
    super(facts, answer);
    this.refusedSubject = answer.status === 403 ? subjectOf(facts.request) : undefined;
  }

  /**
   * Whether the subscription lacks this one signal or market while the key works for others (HTTP-10). Requests that
   * run at the same time may change this later.
   */
  get isAboutSubscription(): boolean {
    return this.refusedSubject !== undefined && this.key.hasWorked;
  }
}

function subjectOf(request: string): string | undefined {
  return /^GET [^?]*?\/(signal\/[^/?]+\/\d+|market\/[^/?]+\/currency)\//.exec(request)?.[1];
}

/** 429: too many requests. */
export class RateLimitedError extends HttpError {
  override readonly name = "RateLimitedError";
}

/** 3xx: never followed, because the target would receive the key. */
export class RedirectError extends HttpError {
  override readonly name = "RedirectError";

  /** @param targetHost - Host and port of `Location`, in ASCII; absent if it is missing or malformed. */
  constructor(
    facts: RequestFacts,
    answer: FailedAnswer,
    readonly targetHost?: string,
  ) {
    super(
      facts,
      answer,
      `the redirect to ${targetHost ?? "an unreadable address"} is not followed`,
    );
  }
}

/** There was no answer: the host is unknown, refuses, or closed the connection before the status line. */
export class NetworkError extends ServiceError {
  override readonly name = "NetworkError";
  readonly kind = "network";

  /** @param code - From the system or the HTTP library, for example `ECONNREFUSED`. */
  constructor(
    facts: RequestFacts,
    problem: string,
    readonly code: string | undefined,
    options?: ErrorOptions,
  ) {
    super(facts, problem, options);
  }
}

/** The service could not prove its identity or does not support TLS; the key was not sent. */
export class TlsError extends ServiceError {
  override readonly name: string = "TlsError";
  readonly kind = "tls";

  /** @param code - From OpenSSL or Node, for example `CERT_HAS_EXPIRED`. */
  constructor(
    facts: RequestFacts,
    readonly code: string,
    options?: ErrorOptions,
    problem = tlsText(code),
  ) {
    super(facts, problem, options);
  }
}

/** The service was reached and verified, but requires a client certificate. */
export class ClientCertificateError extends TlsError {
  override readonly name = "ClientCertificateError";

  /** @param code - The code of the alert that the service sent. */
  constructor(facts: RequestFacts, code: string, options?: ErrorOptions) {
    const words = `the service requires a client certificate (${code}), which is not supported`;
    super(facts, code, options, `${words}: ${clientCertificateRemedy}`);
  }
}

const clientCertificateRemedy =
  "ask its operator for an address that does not require one, or connect through a program on this computer that presents your certificate";

/** Codes of certificates that no trusted authority has issued. */
const unvouched = /^(?:CERT_UNTRUSTED|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_(?:GET|VERIFY))/;

function tlsText(code: string): string {
  const words = `the service's certificate or TLS configuration is not accepted (${code})`;
  if (!unvouched.test(code)) return words;
  return `${words}: add its issuer to the operating system's trust store or to NODE_EXTRA_CA_CERTS`;
}

/** The proxy refused, requires authentication, or answered with a page of its own. */
export class ProxyError extends ServiceError {
  override readonly name = "ProxyError";
  readonly kind = "proxy";

  /**
   * @param proxyHost - Host and port of the proxy, never its user or password; absent if unknown.
   * @param status - The proxy's status; absent if there was no answer.
   */
  constructor(
    facts: RequestFacts,
    problem: string,
    readonly proxyHost: string | undefined,
    readonly status: number | undefined,
    options?: ErrorOptions,
  ) {
    super(facts, problem, options);
  }
}

/** What the client was doing when it timed out. */
export type Phase =
  | "reading the key"
  | "connecting"
  | "waiting for the response"
  | "reading the body"
  | "waiting to retry";

/** The request, or one phase of it, timed out. */
export class TimeoutError extends ServiceError {
  override readonly name = "TimeoutError";
  readonly kind = "timeout";

  constructor(
    facts: RequestFacts,
    readonly phase: Phase,
    readonly budgetMs: number,
  ) {
    super(facts, `no complete response within ${budgetMs} ms (${phase})`);
  }
}

/** The answer began but did not arrive complete and intact. */
export class IncompleteError extends ServiceError {
  override readonly name = "IncompleteError";
  readonly kind = "incomplete";

  constructor(facts: RequestFacts, problem: string, options?: ErrorOptions) {
    super(facts, `the response is incomplete or damaged: ${problem}`, options);
  }
}

/** The inflated body is larger than the client accepts. */
export class TooLargeError extends ServiceError {
  override readonly name = "TooLargeError";
  readonly kind = "too-large";

  constructor(
    facts: RequestFacts,
    readonly limitBytes: number,
  ) {
    super(facts, `the response is larger than the limit of ${limitBytes} bytes`);
  }
}

/** The answer is JSON, but does not match the documented interface. */
export class ContractError extends ServiceError {
  override readonly name = "ContractError";
  readonly kind = "contract";

  /** @param path - The offending field, for example `$.tags`. */
  constructor(
    facts: RequestFacts,
    readonly path: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(facts, `${path} ${problem}`, options);
  }
}

/** A 2xx answer that is empty, a web page, or in a format other than the requested one. */
export class UnexpectedContentError extends ServiceError {
  override readonly name = "UnexpectedContentError";
  readonly kind = "unexpected-content";

  /**
   * @param came - The actual content, for example `HTML`.
   * @param excerpt - Its first 200 characters, redacted; empty if it is not text.
   */
  constructor(
    facts: RequestFacts,
    readonly came: string,
    readonly excerpt: string,
  ) {
    super(facts, came === "nothing" ? "empty response" : unexpectedText(came, excerpt));
  }
}

function unexpectedText(came: string, excerpt: string): string {
  return excerpt === "" ? `unexpected ${came}` : `unexpected ${came}: ${excerpt}`;
}

/**
 * A 2xx answer contains the API key. It is rejected as a whole: its names and cells would carry the key into documents,
 * files and the clipboard.
 */
export class RepeatedKeyError extends ServiceError {
  override readonly name = "RepeatedKeyError";
  readonly kind = "repeated-key";

  constructor(facts: RequestFacts) {
    super(
      facts,
      "the response contains the API key, so it is not shown, cached or saved; report this to the operator of the service",
    );
  }
}

/** The series has days that were not yet known at the as-of: the service ignored the parameter. */
export class AsOfNotHonouredError extends ServiceError {
  override readonly name = "AsOfNotHonouredError";
  readonly kind = "as-of-not-honoured";

  /** @param body - The raw answer, which can still be opened and saved. */
  constructor(
    readonly body: Body,
    readonly asOf: Instant,
    readonly lastDay: Day,
  ) {
    super(
      body,
      `the service did not honor the as-of ${asOfParameter(asOf)} UTC: the last day is ${isoOfDay(lastDay)}`,
    );
  }
}

export type InvalidRequestReason =
  /** The as-of lies in the future. */
  | "future-as-of"
  /** A tag kind has the name of another parameter. */
  | "reserved-tag-kind"
  /** A code, name or tag value is empty where that is not allowed, or cannot be encoded as UTF-8. */
  | "unsendable-text"
  /** The key contains characters that are invalid in a header, or is too short to be redacted. */
  | "unsendable-key";

/** Rejected before anything was sent. */
export class InvalidRequest extends ServiceError {
  override readonly name = "InvalidRequest";
  readonly kind = "invalid-request";

  constructor(
    request: string,
    readonly reason: InvalidRequestReason,
    problem: string,
  ) {
    super({ request, attempts: 0 }, problem);
  }
}

/** There is no key for the service yet; nothing was sent. */
export class MissingKeyError extends ServiceError {
  override readonly name = "MissingKeyError";
  readonly kind = "missing-key";

  constructor(request: string) {
    super({ request, attempts: 0 }, "no API key has been entered for this service");
  }
}

/**
 * Whether a failure only means that the service cannot be reached: no network, an intermediary that answers in its
 * place (a proxy, a TLS interceptor, a captive portal), or no answer.
 */
export function isOffline(error: unknown): error is ServiceError {
  if (error instanceof TimeoutError) {
    return error.phase !== "reading the key" && error.phase !== "reading the body";
  }
  if (error instanceof UnexpectedContentError) return error.came === "HTML";
  if (error instanceof ClientCertificateError) return false;
  return error instanceof ServiceError && ["network", "proxy", "tls"].includes(error.kind);
}

/**
 * Whether an earlier answer of the service should be used instead: if it cannot be reached, is overloaded, is down
 * behind its own gateway, or is too slow.
 */
export function isUnreachable(error: unknown): error is ServiceError {
  if (error instanceof HttpError) return [502, 503, 504].includes(error.status);
  return isOffline(error) || error instanceof TimeoutError;
}

function waitOf({ retryAfterMs = 0 }: FailedAnswer): string {
  return retryAfterMs > 0
    ? ` (the service asks you to wait ${Math.ceil(retryAfterMs / 1_000)} s)`
    : "";
}
