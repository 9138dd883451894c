import { realpath } from "node:fs/promises";
import path from "node:path";
import type * as vscode from "vscode";

/** The parts of a URI that matter here. */
type Place = Pick<vscode.Uri, "scheme" | "fsPath">;

/**
 * Whether an existing file or folder lies in a folder, or is it, with all links resolved (SEC-20). Links exist only on
 * disk.
 *
 * @throws as the file system does for a missing entry.
 */
export async function isReallyWithin(location: Place, folder: Place): Promise<boolean> {
  if (folder.scheme !== "file") return true;
  const file = await realpath(location.fsPath);
  const way = path.relative(await realpath(folder.fsPath), file);
  return !path.isAbsolute(way) && way.split(path.sep)[0] !== "..";
}
