import * as vscode from "vscode";
import { plainLabel } from "../../shared/plainText";
import { writeProblem } from "../documents/writeLocation";
import { DataFolderError } from "./insertSettings";
import { isReallyWithin } from "./realFolder";

/**
 * Makes sure that files of a data folder lie in the notebook's folder: that no link leads elsewhere (SEC-20). What is not
 * there yet lies where the nearest folder above it lies.
 *
 * @throws {@link DataFolderError}, WriteError
 */
export async function expectInside(dataFolder: vscode.Uri, folder: vscode.Uri): Promise<void> {
  if (await isInside(dataFolder, folder)) return;
  const name = plainLabel(dataFolder.path.slice(folder.path.length + 1));
  throw new DataFolderError(
    vscode.l10n.t("the folder {0} is a link to a place outside the notebook's folder", name),
  );
}

async function isInside(dataFolder: vscode.Uri, folder: vscode.Uri): Promise<boolean> {
  try {
    return await isReallyWithin(dataFolder, folder);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || dataFolder.path === folder.path) throw writeProblem(error, dataFolder);
    return isInside(vscode.Uri.joinPath(dataFolder, ".."), folder);
  }
}
