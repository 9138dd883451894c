import * as vscode from "vscode";
import { writeProblem } from "../documents/writeLocation";

/** Folders that are made for a file, and taken away again when it does not come. */
export class NewFolders {
  private readonly made: vscode.Uri[] = [];

  /** @param top - Is there, and never taken away. */
  constructor(private readonly top: vscode.Uri) {}

  /** Makes a folder and those between it and the top, unless they are there. @throws WriteError */
  async make(folder: vscode.Uri): Promise<void> {
    if (folder.path === this.top.path || (await isThere(folder))) return;
    await this.make(vscode.Uri.joinPath(folder, ".."));
    try {
      await vscode.workspace.fs.createDirectory(folder);
    } catch (error) {
      throw writeProblem(error, folder);
    }
    this.made.push(folder);
  }

  /** Takes away what was made, but for what somebody else has put something into. */
  async remove(): Promise<void> {
    for (const folder of this.made.splice(0).reverse()) {
      await Promise.allSettled([vscode.workspace.fs.delete(folder)]);
    }
  }
}

/** @throws WriteError where that cannot be known. */
async function isThere(folder: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(folder);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return false;
    throw writeProblem(error, folder);
  }
}
