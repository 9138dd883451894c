import * as vscode from "vscode";
import { referenceTitleOf } from "../../shared/placeName";
import { plainLabel } from "../../shared/plainText";
import { type Reference } from "../../shared/reference";
import { asOfText } from "./dateText";
import { type AsOf } from "../../shared/instant";

/**
 * A series or a panel in one line, without the parts that names imply: `INFL US · FIT · latest`, `SPX USD 12 Months`.
 */
export function seriesLabel(reference: Reference, isSample: boolean): string {
  const name = seriesName(reference, isSample);
  return reference.family === "forecast" ? name : `${name} · ${asOfLabel(reference.asOf)}`;
}

/** The same without its as-of: `INFL US · FIT`. */
export function seriesName(reference: Reference, isSample: boolean): string {
  if (reference.family === "forecast") return plainLabel(referenceTitleOf(reference, isSample));
  const name = referenceTitleOf({ ...reference, dataKind: "SNAP", asOf: "latest" }, isSample);
  return plainLabel(`${name} · ${reference.dataKind}`);
}

/** `latest`, `as of 19 Nov 2026` */
export function asOfLabel(asOf: AsOf): string {
  return asOf === "latest" ? asOfText(asOf) : vscode.l10n.t("as of {0}", asOfText(asOf));
}
