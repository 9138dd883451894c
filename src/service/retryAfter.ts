import { parseHttpDate } from "./parseHttpDate";

/** Seconds, also as services write them that the standard does not foresee: `2.5`, `1e9`. */
const seconds = /^\d+(?:\.\d+)?(?:e\d+)?$/i;

/**
 * How long an answer asks to wait, in milliseconds (RFC 9110 §10.2.3): seconds, or a date, which is compared with the
 * answer's own `Date`, or with this machine's clock when it has none; 0 for a date that is over. Undefined when it does
 * not say so in a way that can be read.
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
