import { type CommonToPage, type PageAnswer } from "../protocol";
import { type Day } from "../../../shared/day";
import { type SignalChanges } from "../../../shared/changes";
import { type ForecastDetails, type NamedForecasts } from "../explorer/protocol";

/**
 * Messages between the editor and the What Changed page. Texts are plain and on one line; numbers travel in typed arrays.
 * Absent values are null, never `undefined`.
 */

/** Two times: the last answers at or before each are compared. */
export interface ChangesPair {
  /** Milliseconds since 1970-01-01 UTC; the last second of a day means the series as known then. */
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
  /** The forecasts of the newer answer, with the names of markets and other coordinates. */
  readonly newer: NamedForecasts;
  /** For each of them, the index in the older answer; -1 if it is new. */
  readonly older: Int32Array;
  /** Decimal fractions; NaN if there is no value. */
  readonly before: Float64Array;
  readonly vanished: readonly LoneForecast[];
}

/** Values as known at the end of a day, and how many requests would fetch them. */
export interface MissingValues {
  readonly day: Day;
  readonly requests: number;
}

/** The differences between two answers of each kind; null if one of them is missing. */
export interface AnswerChanges {
  readonly signals: SignalChanges | null;
  /** Also null if the service has no forecasts. */
  readonly forecasts: ForecastChanges | null;
}

export interface ChangesAnswer extends AnswerChanges, PageAnswer {
  /** Identifies the answer: messages about another one are ignored. */
  readonly generation: number;
  /** Null if nothing older is archived. */
  readonly pair: ChangesPair | null;
  /** Whether the older time is that of the user's last look. */
  readonly isLastLook: boolean;
  readonly newestMs: number;
  /** When the archive starts; null if it is empty, turned off or cannot be written. */
  readonly keptSinceMs: number | null;
  /** Whether other answers than the newest are archived. */
  readonly hasOlder: boolean;
  /** Older values that are missing from a comparison with a day but can be fetched; null if none are, or they failed. */
  readonly missing: MissingValues | null;
  /** Why something else is missing, as a text; null if nothing is. */
  readonly notice: string | null;
}

/** One forecast in both answers. */
export interface ForecastSides {
  readonly summary: number;
  readonly older: ForecastDetails;
  readonly newer: ForecastDetails;
}

/** The most forecasts in one request for details. */
export const mostDetails = 200;

export type ToChanges = CommonToPage<ChangesAnswer> | ChangesMessage;

/** The messages that only this page receives. */
export type ChangesMessage =
  | {
      readonly type: "details";
      readonly generation: number;
      readonly details: readonly ForecastSides[];
    }
  /** How many requests a comparison with the series of a day takes, if they require consent; 0 once nothing is fetched. */
  | { readonly type: "dayRequests"; readonly day: Day; readonly requests: number }
  /** Progress of these requests. */
  | {
      readonly type: "dayProgress";
      readonly day: Day;
      readonly done: number;
      readonly of: number;
    };
