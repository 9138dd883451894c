import { isoOfDay } from "../shared/day";
import { type Instant, instantOfText } from "../shared/instant";
import { type Slice } from "../shared/slice";

/** The days of a slice, as they stand in a name. */
export function sliceTail({ from, to }: Slice = {}): string[] {
  const days = [
    ["from", from],
    ["to", to],
  ] as const;
  return days.flatMap(([label, day]) =>
    day === undefined ? [] : [`${label}-${isoOfDay(day).replaceAll("-", "")}`],
  );
}

/** The beginning of a digest of the values, where a name has one. */
export function valuesTail({ valuesDigest }: { readonly valuesDigest?: string }): string[] {
  return valuesDigest === undefined ? [] : [`values-${valuesDigest.slice(0, 10)}`];
}

/** What stands of a digest of the values in a name. */
export function valuesDigestIn(name: string): string | undefined {
  return /_values-([0-9a-f]{10})[_.]/.exec(name)?.[1];
}

/** Whatever looks like a time in a name: what the service calls things may, too. */
export function timesIn(name: string): Instant[] {
  const texts = [...name.matchAll(/_(?:asof|retrieved)-(\d{8})(T\d{6}Z)?(?=[_.])/g)];
  return texts
    .map(([, day = "", time = "T235959Z"]) => instantOfText(day + time))
    .filter((instant) => instant !== undefined);
}
