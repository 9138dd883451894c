import * as vscode from "vscode";

/** The URIs that a tab shows, in any kind of editor; both sides of a comparison. */
export function tabUris({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (typeof input !== "object" || input === null) return [];
  const values: readonly unknown[] = Object.values(input);
  return values.filter((value) => value instanceof vscode.Uri);
}
