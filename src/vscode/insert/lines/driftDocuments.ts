import * as vscode from "vscode";
import { type Disposable } from "../../disposables";

const ownScheme = "macro-signals-drift";

/** A closed document can be opened again, but not every one that ever was. */
const mostKept = 20;

/** The read-only documents of drifts; a path in their scheme leads to no file and to no service. */
export class DriftDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly registration: vscode.Disposable;
  private readonly texts = new Map<string, string>();
  private lastNumber = 0;

  constructor() {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(ownScheme, this);
  }

  /** Keeps a text. @param name - With its ending; what a file name cannot hold is left out. */
  keep(name: string, text: string): vscode.Uri {
    const file = name.replace(/[^\w. +-]+/g, "-").slice(-100);
    const uri = vscode.Uri.from({ scheme: ownScheme, path: `/${++this.lastNumber}/${file}` });
    this.texts.set(uri.path, text);
    const [oldest] = this.texts.keys();
    if (this.texts.size > mostKept && oldest !== undefined) this.texts.delete(oldest);
    return uri;
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return this.texts.get(path) ?? vscode.l10n.t("This is no longer kept. Show the drift again.");
  }

  dispose(): void {
    this.registration.dispose();
    this.texts.clear();
  }
}
