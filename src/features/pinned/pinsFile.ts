import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { commentedEdit } from "./commentedPins";
import { pinSetting, pinsSetting } from "./pinSetting";

/** The editor reads changed settings within a tenth of a second; it may be busy. */
const longestWaitMs = 5_000;

/**
 * Writes the setting into the user's settings if there are comments among the pins, which the editor would delete.
 *
 * @param files - Where the settings may be.
 * @returns False if nothing was written: the editor can do it.
 */
export async function writeAmongComments(
  files: readonly vscode.Uri[],
  before: unknown,
  edited: readonly unknown[],
): Promise<boolean> {
  for (const uri of files) {
    // The editor refuses to write them, and says why.
    if (vscode.workspace.textDocuments.some((each) => isUnsaved(each, uri))) return false;
    const text = await textOf(uri);
    const edit = text === undefined ? undefined : commentedEdit(text, pinSetting, before, edited);
    if (text === undefined || edit === undefined) continue;
    const { offset, length, text: pins } = edit;
    const lines = text.includes("\r\n") ? pins.replaceAll("\n", "\r\n") : pins;
    const changed = text.slice(0, offset) + lines + text.slice(offset + length);
    const isRead = settingIs(edited);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(changed));
    return isRead;
  }
  return false;
}

function isUnsaved({ uri, isDirty }: vscode.TextDocument, settings: vscode.Uri): boolean {
  return isDirty && uri.path === settings.path;
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      await vscode.workspace.fs.readFile(uri),
    );
  } catch {
    // The settings are somewhere else.
    return undefined;
  }
}

/** Resolves once the editor has read the setting; false if that takes too long. */
async function settingIs(edited: readonly unknown[]): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isRead: boolean): void => {
      clearTimeout(timer);
      changes.dispose();
      resolve(isRead);
    };
    const timer = setTimeout(() => end(false), longestWaitMs);
    const changes = vscode.workspace.onDidChangeConfiguration(() => {
      if (isDeepStrictEqual(pinsSetting(), edited)) end(true);
    });
  });
}
