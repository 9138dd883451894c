import * as vscode from "vscode";
import * as shared from "../../shared/dateText";
import { type Day } from "../../shared/day";

/** `26 Nov 2026`, in the editor's language. */
export function dateText(day: Day): string {
  return shared.dateText(day, vscode.env.language);
}

/** `26 Nov 2026 18:00 UTC` */
export function momentText(ms: number): string {
  return shared.momentText(ms, vscode.env.language);
}

/** `latest`, `28 Jun 2024`, `28 Jun 2024 18:00 UTC` */
export function asOfText(asOf: string): string {
  return asOf === "latest" ? vscode.l10n.t("latest") : shared.asOfText(asOf, vscode.env.language);
}
