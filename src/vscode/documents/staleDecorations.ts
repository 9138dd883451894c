import * as vscode from "vscode";
import { scheme } from "../../shared/place";
import { type Disposable, DisposableStore } from "../disposables";
import { shownTargetsOf } from "../panelTarget";
import { type StaleSeries } from "./staleSeries";
import { stalenessWords } from "./staleTitle";

/**
 * Marks the rows and tabs of series and panels that are older than they should be, and of series that are not shown as
 * their answers came, whatever their form and part.
 */
export class StaleDecorations implements vscode.FileDecorationProvider, Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<undefined>());
  /** Without a URI it asks for all that are shown: forms and parts of one series are many files. */
  readonly onDidChangeFileDecorations = this.didChange.event;

  constructor(private readonly stale: Pick<StaleSeries, "of" | "repairsOf" | "onDidChange">) {
    this.disposables.add(stale.onDidChange(() => this.didChange.fire(undefined)));
    this.disposables.add(vscode.window.registerFileDecorationProvider(this));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const targets = uri.scheme === scheme ? shownTargetsOf(uri) : [];
    const [staleness] = targets.flatMap((target) => this.stale.of(target) ?? []);
    const repairs = targets.flatMap((target) => this.stale.repairsOf(target));
    if (staleness === undefined) {
      return repairs.length === 0 ? undefined : new vscode.FileDecoration("i", repairs.join(", "));
    }
    const colour = new vscode.ThemeColor("list.warningForeground");
    const words = [stalenessWords(staleness), ...repairs].join(" · ");
    return new vscode.FileDecoration("!", words, colour);
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
