import * as vscode from "vscode";
import { type Disposable } from "../../editor/disposables";

const stateKey = "forecasts.hedging";

/** The hedging mode of forecast rows, by connection; persistent. */
export class HedgingChoice implements Disposable {
  private readonly didChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.didChange.event;

  constructor(private readonly state: vscode.Memento) {}

  /** Undefined where none was chosen. */
  of(connectionId: string): string | undefined {
    const chosen = this.chosen[connectionId];
    return typeof chosen === "string" ? chosen : undefined;
  }

  async set(connectionId: string, hedging: string): Promise<void> {
    await this.state.update(stateKey, { ...this.chosen, [connectionId]: hedging });
    this.didChange.fire();
  }

  dispose(): void {
    this.didChange.dispose();
  }

  private get chosen(): Readonly<Record<string, unknown>> {
    const known = this.state.get<unknown>(stateKey);
    return typeof known === "object" && known !== null ? { ...known } : {};
  }
}
