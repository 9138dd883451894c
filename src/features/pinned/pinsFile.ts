import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, type ParseError, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { commentedEdit, valueOf } from "./commentedPins";
import { pinSetting, pinsSetting } from "./pinSetting";

/** The user's settings as they are on disk. */
export interface PinsFile {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly pins: unknown;
}

/** The editor reads changed settings within a tenth of a second; it may be busy. */
const longestWaitMs = 5_000;

/**
 * Reads the pins in the user's settings, which another window may have written, and this one not read yet. Undefined if
 * none of the files can be read or has pins, or if they have errors or unsaved changes, which the editor then reports.
 *
 * @param files - Where the settings may be.
 */
export async function readPinsFile(files: readonly vscode.Uri[]): Promise<PinsFile | undefined> {
  for (const uri of files) {
    const isUnsaved = ({ uri: { path }, isDirty }: vscode.TextDocument): boolean =>
      isDirty && path === uri.path;
    if (vscode.workspace.textDocuments.some(isUnsaved)) return undefined;
    const text = await textOf(uri);
    if (text === undefined) continue;
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { allowTrailingComma: true });
    const node = root && findNodeAtLocation(root, [pinSetting]);
    if (errors.length === 0 && node !== undefined) return { uri, text, pins: valueOf(node) };
  }
  return undefined;
}

/**
 * Writes pins into the settings where the editor would delete comments among them, or what another window has written.
 *
 * @returns False if the editor can write them, or does not read what was written: then these are not its settings.
 */
export async function writePinsFile(
  { uri, text, pins }: PinsFile,
  edited: readonly unknown[],
): Promise<boolean> {
  const isRead = isDeepStrictEqual(pins, pinsSetting());
  if (isRead && isDeepStrictEqual(pins, edited)) return true;
  const edit = commentedEdit(text, pinSetting, edited, !isRead);
  if (edit === undefined) return false;
  const { offset, length, text: content } = edit;
  const lines = text.includes("\r\n") ? content.replaceAll("\n", "\r\n") : content;
  const changed = text.slice(0, offset) + lines + text.slice(offset + length);
  const reading = settingIs(edited);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(changed));
  return reading;
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
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
