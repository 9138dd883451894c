import * as vscode from "vscode";
import { DisposableStore, Slot } from "../editor/disposables";
import { VirtualDocuments, showRendered } from "../editor/virtualDocuments";
import { tabUris } from "../editor/tabs/tabUris";

/** Delays after which the last text is sent again, unless another one has followed. */
const repeatsMs = [1_000, 3_000, 9_000];

/** The read-only documents of diagnoses, which grow while they are open. */
export class DiagnosisDocuments extends VirtualDocuments {
  private readonly disposables = new DisposableStore();
  /** The documents of active tabs. */
  private inFront: readonly string[] = [];

  /** @param scheme - The documents' scheme. */
  constructor(private readonly scheme = "macro-signals-diagnosis") {
    const { t } = vscode.l10n;
    super(
      scheme,
      t("This report is no longer available. Run Macro Signals: Diagnose Connection again."),
    );
    this.disposables.add(vscode.window.tabGroups.onDidChangeTabs(() => this.renewHidden()));
  }

  /**
   * Creates a document and shows it.
   *
   * @param name - The connection's name.
   * @returns A function that replaces the text.
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

  /** Works around the editor's Markdown preview, which loses a change that arrives while its page is loading. */
  private repeatLater(uri: vscode.Uri, text: string): vscode.Disposable {
    const timers = repeatsMs.map((waitMs, index) =>
      // Equal text would be no change; trailing line breaks are invisible.
      setTimeout(() => this.replace(uri, text + "\n".repeat(index + 1)), waitMs),
    );
    return new vscode.Disposable(() => timers.forEach(clearTimeout));
  }

  /** Refreshes previews that were hidden: a preview comes back with its first content. */
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
    // Without the editor's Markdown extension there is neither this command nor a preview.
  }
}
