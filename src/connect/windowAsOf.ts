import * as vscode from "vscode";
import { type AsOf, instantOfText } from "../shared/instant";
import { AsOfGate } from "../store/asOfGate";
import { type Disposable } from "../editor/disposables";

const stateKey = "context.asOf";
/** Context key: whether the window has an as-of. */
const contextKey = "macroSignals.hasAsOf";

/**
 * The as-of of this window, stored with its workspace: new references inherit it, and later series are not requested.
 * Setting it does not affect other windows.
 */
export class WindowAsOf implements Disposable {
  private readonly didChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.didChange.event;
  /** Bounds all requests of this window for series. */
  readonly gate = new AsOfGate();

  constructor(private readonly workspaceState: vscode.Memento) {
    const stored = workspaceState.get<unknown>(stateKey);
    this.gate.set((typeof stored === "string" ? instantOfText(stored) : undefined) ?? "latest");
    this.announce();
  }

  async set(asOf: AsOf): Promise<void> {
    this.gate.set(asOf);
    this.announce();
    await this.workspaceState.update(stateKey, asOf === "latest" ? undefined : asOf);
  }

  dispose(): void {
    this.didChange.dispose();
  }

  private announce(): void {
    const hasAsOf = this.gate.bound !== "latest";
    void vscode.commands.executeCommand("setContext", contextKey, hasAsOf);
    this.didChange.fire();
  }
}
