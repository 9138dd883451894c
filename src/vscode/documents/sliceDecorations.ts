import * as vscode from "vscode";
import { placeOfUri, scheme } from "../../shared/place";
import { sliceSegments } from "../../shared/slice";

/** Marks the tabs of documents that show a part of a series or a panel: their names are those of the whole. */
export class SliceDecorations implements vscode.FileDecorationProvider {
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== scheme) return undefined;
    const { slice, reference } = placeOfUri(uri.toString()) ?? {};
    if (slice === undefined) return undefined;
    const part = sliceSegments(slice).join(", ");
    const words =
      reference?.family === "panel"
        ? vscode.l10n.t("Part of the panel: {0}", part)
        : vscode.l10n.t("Part of the series: {0}", part);
    return new vscode.FileDecoration("…", words);
  }
}
