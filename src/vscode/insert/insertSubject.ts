import type * as vscode from "vscode";
import { type CodePiece } from "../../code/codePieces";
import { type InsertWay } from "../../code/language";
import { type CodeLanguage } from "../../code/languages";
import { type SeriesRef } from "../../shared/reference";
import { type ReferenceLine } from "../../shared/referenceLine";
import { type Slice } from "../../shared/slice";
import { type FetchedPanel, type FetchedSeries } from "../../store/tables";
import { type Target } from "../../shared/place";

/** A series or a panel that code is made for. */
export interface InsertSubject {
  readonly target: Target;
  /** The part of it that is wanted; all of it without. */
  readonly slice?: Slice;
}

/** A series that code can be made for, fetched. */
export interface FetchedSubject {
  readonly subject: InsertSubject;
  readonly series: FetchedSeries;
  /** Where its service answers now. */
  readonly baseUrl: string;
  /** Its reference as its service spells it. */
  readonly asked?: SeriesRef;
}

/** A panel that code can be made for, all of it fetched. */
export interface FetchedPanelSubject {
  readonly subject: InsertSubject;
  readonly panel: FetchedPanel;
}

/** Where code shall stand and what it shall do there. */
export interface CodePlace {
  readonly language: CodeLanguage;
  readonly way: InsertWay;
  /** Of the notebook or script; undefined where it has none that files can be put beside. */
  readonly folder: vscode.Uri | undefined;
}

/** The code of one series or panel. */
export interface MadeCode extends CodePiece {
  readonly subject: InsertSubject;
  readonly line: ReferenceLine;
  /** Of the file that the code reads, from the folder of its place. */
  readonly relativePath?: string;
}

/** What one action made. */
export interface CodeBatch {
  /** In the order in which they were asked for. */
  readonly made: readonly MadeCode[];
  readonly failed: readonly FailedCode[];
  /** Deletes the files that were written for it: its code found no place. Never throws: what counts is why. */
  undo(): Promise<void>;
}

/** A series that no code could be made for. */
export interface FailedCode {
  readonly subject: InsertSubject;
  readonly error: unknown;
}
