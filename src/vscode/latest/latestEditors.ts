import * as vscode from "vscode";
import { type LatestPlace, latestPlaceOfUri, latestTitle } from "../../shared/latest/latestPlace";
import { type OfflineServices } from "../connection/offlineServices";
import { type Disposable, DisposableStore } from "../disposables";
import type * as Latest from "./latestEditor";

/** The editor's name for heat maps; the manifest contributes it. */
const latestViewType = "macroSignals.heatmap";

interface LatestDocument extends vscode.CustomDocument {
  readonly place: LatestPlace;
}

export interface LatestEditorsDependencies extends Latest.LatestParts {
  readonly services: Latest.LatestParts["services"] & {
    readonly offline: Pick<OfflineServices, "onDidReturn">;
  };
}

/** The latest signals as read-only editors of places that end in `.heatmap`. */
export class LatestEditors
  implements vscode.CustomReadonlyEditorProvider<LatestDocument>, Disposable
{
  private readonly disposables = new DisposableStore();
  private readonly open = new Set<Latest.LatestEditor>();

  constructor(private readonly parts: LatestEditorsDependencies) {
    this.disposables.add(
      parts.services.offline.onDidReturn((connectionId) => {
        for (const editor of this.open) void editor.retryOutage(connectionId);
      }),
    );
    this.disposables.add(
      vscode.window.registerCustomEditorProvider(latestViewType, this, {
        supportsMultipleEditorsPerDocument: true,
        webviewOptions: { retainContextWhenHidden: false },
      }),
    );
  }

  openCustomDocument(uri: vscode.Uri): LatestDocument {
    const place = latestPlaceOfUri(uri.toString());
    if (place?.form !== "heatmap") throw vscode.FileSystemError.FileNotFound(uri);
    return { uri, place, dispose: () => undefined };
  }

  async resolveCustomEditor(
    { place }: LatestDocument,
    panel: vscode.WebviewPanel,
    token: vscode.CancellationToken,
  ): Promise<void> {
    panel.title = latestTitle(place);
    const closing = new AbortController();
    panel.onDidDispose(() => closing.abort());
    const { LatestEditor } = await latestEditor();
    if (closing.signal.aborted || token.isCancellationRequested) return;
    const editor = new LatestEditor({ ...this.parts, place, panel });
    this.open.add(editor);
    closing.signal.addEventListener("abort", () => {
      this.open.delete(editor);
      editor.dispose();
    });
  }

  dispose(): void {
    this.disposables.dispose();
    for (const editor of this.open) editor.dispose();
    this.open.clear();
  }
}

/** Loaded with the first heat map. */
function latestEditor(): Promise<typeof Latest> {
  return import("./latestEditor");
}
