import { t } from "./l10n";

/** The note that numbers printed in percent do not add up to their total; empty when they do. */
export function roundingText(missPercent: number): string {
  return missPercent === 0 ? "" : missText(missPercent.toFixed(2));
}

/** The note for values in percent with their changes in basis points; empty when both add up. */
export function roundingTexts(missPercent: number, missBp: number): string {
  if (missPercent === 0)
    return missBp === 0
      ? ""
      : t("Rounded; changes of parts may miss their total by {0}", bpText(missBp));
  const text = roundingText(missPercent);
  return missBp === 0 ? text : t("{0}, changes by {1}", text, bpText(missBp));
}

/** The note for numbers in basis points. */
export function bpRoundingText(missBp: number): string {
  return missBp === 0 ? "" : missText(bpText(missBp));
}

function bpText(missBp: number): string {
  return `${missBp.toFixed(1)} bp`;
}

function missText(miss: string): string {
  return t("Rounded; parts may miss their total by {0}", miss);
}
