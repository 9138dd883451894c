import path from "node:path";
import * as vscode from "vscode";
import { temporaryName, writeWholeFile } from "../../store/wholeFile";

/** A file could not be written; nothing of it was left behind. */
export class WriteError extends Error {
  override readonly name = "WriteError";
}

/** Writes a file whole or not at all, on disk or wherever the editor can. @throws {@link WriteError} */
export async function writeLocation(location: vscode.Uri, bytes: Uint8Array): Promise<void> {
  try {
    if (location.scheme === "file") await writeWholeFile(location.fsPath, bytes);
    else await writeElsewhere(location, bytes);
  } catch (error) {
    throw writeProblem(error, location);
  }
}

/** What the file system did not do, in words that help. */
export function writeProblem(error: unknown, location: vscode.Uri): WriteError {
  return new WriteError(problemOf(error, location), { cause: error });
}

async function writeElsewhere(location: vscode.Uri, bytes: Uint8Array): Promise<void> {
  const { fs } = vscode.workspace;
  const temporary = vscode.Uri.joinPath(location, "..", temporaryName());
  try {
    await fs.writeFile(temporary, bytes);
    await fs.rename(temporary, location, { overwrite: true });
  } catch (error) {
    // It may never have been made; what counts is why.
    await Promise.allSettled([fs.delete(temporary)]);
    throw error;
  }
}

function problemOf(error: unknown, location: vscode.Uri): string {
  const name = path.posix.basename(location.path);
  const folder = path.posix.dirname(location.path);
  switch (codeOf(error)) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "NoPermissions":
      return vscode.l10n.t("the folder {0} cannot be written to", folder);
    case "ENOSPC":
    case "EDQUOT":
      return vscode.l10n.t("no space is left in the folder {0}", folder);
    case "ENOENT":
    case "ENOTDIR":
    case "FileNotFound":
    case "FileNotADirectory":
      return vscode.l10n.t("the folder {0} does not exist", folder);
    case "EISDIR":
    case "ENOTEMPTY":
    case "EEXIST":
    case "FileIsADirectory":
      return vscode.l10n.t("{0} is a folder", name);
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
