import * as vscode from "vscode";
import {
  type ColumnDrift,
  type DriftRow,
  type FrameCell,
  type FrameDrift,
} from "../../../data/frameDrift";
import { alignedTable } from "../../../data/alignedTable";
import { toMarkdownCell } from "../../../data/markdownTable";
import { isoOfDay } from "../../../shared/day";
import { type Unit } from "../../../shared/chart/chartProtocol";
import { formatChange, formatCount, noValueText } from "../../../shared/series/numberText";

/** What the document of a drift tells before its tables. */
export interface DriftHead {
  /** Of what: `INFL US · FIT`. */
  readonly title: string;
  /** The reference line. */
  readonly line: string;
  /** What the values were and are: `as of 2024-06-28`, `the file data/….csv`. */
  readonly before: string;
  readonly after: string;
  readonly unit: Unit;
}

/** More changed values make no table that anybody reads; they are counted. */
export const mostListed = 5_000;

/** What a drift is of, from when to when. */
export function headLines({ title, line, before, after }: DriftHead): string[] {
  const { t } = vscode.l10n;
  return [
    `# ${t("Drift of {0}", toMarkdownCell(title))}`,
    "",
    `\`${line.replaceAll("`", "'")}\``,
    "",
    t("Comparing {0} with {1}.", timeWords(before), timeWords(after)),
    "",
  ];
}

/** A drift as Markdown: what changed in numbers, by column, and value by value. */
export function driftText(head: DriftHead, drift: FrameDrift): string {
  const { t } = vscode.l10n;
  const isRevised = (row: DriftRow): boolean => row.before !== null && row.after !== null;
  const revised = drift.rows.filter(isRevised);
  const others = drift.rows.filter((row) => !isRevised(row));
  return [
    ...headLines(head),
    ...countLines(drift),
    "",
    ...columnTable(drift.columns, head.unit),
    "",
    ...rowSection(t("Revised values"), revised),
    ...rowSection(t("Values added or removed"), others),
  ].join("\n");
}

/** The colons of a time need no escape. */
function timeWords(words: string): string {
  return toMarkdownCell(words).replace(/(?<=\d)\\:(?=\d)/g, ":");
}

function countLines({ daysAdded, daysGone, columnsAdded, columnsGone }: FrameDrift): string[] {
  const { t } = vscode.l10n;
  const named = (names: readonly string[]): string => names.map(toMarkdownCell).join(", ");
  return [
    `- ${t("Days added: {0}", dayRange(daysAdded))}`,
    `- ${t("Days removed: {0}", dayRange(daysGone))}`,
    ...(columnsAdded.length > 0 ? [`- ${t("Columns added: {0}", named(columnsAdded))}`] : []),
    ...(columnsGone.length > 0 ? [`- ${t("Columns removed: {0}", named(columnsGone))}`] : []),
  ];
}

export function dayRange(days: readonly number[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "0";
  const range = first === last ? isoOfDay(first) : `${isoOfDay(first)} … ${isoOfDay(last)}`;
  return `${formatCount(days.length)} (${range})`;
}

function columnTable(columns: readonly ColumnDrift[], unit: Unit): string[] {
  const { t } = vscode.l10n;
  const head = [t("Column"), t("Revised"), t("Of"), t("Flips"), t("Largest"), t("On")];
  const rows = columns.map(({ name, revised, compared, signFlips, largest }) => [
    toMarkdownCell(name),
    formatCount(revised),
    formatCount(compared),
    formatCount(signFlips),
    largest === null ? noValueText : formatChange(unit, largest.change),
    largest === null ? noValueText : isoOfDay(largest.day),
  ]);
  return alignedTable([head, ...rows], "lrrrrl");
}

/** Nothing where there are no rows. */
function rowSection(title: string, rows: readonly DriftRow[]): string[] {
  return rows.length === 0 ? [] : [`## ${title}`, "", ...rowTable(rows), ""];
}

/** The newest first: they are what most people look for. */
function rowTable(changed: readonly DriftRow[]): string[] {
  const { t } = vscode.l10n;
  const head = [t("Date"), t("Column"), t("Then"), t("Now"), t("Change")];
  const rows = changed
    .toSorted((a, b) => b.day - a.day)
    .slice(0, mostListed)
    .map(({ day, column, before, after }) => [
      isoOfDay(day),
      toMarkdownCell(column),
      cellText(before),
      cellText(after),
      changeText(before, after),
    ]);
  const more = changed.length - rows.length;
  const lines = alignedTable([head, ...rows], "llrrr");
  return more > 0 ? [...lines, "", t("and {0} more", formatCount(more))] : lines;
}

/** In full, so that the smallest revision shows. */
function cellText(cell: FrameCell): string {
  if (cell === null) return "";
  return typeof cell === "number" ? String(cell) : toMarkdownCell(cell);
}

/** With as many digits as mean something in the difference of two doubles of its size. */
function changeText(before: FrameCell, after: FrameCell): string {
  if (typeof before !== "number" || typeof after !== "number") return "";
  return String(Number((after - before).toPrecision(6)));
}
