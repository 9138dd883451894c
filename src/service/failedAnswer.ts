import { type RequestFacts } from "./answer";
import { cutText } from "./cutText";
import {
  type FailedAnswer,
  HttpError,
  NotFoundError,
  RateLimitedError,
  RedirectError,
  UnauthorizedError,
} from "./errors";
import { type KeyAcceptance } from "./keyAcceptance";
import { Redaction } from "./redaction";
import { type TransportResponse } from "./transport";
import { redactedText, redactedVisibleText } from "./visibleText";
import { isWireRecord } from "./wireRecord";
import { parseHttpDate } from "./parseHttpDate";

/** How much of an error body is kept. */
export const errorBodyLimitBytes = 64 * 1024;
const detailLength = 500;

/**
 * The error of an answer with a status outside 2xx.
 *
 * @param origin - Where the request was sent: a redirect may name only a path.
 * @param bytes - The inflated body, or its beginning.
 * @param isWhole - False if the body was cut, here or on its way.
 * @param nowMs - This machine's clock, for an answer without a `Date`: milliseconds since 1970-01-01 UTC.
 */
export function httpErrorOf(
  facts: RequestFacts,
  origin: string,
  response: TransportResponse,
  { bytes, isWhole }: { readonly bytes: Uint8Array; readonly isWhole: boolean },
  redaction: Redaction,
  key: KeyAcceptance,
  nowMs: number,
): HttpError {
  const { status, headers } = response;
  const text = textOf(bytes);
  const body = shortened(redactedText(text, isWhole, redaction));
  const requestId = headers.get("x-request-id");
  const waitMs = retryAfterMs(headers, nowMs);
  const answer: FailedAnswer = {
    status,
    body,
    detail: detailOf(text, isWhole, redaction),
    ...(requestId === undefined ? {} : { requestId: cutText(redaction.apply(requestId), 200) }),
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
  };
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== undefined) {
    return new RedirectError(facts, answer, hostOf(location, origin, redaction));
  }
  if (status === 401 || status === 403) return new UnauthorizedError(facts, answer, key);
  if (status === 404) return new NotFoundError(facts, answer);
  if (status === 429) return new RateLimitedError(facts, answer);
  return new HttpError(facts, answer);
}

function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text.includes("\0") ? `${bytes.length} bytes of binary content` : text;
}

/** Replacement characters and redactions can be longer than what they replace. */
function shortened(text: string): string {
  const utf8 = Buffer.from(text);
  if (utf8.length <= errorBodyLimitBytes) return text;
  return utf8
    .subarray(0, errorBodyLimitBytes)
    .toString()
    .replace(/\uFFFD{1,3}$/, "");
}

/**
 * The service's message: `detail`, `message`, `error` or `title` of a JSON body, else its visible text.
 *
 * Redacted after parsing, because parsing joins what escapes had split.
 */
function detailOf(text: string, isWhole: boolean, redaction: Redaction): string {
  const words = messageOf(text);
  const detail =
    words === undefined
      ? redactedVisibleText(text, isWhole, redaction)
      : redactedText(words, isWhole, redaction);
  return cutText(detail, detailLength);
}

function messageOf(text: string): string | undefined {
  try {
    return wordsIn(JSON.parse(text));
  } catch {
    // Not JSON, only a part of it, or nested too deeply to be serialised: show the text itself.
    return undefined;
  }
}

function wordsIn(wire: unknown): string | undefined {
  if (!isWireRecord(wire)) return undefined;
  const field = ["detail", "message", "error", "title"]
    .map((name) => (Object.hasOwn(wire, name) ? wire[name] : undefined))
    .find((value) => value !== undefined && value !== null && value !== "");
  if (field === undefined) return undefined;
  return typeof field === "string" ? field : JSON.stringify(field);
}

/**
 * Redacted before the URL is parsed, because a URL cuts a key at its first slash, and again after it, because that
 * converts the host to lower-case ASCII.
 */
function hostOf(location: string, origin: string, redaction: Redaction): string | undefined {
  const redacted = redaction.apply(location);
  if (!URL.canParse(redacted, origin)) return undefined;
  const inSmallLetters = redaction.secrets.map((secret) => secret.toLowerCase());
  return new Redaction(...inSmallLetters).apply(new URL(redacted, origin).host);
}

/** Seconds, including the non-standard forms that services send: `2.5`, `1e9`. */
const seconds = /^\d+(?:\.\d+)?(?:e\d+)?$/i;

/**
 * How long an answer asks to wait, in milliseconds (RFC 9110 §10.2.3): seconds, or a date, which is compared with the
 * answer's own `Date`, or with this machine's clock if it has none; 0 for a past date. Undefined if the header is
 * missing or malformed.
 *
 * @param nowMs - This machine's clock: milliseconds since 1970-01-01 UTC.
 */
export function retryAfterMs(
  headers: ReadonlyMap<string, string>,
  nowMs: number,
): number | undefined {
  const text = (headers.get("retry-after") ?? "").trim();
  if (seconds.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  const untilMs = parseHttpDate(text);
  if (untilMs === undefined) return undefined;
  return Math.max(0, untilMs - (parseHttpDate(headers.get("date")) ?? nowMs));
}
