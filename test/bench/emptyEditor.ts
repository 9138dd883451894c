import * as vscode from "vscode";

// An extension of its own, installed beside the product: a list of places, each of which a click opens, and an editor
// that shows its file's name in a page without a script. What that takes is what any editor of this kind takes.

/** A row and what clicks on it open, one after the other: URIs, or names of files of the workspace's folder. */
interface Row {
  readonly label: string;
  readonly opens: readonly string[];
}

class Rows implements vscode.TreeDataProvider<Row> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private round = 0;

  readonly onDidChangeTreeData = this.changed.event;

  /** Each row opens what comes next. */
  async next(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    this.round += 1;
    this.changed.fire(undefined);
  }

  async getChildren(): Promise<Row[]> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (folder === undefined) return [];
    const file = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder.uri, "rows.json"));
    const rows = JSON.parse(Buffer.from(file).toString("utf8")) as Row[];
    const absolute = (opens: string): string =>
      opens.includes(":") ? opens : vscode.Uri.joinPath(folder.uri, opens).toString();
    return rows.map(({ label, opens }) => ({ label, opens: opens.map(absolute) }));
  }

  getTreeItem({ label, opens }: Row): vscode.TreeItem {
    const item = new vscode.TreeItem(label);
    const place = opens[this.round % opens.length];
    item.command =
      place === undefined
        ? { command: "clicks.next", title: "" }
        : { command: "vscode.open", title: "", arguments: [vscode.Uri.parse(place, true)] };
    if (place !== undefined) item.description = String(this.round);
    return item;
  }
}

export function activate(context: vscode.ExtensionContext): void {
  const rows = new Rows();
  context.subscriptions.push(
    vscode.commands.registerCommand("clicks.next", () => rows.next()),
    vscode.window.registerTreeDataProvider("clicks.rows", rows),
    vscode.window.registerCustomEditorProvider("clicks.empty", {
      openCustomDocument: (uri: vscode.Uri) => ({ uri, dispose: () => undefined }),
      resolveCustomEditor: ({ uri }: vscode.CustomDocument, { webview }: vscode.WebviewPanel) => {
        const title = uri.path.slice(uri.path.lastIndexOf("/") + 1);
        webview.html = `<!DOCTYPE html><html lang="en"><body><h1>${title}</h1></body></html>`;
      },
    }),
  );
}
