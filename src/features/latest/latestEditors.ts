import * as vscode from "vscode";
import { type LatestPlace, latestPlaceOfUri, latestTitle } from "./model/latestPlace";
import { type OfflineServices } from "../../editor/report/offlineServices";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { type ExplorerChoice } from "./explorer/protocol";
import { type ChangesEditor } from "./changes/host/changesEditor";
import { type ExplorerEditor, type ExplorerWish } from "./explorer/host/explorerEditor";
import { type LatestEditor } from "./heatmap/host/latestEditor";
import { type LatestParts } from "./latestTab";
import { openExplorerTab } from "./explorer/host/explorerTab";
import { type HedgingChoice } from "../browse/hedgingChoice";

/** The ids of the editors, as the manifest contributes them. */
const viewTypes = ["macroSignals.heatmap", "macroSignals.explorer", "macroSignals.changes"];

interface LatestDocument extends vscode.CustomDocument {
  readonly place: LatestPlace;
}

export interface LatestEditorsDependencies extends LatestParts {
  /** Which services cannot be reached. */
  readonly offline: OfflineServices;
  readonly hedging: HedgingChoice;
  /** Stores the last look at What Changed. */
  readonly globalState: vscode.Memento;
}

type Editor = LatestEditor | ExplorerEditor | ChangesEditor;

/**
 * Opens latest signals, latest forecasts and their changes in read-only editors of places that end in `.heatmap`,
 * `.explorer` and `.changes`.
 */
export class LatestEditors
  implements vscode.CustomReadonlyEditorProvider<LatestDocument>, Disposable
{
  private readonly disposables = new DisposableStore();
  private readonly open = new Set<Editor>();
  /** What an explorer shows when it opens, by its connection. */
  private readonly wishes = new Map<string, ExplorerWish>();

  constructor(private readonly parts: LatestEditorsDependencies) {
    this.disposables.add(
      parts.offline.onDidReturn((connectionId) => {
        for (const editor of this.open) void editor.tab.retryOutage(connectionId);
      }),
    );
    for (const viewType of viewTypes) {
      this.disposables.add(
        vscode.window.registerCustomEditorProvider(viewType, this, {
          supportsMultipleEditorsPerDocument: true,
          webviewOptions: { retainContextWhenHidden: false },
        }),
      );
    }
  }

  /** Shows something in the explorer of a connection: in a tab that is open, or in the one that `open` opens. */
  async explore(connectionId: string, wish: ExplorerWish, open: () => unknown): Promise<void> {
    this.wishes.set(connectionId, wish);
    try {
      await open();
    } catch (error) {
      this.wishes.delete(connectionId);
      throw error;
    }
    const [nearest] = this.explorersOf(connectionId);
    // A newly opened explorer takes it when it begins.
    if (nearest === undefined || this.wishes.get(connectionId) !== wish) return;
    this.wishes.delete(connectionId);
    await nearest.fulfil(wish);
  }

  openCustomDocument(uri: vscode.Uri): LatestDocument {
    const place = latestPlaceOfUri(uri.toString());
    if (place === undefined || place.form === "csv" || place.form === "json") {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
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
    const make = await this.maker(place);
    if (closing.signal.aborted || token.isCancellationRequested) return;
    const editor = make(panel);
    this.open.add(editor);
    closing.signal.addEventListener("abort", () => {
      this.open.delete(editor);
      editor.tab.dispose();
    });
  }

  dispose(): void {
    this.disposables.dispose();
    for (const editor of this.open) editor.tab.dispose();
    this.open.clear();
  }

  /** Returns the function that makes the editor of a place; its code is loaded with the first of its kind. */
  private async maker(place: LatestPlace): Promise<(panel: vscode.WebviewPanel) => Editor> {
    const { parts } = this;
    if (place.of === "signals") {
      const { LatestEditor } = await import("./heatmap/host/latestEditor");
      return (panel) => new LatestEditor({ ...parts, place, panel });
    }
    if (place.of === "changes") {
      const [{ ChangesEditor }, { LastLooks }] = await Promise.all([
        import("./changes/host/changesEditor"),
        import("./changes/host/lastLooks"),
      ]);
      const looks = new LastLooks(parts.globalState);
      const { connectionId } = place;
      const explore = (choice: ExplorerChoice): Promise<void> =>
        this.explore(connectionId, { choice }, () => openExplorerTab(connectionId));
      return (panel) => new ChangesEditor({ ...parts, place, panel, looks, explore });
    }
    const { ExplorerEditor } = await import("./explorer/host/explorerEditor");
    return (panel) => {
      const editor = new ExplorerEditor({ ...parts, place, panel }, parts.hedging);
      const wish = this.wishes.get(place.connectionId);
      this.wishes.delete(place.connectionId);
      if (wish !== undefined) void editor.fulfil(wish);
      return editor;
    };
  }

  /** The open explorers of a connection, the active or visible ones first. */
  private explorersOf(connectionId: string): readonly ExplorerEditor[] {
    const own = [...this.open].filter(
      (editor): editor is ExplorerEditor =>
        "fulfil" in editor && editor.connectionId === connectionId,
    );
    return own.sort((a, b) => b.nearness - a.nearness);
  }
}
