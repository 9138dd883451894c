import * as vscode from "vscode";
import { type Disposable } from "./disposables";

/** A closed document can be opened again, but not every one that ever was. */
const mostKept = 20;

/** Read-only documents whose texts are made once and kept while there is room. */
export class KeptDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly registration: vscode.Disposable;
  private readonly texts = new Map<string, string>();
  private lastNumber = 0;

  /**
   * @param ownScheme - Of the documents; a path in it leads to no file and to no service.
   * @param gone - What stands in place of a text that is not kept any more.
   */
  constructor(
    private readonly ownScheme: string,
    private readonly gone: string,
  ) {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(ownScheme, this);
  }

  /** Keeps a text. @param name - With its ending; what a file name cannot hold is left out. */
  keep(name: string, text: string): vscode.Uri {
    const file = name.replace(/[^\w. +-]+/g, "-").slice(-100);
    const uri = vscode.Uri.from({ scheme: this.ownScheme, path: `/${++this.lastNumber}/${file}` });
    this.texts.set(uri.path, text);
    const [oldest] = this.texts.keys();
    if (this.texts.size > mostKept && oldest !== undefined) this.texts.delete(oldest);
    return uri;
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return this.texts.get(path) ?? this.gone;
  }

  dispose(): void {
    this.registration.dispose();
    this.texts.clear();
  }
}
