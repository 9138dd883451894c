import * as vscode from "vscode";
import { type Repairs, type TextInstead, totalRepairs } from "../../data/normalizeFrame";
import { isoOfDay } from "../../shared/day";
import { plainLabel, plainLine } from "../../shared/plainText";
import { formatNames } from "../../shared/wireFormat";

/** Enough to recognise a cell, in characters. */
const longestCell = 40;

/**
 * Messages about the repairs of an answer that matter to the reader. Sorted rows and dropped counters change nothing
 * that is shown, so they are only logged.
 */
export function repairText(repairs: Repairs): string[] {
  const { duplicateRows, undatedRows, infinities, leftOutColumns, cameAs } = repairs;
  const { textInstead = [], hasDaysAfterAsOf = false } = repairs;
  const { t } = vscode.l10n;
  const columns = plainLabel(leftOutColumns.join(", "));
  return [
    ...textInstead.map(textInsteadText),
    ...(hasDaysAfterAsOf ? [t("has days after its as-of")] : []),
    ...(cameAs === undefined
      ? []
      : [t("the service sent {0} instead of the requested format", formatNames[cameAs])]),
    ...(duplicateRows > 0 ? [t("duplicate rows counted once: {0}", duplicateRows)] : []),
    ...(undatedRows > 0 ? [t("rows without a day left out: {0}", undatedRows)] : []),
    ...(infinities > 0 ? [t("infinite values read as no value: {0}", infinities)] : []),
    ...(columns === "" ? [] : [t("columns left out: {0}", columns)]),
  ];
}

/** `Level is text, not numbers: 2024-06-27 has “n.a.”` */
function textInsteadText({ column, day, text }: TextInstead): string {
  return vscode.l10n.t(
    "{0} is text, not numbers: {1} has “{2}”",
    plainLabel(column),
    isoOfDay(day),
    plainLabel(plainLine(text, longestCell)),
  );
}

/** The same for several series together. */
export function repairTextOfAll(series: readonly { readonly repairs: Repairs }[]): string[] {
  return repairText(totalRepairs(series.map(({ repairs }) => repairs)));
}
