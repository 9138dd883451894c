import * as vscode from "vscode";
import { type Disposable } from "../disposables";
import { openDocuments } from "./documentTabs";

/** Sets a context key of the manifest to the open documents for which something holds: `resource in KEY`. */
export class DocumentsContext implements Disposable {
  private readonly tabs = vscode.window.tabGroups.onDidChangeTabs(() => this.update());
  private reported = "[]";

  constructor(
    private readonly key: string,
    private readonly holds: (uri: vscode.Uri) => boolean,
  ) {}

  /** Called when it may hold for other documents; changes of tabs are followed anyway. */
  update(): void {
    const uris = openDocuments().filter((uri) => this.holds(uri));
    const texts = [...new Set(uris.map((uri) => uri.toString()))];
    const reported = JSON.stringify(texts);
    if (reported === this.reported) return;
    this.reported = reported;
    void vscode.commands.executeCommand("setContext", this.key, texts);
  }

  dispose(): void {
    this.tabs.dispose();
  }
}
