import * as vscode from "vscode";
import { type DataFrameLibrary } from "../../code/language";
import { numberSetting } from "../numberSetting";

/** A file beside a notebook is Parquet or CSV: JSON has no types. */
export type DataFileFormat = "parquet" | "csv";

/** Files of data would lie outside the notebook's folder. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";
}

export function dataFrameLibrary(near: vscode.Uri | undefined): DataFrameLibrary {
  return setting("insert.dataFrame", near) === "polars" ? "polars" : "pandas";
}

export function dataFileFormat(near: vscode.Uri | undefined): DataFileFormat {
  return setting("insert.fileFormat", near) === "csv" ? "csv" : "parquet";
}

/** How many rows code may hold as its own text. */
export function maxRows(): number {
  const rows = numberSetting("insert.mostRows", { fallback: 200, lowest: 1, highest: 10_000 });
  return Math.floor(rows);
}

/**
 * The names of the folders from that of a notebook down to that of its data; none when they are the same.
 *
 * @throws {@link DataFolderError}
 */
export function dataFolderPath(near: vscode.Uri | undefined): readonly string[] {
  const value = setting("insert.folder", near) ?? "data";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const names = text.split("/").filter((name) => name !== "" && name !== ".");
  const isElsewhere = /^[/~]/.test(text);
  if (isElsewhere || !names.every(isFolderName)) throw new DataFolderError(elsewhereText(text));
  return names;
}

function elsewhereText(value: string): string {
  return vscode.l10n.t(
    "the setting macroSignals.insert.folder must name a folder below the notebook's, not {0}",
    JSON.stringify(value),
  );
}

/** What Windows takes for a device, whatever its ending. */
const deviceName = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;

/** One step down on every system; what Windows cannot have as a name, or cuts off, is none. */
function isFolderName(name: string): boolean {
  if (deviceName.test(name)) return false;
  return !/^\.+$|[. ]$|[\\:*?"<>|\p{Control}]/u.test(name);
}

function setting(name: string, near: vscode.Uri | undefined): unknown {
  return vscode.workspace.getConfiguration("macroSignals", near).get<unknown>(name);
}
