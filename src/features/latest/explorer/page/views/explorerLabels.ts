import { forecastComponents } from "../../../../../shared/forecastComponents";
import { type ExplorerAnswer, type ForecastsMoved } from "../../protocol";
import {
  formatCount,
  formatPartBp,
  formatPercent,
  formatScore,
  noValueText,
} from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { momentText } from "../../../../../ui/dateText";
import { type Absence } from "../model/absence";
import { type SummaryIndex, type SummaryKey } from "../model/summaryIndex";

/** A forecast in percent without the unit, `5.68`; `–` when there is no value. */
export function percentText(fraction: number): string {
  return formatPercent(fraction).replace(/ %$/, "");
}

/** A contribution in percent with its sign and without the unit. */
export function signedPercentText(fraction: number): string {
  return Number.isFinite(fraction) ? formatScore(fraction * 100) : noValueText;
}

/** A difference in basis points without the unit, `+12.3`. */
export function bpText(fraction: number): string {
  return formatPartBp(fraction).replace(/ bp$/, "");
}

/** A level in basis points without the unit or a plus sign, `512.3`. */
export function bpLevelText(fraction: number): string {
  return bpText(fraction).replace(/^\+/, "");
}

/** The deviation of a sum in percent: two decimals, more when those are zeros. */
export function gapText(fraction: number): string {
  const printed = formatScore(fraction * 100);
  if (Number(printed.replace("−", "-")) !== 0) return printed;
  return `${fraction > 0 ? "+" : "−"}${Number(Math.abs(fraction * 100).toPrecision(1))}`;
}

/** `12 Months · USD · Unhedged`. */
export function coordinatesText({ horizon, currency, hedging }: SummaryKey): string {
  return [horizon, currency, hedging].join(" · ");
}

export function marketName({ answer }: SummaryIndex, code: string): string {
  return answer.markets.find((market) => market.code === code)?.name ?? code;
}

/** `US Large Caps, 12 Months · USD · Hedged: 5.64 %`. */
export function forecastText(
  index: SummaryIndex,
  { key, total }: { readonly key: SummaryKey; readonly total: number },
): string {
  return `${marketName(index, key.market)}, ${coordinatesText(key)}: ${percentText(total)} %`;
}

/** Why there is no forecast for what was chosen. */
export function absenceText({ of }: Absence, key: SummaryKey): string {
  switch (of) {
    case "market":
      return t("No forecast for this market");
    case "currency":
      return t("No forecast for this market in {0}", key.currency);
    case "hedging":
      return t("No forecast for this market in {0}, {1}", key.currency, key.hedging);
    case "horizon":
      return t(
        "No forecast for this market over {0} in {1}, {2}",
        key.horizon,
        key.currency,
        key.hedging,
      );
  }
}

/** Hyphenation of the interface's long component names: browsers do not hyphenate English without a dictionary. */
const hyphenated = new Map(
  ["Con-trac-tion", "Expan-sion", "Slow-down", "Valua-tion", "Recov-ery", "Funda-men-tals"].map(
    (word) => [word.replaceAll("-", ""), word.replaceAll("-", "\u00ad")],
  ),
);
const known: ReadonlySet<string> = new Set(forecastComponents);

/** A kind as the label of a bar, with soft hyphens. */
export function narrowKind(kind: string): string {
  if (!known.has(kind)) return kind;
  return (hyphenated.get(kind) ?? kind).replace("Technicals", "Techni\u00adcals");
}

/** The facts about the forecasts: at the foot of the page, and in everything exported from it. */
export function explorerFacts({
  summaries,
  fetchedAtMs,
  unreadable,
}: ExplorerAnswer): readonly string[] {
  return [
    t("{0} forecasts", formatCount(summaries.totals.length)),
    t("fetched {0}", momentText(fetchedAtMs)),
    ...unreadableFacts(unreadable),
  ];
}

function unreadableFacts(count: number): readonly string[] {
  if (count === 0) return [];
  if (count === 1) return [t("1 forecast could not be read")];
  return [t("{0} forecasts could not be read", formatCount(count))];
}

export function movedMessage({ variant, summaries }: ForecastsMoved): string {
  const { length: count } = summaries;
  if (count === 0) return t("No forecast is attributed to {0}", variant);
  return count === 1
    ? t("1 forecast moved by {0}", variant)
    : t("{0} forecasts moved by {1}", formatCount(count), variant);
}
