import * as vscode from "vscode";

export interface NumberBounds {
  /** Used where the setting is not a number. */
  readonly fallback: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * A number of the settings `macroSignals.…`, clamped to its bounds: the editor warns of a value out of bounds but keeps
 * it.
 */
export function numberSetting(name: string, { fallback, lowest, highest }: NumberBounds): number {
  const value = vscode.workspace.getConfiguration("macroSignals").get<unknown>(name);
  if (typeof value !== "number" || Number.isNaN(value)) return fallback;
  return Math.min(Math.max(value, lowest), highest);
}
