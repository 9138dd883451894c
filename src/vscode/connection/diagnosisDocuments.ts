import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../disposables";

const ownScheme = "macro-signals-diagnosis";

/** A closed diagnosis can be opened again, but not every one that ever was. */
const mostKept = 10;

/** The read-only documents of diagnoses, which grow while people look on. */
export class DiagnosisDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.didChange.event;
  private readonly texts = new Map<string, string>();
  private lastNumber = 0;

  /** @param scheme - Of the documents; a path in it leads to no file and to no service. */
  constructor(private readonly scheme = ownScheme) {
    this.disposables.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
  }

  /**
   * Makes a document and shows it beside what is open, if anything is.
   *
   * @param name - Of the connection; what a file name cannot hold is left out.
   * @returns What replaces its text.
   */
  async show(name: string, text: string): Promise<(text: string) => void> {
    const file = vscode.l10n.t("Diagnosis of {0} ({1})", fileName(name), ++this.lastNumber);
    const { scheme } = this;
    const uri = vscode.Uri.from({ scheme, path: `/${file}.md` });
    this.write(uri, text);
    const document = await vscode.workspace.openTextDocument(uri);
    const isAlone = vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
    const viewColumn = isAlone ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
    await vscode.window.showTextDocument(document, { viewColumn, preview: false });
    return (next) => this.write(uri, next);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.texts.get(uri.path) ??
      vscode.l10n.t(
        "This report is no longer available. Run Macro Signals: Diagnose Connection again.",
      )
    );
  }

  dispose(): void {
    this.disposables.dispose();
    this.texts.clear();
  }

  private write(uri: vscode.Uri, text: string): void {
    this.texts.set(uri.path, text);
    const [oldest] = this.texts.keys();
    if (this.texts.size > mostKept && oldest !== undefined) this.texts.delete(oldest);
    this.didChange.fire(uri);
  }
}

function fileName(name: string): string {
  return name.replace(/[^\w.-]+/g, "-").slice(0, 60);
}
