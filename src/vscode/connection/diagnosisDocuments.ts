import * as vscode from "vscode";
import { DisposableStore, Slot } from "../disposables";
import { VirtualDocuments, showRendered } from "../virtualDocuments";
import { tabUris } from "../tabUris";

/** After how long without another text the newest is told again. */
const repeatsMs = [1_000, 3_000, 9_000];

/** The read-only documents of diagnoses, which grow while people look on. */
export class DiagnosisDocuments extends VirtualDocuments {
  private readonly disposables = new DisposableStore();
  /** The documents in front in their groups. */
  private inFront: readonly string[] = [];

  /** @param scheme - Of the documents. */
  constructor(private readonly scheme = "macro-signals-diagnosis") {
    const { t } = vscode.l10n;
    super(
      scheme,
      t("This report is no longer available. Run Macro Signals: Diagnose Connection again."),
    );
    this.disposables.add(vscode.window.tabGroups.onDidChangeTabs(() => this.renewHidden()));
  }

  /**
   * Makes a document and shows it.
   *
   * @param name - Of the connection.
   * @returns What replaces its text.
   */
  async show(name: string, text: string): Promise<(text: string) => void> {
    const uri = this.add(`${vscode.l10n.t("Diagnosis of {0}", name)}.md`, text);
    const repeat = this.disposables.add(new Slot());
    await showRendered(uri);
    return (next) => {
      this.replace(uri, next);
      repeat.value = this.repeatLater(uri, next);
    };
  }

  override dispose(): void {
    this.disposables.dispose();
    super.dispose();
  }

  /** The editor's preview loses a change that comes while its page still loads. */
  private repeatLater(uri: vscode.Uri, text: string): vscode.Disposable {
    const timers = repeatsMs.map((waitMs, index) =>
      // The same text would be no change; line breaks at the end show nowhere.
      setTimeout(() => this.replace(uri, text + "\n".repeat(index + 1)), waitMs),
    );
    return new vscode.Disposable(() => timers.forEach(clearTimeout));
  }

  /** A preview that was hidden comes back as its page was first made, so the page is made anew while nobody looks. */
  private renewHidden(): void {
    const before = this.inFront;
    this.inFront = vscode.window.tabGroups.all
      .flatMap(({ activeTab }) => (activeTab === undefined ? [] : tabUris(activeTab)))
      .filter((uri) => uri.scheme === this.scheme)
      .map(String);
    if (before.some((uri) => !this.inFront.includes(uri))) void renewPreviews();
  }
}

async function renewPreviews(): Promise<void> {
  try {
    await vscode.commands.executeCommand("markdown.preview.refresh");
  } catch {
    // Without the editor's Markdown extension there is no such command, and no preview.
  }
}
