import * as shared from "../shared/dateText";
import { type Day } from "../shared/day";
import { pageLanguage, t } from "./l10n";

/** `26 Nov 2026`, in the editor's language. */
export function dateText(day: Day): string {
  return shared.dateText(day, pageLanguage());
}

/** `26 Nov 2026 18:00 UTC` */
export function momentText(ms: number): string {
  return shared.momentText(ms, pageLanguage());
}

/** `latest`, `28 Jun 2024`, `28 Jun 2024 18:00 UTC` */
export function asOfText(asOf: string): string {
  return asOf === "latest" ? t("latest") : shared.asOfText(asOf, pageLanguage());
}
