import * as vscode from "vscode";
import { sampleConnection } from "../../../shared/place";
import { placeName } from "../../../shared/placeName";
import { type Panel } from "../../../store/panel";
import { DisposableStore } from "../../disposables";
import { KeptDocuments } from "../../keptDocuments";
import { panelTargetOf } from "../../panelTarget";
import { type CoverageForm, coverageText } from "./coverageText";
import { coverageLens } from "./panelLenses";

const scheme = "macro-signals-coverage";

/** The read-only documents of coverages. */
export class CoverageDocuments extends KeptDocuments implements vscode.CodeLensProvider {
  private readonly disposables = new DisposableStore();

  constructor() {
    super(scheme, vscode.l10n.t("This report is no longer available. Show the coverage again."));
    this.disposables.add(
      vscode.languages.registerCodeLensProvider({ scheme, pattern: "**/*.md" }, this),
    );
  }

  /**
   * @param source - The tab that the panel was shown in, or one that it could be.
   * @param viewColumn - Where it opens.
   */
  async show(
    source: vscode.Uri,
    panel: Panel,
    form: CoverageForm,
    viewColumn: vscode.ViewColumn,
  ): Promise<void> {
    const target = panelTargetOf(source);
    if (target === undefined) return;
    const isSample = target.connectionId === sampleConnection;
    const title = placeName(target.reference, false);
    const name = vscode.l10n.t("Coverage of {0}", title);
    const file = `${isSample ? "SAMPLE " : ""}${name}.${form}`;
    // The query leads back to the panel, for as long as there is a tab.
    const uri = this.keep(file, coverageText(target, panel, form)).with({ query: String(source) });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true, viewColumn });
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const source = vscode.Uri.parse(uri.query);
    if (panelTargetOf(source) === undefined) return [];
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), coverageLens(source))];
  }

  override dispose(): void {
    this.disposables.dispose();
    super.dispose();
  }
}
