import * as vscode from "vscode";
import { isUnreachable } from "../../service/errors";
import { asksForKey, isNotSubscribed } from "../../editor/report/failureReporter";
import { failureText } from "../../editor/report/failureText";

/** Why the rows below a row could not be loaded. */
export interface RowFailure {
  /** On one line. */
  readonly words: string;
  /** The key works, but not for these data. */
  readonly isLocked: boolean;
  /** The key is missing or refused. */
  readonly wantsKey: boolean;
  /** Caused by an outage, so it may be over once the service answers again. */
  readonly isOutage: boolean;
}

export function rowFailure(error: unknown): RowFailure {
  if (isNotSubscribed(error)) {
    const words = vscode.l10n.t("Not in your subscription");
    return { words, isLocked: true, wantsKey: false, isOutage: false };
  }
  const wantsKey = asksForKey(error);
  return { words: failureText(error), isLocked: false, wantsKey, isOutage: isUnreachable(error) };
}
