import { t } from "../l10n";

/** What is said where numbers printed in percent miss their total; empty where they do not. */
export function roundingText(missPercent: number): string {
  return missPercent === 0 ? "" : missText(missPercent.toFixed(2));
}

/** The same of numbers in basis points. */
export function bpRoundingText(missBp: number): string {
  return missBp === 0 ? "" : missText(`${missBp.toFixed(1)} bp`);
}

function missText(miss: string): string {
  return t("Rounded; parts may miss their total by {0}", miss);
}
