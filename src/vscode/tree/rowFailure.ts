import * as vscode from "vscode";
import { isUnreachable } from "../../service/errors";
import { asksForKey, isNotSubscribed } from "../report/failureReporter";
import { failureText } from "../report/failureText";

/** Why the rows below a row could not be loaded. */
export interface RowFailure {
  /** On one line. */
  readonly words: string;
  /** The key works, but not for this. */
  readonly isLocked: boolean;
  /** There is no key, or it is refused. */
  readonly wantsKey: boolean;
  /** It may be over once the service answers again. */
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
