import * as vscode from "vscode";

/** Runs an action while the editor's translations have no English letter. */
export async function pseudoTranslated(action: () => Promise<void>): Promise<void> {
  const { l10n } = vscode;
  const original = Object.getOwnPropertyDescriptor(l10n, "t");
  if (original === undefined) throw new Error("The editor does not translate by itself");
  Object.defineProperty(l10n, "t", { ...original, value: pseudoText });
  try {
    await action();
  } finally {
    Object.defineProperty(l10n, "t", original);
  }
}

function pseudoText(message: string, ...values: readonly (string | number | boolean)[]): string {
  return message
    .replaceAll(/\{\d+\}|[A-Za-z]/g, (found) => (found.length > 1 ? found : "ŧ"))
    .replaceAll(/\{(\d+)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
}
