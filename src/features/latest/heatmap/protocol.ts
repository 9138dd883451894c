import { type PackedColumns } from "../../../shared/columns";
import { type LatestColumns, type TagLabel } from "../../../shared/latestColumns";
import { type CommonToPage, type PageAnswer } from "../protocol";
import { type Since } from "../model/since";
import { type Day } from "../../../shared/day";

/**
 * Messages between the editor and the page of the latest signals. Texts are plain and on one line; numbers travel in
 * typed arrays. Absent values are null, never `undefined`.
 */

/** A signal as the service lists it. */
interface NamedSignal {
  readonly code: string;
  readonly version: number;
  readonly name: string;
}

export interface LatestAnswer extends PageAnswer {
  /** Identifies the answer: messages about another one are ignored. */
  readonly generation: number;
  readonly columns: LatestColumns;
  /** In the order of the service; empty when listing failed. */
  readonly signals: readonly NamedSignal[];
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
  readonly unreadable: number;
  /** A message about missing records; null when none are missing. */
  readonly notice: string | null;
}

/** An answer with its columns in one buffer: a message would carry the entire buffer of each view. */
export interface SentAnswer extends Omit<LatestAnswer, "columns"> {
  readonly columns: PackedColumns;
  readonly labels: readonly TagLabel[];
}

/** The source of an older value. */
export const valueSources = { none: 0, keptAnswer: 1, vintage: 2 } as const;

/** Which older values are not there. */
export interface Unfetched {
  /** About how many requests the missing values take; 0 if nothing more can be fetched. */
  readonly missing: number;
  /** How many requests failed, and why the first of them failed. */
  readonly failed: number;
  readonly failure: string | null;
}

/** The older values of the records of an answer, as known at the end of a day. */
export interface OlderValues extends Unfetched {
  readonly generation: number;
  readonly since: Since;
  /** The UTC day at whose end they were known. */
  readonly day: Day;
  /** When the archived answer was fetched; null if none was used. */
  readonly keptAtMs: number | null;
  /** For each record of the answer, one of {@link valueSources}. */
  readonly sources: Uint8Array;
  readonly days: Int32Array;
  /** NaN when there is no value. */
  readonly level: Float64Array;
  readonly momentum: Float64Array;
  readonly aggregate: Float64Array;
}

/** Progress of the requests for older values. */
export interface OlderProgress {
  readonly generation: number;
  readonly since: Since;
  readonly done: number;
  readonly of: number;
}

export type ToLatest = CommonToPage<SentAnswer> | HeatMapMessage;

/** The messages that only this page receives. */
export type HeatMapMessage =
  | { readonly type: "older"; readonly older: OlderValues }
  | { readonly type: "olderProgress"; readonly progress: OlderProgress }
  /** The day that the user entered. */
  | { readonly type: "since"; readonly day: Day };

/** The commands for the variants of cells. */
export const variantCommands = [
  "openChart",
  "openBeside",
  "addToChart",
  "openPanel",
  "openCsv",
  "forecastsItMoves",
  "insertIntoNotebook",
  "copyReference",
  "saveAs",
  "showInSideBar",
] as const;
export type VariantCommand = (typeof variantCommands)[number];
