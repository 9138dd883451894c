import { type CommonToPage, type PageAnswer } from "../protocol";
import { type TagValues } from "../../../shared/reference";

/**
 * Messages between the editor and the page of the forecast explorer. Texts are plain and on one line, forecasts decimal
 * fractions of which NaN is no value; numbers travel in typed arrays. Absent values are null, never `undefined`.
 */

/** A market, in the order of the side bar; those that only the forecasts name follow, by code. */
export interface ExplorerMarket {
  readonly code: string;
  readonly name: string;
  /** The heading above it and its neighbours, from its tags; empty for none. */
  readonly group: string;
}

export interface ExplorerHedging {
  readonly name: string;
  readonly description: string | null;
}

/**
 * The newest forecasts, one for each summary of the answer. The first four are indices into the lists of the answer.
 */
export interface SummaryColumns {
  readonly markets: Int32Array;
  readonly currencies: Int32Array;
  readonly horizons: Int32Array;
  readonly hedgings: Int32Array;
  readonly totals: Float64Array;
}

/** The coordinates of forecasts. */
export interface CoordinateNames {
  readonly markets: readonly ExplorerMarket[];
  /** ISO codes in alphabetical order. */
  readonly currencies: readonly string[];
  /** The service's names, shortest first. `18 Months` and `1.5 Years` are two. */
  readonly horizons: readonly string[];
  /** The service's modes, then those that only its forecasts name. */
  readonly hedgings: readonly ExplorerHedging[];
}

/** Forecasts, and the names of their coordinates. */
export interface NamedForecasts extends CoordinateNames {
  /** Two summaries for one market, currency, horizon and hedging are both here. */
  readonly summaries: SummaryColumns;
}

export interface ExplorerAnswer extends NamedForecasts, PageAnswer {
  /** Identifies the answer: messages about another one are ignored. */
  readonly generation: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
  readonly unreadable: number;
  /** A message about missing summaries or hedging modes; null when none are missing. */
  readonly notice: string | null;
}

/** A tree of any depth as columns, each node before its drivers. */
export interface TreeColumns {
  readonly kinds: readonly string[];
  /** The node above each; -1 for the root, which is the first. */
  readonly parents: Int32Array;
  readonly forecasts: Float64Array;
  readonly exposureAdjustments: Float64Array;
}

/** The contribution of one signal variant to a forecast. */
export interface ExplorerAttribution {
  readonly code: string;
  /** The listed name of the code's highest version; the code when none is listed. */
  readonly signal: string;
  readonly tags: TagValues;
  /** The readable values of its tags. */
  readonly variant: string;
  readonly forecast: number;
}

/** The components and attributions of one summary. */
export interface ForecastDetails {
  readonly summary: number;
  readonly tree: TreeColumns;
  /** In the order of the answer; empty when it has none. */
  readonly attributions: readonly ExplorerAttribution[];
}

/** The forecasts whose attribution names a signal variant. */
export interface ForecastsMoved {
  /** `Inflation · United States`. */
  readonly variant: string;
  /** Indices of summaries, and the variant's contribution to each. */
  readonly summaries: Int32Array;
  readonly forecasts: Float64Array;
}

/** The forecasts to show, by the service's names; null leaves a coordinate as it is. */
export interface ExplorerChoice {
  readonly market: string;
  readonly currency: string | null;
  readonly horizon: string | null;
}

export type ToExplorer = CommonToPage<ExplorerAnswer> | ExplorerMessage;

/** The messages that only this page receives. */
export type ExplorerMessage =
  | {
      readonly type: "details";
      readonly generation: number;
      readonly details: readonly ForecastDetails[];
    }
  /** Sent after each answer, and after each choice of a variant. Null shows all forecasts. */
  | {
      readonly type: "moved";
      readonly generation: number;
      readonly moved: ForecastsMoved | null;
    }
  | { readonly type: "choose"; readonly choice: ExplorerChoice }
  /** The mode that is chosen in the side bar; null for none. Sent before any answer, and after each change. */
  | { readonly type: "hedging"; readonly hedging: string | null };

/** The commands for the series of a forecast. */
export const forecastCommands = [
  "openChart",
  "openBeside",
  "addToChart",
  "openCsv",
  "insertIntoNotebook",
  "copyReference",
  "saveAs",
  "showInSideBar",
] as const;
export type ForecastCommand = (typeof forecastCommands)[number];
