import * as vscode from "vscode";
import { type SearchResult, type WordReading } from "../../../catalog/searchIndex";
import { plainLabel } from "../../../shared/plainText";
import { type ListedSignal } from "../../../service/parseSignals";
import { type SeriesRef, type Vintage } from "../../../shared/reference";
import { type FetchState, oldestStaleMs } from "../../../store/fetchState";
import { type Disposable } from "../../../editor/disposables";
import { momentText } from "../../../editor/text/dateText";
import { type RowValue } from "../rowValue";

/** The kinds of things that a list can find. */
export const hitKinds = ["variant", "panel", "profile", "market", "forecast"] as const;

export type HitKind = (typeof hitKinds)[number];

/** The effect of accepting a row. */
export type RowEffect =
  | { readonly kind: "choose"; readonly reference: (vintage: Vintage) => SeriesRef }
  | { readonly kind: "panel"; readonly signal: ListedSignal }
  | { readonly kind: "profile"; readonly tagKind: string; readonly value: string }
  | { readonly kind: "market"; readonly market: string }
  /** Runs something while the list stays open. */
  | { readonly kind: "run"; readonly run: () => void }
  /** Replaces the typed text. */
  | { readonly kind: "type"; readonly text: string }
  | { readonly kind: "enter-key" }
  /** The row only shows a message. */
  | { readonly kind: "none" };

/** A row of a list. */
export interface SeriesChoice extends vscode.QuickPickItem {
  /** Equal for rows that stand for the same thing, whenever they are created. */
  readonly key: string;
  readonly effect: RowEffect;
}

/** Rows that were found, the best first, and how well each matches. */
export interface Hits {
  readonly items: readonly SeriesChoice[];
  readonly weights: readonly number[];
  /** The number of all matches. */
  readonly total: number;
}

/** The contents of a list, which grow while more is loaded. */
export interface SeriesSource extends Disposable {
  readonly isLoading: boolean;
  /** Fires when rows, completeness or loading have changed. */
  readonly onDidChange: vscode.Event<void>;
  /** Starts loading; nothing is requested before. What is known stays from one start to the next. */
  start(): void;
  /** Aborts the loading. */
  stop(): void;
  /** How complete the list is, for the title. @param isShort - Counts series only, beside those of other sources. */
  completeness(isShort?: boolean): string;
  /** Rows about what failed, is missing or could be meant; the first ones belong above the hits. */
  notices(typed: string): {
    readonly above: readonly SeriesChoice[];
    readonly below: readonly SeriesChoice[];
  };
  /** Finds the rows that match the typed text, the best first. */
  find(kind: HitKind, typed: string, max: number): Hits;
}

/** The rows of what an index found, each with the words that were not read as typed. */
export function hitsOf<T>(
  { items, readings, weights, total }: SearchResult<T>,
  rowOf: (item: T, read: readonly string[]) => SeriesChoice,
): Hits {
  return {
    items: items.map((item, at) => rowOf(item, readingTexts(readings[at]))),
    weights,
    total,
  };
}

export const noHits: Hits = { items: [], weights: [], total: 0 };

/** The rows of a source that is shown alone. */
export function listRows(
  source: SeriesSource,
  kind: HitKind,
  typed: string,
): readonly SeriesChoice[] {
  const { items, total } = source.find(kind, typed, maxListedSeries);
  const { above, below } = source.notices(typed);
  const more = total > items.length ? [moreRow(total - items.length)] : [];
  const rows = [...above, ...items, ...more, ...below];
  return rows.length > 0 ? rows : [emptyRow(typed, source.isLoading)];
}

/** The maximum number of series in the list; typing finds the others. */
export const maxListedSeries = 200;

/** The description of a series: its newest value first, since the editor truncates the end. */
export function describedBy(value: RowValue | undefined, words: readonly string[]): string {
  const text = plainLabel(words.join(" · "));
  return value === undefined ? text : `${value.text}\u2002${text}`;
}

/** For the description of a row: words that were not read as typed. */
function readingTexts(readings: readonly WordReading[] = []): readonly string[] {
  return readings.map(({ typed, read }) => vscode.l10n.t("{0}, for {1}", read, typed));
}

export function moreRow(count: number): SeriesChoice {
  return {
    key: "more",
    label: vscode.l10n.t("{0} more", formatListCount(count)),
    description: vscode.l10n.t("type to narrow the list"),
    iconPath: new vscode.ThemeIcon("ellipsis"),
    effect: { kind: "none" },
  };
}

/** A row that says that there is nothing to choose from. */
export function emptyRow(typed: string, isLoading: boolean): SeriesChoice {
  const { t } = vscode.l10n;
  const whileLoading = typed === "" ? t("Loading…") : t("Nothing matches yet");
  const label = isLoading ? whileLoading : t("Nothing matches");
  return { key: "empty", label, iconPath: new vscode.ThemeIcon("info"), effect: { kind: "none" } };
}

/** The row shown when a service lists nothing. */
export function emptyCatalogRow(label: string, run: () => void): SeriesChoice {
  return {
    key: "empty-catalog",
    label,
    detail: vscode.l10n.t("Press Enter to retry"),
    iconPath: new vscode.ThemeIcon("info"),
    effect: { kind: "run", run },
  };
}

export function retryRow(key: string, label: string, words: string, run: () => void): SeriesChoice {
  return {
    key,
    label,
    description: words,
    detail: vscode.l10n.t("Press Enter to retry"),
    iconPath: new vscode.ThemeIcon("warning"),
    effect: { kind: "run", run },
  };
}

/** For the title: that listings are stale; empty when they are up to date. */
export function staleText(listings: readonly (FetchState | undefined)[]): readonly string[] {
  const oldestMs = oldestStaleMs(listings);
  return oldestMs === undefined
    ? []
    : [vscode.l10n.t("out of date, fetched {0}", momentText(oldestMs))];
}

/** A count with separators: `1,240`. */
export function formatListCount(count: number): string {
  return numberFormat().format(count);
}

function numberFormat(): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat([vscode.env.language, "en"]);
  } catch {
    // Not a valid language tag: the editor passes on its configuration unchecked.
    return new Intl.NumberFormat("en");
  }
}

/** What several lists have in common, such as that they are out of date, is said once, and last that some are loading. */
export function saidOnce(counts: readonly string[]): readonly string[] {
  const loading = vscode.l10n.t("loading…");
  const remarks = counts.flatMap((count) => count.split("; "));
  const last = remarks.filter((remark, at) => isCount(remark) || !remarks.includes(remark, at + 1));
  const others = last.filter((remark) => remark !== loading);
  return last.length === others.length ? others : [...others, loading];
}

/** Equal counts are of different things. */
function isCount(remark: string): boolean {
  return /^\d/.test(remark);
}
