import * as vscode from "vscode";
import { panelPlaceOfUri } from "../../../shared/documentPlace";
import { commandId } from "../../commandNames";
import { coverageLine, coverageWords } from "../../coverageLine";
import { type Disposable, DisposableStore } from "../../disposables";
import { panelSummary } from "../../panelSummary";
import { activeDocuments } from "../documentTabs";
import { type ShownPanels } from "./shownPanels";

/** The coverage of the panel whose text is in front, in the status bar: on top of a large text the editor shows nothing. */
export class CoverageStatus implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly item = this.disposables.add(
    vscode.window.createStatusBarItem("macroSignals.coverage", vscode.StatusBarAlignment.Left),
  );

  constructor(private readonly shown: Pick<ShownPanels, "of" | "onDidChange">) {
    this.item.name = vscode.l10n.t("Macro Signals Coverage");
    this.item.command = commandId("showCoverage");
    this.disposables.add(shown.onDidChange(() => this.update()));
    this.disposables.add(vscode.window.tabGroups.onDidChangeTabs(() => this.update()));
    this.disposables.add(vscode.window.tabGroups.onDidChangeTabGroups(() => this.update()));
    this.update();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private update(): void {
    const panel = this.panelInFront();
    if (panel === undefined) {
      this.item.hide();
      return;
    }
    const summary = panelSummary(panel);
    this.item.text = coverageWords(summary);
    this.item.tooltip = `${coverageLine(summary, panel.reference.asOf)}\n${vscode.l10n.t("Show Coverage")}`;
    this.item.show();
  }

  private panelInFront(): ReturnType<ShownPanels["of"]> {
    const uri = activeDocuments().at(-1);
    const place = uri && panelPlaceOfUri(uri.toString());
    return place && this.shown.of(place);
  }
}
