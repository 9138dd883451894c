import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";

/** Connections by their ids, as the settings hold them. */
export type ConnectionSettings = Readonly<
  Record<string, { readonly name: string; readonly baseUrl: string }>
>;

/** What the user's own settings have of connections, whatever it is. */
export interface UserSettings {
  readonly connections: unknown;
  readonly connection: unknown;
}

export function userSettings(): UserSettings {
  const settings = vscode.workspace.getConfiguration("macroSignals");
  return {
    connections: settings.inspect("connections")?.globalValue,
    connection: settings.inspect("connection")?.globalValue,
  };
}

/** Sets the user's connections and the active one; undefined takes a setting out. */
export async function setUserSettings(values: {
  readonly connections: ConnectionSettings | undefined;
  readonly connection: string | undefined;
}): Promise<void> {
  await restoreUserSettings(values);
}

/** Sets both to what {@link userSettings} found. */
export async function restoreUserSettings(values: UserSettings): Promise<void> {
  const settings = vscode.workspace.getConfiguration("macroSignals");
  const current = userSettings();
  for (const name of ["connections", "connection"] as const) {
    // Each change takes the editor a while, also one to the same value.
    if (isDeepStrictEqual(current[name], values[name])) continue;
    await settings.update(name, values[name], vscode.ConfigurationTarget.Global);
  }
}
