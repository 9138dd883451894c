import {
  type ChartData,
  type ChartPart,
  type SeriesIdentity,
} from "../../../shared/chart/chartProtocol";
import { type Day, isoOfDay } from "../../../shared/day";
import { asOfParameter, instantOfMs, instantOfText } from "../../../shared/instant";
import { businessDayLag } from "../../../shared/series/businessDayLag";
import { formatCount } from "../../../shared/series/numberText";
import { t } from "../../l10n";

const msPerDay = 86_400_000;

/** What a series is, on one line; how old it is once its data have come. */
export function factsOf({ identity, data, isLoading }: ChartPart): string {
  return [
    ...(identity.isSample ? [t("SAMPLE, synthetic")] : []),
    identity.service,
    identity.subject,
    identity.variant,
    ...coordinates(identity),
    ...(data === null ? [isLoading ? t("Fetching…") : t("no data")] : ageOf(data)),
  ]
    .filter((fact) => fact !== "")
    .join(" · ");
}

function ageOf({ days, fetchedAtMs, staleBecause, mismatchedRows }: ChartData): readonly string[] {
  const lastDay = days.at(-1);
  return [
    lastDay === undefined ? t("no days") : lagText(lastDay, fetchedAtMs),
    t("fetched {0}", timeText(fetchedAtMs)),
    staleBecause === null ? "" : t("could not be refreshed: {0}", staleBecause),
    mismatchedRows.length === 0
      ? ""
      : t("rows whose parts do not add up: {0}", formatCount(mismatchedRows.length)),
  ];
}

/** A forecast series has neither a kind nor an as-of, and does not say its hedging: no other is ever made up. */
function coordinates({ dataKind, asOf }: SeriesIdentity): readonly string[] {
  if (dataKind === null) return [t("hedging not stated")];
  return [dataKind, asOf === null ? "" : asOfText(asOf)];
}

/** `as of latest`, `as of 2024-06-28 23:59:59 UTC`. */
function asOfText(asOf: string): string {
  const instant = instantOfText(asOf);
  return t("as of {0}", instant === undefined ? asOf : utcText(asOfParameter(instant)));
}

function lagText(lastDay: Day, fetchedAtMs: number): string {
  const lag = businessDayLag(lastDay, Math.floor(fetchedAtMs / msPerDay));
  return lag === 1
    ? t("last day {0}, 1 business day behind", isoOfDay(lastDay))
    : t("last day {0}, {1} business days behind", isoOfDay(lastDay), formatCount(lag));
}

function timeText(ms: number): string {
  const instant = instantOfMs(ms);
  return instant === undefined ? t("at an unknown time") : utcText(asOfParameter(instant));
}

function utcText(dateTime: string): string {
  return `${dateTime.replace("T", " ")} UTC`;
}
