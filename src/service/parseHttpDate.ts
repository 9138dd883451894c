/**
 * Milliseconds since 1970-01-01 UTC of an HTTP date (RFC 9110 §5.6.7) in the only format that may still be sent: `Mon,
 * 01 Jul 2024 12:00:00 GMT`. Undefined for anything else; `Date.parse` alone reads a year out of `-1`.
 */
export function parseHttpDate(text: string | undefined): number | undefined {
  if (
    text === undefined ||
    !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
  ) {
    return undefined;
  }
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
