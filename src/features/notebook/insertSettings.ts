import * as vscode from "vscode";
import { type DataFrameLibrary } from "./code/language";
import { numberSetting } from "../../editor/numberSetting";

/** The format of data files beside a notebook: Parquet or CSV, since JSON has no types. */
export type DataFileFormat = "parquet" | "csv";

/** The configured data folder lies outside the notebook's folder. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";
}

export function dataFrameLibrary(near: vscode.Uri | undefined): DataFrameLibrary {
  return setting("insert.dataFrame", near) === "polars" ? "polars" : "pandas";
}

export function dataFileFormat(near: vscode.Uri | undefined): DataFileFormat {
  return setting("insert.fileFormat", near) === "csv" ? "csv" : "parquet";
}

/** The maximum number of rows embedded in code. */
export function maxEmbeddedRows(): number {
  const rows = numberSetting("insert.mostRows", { fallback: 200, lowest: 1, highest: 10_000 });
  return Math.floor(rows);
}

/**
 * The folder names from a notebook's folder down to its data folder; empty when they are the same.
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

/** Device names on Windows, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;

/** Whether a name leads one folder down on every system; excludes names that Windows forbids or truncates. */
function isFolderName(name: string): boolean {
  if (deviceName.test(name)) return false;
  return !/^\.+$|[. ]$|[\\:*?"<>|\p{Control}]/u.test(name);
}

function setting(name: string, near: vscode.Uri | undefined): unknown {
  return vscode.workspace.getConfiguration("macroSignals", near).get<unknown>(name);
}
