import * as vscode from "vscode";
import { type Repairs, type TextInstead, totalRepairs } from "../../data/normalizeFrame";
import { plainLabel, plainLine } from "../../shared/plainText";
import { formatCount } from "../../shared/series/numberText";
import { formatNames } from "../../shared/wireFormat";
import { dateText } from "../text/dateText";

/** The longest excerpt of a cell that a message shows, in characters. */
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
    ...(duplicateRows > 0
      ? [t("duplicate rows counted once: {0}", formatCount(duplicateRows))]
      : []),
    ...(undatedRows > 0 ? [t("rows without a day left out: {0}", formatCount(undatedRows))] : []),
    ...(infinities > 0
      ? [t("infinite values read as no value: {0}", formatCount(infinities))]
      : []),
    ...(columns === "" ? [] : [t("columns left out: {0}", columns)]),
  ];
}

/** `Level contains text instead of numbers: “n.a.” on 2024-06-27` */
function textInsteadText({ column, day, text }: TextInstead): string {
  return vscode.l10n.t(
    "{0} contains text instead of numbers: “{1}” on {2}",
    plainLabel(column),
    plainLabel(plainLine(text, longestCell)),
    dateText(day),
  );
}

/** The repairs of several series as texts, each repair once. */
export function repairTextOfAll(series: readonly { readonly repairs: Repairs }[]): string[] {
  return repairText(totalRepairs(series.map(({ repairs }) => repairs)));
}
