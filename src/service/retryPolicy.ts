import { HttpError, NetworkError, ProxyError, ServiceError } from "./errors";

/** The maximum number of times that one request is sent, whatever the failures. */
export const maxAttempts = 3;
/** The longest automatic wait; for a longer one the request fails and reports when to retry. */
const longestDelayMs = 30_000;
/** The upper limit of the first back-off, which doubles with each further one. */
const firstBackOffMs = 500;

/** Statuses after which the same request may soon succeed. */
const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The system's and undici's codes of failed or lost connections; an unknown host is not among them. */
const transientCodes: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_SOCKET",
]);

/** A failed attempt, and the constraints on the next one. */
export interface FailedAttempt {
  readonly error: unknown;
  /** How often the request was sent, including this attempt. */
  readonly attempts: number;
  /** How often it was sent again after a back-off. */
  readonly retries: number;
  /** The remaining time of the whole request. */
  readonly leftMs: number;
}

/**
 * The delay before the next attempt in milliseconds: never less than the service asked for, never more than {@link
 * longestDelayMs}, always less than the remaining time. Undefined if there must be no further attempt.
 *
 * @param random - From 0, inclusive, to 1, exclusive, uniformly distributed.
 */
export function retryDelayMs(
  { error, attempts, retries, leftMs }: FailedAttempt,
  random: () => number,
): number | undefined {
  if (attempts >= maxAttempts || !isTransient(error)) return undefined;
  const askedMs = error instanceof HttpError ? (error.retryAfterMs ?? 0) : 0;
  if (askedMs > longestDelayMs) return undefined;
  const delayMs = Math.min(longestDelayMs, askedMs + backOffMs(retries, random));
  return delayMs < leftMs ? delayMs : undefined;
}

/**
 * Full jitter (Brooker, "Exponential Backoff And Jitter", 2015): a random delay up to a limit that doubles, so that
 * clients that failed together do not retry together.
 */
export function backOffMs(retries: number, random: () => number): number {
  return random() * Math.min(longestDelayMs, firstBackOffMs * 2 ** retries);
}

/** Whether sending the same request again may succeed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof HttpError) return transientStatuses.has(error.status);
  if (error instanceof ProxyError) {
    return error.status === undefined || transientStatuses.has(error.status);
  }
  if (error instanceof NetworkError) return isLostConnection(error);
  return error instanceof ServiceError && ["incomplete", "timeout"].includes(error.kind);
}

/** Whether a connection failed in a way that may be temporary. */
export function isLostConnection({ code }: NetworkError): boolean {
  // Some transports have no error codes.
  return code === undefined || transientCodes.has(code);
}
