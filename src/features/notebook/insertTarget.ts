import * as vscode from "vscode";
import { type CodeHolder } from "./code/language";
import { type CodeLanguage } from "./code/languages";
import { tabUris } from "../../editor/tabs/tabUris";
import { type Reference } from "../../shared/reference";
import { languageIdOf } from "./languageId";

/** A block of code or a table to insert, as plain text. */
export interface InsertedBlock {
  readonly text: string;
  readonly language: CodeLanguage;
}

/** A notebook or script. */
export interface CodeDocument {
  readonly uri: vscode.Uri;
  /** Whether it has never been saved. */
  readonly isUnsaved: boolean;
}

/** A position in a notebook or script, with all that decides which choices are available. */
export interface ChoiceTarget extends CodeDocument {
  /** The language of code at the position; undefined where none is supported. */
  readonly language: CodeLanguage | undefined;
  /** Whether a Markdown table can go there. */
  readonly takesTables: boolean;
}

/** A notebook or script to insert code into, and the position in it. */
export interface InsertTarget extends ChoiceTarget {
  /** Whether blocks become cells. */
  readonly isNotebook: boolean;
  /** Whether it has been closed. */
  readonly isClosed: boolean;
  /** The references of its lines. */
  readonly references: readonly Reference[];
  /**
   * Inserts blocks in one edit, so that a single Undo reverts them, and reveals them. False when the editor rejected
   * it.
   */
  insert(blocks: readonly InsertedBlock[]): Promise<boolean>;
}

/** Schemes of folders that both the extension and the kernel can access. */
const diskSchemes: ReadonlySet<string> = new Set(["file", "vscode-remote"]);

/** The folder for files beside a notebook or script; undefined without one. */
export function folderOfTarget({ uri, isUnsaved }: CodeDocument): vscode.Uri | undefined {
  const hasFolder = !isUnsaved && diskSchemes.has(uri.scheme);
  return hasFolder ? vscode.Uri.joinPath(uri, "..") : undefined;
}

/** The kind of document of a target. */
export function holderOf(uri: vscode.Uri, isNotebook: boolean): CodeHolder {
  if (isNotebook) return "notebook";
  return languageIdOf("", uri.path) === "" ? "script" : "prose";
}

/** Whether a document can be edited; excludes the editor's own documents. */
export function isWritableDocument({ scheme }: vscode.Uri): boolean {
  if (scheme === "untitled") return true;
  return vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}

/** The group whose tab shows a document; undefined without one. */
export function documentColumnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const text = uri.toString();
  const shows = (tab: vscode.Tab): boolean => tabUris(tab).some((each) => each.toString() === text);
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(shows))?.viewColumn;
}
