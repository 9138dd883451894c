import { cutText } from "./cutText";
import {
  type FailedAnswer,
  HttpError,
  NotFoundError,
  RateLimitedError,
  RedirectError,
  type RequestFacts,
  UnauthorizedError,
} from "./errors";
import { type Redaction } from "./redaction";
import { retryAfterMs } from "./retryAfter";
import { type TransportResponse } from "./transport";
import { visibleText } from "./visibleText";
import { isWireRecord } from "./wireRecord";

/** Of an error body more than this is not kept. */
export const errorBodyLimitBytes = 64 * 1024;
const detailLength = 500;

/**
 * The error of an answer with a status outside 2xx.
 *
 * @param origin - Where the request went: a redirect may name a path alone.
 * @param bytes - The inflated body, or its beginning.
 * @param isWhole - False when the body was cut, by us or on its way.
 * @param nowMs - This machine's clock, for an answer without a `Date`: milliseconds since 1970-01-01 UTC.
 */
export function httpErrorOf(
  facts: RequestFacts,
  origin: string,
  response: Pick<TransportResponse, "status" | "headers">,
  { bytes, isWhole }: { readonly bytes: Uint8Array; readonly isWhole: boolean },
  redaction: Redaction,
  nowMs: number,
): HttpError {
  const { status, headers } = response;
  const body = textOf(bytes, isWhole, redaction);
  const requestId = headers.get("x-request-id");
  const waitMs = retryAfterMs(headers, nowMs);
  const answer: FailedAnswer = {
    status,
    body,
    detail: detailOf(body, isWhole, redaction),
    ...(requestId === undefined ? {} : { requestId: cutText(redaction.apply(requestId), 200) }),
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
  };
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== undefined) {
    return new RedirectError(facts, answer, hostOf(redaction.apply(location), origin));
  }
  if (status === 401 || status === 403) return new UnauthorizedError(facts, answer);
  if (status === 404) return new NotFoundError(facts, answer);
  if (status === 429) return new RateLimitedError(facts, answer);
  return new HttpError(facts, answer);
}

function textOf(bytes: Uint8Array, isWhole: boolean, redaction: Redaction): string {
  const text = new TextDecoder().decode(bytes);
  if (text.includes("\0")) return `${bytes.length} bytes of binary content`;
  const redacted = redactedText(text, isWhole, redaction);
  // Replacement characters and redactions can be longer than what they stand for.
  const utf8 = Buffer.from(redacted);
  if (utf8.length <= errorBodyLimitBytes) return redacted;
  return utf8
    .subarray(0, errorBodyLimitBytes)
    .toString()
    .replace(/\uFFFD{1,3}$/, "");
}

/** The words of the service: `detail`, `message`, `error` or `title` of a JSON body, else its visible text. */
function detailOf(body: string, isWhole: boolean, redaction: Redaction): string {
  const words = wordsOf(body);
  if (words !== undefined) return cutText(words, detailLength);
  return cutText(redactedText(visibleText(body), isWhole, redaction), detailLength);
}

function redactedText(text: string, isWhole: boolean, redaction: Redaction): string {
  return isWhole ? redaction.apply(text) : redaction.applyToCut(text);
}

function wordsOf(body: string): string | undefined {
  let wire: unknown;
  try {
    wire = JSON.parse(body);
  } catch {
    // No JSON, or a part of one: then the text itself is what is shown.
    return undefined;
  }
  if (!isWireRecord(wire)) return undefined;
  const field = ["detail", "message", "error", "title"]
    .map((name) => (Object.hasOwn(wire, name) ? wire[name] : undefined))
    .find((value) => value !== undefined && value !== null && value !== "");
  if (field === undefined) return undefined;
  return typeof field === "string" ? field : JSON.stringify(field);
}

function hostOf(location: string, origin: string): string | undefined {
  return URL.canParse(location, origin) ? new URL(location, origin).host : undefined;
}
