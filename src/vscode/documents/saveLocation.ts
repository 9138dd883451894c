import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { type FileFormat, formatNames } from "../../shared/wireFormat";

export const fileFormats: readonly FileFormat[] = ["csv", "json", "parquet", "spreadsheet.csv"];

export function formatLabel(format: FileFormat): string {
  return format === "spreadsheet.csv" ? vscode.l10n.t("CSV for Spreadsheets") : formatNames[format];
}

/** A file that somebody chose has an ending that names no format. */
export class UnknownFormatError extends Error {
  override readonly name = "UnknownFormatError";

  constructor(fileName: string) {
    super(vscode.l10n.t("the name {0} does not end in .csv, .json or .parquet", fileName));
  }
}

/**
 * Where the file of a series shall go: asked with our own name. Undefined when nowhere.
 *
 * @param what - Is to be saved: `INFL US`.
 */
export async function askSaveLocation(
  what: string,
  fileName: string,
  format: FileFormat,
): Promise<vscode.Uri | undefined> {
  const ordered = [format, ...fileFormats.filter((each) => each !== format)];
  const filters = Object.fromEntries(ordered.map((each) => [formatLabel(each), [each]]));
  return askLocation(what, fileName, filters);
}

/** Where any file shall go: asked in the first folder of the workspace, or at home. Undefined when nowhere. */
export async function askLocation(
  what: string,
  fileName: string,
  filters: Record<string, string[]>,
): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t("Save {0} As", what);
  const defaultUri = vscode.Uri.joinPath(startFolder(), fileName);
  return vscode.window.showSaveDialog({ title, defaultUri, filters });
}

/** The folder where several files shall go. Undefined when nowhere. */
export async function askSaveFolder(title: string): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title,
    defaultUri: startFolder(),
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: vscode.l10n.t("Save Here"),
  });
  return chosen?.[0];
}

/** @throws {@link UnknownFormatError} */
export function formatOfLocation(location: vscode.Uri): FileFormat {
  const name = path.posix.basename(location.path);
  // A CSV for spreadsheets ends like a CSV, too.
  const [format] = fileFormats
    .filter((each) => name.toLowerCase().endsWith(`.${each}`))
    .sort((a, b) => b.length - a.length);
  if (format === undefined) throw new UnknownFormatError(name);
  return format;
}

/** Folders of other schemes may be read-only services, ours too. */
function startFolder(): vscode.Uri {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const onDisk = folders.find(({ uri }) => uri.scheme === "file");
  return onDisk?.uri ?? vscode.Uri.file(os.homedir());
}
