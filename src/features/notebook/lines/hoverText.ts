import * as vscode from "vscode";
import { codeLanguageOf, languages } from "../code/languages";
import { literalAt } from "../code/literals";
import { forecastColumns } from "../../../data/forecastSums";
import { type Frame } from "../../../data/frame";
import { toMarkdownCell } from "../../../data/markdownTable";
import { sampleConnection, type Target } from "../../../shared/place";
import { referenceTitleOf } from "../../../shared/placeName";
import { plainLine } from "../../../shared/plainText";
import { type SeriesRef } from "../../../shared/reference";
import {
  isReferenceLine,
  parseReferenceLine,
  type ReferenceLine,
} from "../../../shared/referenceLine";
import { formatValue } from "../../../shared/series/numberText";
import { largestRoundingMiss } from "../../../shared/series/sums";
import { type CachedCoverage } from "../../../store/cachedCoverage";
import { type Series } from "../../../store/seriesStore";
import { commandId } from "../../../editor/commandNames";
import { coverageLine } from "../../../editor/text/coverageLine";
import { panelSummary } from "../../../editor/text/panelSummary";
import { asOfLabel } from "../../../editor/text/seriesLabel";
import { CachedSeries, type CachedSeriesOptions, type CachedTarget } from "./cachedSeries";
import { targetOfLine } from "./lineSubject";
import { factsMarkdown, type SignalCard } from "../../browse/signalCard";
import { dateText } from "../../../editor/text/dateText";

/** Shorter texts in code are rarely signal codes. */
const minCodeLength = 3;
/** Columns to show: a signal has three, a forecast starts with its total. */
const maxColumns = 3;

/** A position in a line of code. */
export interface HoverPlace {
  readonly text: string;
  readonly column: number;
  readonly languageId: string;
}

/** The hover for a part of a line. */
export interface LineHover {
  readonly words: vscode.MarkdownString;
  readonly from: number;
  readonly to: number;
}

/** The hover for the reference line or the quoted text at a position; undefined where nothing is known of it. */
export async function hoverAt(
  { text, column, languageId }: HoverPlace,
  options: CachedSeriesOptions,
  signal: AbortSignal,
): Promise<LineHover | undefined> {
  const known = new CachedSeries(options);
  if (isReferenceLine(text)) {
    const line = parseReferenceLine(text);
    const words = line && (await lineHover(line, known, signal));
    return words && { words, from: 0, to: text.length };
  }
  const language = codeLanguageOf(languageId);
  const literal =
    language === undefined ? undefined : literalAt(text, column, languages[language].strings);
  if (literal?.value === undefined || literal.value.length < minCodeLength) return undefined;
  const words = await codeHover(literal.value, known, signal);
  return words && { words, from: literal.from, to: literal.to };
}

/** The hover for a reference line; undefined where no connection has its service. */
export async function lineHover(
  line: ReferenceLine,
  known: CachedSeries,
  signal: AbortSignal,
): Promise<vscode.MarkdownString | undefined> {
  const target = targetOfLine(line, known.connections);
  if (target === undefined) return undefined;
  const { connectionId, reference } = target;
  const { name, cached, card } = await known.of(target, signal);
  const title = referenceTitleOf(reference, connectionId === sampleConnection);
  const facts = card === undefined ? [] : factsOf(card);
  const { dataset } = line;
  const from =
    dataset === undefined ? [] : [vscode.l10n.t("From the dataset {0}", plainLine(dataset, 200))];
  return hover([heading(title, name), ...from, ...cachedText(cached), ...facts, chartLink(target)]);
}

/** The newest values of a series, or the coverage of a panel. */
function cachedText(cached: CachedTarget["cached"]): readonly string[] {
  if (cached === undefined) return [];
  return "panel" in cached ? [coverageOfCached(cached)] : valueLines(cached);
}

function coverageOfCached({ panel, unknown }: CachedCoverage): string {
  const summary = panelSummary(panel);
  return coverageLine({ ...summary, unknown }, panel.reference.asOf);
}

