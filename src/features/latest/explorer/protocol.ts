import { type PageFailure } from "../../../shared/pageProtocol";
import { type TagValues } from "../../../shared/reference";

/**
 * What the editor and the page of the forecast explorer say to each other. Texts are plain and on one line, forecasts decimal
 * fractions of which NaN is no value; numbers travel in typed arrays. Nothing is `undefined`: what is absent is null.
 */

export interface ExplorerIdentity {
  /** `Acme · api.acme.com`, or `Sample data`. */
  readonly service: string;
  /** Sample data are synthetic, and say so everywhere. */
  readonly isSample: boolean;
  /** The as-of of new references, in words, which these forecasts do not have; null where it is latest. */
  readonly otherAsOf: string | null;
}

/** A market in the order of the side bar; those that only the forecasts name stand behind, by code. */
export interface ExplorerMarket {
  readonly code: string;
  readonly name: string;
  /** What stands above it and its neighbours, from its tags; empty without one. */
  readonly group: string;
}

export interface ExplorerHedging {
  readonly name: string;
  readonly description: string | null;
}

/** The newest forecasts, one for each summary of the answer. The first four are indices of the lists of the answer. */
export interface SummaryColumns {
  readonly markets: Int32Array;
  readonly currencies: Int32Array;
  readonly horizons: Int32Array;
  readonly hedgings: Int32Array;
  readonly totals: Float64Array;
}

export interface ExplorerAnswer {
  /** Which answer it is, so that nobody speaks about another one. */
  readonly generation: number;
  readonly markets: readonly ExplorerMarket[];
  /** ISO codes in alphabetical order. */
  readonly currencies: readonly string[];
  /** The service's names, shortest first. `18 Months` and `1.5 Years` are two. */
  readonly horizons: readonly string[];
  /** Those of the service, then those that only its forecasts name. */
  readonly hedgings: readonly ExplorerHedging[];
  /** Two summaries for one market, currency, horizon and hedging are both here. */
  readonly summaries: SummaryColumns;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
  /** Why the service could not be asked for newer forecasts, in words; null when it need not be. */
  readonly staleBecause: string | null;
  /** How many summaries could not be read. */
  readonly unreadable: number;
  /** Why there are not all summaries, or no hedging modes from the service; null where there are. */
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

/** What one signal variant adds to a forecast. */
export interface ExplorerAttribution {
  readonly code: string;
  /** As the service lists the code's highest version; the code where it lists none. */
  readonly signal: string;
  /** The variant by its tag kinds. */
  readonly tags: TagValues;
  /** The values of its tags as people read them. */
  readonly variant: string;
  readonly forecast: number;
}

/** What one summary is made of. */
export interface ForecastDetails {
  /** Index of the summary. */
  readonly summary: number;
  readonly tree: TreeColumns;
  /** In the order of the answer; empty where it has none. */
  readonly attributions: readonly ExplorerAttribution[];
}

/** The forecasts whose attribution names a signal variant. */
export interface ForecastsMoved {
  /** `Inflation · United States`. */
  readonly variant: string;
  /** Indices of summaries and what the variant adds to each. */
  readonly summaries: Int32Array;
  readonly forecasts: Float64Array;
}

/** The service's names of what is to be shown; null for what is left as it is. */
export interface ExplorerChoice {
  readonly market: string;
  readonly currency: string | null;
  readonly horizon: string | null;
}

export type ToExplorer =
  | { readonly type: "wait"; readonly identity: ExplorerIdentity }
  | { readonly type: "show"; readonly identity: ExplorerIdentity; readonly answer: ExplorerAnswer }
  | {
      readonly type: "details";
      readonly generation: number;
      readonly details: readonly ForecastDetails[];
    }
  /** Sent after each answer, and when a person asks anew. Null shows all forecasts. */
  | {
      readonly type: "moved";
      readonly generation: number;
      readonly moved: ForecastsMoved | null;
    }
  | { readonly type: "choose"; readonly choice: ExplorerChoice }
  /** The mode that somebody has chosen for the side bar; null for none. Sent before any answer, and when it changes. */
  | { readonly type: "hedging"; readonly hedging: string | null }
  | { readonly type: "fail"; readonly identity: ExplorerIdentity; readonly failure: PageFailure }
  /** Something that came of what a person did. */
  | { readonly type: "told"; readonly words: string };

/** What can be done with the series of a forecast. */
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
