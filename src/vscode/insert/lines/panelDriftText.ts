import * as vscode from "vscode";
import { alignedTable } from "../../../data/alignedTable";
import { type PanelDrift, type VariantDrift } from "../../../data/panelDrift";
import {
  type PanelDriftSummary,
  type PanelRevision,
  isColumnChanged,
  panelDriftSummary,
} from "../../../data/panelDriftSummary";
import { toMarkdownCell } from "../../../data/markdownTable";
import { isoOfDay } from "../../../shared/day";
import { type Unit } from "../../../shared/chart/chartProtocol";
import {
  formatChange,
  formatCount,
  formatShare,
  noValueText,
} from "../../../shared/series/numberText";
import { type DriftHead, dayRange, headLines } from "./driftText";

/** Tag kinds, and where each stands among the values of a variant. */
type TagKinds = readonly { readonly name: string; readonly at: number }[];

/**
 * The drift of a panel as Markdown: in a few numbers, variants that are gone and new, then days, then values; below them the
 * variants one by one, as far as they differ.
 */
export function panelDriftText(
  head: DriftHead,
  tagKinds: readonly string[],
  drift: PanelDrift,
): string {
  const { t } = vscode.l10n;
  const { added, gone } = drift;
  const summary = panelDriftSummary(drift);
  const kinds = differingKinds(tagKinds, drift.changed);
  return [
    ...headLines(head),
    `- ${t("Variants removed: {0}", named(gone))}`,
    `- ${t("Variants added: {0}", named(added))}`,
    ...summaryLines(head, drift, summary),
    "",
    ...daySection(kinds, drift),
    ...valueSection(head, kinds, drift, summary),
  ].join("\n");
}

function summaryLines(
  { unit }: DriftHead,
  { changed, unchanged }: PanelDrift,
  summary: PanelDriftSummary,
): string[] {
  const { t } = vscode.l10n;
  const { compared, revised, signFlips, onlyInOneOfBoth, largest } = summary;
  const share = `${formatCount(compared)} (${formatShare(revised, compared)})`;
  return [
    `- ${t("Variants changed: {0}, unchanged: {1}", formatCount(changed.length), formatCount(unchanged))}`,
    `- ${t("Days added: {0}", dayRange(summary.daysAdded))}`,
    `- ${t("Days removed: {0}", dayRange(summary.daysGone))}`,
    `- ${t("Values revised: {0} of {1}", formatCount(revised), share)}`,
    ...(onlyInOneOfBoth === 0
      ? []
      : [`- ${t("Values added or removed on common days: {0}", formatCount(onlyInOneOfBoth))}`]),
    ...(largest === null ? [] : [`- ${largestWords(largest, unit)}`]),
    `- ${t("Sign flips: {0}", formatCount(signFlips))}`,
  ];
}

function largestWords({ variant, column, day, change }: PanelRevision, unit: Unit): string {
  return vscode.l10n.t(
    "Largest change: {0} ({1}, {2}, {3})",
    formatChange(unit, change),
    toMarkdownCell(wordsOf(variant)),
    toMarkdownCell(column),
    isoOfDay(day),
  );
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

function withoutChange(count: number): string[] {
  const words = vscode.l10n.t("Variants without a change: {0}", formatCount(count));
  return count === 0 ? [] : [`- ${words}`];
}

/** Notes and a table below a title, each where there is something: a table has rows below its two lines of head. */
function section(title: string, notes: readonly string[], table: readonly string[]): string[] {
  const parts = [notes, table.length > 2 ? table : []];
  const lines = parts.filter((part) => part.length > 0).flatMap((part) => [...part, ""]);
  return [`## ${title}`, "", ...lines];
}

/** Those that tell the changed variants apart, by their places: the others stand in the title. */
function differingKinds(tagKinds: readonly string[], changed: readonly VariantDrift[]): TagKinds {
  const all = tagKinds.map((name, at) => ({ name, at }));
  const differing = all.filter(
    ({ at }) => new Set(changed.map(({ values }) => values[at])).size > 1,
  );
  return differing.length === 0 ? all : differing;
}

function cellsOf({ values }: VariantDrift, kinds: TagKinds): string[] {
  return kinds.map(({ at }) => toMarkdownCell(values[at] ?? ""));
}

/** Most variants have the same new days: these are told once. */
function daySection(kinds: TagKinds, { changed, unchanged }: PanelDrift): string[] {
  const { t } = vscode.l10n;
  const moved = changed.filter((each) => each.daysAdded.length + each.daysGone.length > 0);
  if (moved.length === 0) return [];
  const alike = largestGroup(moved);
  const others = moved.filter((each) => !alike.includes(each));
  const head = [...namesOf(kinds), t("Days added"), t("Days removed")];
  const rows = others.map((each) => [...cellsOf(each, kinds), ...dayCells(each)]);
  return section(
    t("Days"),
    [...withoutChange(unchanged + changed.length - moved.length), ...alikeLine(alike)],
    alignedTable([head, ...rows], `${"l".repeat(kinds.length)}ll`),
  );
}

function alikeLine(alike: readonly VariantDrift[]): string[] {
  const [first] = alike;
  if (first === undefined) return [];
  const words = vscode.l10n.t(
    "Variants with the same changes: {0}; days added: {1}, days removed: {2}",
    formatCount(alike.length),
    ...dayCells(first),
  );
  return [`- ${words}`];
}

function dayCells({ daysAdded, daysGone }: VariantDrift): [added: string, gone: string] {
  return [dayRange(daysAdded), dayRange(daysGone)];
}

/** The most variants, two at least, of which the same days came and went. */
function largestGroup(moved: readonly VariantDrift[]): readonly VariantDrift[] {
  const groups = new Map<string, VariantDrift[]>();
  for (const each of moved) {
    const key = `${each.daysAdded.join()} ${each.daysGone.join()}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  const [largest = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  return largest.length < 2 ? [] : largest;
}

function valueSection(
  head: DriftHead,
  kinds: TagKinds,
  { changed }: PanelDrift,
  { equalInValues }: PanelDriftSummary,
): string[] {
  const rows = valueRows(head, kinds, changed);
  if (rows.length === 0) return [];
  const table = alignedTable([valueHead(kinds), ...rows], `${"l".repeat(kinds.length)}lrrrrl`);
  return section(vscode.l10n.t("Values"), withoutChange(equalInValues), table);
}

function valueRows(
  { unit }: DriftHead,
  kinds: TagKinds,
  changed: readonly VariantDrift[],
): string[][] {
  const { t } = vscode.l10n;
  return changed.flatMap((each) => {
    const cells = cellsOf(each, kinds);
    const columns = each.columns
      .filter(isColumnChanged)
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
      ...each.columnsGone.map((name) => [name, t("column removed")] as const),
    ].map(([name, words]) => [...cells, toMarkdownCell(name), words, "", "", "", ""]);
    return [...columns, ...whole];
  });
}

/** As short as may be: editors wrap Markdown. */
function valueHead(kinds: TagKinds): string[] {
  const { t } = vscode.l10n;
  return [...namesOf(kinds), t("Column"), t("Revised"), t("Of"), t("Flips"), t("Largest"), t("On")];
}

function namesOf(kinds: TagKinds): string[] {
  return kinds.map(({ name }) => toMarkdownCell(name));
}
