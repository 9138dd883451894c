import * as vscode from "vscode";
import { type CachedVintage } from "../../store/seriesStore";
import { asOfLabel } from "../seriesLabel";
import { timeText } from "../timeText";

/** Why a series could not be read, and what is cached of it as of another time. */
export function withCachedText(
  message: string,
  { reference, fetchedAtMs, isLater }: CachedVintage,
): string {
  const { t } = vscode.l10n;
  const parts = [message.replace(/\.$/, ""), asOfLabel(reference), timeText(fetchedAtMs)];
  return isLater
    ? t("{0}. Cached: {1} (later than requested), fetched {2}.", ...parts)
    : t("{0}. Cached: {1}, fetched {2}.", ...parts);
}
