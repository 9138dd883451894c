/** A `Date` header has no fractions of a second. */
const dateResolutionMs = 1_000;

/**
 * By how many milliseconds this computer's clock is ahead of the service's, at the least; negative when it is behind, 0
 * when the times agree as far as can be told.
 *
 * @param dateMs - The `Date` header of an answer.
 * @param sentMs - When the request was sent, by this computer's clock; the service wrote the header later than that.
 * @param receivedMs - When the answer was there; the service wrote the header earlier.
 */
export function clockDifferenceMs(dateMs: number, sentMs: number, receivedMs: number): number {
  const leastMs = sentMs - (dateMs + dateResolutionMs);
  const mostMs = receivedMs - dateMs;
  if (leastMs > 0) return leastMs;
  return Math.min(0, mostMs);
}
