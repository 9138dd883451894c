import { realpath } from "node:fs/promises";
import path from "node:path";
import type * as vscode from "vscode";

/** Of a URI. */
type Place = Pick<vscode.Uri, "scheme" | "fsPath">;

/**
 * Whether a file or folder that is there lies below a folder, or is it, once every link is followed (SEC-20). Where links
 * lead is known on disk alone; elsewhere there are none.
 *
 * @throws as the file system does for what is not there.
 */
export async function isReallyWithin(location: Place, folder: Place): Promise<boolean> {
  if (folder.scheme !== "file") return true;
  const file = await realpath(location.fsPath);
  const way = path.relative(await realpath(folder.fsPath), file);
  return !path.isAbsolute(way) && way.split(path.sep)[0] !== "..";
}
