import * as vscode from "vscode";
import { plainLabel } from "../../shared/plainText";
import { type SeriesRef } from "../../shared/reference";
import { type FetchState, oldestStaleMs } from "../../store/fetchState";
import { type Disposable } from "../disposables";
import { timeText } from "../timeText";
import { type RowValue } from "../tree/rowValue";
import { type Vintage } from "./vintage";

/** A row is what was looked for. */
export interface Choose {
  readonly kind: "choose";
}

export interface ChooseSeries extends Choose {
  readonly reference: (vintage: Vintage) => SeriesRef;
}

/** What accepting a row of a list does; nothing, where a row only tells something. */
export type RowEffect<C extends Choose = ChooseSeries> =
  | C
  /** The list stays open. */
  | { readonly kind: "run"; readonly run: () => void }
  /** Replaces what is typed. */
  | { readonly kind: "type"; readonly text: string }
  | { readonly kind: "enter-key" }
  | { readonly kind: "none" };

/** A row of a list of series, or of whatever else may be chosen. */
export interface SeriesRow<C extends Choose = ChooseSeries> extends vscode.QuickPickItem {
  /** The same for rows that stand for the same thing, whenever they are made. */
  readonly key: string;
  readonly effect: RowEffect<C>;
}

/** What such a list shows: what is known at first, more as it becomes known. Disposing it ends what loads. */
export interface SeriesSource<C extends Choose = ChooseSeries> extends Disposable {
  readonly placeholder: string;
  readonly isLoading: boolean;
  /** Fires when rows, completeness or loading have changed. */
  readonly onDidChange: vscode.Event<void>;
  /** Begins to load; nothing is asked for before. */
  start(): void;
  /** How much of all there is the list has, for the title. */
  completeness(): string;
  /** The rows for what is typed, the best first. */
  rows(typed: string): readonly SeriesRow<C>[];
}

/** At most so many series are shown at once; what is typed finds the others. */
export const maxRows = 200;

/** What stands behind the label of a series: its newest value first, since the editor cuts at the end. */
export function describedBy(value: RowValue | undefined, words: readonly string[]): string {
  const text = plainLabel(words.join(" · "));
  return value === undefined ? text : `${value.text}\u2002${text}`;
}

export function moreRow(count: number): SeriesRow<never> {
  return {
    key: "more",
    label: vscode.l10n.t("{0} more", countText(count)),
    description: vscode.l10n.t("type to narrow the list"),
    iconPath: new vscode.ThemeIcon("ellipsis"),
    effect: { kind: "none" },
  };
}

/** Says that there is nothing to choose from. */
export function emptyRow(typed: string, isLoading: boolean): SeriesRow<never> {
  const { t } = vscode.l10n;
  const whileLoading = typed === "" ? t("Loading…") : t("Nothing matches yet");
  const label = isLoading ? whileLoading : t("Nothing matches");
  return { key: "empty", label, iconPath: new vscode.ThemeIcon("info"), effect: { kind: "none" } };
}

export function retryRow(
  key: string,
  label: string,
  words: string,
  run: () => void,
): SeriesRow<never> {
  return {
    key,
    label,
    description: words,
    detail: vscode.l10n.t("Press Enter to retry"),
    iconPath: new vscode.ThemeIcon("warning"),
    effect: { kind: "run", run },
  };
}

/** That listings could not be asked for anew, for the title; nothing when they are as new as they should be. */
export function staleText(listings: readonly (FetchState | undefined)[]): readonly string[] {
  const oldestMs = oldestStaleMs(listings);
  return oldestMs === undefined
    ? []
    : [vscode.l10n.t("out of date, fetched {0}", timeText(oldestMs))];
}

/** A count as people write it: `1,240`. */
export function countText(count: number): string {
  return numberFormat().format(count);
}

function numberFormat(): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat([vscode.env.language, "en"]);
  } catch {
    // Not a language tag at all: the editor passes on what its user configured.
    return new Intl.NumberFormat("en");
  }
}
