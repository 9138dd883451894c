import * as vscode from "vscode";
import { variantsOf } from "../../../catalog/variants";
import { type Frame } from "../../../data/frame";
import { codeLanguageOf } from "../../../insert/codeLanguage";
import { literalAt } from "../../../insert/stringLiterals";
import { toMarkdownCell } from "../../../data/markdownTable";
import { isoOfDay } from "../../../shared/day";
import { plainLine } from "../../../shared/plainText";
import { placeName } from "../../../shared/placeName";
import { sampleConnection } from "../../../shared/place";
import { type SeriesRef, type SignalRef, signalRef } from "../../../shared/reference";
import {
  isReferenceLine,
  parseReferenceLine,
  type ReferenceLine,
} from "../../../shared/referenceLine";
import { formatValue } from "../../../shared/series/numberText";
import { type ListedSignal } from "../../../service/parseSignals";
import { type Series } from "../../../store/seriesStore";
import { commandId } from "../../commandNames";
import { type Connection } from "../../connection/connection";
import { type ConnectedService, type ConnectedServices } from "../../connection/connectedServices";
import { type Connections } from "../../connection/connections";
import { asOfText } from "../../palette/typedAsOf";
import { type SeriesTarget } from "../../seriesTarget";
import { seriesLineOf, targetOf } from "./lineSubject";

/** Where a hover looks: nothing of it is asked for what it does not have in memory. */
export interface KnownSeries {
  readonly connections: Pick<Connections, "active" | "services" | "sample">;
  readonly services: Pick<ConnectedServices, "ready">;
}

/** A signal that a service in use lists. */
interface KnownSignal {
  readonly service: ConnectedService;
  readonly signal: ListedSignal;
}

/** A shorter text in code is hardly ever a code of a signal. */
const shortestCode = 3;
/** Series of one signal that are told of; a hover is no table. */
const mostSeries = 3;
/** Columns that are told of: a signal has three, a forecast its sum first. */
const mostColumns = 3;

/** A place in a line of code. */
export interface CodePlace {
  readonly text: string;
  readonly column: number;
  readonly languageId: string;
}

/** What is said of a part of a line. */
export interface LineHover {
  readonly words: vscode.MarkdownString;
  readonly from: number;
  readonly to: number;
}

/** What the reference line or the text in quotes at a place is; undefined where nothing is known of it. */
export function hoverAt(
  { text, column, languageId }: CodePlace,
  known: KnownSeries,
): LineHover | undefined {
  if (isReferenceLine(text)) {
    const line = parseReferenceLine(text);
    const words = line === undefined ? undefined : lineHover(line, known);
    return words && { words, from: 0, to: text.length };
  }
  const language = codeLanguageOf(languageId);
  const literal = language === undefined ? undefined : literalAt(text, column, language);
  if (literal?.value === undefined || literal.value.length < shortestCode) return undefined;
  const words = codeHover(literal.value, known);
  return words && { words, from: literal.from, to: literal.to };
}

/** What a reference line is; undefined where no connection knows its service. */
export function lineHover(
  line: ReferenceLine,
  known: KnownSeries,
): vscode.MarkdownString | undefined {
  const series = seriesLineOf(line);
  const target = series && targetOf(series, known.connections);
  if (target === undefined) return undefined;
  const { connectionId, reference } = target;
  const service = known.services.ready(connectionId);
  const kept = service?.series.keptSeries(reference) ?? newestOf(service, reference);
  const signal =
    reference.family === "signal" ? listedIn(service, reference.code, reference.version) : [];
  const name = signal[0]?.name;
  return hover([
    heading(placeName(reference, connectionId === sampleConnection), name),
    ...(kept === undefined ? [] : valueLines(kept)),
    chartLink(target),
  ]);
}

/** What a signal's code is; undefined for a text that is none, as far as is known. */
export function codeHover(code: string, known: KnownSeries): vscode.MarkdownString | undefined {
  const found = signalOf(code, known);
  if (found === undefined) return undefined;
  const { service, signal } = found;
  const connectionId = service.connection.id;
  const kept = service.series
    .allKeptSeries()
    .filter(({ reference }) => reference.family === "signal" && reference.code === code)
    .slice(0, mostSeries);
  const targets = kept.map(({ reference }) => ({ connectionId, reference }));
  const [first = firstVariant(service, signal)] = targets;
  return hover([
    heading(`${code} v${signal.version}`, signal.name),
    ...kept.flatMap(valueLines),
    ...(first === undefined ? [] : [chartLink(first)]),
  ]);
}

