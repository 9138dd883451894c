import { isDeepStrictEqual } from "node:util";
import pLimit from "p-limit";
import * as vscode from "vscode";

const section = "macroSignals";
const name = "pins";

export const pinSetting = "macroSignals.pins";

/** The type that pins have for drops among themselves: their places in the setting. */
export const pinsMime = "application/vnd.macro-signals.pins+json";

/** What the user's own settings have of pins. The editor synchronises it and shows it to all windows. */
export function pinsSetting(): unknown {
  return vscode.workspace.getConfiguration(section).inspect(name)?.globalValue;
}

/** Edits run one after the other, each on what the one before it has written. */
const oneAtATime = pLimit(1);

/** Edits the setting as it is just before it is written: another window may have changed it. */
export async function editPins(edit: (setting: unknown) => readonly unknown[]): Promise<void> {
  await oneAtATime(async () => {
    const setting = pinsSetting();
    const edited = edit(setting);
    if (isDeepStrictEqual(edited, setting)) return;
    const configuration = vscode.workspace.getConfiguration(section);
    await configuration.update(name, edited, vscode.ConfigurationTarget.Global);
  });
}
