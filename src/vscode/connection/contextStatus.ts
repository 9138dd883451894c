import * as vscode from "vscode";
import { plainLabel } from "../../shared/plainText";
import { commandId } from "../commandNames";
import { type Disposable, DisposableStore } from "../disposables";
import { type ContextState } from "./context";

/** The context in the status bar, `Acme · SNAP · latest`; hidden before there is a connection. */
export class ContextStatus implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly item = this.disposables.add(
    vscode.window.createStatusBarItem("macroSignals.context", vscode.StatusBarAlignment.Left),
  );

  constructor(private readonly context: ContextState) {
    this.item.name = vscode.l10n.t("Macro Signals Context");
    this.item.command = commandId("changeContext");
    this.disposables.add(context.onDidChange(() => this.update()));
    this.update();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private update(): void {
    const { current } = this.context;
    if (current === undefined) {
      this.item.hide();
      return;
    }
    const { connection, dataKind } = current;
    const name = connection.kind === "sample" ? vscode.l10n.t("Sample") : connection.name;
    const latest = vscode.l10n.t("latest");
    this.item.text = plainLabel(`${name} · ${dataKind} · ${latest}`);
    this.item.tooltip = vscode.l10n.t(
      "Macro Signals: connection, kind and as-of that new series inherit",
    );
    this.item.accessibilityInformation = {
      label: vscode.l10n.t(
        "Macro Signals context: connection {0}, kind {1}, as of {2}",
        name,
        dataKind,
        latest,
      ),
    };
    this.item.show();
  }
}
