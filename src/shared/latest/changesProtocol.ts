import { type ChartFailure } from "../chart/chartProtocol";
import { type ChangeScore, type SignalChanges } from "./changes";
import {
  type ExplorerAnswer,
  type ExplorerIdentity,
  type ForecastCommand,
  type ForecastDetails,
} from "./explorerProtocol";
import { type ExportForm, type LatestAction, type VariantCommand } from "./latestProtocol";

/**
 * What the editor and the page of what changed say to each other. Texts are plain and on one line; numbers travel in typed
 * arrays. Nothing is `undefined`: what is absent is null.
 */

/** Two moments of one service: what it told last at or before each is compared. */
export interface ChangesPair {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly sinceMs: number;
  readonly toMs: number;
}

/** A forecast that only the older answer has. */
export interface LoneForecast {
  /** Its index in that answer. */
  readonly summary: number;
  readonly market: string;
  /** `12 Months · USD · Unhedged` */
  readonly detail: string;
  /** A decimal fraction. */
  readonly total: number;
}

export interface ForecastChanges {
  readonly olderMs: number;
  readonly newerMs: number;
  /** The forecasts of the newer answer, and the names of what they are about. */
  readonly newer: Pick<
    ExplorerAnswer,
    "markets" | "currencies" | "horizons" | "hedgings" | "summaries"
  >;
  /** Of each of them the one of the older answer; -1 where it is new. */
  readonly older: Int32Array;
  /** Decimal fractions; NaN where there is no value. */
  readonly before: Float64Array;
  readonly vanished: readonly LoneForecast[];
}

export interface ChangesAnswer {
  /** Which answer it is, so that nobody speaks about another one. */
  readonly generation: number;
  /** Null where nothing older is kept. */
  readonly pair: ChangesPair | null;
  /** Whether the older moment is the last look of the person. */
  readonly isLastLook: boolean;
  /** When the newest answer came. */
  readonly newestMs: number;
  readonly signals: SignalChanges | null;
  /** Null as well where the service has no forecasts. */
  readonly forecasts: ForecastChanges | null;
  /** Since when answers are kept; null where none is, since the archive is off or cannot be written. */
  readonly keptSinceMs: number | null;
  /** Why the service could not be asked for newer answers, in words; null when it need not be. */
  readonly staleBecause: string | null;
  /** Why something is not there, in words; null where all is. */
  readonly notice: string | null;
}

/** One forecast in both answers. */
export interface ForecastSides {
  /** Index of the newer one. */
  readonly summary: number;
  readonly older: ForecastDetails;
  readonly newer: ForecastDetails;
}

export type ToChanges =
  | { readonly type: "wait"; readonly identity: ExplorerIdentity }
  | { readonly type: "show"; readonly identity: ExplorerIdentity; readonly answer: ChangesAnswer }
  | {
      readonly type: "details";
      readonly generation: number;
      readonly details: readonly ForecastSides[];
    }
  | { readonly type: "fail"; readonly identity: ExplorerIdentity; readonly failure: ChartFailure }
  /** Something that came of what a person did. */
  | { readonly type: "told"; readonly words: string };

export type FromChanges =
  /** With the pair that was shown before; null where there was none. */
  | { readonly type: "ready"; readonly pair: ChangesPair | null }
  | { readonly type: "do"; readonly action: LatestAction }
  /** Asks the person since when. */
  | { readonly type: "askSince" }
  /** Asks what forecasts are made of. */
  | { readonly type: "details"; readonly generation: number; readonly summaries: Int32Array }
  | {
      readonly type: "run";
      readonly generation: number;
      readonly command: VariantCommand;
      /** A record of the newer answer, or of the older one. */
      readonly record: number;
      readonly isOlder: boolean;
    }
  | {
      readonly type: "runForecast";
      readonly generation: number;
      readonly command: ForecastCommand | "explore";
      /** A forecast of the newer answer, or of the older one. */
      readonly summary: number;
      readonly isOlder: boolean;
    }
  /** Opens the latest values of a signal of {@link SignalChanges}. */
  | { readonly type: "openSignal"; readonly generation: number; readonly signal: number }
  | { readonly type: "copyMarkdown"; readonly generation: number; readonly score: ChangeScore }
  | { readonly type: "copyText"; readonly text: string }
  | { readonly type: "save"; readonly form: ExportForm; readonly text: string }
  | { readonly type: "failed"; readonly message: string };
