import * as vscode from "vscode";
import { alignedTable } from "../../../data/alignedTable";
import { type PanelDrift, type VariantDrift } from "../../../data/panelDrift";
import { toMarkdownCell } from "../../../data/markdownTable";
import { isoOfDay } from "../../../shared/day";
import { formatChange, formatCount, noValueText } from "../../../shared/series/numberText";
import { type DriftHead, dayRange, headLines } from "./driftText";

/** The drift of a panel as Markdown: variants that are gone and new, then days, then values. */
export function panelDriftText(
  head: DriftHead,
  tagKinds: readonly string[],
  drift: PanelDrift,
): string {
  const { t } = vscode.l10n;
  const { added, gone, changed, unchanged } = drift;
  return [
    ...headLines(head),
    `- ${t("Variants gone: {0}", named(gone))}`,
    `- ${t("Variants new: {0}", named(added))}`,
    `- ${t("Variants changed: {0}, unchanged: {1}", formatCount(changed.length), formatCount(unchanged))}`,
    "",
    ...section(t("Days"), dayTable(tagKinds, changed)),
    ...section(t("Values"), valueTable(head, tagKinds, changed)),
  ].join("\n");
}

/** All of them: what is gone is what a person has to know. */
function named(variants: PanelDrift["added"]): string {
  if (variants.length === 0) return "0";
  const names = variants.map((values) => toMarkdownCell(wordsOf(values)));
  return `${formatCount(variants.length)} (${names.join(", ")})`;
}

function wordsOf(values: VariantDrift["values"]): string {
  return values.map((value) => value ?? "").join(" ");
}

/** Nothing where only the head is left. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length <= 2 ? [] : [`## ${title}`, "", ...lines, ""];
}

function cellsOf({ values }: VariantDrift): string[] {
  return values.map((value) => toMarkdownCell(value ?? ""));
}

function dayTable(tagKinds: readonly string[], changed: readonly VariantDrift[]): string[] {
  const { t } = vscode.l10n;
  const rows = changed
    .filter(({ daysAdded, daysGone }) => daysAdded.length + daysGone.length > 0)
    .map((each) => [...cellsOf(each), dayRange(each.daysAdded), dayRange(each.daysGone)]);
  const head = [...tagKinds.map(toMarkdownCell), t("Days added"), t("Days gone")];
  return alignedTable([head, ...rows], `${"l".repeat(tagKinds.length)}ll`);
}

function valueTable(
  { unit }: DriftHead,
  tagKinds: readonly string[],
  changed: readonly VariantDrift[],
): string[] {
  const { t } = vscode.l10n;
  const rows = changed.flatMap((each) => {
    const cells = cellsOf(each);
    const columns = each.columns
      .filter(({ revised, onlyInOne }) => revised + onlyInOne > 0)
      .map(({ name, revised, compared, signFlips, largest }) => [
        ...cells,
        toMarkdownCell(name),
        formatCount(revised),
        formatCount(compared),
        formatCount(signFlips),
        largest === null ? noValueText : formatChange(unit, largest.change),
        largest === null ? noValueText : isoOfDay(largest.day),
      ]);
    const whole = [
      ...each.columnsAdded.map((name) => [name, t("column added")] as const),
      ...each.columnsGone.map((name) => [name, t("column gone")] as const),
    ].map(([name, words]) => [...cells, toMarkdownCell(name), words, "", "", "", ""]);
    return [...columns, ...whole];
  });
  const head = [
    ...tagKinds.map(toMarkdownCell),
    t("Column"),
    t("Revised"),
    t("Compared"),
    t("Sign flips"),
    t("Largest change"),
    t("On"),
  ];
  return alignedTable([head, ...rows], `${"l".repeat(tagKinds.length)}lrrrrl`);
}
