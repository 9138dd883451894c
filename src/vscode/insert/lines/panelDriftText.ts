import * as vscode from "vscode";
import { alignedTable } from "../../../data/alignedTable";
import { toMarkdownCell } from "../../../data/markdownTable";
import { type PanelDrift, type VariantDrift } from "../../../data/panelDrift";
import {
  type ColumnRevisions,
  largestColumnRevisions,
  panelDriftSummary,
} from "../../../data/panelDriftSummary";
import { type Day, isoOfDay } from "../../../shared/day";
import { type Unit } from "../../../shared/chart/chartProtocol";
import { formatChangeDigits, formatCount, noValueText } from "../../../shared/series/numberText";
import { keptLink } from "../../keptDocuments";
import {
  type DriftHead,
  daysText,
  headLines,
  lineLines,
  mostListed,
  namedLines,
  revisedLines,
  section,
  summaryTable,
} from "./driftText";

/** Tag kinds, and where each stands among the values of a variant. */
type TagKinds = readonly { readonly name: string; readonly at: number }[];

/** More variants of which the same days came or went are counted, not named. */
const mostNamed = 5;

/**
 * The drift of a panel as Markdown: what changed in three rows, variants that are gone and new, the columns of variants with
 * the largest changes, and the days that came or went.
 *
 * @param csvName - Of the document with all columns of variants that is kept with it.
 */
export function panelDriftText(
  head: DriftHead,
  tagKinds: readonly string[],
  drift: PanelDrift,
  csvName: string,
): string {
  const { t } = vscode.l10n;
  const { added, gone, changed, unchanged } = drift;
  const { compared, signFlips, changes } = panelDriftSummary(drift);
  const revisions = largestColumnRevisions(drift);
  const kinds = differingKinds(tagKinds, changed);
  const days = dayLines(kinds, changed);
  return [
    ...headLines(head),
    ...summaryTable(head.unit, changes, revisions[0]?.column.largest?.change ?? null),
    ...revisedLines(changes.revised.values, compared, signFlips),
    ...namedLines(t("Variants removed"), gone.map(wordsOf)),
    ...namedLines(t("Variants added"), added.map(wordsOf)),
    t(
      "Variants changed: {0}, unchanged: {1}.",
      formatCount(changed.length),
      formatCount(unchanged),
    ),
    "",
    keptLink(t("All changes as CSV"), csvName),
    "",
    ...section(
      t("Largest changes"),
      revisionTable(head.unit, kinds, revisions.slice(0, mostListed)),
      revisions.length - mostListed,
    ),
    ...section(
      t("Days and columns added and removed"),
      days.slice(0, mostListed),
      days.length - mostListed,
    ),
    ...lineLines(head),
  ].join("\n");
}

function revisionTable(
  unit: Unit,
  kinds: TagKinds,
  revisions: readonly ColumnRevisions[],
): string[] {
  if (revisions.length === 0) return [];
  const { t } = vscode.l10n;
  const rows = revisions.map(({ variant, column }) => {
    const { name, revised, compared, signFlips, largest } = column;
    return [
      ...kinds.map(({ at }) => toMarkdownCell(variant[at] ?? "")),
      toMarkdownCell(name),
      ...[revised, compared, signFlips].map(formatCount),
      largest === null ? noValueText : formatChangeDigits(unit, largest.change),
      largest === null ? noValueText : isoOfDay(largest.day),
    ];
  });
  const head = [t("Column"), t("Revised"), t("Of"), t("Sign flips"), t("Largest change"), t("On")];
  const names = kinds.map(({ name }) => toMarkdownCell(name));
  return alignedTable([[...names, ...head], ...rows], `${"l".repeat(kinds.length)}lrrrrl`);
}

/** What came or went of whole days and columns, once for all variants that it is the same of; of most variants first. */
function dayLines(kinds: TagKinds, changed: readonly VariantDrift[]): string[] {
  const groups = new Map<string, string[]>();
  for (const each of changed) {
    const variant = wordsOf(kinds.map(({ at }) => each.values[at] ?? null));
    for (const words of wordsOfWhole(each)) {
      groups.set(words, [...(groups.get(words) ?? []), variant]);
    }
  }
  return [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([words, variants]) => `- ${words} (${variantsText(variants)})`);
}

function wordsOfWhole({ daysAdded, daysGone, columnsAdded, columnsGone }: VariantDrift): string[] {
  const { t } = vscode.l10n;
  return [
    ...ofDays(daysAdded, (days, count) =>
      count === 1
        ? t("{0}: 1 day added", days)
        : t("{0}: {1} days added", days, formatCount(count)),
    ),
    ...ofDays(daysGone, (days, count) =>
      count === 1
        ? t("{0}: 1 day removed", days)
        : t("{0}: {1} days removed", days, formatCount(count)),
    ),
    ...columnsAdded.map((name) => t("{0}: column added", toMarkdownCell(name))),
    ...columnsGone.map((name) => t("{0}: column removed", toMarkdownCell(name))),
  ];
}

function ofDays(days: readonly Day[], words: (days: string, count: number) => string): string[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [words(daysText(first, last), days.length)];
}

function variantsText(variants: readonly string[]): string {
  return variants.length > mostNamed
    ? vscode.l10n.t("{0} variants", formatCount(variants.length))
    : variants.map(toMarkdownCell).join(", ");
}

function wordsOf(values: VariantDrift["values"]): string {
  return values.map((value) => value ?? "").join(" ");
}

/** Those that tell the changed variants apart, by their places: the others stand in the title. */
function differingKinds(tagKinds: readonly string[], changed: readonly VariantDrift[]): TagKinds {
  const all = tagKinds.map((name, at) => ({ name, at }));
  const differing = all.filter(
    ({ at }) => new Set(changed.map(({ values }) => values[at])).size > 1,
  );
  return differing.length === 0 ? all : differing;
}
