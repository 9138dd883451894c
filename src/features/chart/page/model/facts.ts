import { type ChartData, type ChartPart, type SeriesIdentity } from "../../protocol";
import { type Day } from "../../../../shared/day";
import { dayOfInstant, instantOfText } from "../../../../shared/instant";
import { businessDayLag } from "../../../../shared/series/businessDayLag";
import { formatCount } from "../../../../shared/series/numberText";
import { t } from "../../../../ui/l10n";
import { notesOf } from "./notes";
import { asOfText, dateText, momentText } from "../../../../ui/dateText";

const msPerDay = 86_400_000;

/** Describes a series on one line; once its data are there, with its last day and the time of fetching. */
export function chartFacts({ identity, data, isLoading }: ChartPart): string {
  return [
    ...(identity.isSample ? [t("SAMPLE, synthetic")] : []),
    identity.service,
    identity.subject,
    identity.variant,
    ...coordinates(identity, data?.latestAsOf),
    ...(data === null ? [isLoading ? t("Fetching…") : t("no data")] : ageOf(data, identity)),
  ]
    .filter((fact) => fact !== "")
    .join(" · ");
}

function ageOf(data: ChartData, { asOf }: SeriesIdentity): readonly string[] {
  const { fetchedAtMs, staleBecause, slice } = data;
  const lastDay = lastDayOf(data);
  return [
    slice === null ? "" : t("slice {0}", slice.words),
    lastDay === undefined ? t("no days") : lagText(lastDay, asOf, data),
    t("fetched {0}", momentText(fetchedAtMs)),
    staleBecause === null ? "" : t("could not be refreshed: {0}", staleBecause),
    ...notesOf(data),
  ];
}

/**
 * The kind and the as-of of a series as texts. A forecast series has neither and does not state its hedging, which is
 * never made up.
 *
 * @param latestAsOf - The instant to which `latest` was resolved; null until it is.
 */
export function coordinates(
  { dataKind, asOf }: SeriesIdentity,
  latestAsOf: string | null = null,
): readonly string[] {
  if (dataKind === null) return [t("hedging not stated")];
  return [dataKind, asOf === null ? "" : asOfFact(asOf, latestAsOf)];
}

/** `as of latest (22 Nov 2026 09:45 UTC)`, `as of 28 Jun 2024`. */
function asOfFact(asOf: string, latestAsOf: string | null): string {
  if (asOf !== "latest" || latestAsOf === null) return t("as of {0}", asOfText(asOf));
  return latestText(latestAsOf);
}

/**
 * Names the instant to which `latest` was resolved: `as of latest (22 Nov 2026 09:45 UTC)`.
 *
 * @param isFromEarlier - Whether the series could not be refreshed since.
 */
export function latestText(latestAsOf: string, isFromEarlier = false): string {
  return isFromEarlier
    ? t("as of latest when fetched ({0})", asOfText(latestAsOf))
    : t("as of latest ({0})", asOfText(latestAsOf));
}

/** `last day 27 Jun 2008, 1 business day behind its as-of` */
function lagText(lastDay: Day, asOf: string | null, data: ChartData): string {
  return t("last day {0}, {1}", dateText(lastDay), latenessOf(data, asOf, lastDay).words);
}

/**
 * How far a series lags behind the newest day that it could contain, in business days and as a text: `up to date`, `1
 * business day behind its as-of`. A complete vintage does not lag, however old it is.
 */
export function latenessOf(
  data: ChartData,
  asOf: string | null,
  lastDay = lastDayOf(data),
): { readonly lag: number; readonly words: string } {
  if (lastDay === undefined) return { lag: 0, words: "" };
  const fetchedOn = Math.floor(data.fetchedAtMs / msPerDay);
  const cutoff = cutoffOf(asOf);
  const isCut = cutoff !== undefined && !(cutoff > fetchedOn);
  const lag = businessDayLag(lastDay, isCut ? cutoff : fetchedOn);
  if (lag === 0) {
    if (isCut) return { lag, words: t("current at its as-of") };
    const words = data.staleBecause === null ? t("up to date") : t("up to date when fetched");
    return { lag, words };
  }
  const since = isCut ? t("its as-of") : fetchText(data);
  const words =
    lag === 1
      ? t("1 business day behind {0}", since)
      : t("{0} business days behind {1}", formatCount(lag), since);
  return { lag, words };
}

/** The last day of the whole series, also if only a slice is shown. */
function lastDayOf({ days, slice }: ChartData): Day | undefined {
  return slice === null ? days.at(-1) : (slice.lastDay ?? undefined);
}

/** The last day that a series of this as-of can contain; undefined for `latest` or none. */
function cutoffOf(asOf: string | null): Day | undefined {
  const instant = asOf === null ? undefined : instantOfText(asOf);
  return instant === undefined ? undefined : dayOfInstant(instant);
}

/** A series that could not be refreshed may have been fetched on an earlier day. */
function fetchText({ staleBecause }: ChartData): string {
  return staleBecause === null ? t("today") : t("the day it was fetched");
}