/** By the active connection first; the highest version. */
function signalOf(code: string, { connections, services }: KnownSeries): KnownSignal | undefined {
  const { active, services: others, sample } = connections;
  const all: Connection[] = [...(active === undefined ? [] : [active]), ...others, sample];
  for (const { id } of all) {
    const service = services.ready(id);
    const [signal] = listedIn(service, code);
    if (service !== undefined && signal !== undefined) return { service, signal };
  }
  return undefined;
}

/** The highest version first. */
function listedIn(
  service: ConnectedService | undefined,
  code: string,
  version?: number,
): readonly ListedSignal[] {
  const items = service?.catalog.keptSignals()?.items ?? [];
  const same = items.filter(
    (signal) => signal.code === code && (version === undefined || signal.version === version),
  );
  return same.sort((a, b) => b.version - a.version);
}

/** The same series as of any other time, the one that was fetched last. */
function newestOf(service: ConnectedService | undefined, reference: SeriesRef): Series | undefined {
  if (reference.family === "forecast") return undefined;
  const name = (of: SignalRef): string => placeName({ ...of, asOf: "latest" }, false);
  const same = (service?.series.allKeptSeries() ?? []).filter(
    ({ reference: other }) =>
      other.family === "signal" &&
      other.version === reference.version &&
      name(other) === name(reference),
  );
  return same.toSorted((a, b) => b.fetchedAtMs - a.fetchedAtMs)[0];
}

function firstVariant(service: ConnectedService, signal: ListedSignal): SeriesTarget | undefined {
  const { code, version } = signal;
  const tags = service.catalog.keptDefinition(signal)?.tags ?? [];
  for (const variant of variantsOf(tags)) {
    const parts = { code, version, tags: variant, dataKind: "SNAP", asOf: "latest" } as const;
    return { connectionId: service.connection.id, reference: signalRef(parts) };
  }
  return undefined;
}

/** `US · FIT · as of 2024-06-28: Level +0.52, Momentum −0.10 on 2024-06-28`. */
function valueLines({ reference, frame }: Series): readonly string[] {
  const row = newestRow(frame);
  const day = frame.days[row];
  if (day === undefined) return [];
  const unit = reference.family === "signal" ? "score" : "fraction";
  const values = frame.columns.slice(0, mostColumns).flatMap((column) => {
    const value = column.values[row];
    if (typeof value !== "number" || Number.isNaN(value)) return [];
    return [`${plainLine(column.name, 40)} ${formatValue(unit, value)}`];
  });
  const words = vscode.l10n.t("{0} on {1}", values.join(", "), isoOfDay(day));
  return [[...vintageOf(reference), words].join(" · ")];
}

function vintageOf(reference: SeriesRef): readonly string[] {
  if (reference.family === "forecast") return [];
  const { tags, dataKind, asOf } = reference;
  const time = asOf === "latest" ? asOf : vscode.l10n.t("as of {0}", asOfText(asOf));
  return [...Object.values(tags), dataKind, time];
}

/** The last row that has a number; −1 without any. */
function newestRow({ days, columns }: Frame): number {
  for (let row = days.length - 1; row >= 0; row--) {
    const hasValue = columns.some(
      ({ type, values }) => type === "number" && !Number.isNaN(values[row]),
    );
    if (hasValue) return row;
  }
  return -1;
}

/** A heading in bold, then what it is called. */
function heading(title: string, name: string | undefined): string {
  const text = plainLine(title, 100);
  return name === undefined || name === title ? text : `${text} · ${plainLine(name, 200)}`;
}

/** Marks what is Markdown of our own: all other paragraphs are plain text. */
interface OwnMarkdown {
  readonly markdown: string;
}

function chartLink({ connectionId, reference }: SeriesTarget): OwnMarkdown {
  const argument = encodeURIComponent(JSON.stringify([{ connectionId, reference }]));
  const title = vscode.l10n.t("Open Chart");
  // A closing bracket would end the link.
  const target = argument.replace(/[()]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  return { markdown: `[${title}](command:${commandId("openChart")}?${target})` };
}

/** The paragraphs, of which only the link to our own chart is more than text (SEC-13). */
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
