import { type Day, dayOfIso } from "../shared/day";
import { type LatestSignal } from "../shared/latestColumns";
import { type LatestSignals, LatestSignalsBuilder } from "./latestSignals";
import { type ListingParser, type Report, wrappedEntriesOf } from "./listing";
import { recordTagsOf } from "./recordTags";
import { fieldOf, isWireRecord, nameOf, numberOf, versionOf, type WireRecord } from "./wireRecord";

export const latestSignalListing: ListingParser<LatestSignal, LatestSignals> = {
  entriesOf: wrappedEntriesOf,
  newItems: () => new LatestSignalsBuilder(),
  itemsOf: (entry, report) => {
    const signal = latestSignalOf(entry, report);
    if (typeof signal !== "string") return [signal];
    report(signal);
    return [];
  },
};

/** The record, or why it is invalid. */
function latestSignalOf(entry: unknown, report: Report): LatestSignal | string {
  const latest = isWireRecord(entry) ? fieldOf(entry, "latest") : undefined;
  if (!isWireRecord(entry) || !isWireRecord(latest)) return "has no latest values";
  const day = dayOfDateTime(fieldOf(latest, "Date"));
  if (day === undefined) return "has no readable Date";
  const [level, momentum, aggregate] = ["Level", "Momentum", "Aggregate"].map((name) =>
    numberOf(fieldOf(latest, name), report),
  );
  if (level === undefined || momentum === undefined || aggregate === undefined) {
    return "has a score that cannot be read";
  }
  const version = versionOf(fieldOf(entry, "version", "signal_version"));
  if (version === undefined) return "has a version that is not a whole number";
  const code = fieldOf(entry, "signal_code", "code");
  if (code !== undefined && nameOf(code) === undefined) return "has a code that cannot be used";
  const tags = recordTagsOf(tagFieldsOf(entry));
  if (typeof tags === "string") return tags;
  const pointInTimeMs = parseTimestamp(fieldOf(entry, "point_in_time"));
  return {
    ...(typeof code === "string" ? { code } : {}),
    version,
    tags,
    ...{ day, level, momentum, aggregate },
    ...(pointInTimeMs === undefined ? {} : { pointInTimeMs }),
  };
}

/** The tags that the interface documents; without one that is invalid a record would be of another variant. */
const documentedTags: ReadonlySet<string> = new Set([
  ...["region_name", "country_iso", "currency_iso", "sector_name"],
  ...["commodity_name", "basket_name", "model_name"],
]);

/**
 * The documented tags, and all other fields with a text or a number whose names end in `_name` or `_iso`. The signal's
 * own name is excluded, because it is the same for all variants.
 */
function tagFieldsOf(record: WireRecord): [string, unknown][] {
  return Object.entries(record).filter(
    ([field, value]) =>
      /._(?:name|iso)$/.test(field) &&
      field !== "signal_name" &&
      (documentedTags.has(field) || typeof value === "string" || typeof value === "number"),
  );
}

/** The calendar day as written, ignoring time and zone. */
function dayOfDateTime(value: unknown): Day | undefined {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(value)
    ? dayOfIso(value.slice(0, 10))
    : undefined;
}

const form =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(?:Z|([+-])(\d{2}):?(\d{2})?)?$/i;

/**
 * Milliseconds since 1970-01-01 UTC of an ISO 8601 date-time; without an offset it is UTC, whatever this machine's
 * zone. Undefined for anything else. Digits below the millisecond are kept as a fraction, so that productions sort
 * correctly.
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
