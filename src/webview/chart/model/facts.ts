import { type ChartPart, type SeriesFacts } from "../../../shared/chart/chartProtocol";
import { type Day, isoOfDay } from "../../../shared/day";
import { asOfParameter, instantOfMs, instantOfText } from "../../../shared/instant";
import { businessDayLag } from "../../../shared/series/businessDayLag";
import { formatCount } from "../../../shared/series/numberText";
import { t } from "../../l10n";

const msPerDay = 86_400_000;

/** What a series is, on one line; undefined before its data have come. */
export function factsOf({ data }: ChartPart): string | undefined {
  if (data === null) return undefined;
  const { facts, days, mismatchedRows } = data;
  const lastDay = days.at(-1);
  return [
    ...(facts.isSample ? [t("SAMPLE, synthetic")] : []),
    facts.service,
    facts.subject,
    facts.variant,
    ...coordinates(facts),
    lastDay === undefined ? t("no days") : lagText(lastDay, facts.fetchedAtMs),
    t("fetched {0}", timeText(facts.fetchedAtMs)),
    facts.staleBecause === null ? "" : t("could not be refreshed: {0}", facts.staleBecause),
    mismatchedRows.length === 0
      ? ""
      : t("rows whose parts do not add up: {0}", formatCount(mismatchedRows.length)),
  ]
    .filter((fact) => fact !== "")
    .join(" · ");
}

/** A forecast series has neither a kind nor an as-of, and does not say its hedging: no other is ever made up. */
function coordinates({ dataKind, asOf }: SeriesFacts): readonly string[] {
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
