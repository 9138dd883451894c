import * as vscode from "vscode";
import { plainMessage } from "../shared/plainText";
import { type Disposable } from "../editor/disposables";
import { type ServiceConnection } from "./connection";
import { type ConnectionDependencies } from "./connectionParts";

/** Asks for a key when the active connection's base URL changes to an origin for which none was entered (SEC-05). */
export class MovedConnections implements Disposable {
  private readonly origins = new Map<string, string>();
  private readonly listener: vscode.Disposable;

  constructor(private readonly parts: ConnectionDependencies) {
    this.movedConnections();
    this.listener = parts.connections.onDidChange(() => void this.askForKeys());
  }

  dispose(): void {
    this.listener.dispose();
  }

  private async askForKeys(): Promise<void> {
    const { active } = this.parts.connections;
    for (const moved of this.movedConnections()) {
      if (moved.id === active?.id && (await this.lacksKey(moved))) await this.ask(moved);
    }
  }

  /** The connections whose origin has changed since the last call. */
  private movedConnections(): ServiceConnection[] {
    return this.parts.connections.services.filter(({ id, baseUrl }) => {
      const before = this.origins.get(id);
      this.origins.set(id, baseUrl.origin);
      return before !== undefined && before !== baseUrl.origin;
    });
  }

  private async lacksKey({ baseUrl }: ServiceConnection): Promise<boolean> {
    return (await this.parts.apiKeys.get(baseUrl.origin)) === undefined;
  }

  private async ask({ id, name, baseUrl }: ServiceConnection): Promise<void> {
    const enter = vscode.l10n.t("Enter API Key");
    const words = vscode.l10n.t(
      "{0} is now at {1}. The API key you entered before is not sent there.",
      name,
      baseUrl.origin,
    );
    const chosen = await vscode.window.showWarningMessage(plainMessage(words), enter);
    if (chosen !== enter) return;
    const { connectionCommands } = await import("./connectionCommands");
    await connectionCommands.enterApiKey(this.parts, id);
  }
}
