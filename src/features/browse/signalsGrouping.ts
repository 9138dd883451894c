import * as vscode from "vscode";
import { type Disposable } from "../../editor/disposables";

export type Grouping = "tag" | "signal";

const stateKey = "signals.grouping";
/** Context key: `tag` or `signal`. */
const contextKey = "macroSignals.signalsGrouping";

/** The grouping of the tree of signals; persistent. By signal at first, which takes a single request. */
export class SignalsGrouping implements Disposable {
  private readonly didChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.didChange.event;

  constructor(private readonly state: vscode.Memento) {
    this.announce();
  }

  get current(): Grouping {
    return this.state.get<unknown>(stateKey) === "tag" ? "tag" : "signal";
  }

  async set(grouping: Grouping): Promise<void> {
    if (grouping === this.current) return;
    await this.state.update(stateKey, grouping);
    this.announce();
    this.didChange.fire();
  }

  dispose(): void {
    this.didChange.dispose();
  }

  private announce(): void {
    void vscode.commands.executeCommand("setContext", contextKey, this.current);
  }
}
