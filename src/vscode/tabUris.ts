import * as vscode from "vscode";

/** What a tab shows, whichever kind of editor it has; of a comparison both sides. */
export function tabUris({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (typeof input !== "object" || input === null) return [];
  const values: readonly unknown[] = Object.values(input);
  return values.filter((value) => value instanceof vscode.Uri);
}
