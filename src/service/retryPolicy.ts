import { HttpError, NetworkError, ProxyError, ServiceError } from "./errors";

/** How often one request is sent at most, whatever happens to it. */
export const maxAttempts = 3;
/** No wait is longer: who would have to wait longer is told when instead. */
const longestDelayMs = 30_000;
/** The first back-off lasts at most so long, each further one twice as long. */
const firstBackOffMs = 500;

/** Of these the same request may succeed a moment later. */
const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The system's and undici's codes of connections that were not made or got lost; an unknown host is none of them. */
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

/** An attempt that failed, and what the next one would have to keep to. */
export interface FailedAttempt {
  readonly error: unknown;
  /** How often the request was sent, this attempt included. */
  readonly attempts: number;
  /** How often it was sent again after a back-off. */
  readonly retries: number;
  /** What is left of the time of the whole request. */
  readonly leftMs: number;
}

/**
 * How long to wait before the next attempt, in milliseconds: never less than the service asked for, never more than
 * {@link longestDelayMs}, always less than the time that is left. Undefined when there must be none.
 *
 * @param random - From 0, inclusive, to 1, exclusive, evenly.
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
 * Full jitter (Brooker, "Exponential Backoff And Jitter", 2015): anything up to a limit that doubles, so that the
 * clients that failed together do not come back together.
 */
export function backOffMs(retries: number, random: () => number): number {
  return random() * Math.min(longestDelayMs, firstBackOffMs * 2 ** retries);
}

/** Whether sending the same request once more may help. */
export function isTransient(error: unknown): boolean {
  if (error instanceof HttpError) return transientStatuses.has(error.status);
  if (error instanceof ProxyError) {
    return error.status === undefined || transientStatuses.has(error.status);
  }
  if (error instanceof NetworkError) return isLostConnection(error);
  return error instanceof ServiceError && ["incomplete", "timeout"].includes(error.kind);
}

/** Whether a connection failed in a way that may be over the next time. */
export function isLostConnection({ code }: NetworkError): boolean {
  // Some transports know no code.
  return code === undefined || transientCodes.has(code);
}
