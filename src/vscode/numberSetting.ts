import * as vscode from "vscode";

export interface NumberBounds {
  /** Where the setting holds no number. */
  readonly fallback: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * A number of the settings `macroSignals.…`. The editor warns of one out of bounds but keeps it, so here it is brought
 * within.
 */
export function numberSetting(name: string, { fallback, lowest, highest }: NumberBounds): number {
  const value = vscode.workspace.getConfiguration("macroSignals").get<unknown>(name);
  if (typeof value !== "number" || Number.isNaN(value)) return fallback;
  return Math.min(Math.max(value, lowest), highest);
}
