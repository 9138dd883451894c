import * as vscode from "vscode";
import { type WordReading } from "../../../catalog/searchIndex";
import { plainLabel } from "../../../shared/plainText";
import { type SeriesRef, type Vintage } from "../../../shared/reference";
import { type FetchState, oldestStaleMs } from "../../../store/fetchState";
import { type Disposable } from "../../../editor/disposables";
import { momentText } from "../../../editor/text/dateText";
import { type RowValue } from "../rowValue";

/** A row that can be chosen. */
export interface Choose {
  readonly kind: "choose";
}

export interface ChooseSeries extends Choose {
  readonly reference: (vintage: Vintage) => SeriesRef;
}

/** What accepting a row does; absent where a row only shows a message. */
export type RowEffect<C extends Choose = ChooseSeries> =
  | C
  /** Runs something while the list stays open. */
  | { readonly kind: "run"; readonly run: () => void }
  /** Replaces the typed text. */
  | { readonly kind: "type"; readonly text: string }
  | { readonly kind: "enter-key" }
  | { readonly kind: "none" };

/** A row of a list of series, or of other things to choose. */
export interface SeriesChoice<C extends Choose = ChooseSeries> extends vscode.QuickPickItem {
  /** Equal for rows that stand for the same thing, whenever they are created. */
  readonly key: string;
  readonly effect: RowEffect<C>;
}

/** The contents of such a list, which grow while more is loaded. Disposing it aborts the loading. */
export interface SeriesSource<C extends Choose = ChooseSeries> extends Disposable {
  readonly placeholder: string;
  readonly isLoading: boolean;
  /** Fires when rows, completeness or loading have changed. */
  readonly onDidChange: vscode.Event<void>;
  /** Starts loading; nothing is requested before. */
  start(): void;
  /** How complete the list is, for the title. */
  completeness(): string;
  /** The rows for the typed text, the best first. */
  rows(typed: string): readonly SeriesChoice<C>[];
}

/** The maximum number of series in the list; typing finds the others. */
export const maxListedSeries = 200;

/** The description of a series: its newest value first, since the editor truncates the end. */
export function describedBy(value: RowValue | undefined, words: readonly string[]): string {
  const text = plainLabel(words.join(" · "));
  return value === undefined ? text : `${value.text}\u2002${text}`;
}

/** For the description of a row: words that were not read as typed. */
export function readingTexts(readings: readonly WordReading[] = []): readonly string[] {
  return readings.map(({ typed, read }) => vscode.l10n.t("{0}, for {1}", read, typed));
}

export function moreRow(count: number): SeriesChoice<never> {
  return {
    key: "more",
    label: vscode.l10n.t("{0} more", formatListCount(count)),
    description: vscode.l10n.t("type to narrow the list"),
    iconPath: new vscode.ThemeIcon("ellipsis"),
    effect: { kind: "none" },
  };
}

/** A row that says that there is nothing to choose from. */
export function emptyRow(typed: string, isLoading: boolean): SeriesChoice<never> {
  const { t } = vscode.l10n;
  const whileLoading = typed === "" ? t("Loading…") : t("Nothing matches yet");
  const label = isLoading ? whileLoading : t("Nothing matches");
  return { key: "empty", label, iconPath: new vscode.ThemeIcon("info"), effect: { kind: "none" } };
}

/** The row shown when a service lists nothing. */
export function emptyCatalogRow(label: string, run: () => void): SeriesChoice<never> {
  return {
    key: "empty-catalog",
    label,
    detail: vscode.l10n.t("Press Enter to retry"),
    iconPath: new vscode.ThemeIcon("info"),
    effect: { kind: "run", run },
  };
}

export function retryRow(
  key: string,
  label: string,
  words: string,
  run: () => void,
): SeriesChoice<never> {
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
