import * as vscode from "vscode";
import { alignedTable } from "../../../data/alignedTable";
import {
  type ChangeKind,
  type ChangedValues,
  type ColumnDrift,
  type ColumnRun,
  type DriftRun,
  type FrameCell,
  type FrameDrift,
  changeOf,
  changesByKind,
  driftRuns,
  revisionRuns,
} from "../../../data/frameDrift";
import { toMarkdownCell } from "../../../data/markdownTable";
import {
  type ColumnRevisions,
  type PanelDrift,
  type VariantDrift,
  largestColumnRevisions,
  panelDriftSummary,
} from "../../../data/panelDrift";
import { type Day } from "../../../shared/day";
import {
  formatChangeDigits,
  formatCount,
  formatValueDigits,
  noValueText,
  type Unit,
} from "../../../shared/series/numberText";
import { type Locale, revisionsSentence } from "../../../shared/series/revisionsText";
import { codeSpan } from "../../../store/diagnosis/markdown";
import { documentLink } from "../../../editor/virtualDocuments";
import { dateText } from "../../../editor/text/dateText";

/** What a drift report is about. */
export interface DriftSubject {
  /** The series or panel: `INFL US · FIT`. */
  readonly title: string;
  /** The reference line. */
  readonly line: string;
}

/** The head of a drift report. */
export interface DriftHead extends DriftSubject {
  /** The old data: `2024-06-28`, `the file data/….csv`. */
  readonly before: string;
  readonly after: string;
  readonly unit: Unit;
}

/** The report lists this many changes; the CSV has all of them. */
const maxListed = 20;

/**
 * The drift of a series as Markdown: a summary in three rows, the largest changes, and the days whose values appeared
 * or disappeared.
 *
 * @param csvName - Name of the linked document with all changes.
 */
export function driftText(head: DriftHead, drift: FrameDrift, csvName: string): string {
  const { t } = vscode.l10n;
  const { columns, columnsAdded, columnsGone, rows } = drift;
  const changes = changesByKind(rows, head.unit);
  const revisions = revisionRuns(drift);
  const runs = driftRuns(drift);
  return [
    ...headLines(head),
    ...summaryTable(head.unit, changes, revisions[0] === undefined ? null : changeOf(revisions[0])),
    ...columnLines(head.unit, columns),
    ...namedLines(t("Columns added"), columnsAdded),
    ...namedLines(t("Columns removed"), columnsGone),
    documentLink(t("All changes as CSV ({0})", formatCount(rows.length)), csvName),
    "",
    ...section(
      t("Largest changes"),
      revisionTable(head.unit, revisions.slice(0, maxListed)),
      revisions.length - maxListed,
    ),
    ...section(
      t("Values added and removed"),
      runs.slice(0, maxListed).map(runLine),
      runs.length - maxListed,
    ),
    ...lineLines(head),
  ].join("\n");
}

/** The title and what is compared with what. */
function headLines({ title, before, after }: DriftHead): string[] {
  const { t } = vscode.l10n;
  return [
    `# ${t("Drift of {0}", toMarkdownCell(title))}`,
    "",
    t("Comparing {0} with {1}.", toMarkdownCell(before), toMarkdownCell(after)),
    "",
  ];
}

/** One row per way in which values change; for a panel also the number of variants. */
function summaryTable(
  unit: Unit,
  changes: Readonly<Record<ChangeKind, ChangedValues & { readonly variants?: number }>>,
  largest: number | null,
): string[] {
  const { t } = vscode.l10n;
  const kinds = [
    ["revised", t("Revised")],
    ["added", t("Added")],
    ["removed", t("Removed")],
  ] as const;
  const rows = kinds.map(([kind, words]) => {
    const { variants, values, first, last } = changes[kind];
    const change = kind === "revised" && largest !== null;
    return [
      words,
      ...(variants === undefined ? [] : [formatCount(variants)]),
      formatCount(values),
      dayText(first),
      dayText(last),
      change ? formatChangeDigits(unit, largest) : noValueText,
    ];
  });
  const isPanel = changes.revised.variants !== undefined;
  const head = [t("Values"), t("First day"), t("Last day"), t("Largest change")];
  return [
    ...alignedTable(
      [[t("Change"), ...(isPanel ? [t("Variants")] : []), ...head], ...rows],
      isPanel ? "lrrllr" : "lrllr",
    ),
    "",
  ];
}

const language: Locale = { t: vscode.l10n.t, dateText };

/** A sentence for each column that both have; several form a list. */
function columnLines(unit: Unit, columns: readonly ColumnDrift[]): string[] {
  const texts = columns.map((column) => revisionsSentence(column, unit, language));
  const [only] = texts;
  if (only === undefined) return [];
  if (texts.length === 1) return [only, ""];
  return [...columns.map(({ name }, at) => `- ${toMarkdownCell(name)}: ${texts[at] ?? ""}`), ""];
}

/** Lists all names: missing data matter. Empty where there are none. */
function namedLines(words: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${words}: ${names.map(toMarkdownCell).join(", ")}.`, ""];
}

/**
 * Lines below a title; empty where there are none.
 *
 * @param left - How many more there are; not mentioned unless above zero.
 */
function section(title: string, lines: readonly string[], left: number): string[] {
  if (lines.length === 0) return [];
  const more = left > 0 ? [vscode.l10n.t("and {0} more", formatCount(left)), ""] : [];
  return [`## ${title}`, "", ...lines, "", ...more];
}

