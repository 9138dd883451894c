import * as vscode from "vscode";
import { sampleConnection } from "../../../shared/place";
import { type Panel } from "../../../store/panel";
import { DisposableStore } from "../../disposables";
import { KeptDocuments } from "../../keptDocuments";
import { type PanelTarget } from "../../panelTarget";
import { seriesTitle } from "../documentTitle";
import { type CoverageForm, coverageText } from "./coverageText";
import { coverageLens } from "./panelLenses";

const scheme = "macro-signals-coverage";

/** The read-only documents of coverages. */
export class CoverageDocuments extends KeptDocuments implements vscode.CodeLensProvider {
  private readonly disposables = new DisposableStore();
  /** Of which panel they are, by path. */
  private readonly targets = new Map<string, PanelTarget>();

  constructor() {
    super(scheme, vscode.l10n.t("This is no longer kept. Show the coverage again."));
    this.disposables.add(
      vscode.languages.registerCodeLensProvider({ scheme, pattern: "**/*.md" }, this),
    );
  }

  async show(target: PanelTarget, panel: Panel, form: CoverageForm): Promise<void> {
    const isSample = target.connectionId === sampleConnection;
    const title = seriesTitle(target).replace(/^SAMPLE /, "");
    const name = vscode.l10n.t("Coverage of {0}", title);
    const file = `${isSample ? "SAMPLE " : ""}${name}.${form}`;
    const uri = this.keep(file, coverageText(target, panel, form));
    this.targets.set(uri.path, target);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const target = this.targets.get(uri.path);
    if (target === undefined) return [];
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), coverageLens(target))];
  }

  override dispose(): void {
    this.disposables.dispose();
    super.dispose();
  }
}
