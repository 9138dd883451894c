import * as vscode from "vscode";
import { type CodeLanguage } from "../../code/languages";
import { tabUris } from "../tabUris";

/** A block of code or a table as it is inserted: plain text. */
export interface InsertedBlock {
  readonly text: string;
  readonly language: CodeLanguage;
}

/** A notebook or a script that code is inserted into, and the place in it. */
export interface InsertTarget {
  readonly uri: vscode.Uri;
  /** Whether a file was never made of it. */
  readonly isUnsaved: boolean;
  /** Of code at the place; undefined where none of ours can stand. */
  readonly language: CodeLanguage | undefined;
  /** Whether a table in Markdown can stand there. */
  readonly takesTables: boolean;
  /** Whether what is inserted becomes cells. */
  readonly isNotebook: boolean;
  /** Whether it was closed meanwhile. */
  readonly isClosed: boolean;
  /** Inserts blocks in one edit, so that one Undo takes them back, and shows them. False when the editor refused. */
  insert(blocks: readonly InsertedBlock[]): Promise<boolean>;
}

/** Schemes whose folders the extension and the kernel have in common. */
const diskSchemes: ReadonlySet<string> = new Set(["file", "vscode-remote"]);

/** The folder that files can be put beside a notebook or script in; undefined where there is none. */
export function folderOfTarget({
  uri,
  isUnsaved,
}: Pick<InsertTarget, "uri" | "isUnsaved">): vscode.Uri | undefined {
  const hasFolder = !isUnsaved && diskSchemes.has(uri.scheme);
  return hasFolder ? vscode.Uri.joinPath(uri, "..") : undefined;
}

/** Documents of the editor itself, and those that nobody can write to. */
export function isWritableDocument({ scheme }: vscode.Uri): boolean {
  if (scheme === "untitled") return true;
  return vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}

/** The group of a tab that shows a document; undefined when none does. */
export function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const text = uri.toString();
  const shows = (tab: vscode.Tab): boolean => tabUris(tab).some((each) => each.toString() === text);
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(shows))?.viewColumn;
}
