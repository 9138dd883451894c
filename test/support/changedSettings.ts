import * as vscode from "vscode";
import { nextEvent } from "./nextEvent";

/** Changes user settings in tests; {@link reset} restores their former values. */
export class ChangedSettings {
  private readonly before = new Map<string, unknown>();

  /** Resolves when the change has been reported. */
  async set(name: string, value: unknown): Promise<void> {
    if (!this.before.has(name)) this.before.set(name, this.all.inspect(name)?.globalValue);
    const change = nextEvent(vscode.workspace.onDidChangeConfiguration);
    const current = this.all.get(name);
    await this.update(name, value);
    if (JSON.stringify(current) !== JSON.stringify(value)) await change;
  }

  async reset(): Promise<void> {
    for (const [name, value] of this.before) await this.update(name, value);
    this.before.clear();
  }

  private get all(): vscode.WorkspaceConfiguration {
    return vscode.workspace.getConfiguration();
  }

  private update(name: string, value: unknown): Thenable<void> {
    return this.all.update(name, value, vscode.ConfigurationTarget.Global);
  }
}
