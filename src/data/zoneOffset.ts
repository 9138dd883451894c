import { DecodeError } from "./errors";

const msPerMinute = 60_000;
const withoutOffset = new Set(["", "UTC", "Z", "GMT", "Etc/UTC", "+00:00", "-00:00"]);

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds. */
export type ZoneOffset = (epochMs: number) => number;

/**
 * The offset of a zone as Arrow names it (`America/New_York`, `+09:00`); undefined when it is that of UTC. The zone
 * of this machine has no part in it.
 *
 * @throws {@link DecodeError} of kind `unsupported` for a zone that is not known.
 */
export function zoneOffset(zone: string): ZoneOffset | undefined {
  if (withoutOffset.has(zone)) return undefined;
  const fixed = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (fixed !== null) {
    const offsetMs = signed(fixed[1], Number(fixed[2]) * 60 + Number(fixed[3])) * msPerMinute;
    return () => offsetMs;
  }
  const format = longOffsetFormat(zone);
  return (epochMs) => offsetOf(format.format(epochMs));
}

function longOffsetFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch (error) {
    throw new DecodeError("unsupported", `unknown time zone ${zone}`, { cause: error });
  }
}

/** Of a text that ends in `GMT`, `GMT-05:00` or, before standard time, `GMT-04:56:02`. */
function offsetOf(text: string): number {
  const match = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (match === null) return 0;
  const [, sign, hours, minutes, seconds = "0"] = match;
  const minutesInAll = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  return Math.round(signed(sign, minutesInAll) * msPerMinute);
}

function signed(sign: string | undefined, value: number): number {
  return sign === "-" ? -value : value;
}