/** The reference line, at the end because it is long. */
function lineLines({ line }: DriftHead): string[] {
  return [`## ${vscode.l10n.t("Reference line")}`, "", codeSpan(line, 2_000), ""];
}

/** `2 Jan 2024`, or with its last day `2 Jan 2024 to 28 Jun 2024`. */
function daysText(first: Day, last: Day): string {
  if (first === last) return dateText(first);
  return vscode.l10n.t("{0} to {1}", dateText(first), dateText(last));
}

function revisionTable(unit: Unit, runs: readonly ColumnRun[]): string[] {
  if (runs.length === 0) return [];
  const { t } = vscode.l10n;
  const rows = runs.map((run) => {
    const change = changeOf(run);
    return [
      daysText(run.first, run.last),
      toMarkdownCell(run.column),
      valueText(unit, run.before),
      valueText(unit, run.after),
      change === null ? noValueText : formatChangeDigits(unit, change),
    ];
  });
  const head = [t("Days"), t("Column"), t("Before"), t("After"), t("Change")];
  return alignedTable([head, ...rows], "llrrr");
}

function runLine({ kind, first, last, values }: DriftRun): string {
  const { t } = vscode.l10n;
  const days = daysText(first, last);
  const count = formatCount(values);
  const [one, several] =
    kind === "added"
      ? [t("{0}: 1 value added", days), t("{0}: {1} values added", days, count)]
      : [t("{0}: 1 value removed", days), t("{0}: {1} values removed", days, count)];
  return `- ${values === 1 ? one : several}`;
}

function valueText(unit: Unit, cell: FrameCell): string {
  if (cell === null) return noValueText;
  return typeof cell === "number" ? formatValueDigits(unit, cell) : toMarkdownCell(cell);
}

function dayText(day: Day | null): string {
  return day === null ? noValueText : dateText(day);
}

/** Tag kinds, and their index among the values of a variant. */
type TagKinds = readonly { readonly name: string; readonly at: number }[];

/** Above this number, variants with the same changed days are counted, not named. */
const maxNamed = 5;

/**
 * The drift of a panel as Markdown: a summary in three rows, missing and new variants, the variant columns with the
 * largest changes, and the days that appeared or disappeared.
 *
 * @param csvName - Name of the linked document with all variant columns.
 */
export function panelDriftText(
  head: DriftHead,
  tagKinds: readonly string[],
  drift: PanelDrift,
  csvName: string,
): string {
  const { t } = vscode.l10n;
  const { added, gone, changed, unchanged } = drift;
  const { changes, ...found } = panelDriftSummary(drift);
  const counts = { ...found, revised: changes.revised.values };
  const revisions = largestColumnRevisions(drift);
  const kinds = differingKinds(tagKinds, changed);
  const days = dayLines(kinds, changed);
  return [
    ...headLines(head),
    ...summaryTable(head.unit, changes, revisions[0]?.column.largest?.change ?? null),
    ...(counts.revised + counts.smaller === 0
      ? []
      : [revisionsSentence(counts, head.unit, language, "values"), ""]),
    ...namedLines(t("Variants removed"), gone.map(variantLabel)),
    ...namedLines(t("Variants added"), added.map(variantLabel)),
    t(
      "Variants changed: {0}, unchanged: {1}.",
      formatCount(changed.length),
      formatCount(unchanged),
    ),
    "",
    documentLink(t("All changes as CSV"), csvName),
    "",
    ...section(
      t("Largest changes"),
      variantTable(head.unit, kinds, revisions.slice(0, maxListed)),
      revisions.length - maxListed,
    ),
    ...section(
      t("Days and columns added and removed"),
      days.slice(0, maxListed),
      days.length - maxListed,
    ),
    ...lineLines(head),
  ].join("\n");
}

function variantTable(
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
      largest === null ? noValueText : dateText(largest.day),
    ];
  });
  const head = [t("Column"), t("Revised"), t("Of"), t("Sign flips"), t("Largest change"), t("On")];
  const names = kinds.map(({ name }) => toMarkdownCell(name));
  return alignedTable([[...names, ...head], ...rows], `${"l".repeat(kinds.length)}lrrrrl`);
}

/**
 * Whole days and columns that appeared or disappeared, grouped by variants with the same change; the largest group
 * first.
 */
function dayLines(kinds: TagKinds, changed: readonly VariantDrift[]): string[] {
  const groups = new Map<string, string[]>();
  for (const each of changed) {
    const variant = variantLabel(kinds.map(({ at }) => each.values[at] ?? null));
    for (const words of changedParts(each)) {
      groups.set(words, [...(groups.get(words) ?? []), variant]);
    }
  }
  return [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([words, variants]) => `- ${words} (${variantsText(variants)})`);
}

function changedParts({ daysAdded, daysGone, columnsAdded, columnsGone }: VariantDrift): string[] {
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
  return variants.length > maxNamed
    ? vscode.l10n.t("{0} variants", formatCount(variants.length))
    : variants.map(toMarkdownCell).join(", ");
}

function variantLabel(values: VariantDrift["values"]): string {
  return values.map((value) => value ?? "").join(" ");
}

/** The tag kinds in which the changed variants differ; the others are in the title. */
function differingKinds(tagKinds: readonly string[], changed: readonly VariantDrift[]): TagKinds {
  const all = tagKinds.map((name, at) => ({ name, at }));
  const differing = all.filter(
    ({ at }) => new Set(changed.map(({ values }) => values[at])).size > 1,
  );
  return differing.length === 0 ? all : differing;
}
