import * as vscode from "vscode";
import { sampleConnection } from "../../../shared/place";
import { placeName } from "../../../shared/placeName";
import { type Panel } from "../../../store/panel";
import { KeptDocuments, showRendered } from "../../keptDocuments";
import { type PanelTarget } from "../../panelTarget";
import { type CoverageForm, coverageCsv, coverageText } from "./coverageText";

/** The read-only documents of coverages. */
export class CoverageDocuments extends KeptDocuments {
  constructor() {
    const gone = vscode.l10n.t("This report is no longer available. Show the coverage again.");
    super("macro-signals-coverage", gone);
  }

  /** Shows it as a report that leads to the CSV, or as CSV. */
  async show(target: PanelTarget, panel: Panel, form: CoverageForm): Promise<void> {
    const isSample = target.connectionId === sampleConnection;
    const title = placeName(target.reference, false);
    const name = `${isSample ? "SAMPLE " : ""}${vscode.l10n.t("Coverage of {0}", title)}`;
    const file = `${name}.csv`;
    const csv = (): string => coverageCsv(panel);
    if (form === "md") {
      const text = coverageText(target, panel, file);
      await showRendered(this.keep(`${name}.md`, text, { [file]: csv }));
    } else {
      await vscode.window.showTextDocument(this.keep(file, csv), { preview: false });
    }
  }
}
