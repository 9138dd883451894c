import { dayOfIso } from "../shared/day";

const form =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(?:Z|([+-])(\d{2}):?(\d{2})?)?$/i;

/**
 * Milliseconds since 1970-01-01 UTC of an ISO 8601 date-time; without an offset it is UTC, whatever the zone of this machine.
 * Undefined for anything else. Digits below the millisecond are kept as a fraction, so that two productions keep their order.
 */
export function parseTimestamp(value: unknown): number | undefined {
  const match = typeof value === "string" ? form.exec(value) : null;
  if (match === null) return undefined;
  const day = dayOfIso(match[1] ?? "");
  const [hour, minute, second] = [match[2], match[3], match[4]].map((part) => Number(part ?? 0));
  if (day === undefined || hour === undefined || minute === undefined || second === undefined) {
    return undefined;
  }
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const fraction = Number(`0.${match[5] ?? "0"}`);
  const offset = (Number(match[7] ?? 0) * 60 + Number(match[8] ?? 0)) * (match[6] === "-" ? -1 : 1);
  return day * 86_400_000 + ((hour * 60 + minute - offset) * 60 + second + fraction) * 1000;
}
