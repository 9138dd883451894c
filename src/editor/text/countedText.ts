import * as vscode from "vscode";
import { formatCount } from "../../shared/series/numberText";

type Format = (count: number) => string;

/** `1 signal`, `30 signals`. */
export function signalsText(count: number, format: Format = formatCount): string {
  return count === 1 ? vscode.l10n.t("1 signal") : vscode.l10n.t("{0} signals", format(count));
}

/** `1 variant`, `1,240 variants`. */
export function variantsText(count: number, format: Format = formatCount): string {
  return count === 1 ? vscode.l10n.t("1 variant") : vscode.l10n.t("{0} variants", format(count));
}

/** `1 market`, `37 markets`. */
export function marketsText(count: number, format: Format = formatCount): string {
  return count === 1 ? vscode.l10n.t("1 market") : vscode.l10n.t("{0} markets", format(count));
}

/** `1 forecast`, `500 forecasts`. */
export function forecastsText(count: number, format: Format = formatCount): string {
  return count === 1 ? vscode.l10n.t("1 forecast") : vscode.l10n.t("{0} forecasts", format(count));
}

/** `1 row`, `8,778 rows`. */
export function rowsText(count: number, format: Format = formatCount): string {
  return count === 1 ? vscode.l10n.t("1 row") : vscode.l10n.t("{0} rows", format(count));
}
