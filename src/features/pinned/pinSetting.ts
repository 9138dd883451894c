import { isDeepStrictEqual } from "node:util";
import pLimit from "p-limit";
import * as vscode from "vscode";

const section = "macroSignals";
const name = "pins";

export const pinSetting = "macroSignals.pins";

/** The setting that limits what pins keep offline. */
export const offlineSetting = "macroSignals.offline.sizeMB";

/** The type that pins have for drops among themselves: their places in the setting. */
export const pinsMime = "application/vnd.macro-signals.pins+json";

/** What the user's own settings have of pins. The editor synchronises it and shows it to all windows. */
export function pinsSetting(): unknown {
  return vscode.workspace.getConfiguration(section).inspect(name)?.globalValue;
}

/** The possible paths of the user's settings: the editor has no API for it. */
let settingsFiles: readonly vscode.Uri[] = [];

/** @param globalStorage - The extension's folder, which lies below the settings unless they are on another computer. */
export function findSettingsBeside(globalStorage: vscode.Uri): void {
  const file = vscode.Uri.joinPath(globalStorage, "../../settings.json");
  const inBrowser = vscode.Uri.from({ scheme: "vscode-userdata", path: "/User/settings.json" });
  // The last is how code-server names it.
  settingsFiles = [
    file.with({ scheme: "vscode-userdata" }),
    inBrowser,
    file.with({ scheme: "vscode-remote" }),
  ];
}

/** Edits run one after the other, each on what the one before it has written. */
const oneAtATime = pLimit(1);

/** Edits the setting as it is just before it is written: another window may have changed it. */
export async function editPins(edit: (setting: unknown) => readonly unknown[]): Promise<void> {
  await oneAtATime(async () => {
    const { readPinsFile, writePinsFile } = await import("./pinsFile");
    const file = await readPinsFile(settingsFiles);
    if (file !== undefined && (await writePinsFile(file, edit(file.pins)))) return;
    const setting = pinsSetting();
    const edited = edit(setting);
    if (isDeepStrictEqual(edited, setting)) return;
    const configuration = vscode.workspace.getConfiguration(section);
    await configuration.update(name, edited, vscode.ConfigurationTarget.Global);
  });
}
