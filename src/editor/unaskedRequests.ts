import * as vscode from "vscode";

/** More requests than this need the user's consent: 64 take a few seconds, more may use up a quota. */
export const maxUnaskedRequests = 64;

/** Whether this number of requests may be sent; asks the user if there are many. */
export async function mayRequest(attempt: string, count: number): Promise<boolean> {
  if (count <= maxUnaskedRequests) return true;
  const send = vscode.l10n.t("Send {0} Requests", count);
  const question = vscode.l10n.t("{0} takes up to {1} requests.", attempt, count);
  return (await vscode.window.showWarningMessage(question, { modal: true }, send)) === send;
}
