import * as vscode from "vscode";
import { type CachedVintage } from "../../store/seriesStore";
import { asOfLabel } from "../text/seriesLabel";
import { momentText } from "../text/dateText";

/** Why a series could not be read, and the as-of of what is cached of it. */
export function withCachedText(message: string, cached: CachedVintage): string {
  return vscode.l10n.t("{0}. Cached: {1}.", message.replace(/\.$/, ""), cachedText(cached));
}

/** `as of 2024-06-28, fetched 2026-11-19 18:03 UTC` */
export function cachedText({ reference, fetchedAtMs, isLater }: CachedVintage): string {
  const { t } = vscode.l10n;
  const parts = [asOfLabel(reference.asOf), momentText(fetchedAtMs)];
  return isLater
    ? t("{0} (later than requested), fetched {1}", ...parts)
    : t("{0}, fetched {1}", ...parts);
}
