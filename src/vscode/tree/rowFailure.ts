import * as vscode from "vscode";
import { failureWords } from "../report/failureWords";
import { isNotSubscribed } from "../report/failureReporter";

/** Why the rows below a row could not be loaded. */
export interface RowFailure {
  /** On one line. */
  readonly words: string;
  /** The key works, but not for this. */
  readonly isLocked: boolean;
}

export function rowFailure(error: unknown, hasKeyWorked: boolean): RowFailure {
  return isNotSubscribed(error, hasKeyWorked)
    ? { words: vscode.l10n.t("Not in your subscription"), isLocked: true }
    : { words: failureWords(error), isLocked: false };
}
