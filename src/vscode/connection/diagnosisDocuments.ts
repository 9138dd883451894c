import * as vscode from "vscode";
import { KeptDocuments, showRendered } from "../keptDocuments";

/** After how long the newest text is told again. */
const repeatsMs = [500, 1_000, 2_000, 4_000, 8_000];

/** The read-only documents of diagnoses, which grow while people look on. */
export class DiagnosisDocuments extends KeptDocuments {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  /** @param scheme - Of the documents. */
  constructor(scheme = "macro-signals-diagnosis") {
    const { t } = vscode.l10n;
    super(
      scheme,
      t("This report is no longer available. Run Macro Signals: Diagnose Connection again."),
    );
  }

  /**
   * Makes a document and shows it.
   *
   * @param name - Of the connection.
   * @returns What replaces its text.
   */
  async show(name: string, text: string): Promise<(text: string) => void> {
    const uri = this.keep(`${vscode.l10n.t("Diagnosis of {0}", name)}.md`, text);
    await showRendered(uri);
    return (next) => this.tell(uri, next, repeatsMs);
  }

  override dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    super.dispose();
  }

  /**
   * The editor's preview loses a change that comes while its page still loads, and drops a text that is the same as
   * before: it is told again with one more line break, which shows nowhere.
   */
  private tell(uri: vscode.Uri, text: string, [waitMs, ...laterMs]: readonly number[]): void {
    this.replace(uri, text);
    clearTimeout(this.timers.get(uri.path));
    if (waitMs === undefined) return;
    const again = (): void => this.tell(uri, `${text}\n`, laterMs);
    this.timers.set(uri.path, setTimeout(again, waitMs));
  }
}
