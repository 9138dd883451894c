import { t } from "../l10n";

/** The note where numbers printed in percent do not add up to their total; empty where they do. */
export function roundingText(missPercent: number): string {
  return missPercent === 0 ? "" : missText(missPercent.toFixed(2));
}

/** The same for numbers in basis points. */
export function bpRoundingText(missBp: number): string {
  return missBp === 0 ? "" : missText(`${missBp.toFixed(1)} bp`);
}

function missText(miss: string): string {
  return t("Rounded; parts may miss their total by {0}", miss);
}