/** The hover for a signal's code; undefined for a text that is not a known code. */
export async function codeHover(
  code: string,
  known: CachedSeries,
  signal: AbortSignal,
): Promise<vscode.MarkdownString | undefined> {
  const found = await known.ofCode(code, signal);
  if (found === undefined) return undefined;
  return hover([
    found.card.heading,
    ...found.series.flatMap(valueLines),
    ...factsOf(found.card),
    ...(found.target === undefined ? [] : [chartLink(found.target)]),
  ]);
}

/** `US · FIT · as of 2024-06-28: Level +0.52, Momentum −0.10 on 2024-06-28`. */
function valueLines({ reference, frame }: Series): readonly string[] {
  const row = newestRow(frame);
  const day = frame.days[row];
  if (day === undefined) return [];
  const isForecast = reference.family === "forecast";
  const columns = frame.columns.slice(0, maxColumns);
  const values = columns.flatMap((column) => {
    const value = column.values[row];
    if (typeof value !== "number" || Number.isNaN(value)) return [];
    return [
      `${plainLine(column.name, 40)} ${formatValue(isForecast ? "fraction" : "score", value)}`,
    ];
  });
  const words = vscode.l10n.t("{0} on {1}", values.join(", "), dateText(day));
  const rounding = isForecast ? roundingLines({ ...frame, columns }, row) : [];
  return [[...vintageOf(reference), words].join(" · "), ...rounding];
}

/** A line where the parts of a forecast, as printed beside their total, do not add up to it. */
function roundingLines(printed: Frame, row: number): readonly string[] {
  const values = Array.from(
    forecastColumns(printed),
    ([component, column]) => [component, column.values[row] ?? Number.NaN] as const,
  );
  const miss = largestRoundingMiss(new Map(values));
  if (miss === 0) return [];
  return [vscode.l10n.t("Rounded; parts may miss their total by {0}", miss.toFixed(2))];
}

function vintageOf(reference: SeriesRef): readonly string[] {
  if (reference.family === "forecast") return [];
  const { tags, dataKind } = reference;
  return [...Object.values(tags), dataKind, asOfLabel(reference.asOf)];
}

/** Index of the last row with a number; −1 without one. */
function newestRow({ days, columns }: Frame): number {
  for (let row = days.length - 1; row >= 0; row--) {
    const hasValue = columns.some(
      ({ type, values }) => type === "number" && !Number.isNaN(values[row]),
    );
    if (hasValue) return row;
  }
  return -1;
}

/** A bold heading, followed by the name. */
function heading(title: string, name: string | undefined): string {
  const text = plainLine(title, 100);
  return name === undefined || name === title ? text : `${text} · ${plainLine(name, 200)}`;
}

/** Marks our own Markdown; other paragraphs are plain text. */
interface OwnMarkdown {
  readonly markdown: string;
}

function factsOf(card: SignalCard): readonly OwnMarkdown[] {
  return card.facts.length === 0 ? [] : [{ markdown: factsMarkdown(card) }];
}

function chartLink({ connectionId, reference }: Target): OwnMarkdown {
  const argument = encodeURIComponent(JSON.stringify([{ connectionId, reference }]));
  const title = vscode.l10n.t("Open Chart");
  // A closing parenthesis would end the link.
  const target = argument.replace(/[()]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  return { markdown: `[${title}](command:${commandId("openChart")}?${target})` };
}

/** The paragraphs as a hover; only the link to our own chart is not plain text (SEC-13). */
function hover(paragraphs: readonly (string | OwnMarkdown)[]): vscode.MarkdownString {
  const words = new vscode.MarkdownString();
  words.isTrusted = { enabledCommands: [commandId("openChart")] };
  words.supportHtml = false;
  words.supportThemeIcons = false;
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) words.appendMarkdown("\n\n");
    const isText = typeof paragraph === "string";
    words.appendMarkdown(isText ? toMarkdownCell(paragraph) : paragraph.markdown);
  }
  return words;
}
