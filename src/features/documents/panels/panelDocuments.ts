import * as vscode from "vscode";
import { panelPlaceOfUri } from "../../../shared/documentPlace";
import { scheme } from "../../../shared/place";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import { activeDocuments } from "../../../editor/tabs/documentTabs";
import type * as Commands from "./panelCommands";
import { ShownPanels } from "../../chart/host/shownPanels";

export type PanelDocumentsOptions = Omit<Commands.PanelCommandDependencies, "shown">;

/** CodeLens and commands for panel texts; the commands are loaded with the first panel. */
export class PanelDocuments implements Disposable, vscode.CodeLensProvider {
  private readonly disposables = new DisposableStore();
  readonly shown: ShownPanels;
  readonly onDidChangeCodeLenses: vscode.Event<void>;
  private loading: Promise<Commands.PanelCommands> | undefined;

  constructor(private readonly options: PanelDocumentsOptions) {
    this.shown = this.disposables.add(new ShownPanels(options.reporter));
    this.onDidChangeCodeLenses = this.shown.onDidChange;
    // Loads the commands, and with them the status bar item.
    this.disposables.add(this.shown.onDidChange(() => void this.commands()));
    this.disposables.add(vscode.languages.registerCodeLensProvider({ scheme }, this));
  }

  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const place = panelPlaceOfUri(uri.toString());
    if (place === undefined) return [];
    const { panelLenses } = await import("./panelCommands");
    const lenses = panelLenses(uri, place, this.shown.of(place));
    const top = new vscode.Range(0, 0, 0, 0);
    return lenses.map((command) => new vscode.CodeLens(top, command));
  }

  /** As `PanelCommands.showCoverage` does. */
  async showCoverage(argument: unknown, form: "md" | "csv"): Promise<void> {
    await (await this.commands()).showCoverage(argument, form);
  }

  /** As `PanelCommands.switchLayout` does. */
  async switchLayout(argument: unknown): Promise<void> {
    await (await this.commands()).switchLayout(argument);
  }

  /** The panel document that a command is for. */
  documentFor(argument: unknown): vscode.Uri | undefined {
    const uri = argument instanceof vscode.Uri ? argument : activeDocuments().at(-1);
    return uri && panelPlaceOfUri(uri.toString()) && uri;
  }

  dispose(): void {
    this.disposables.dispose();
    void this.loading?.then((commands) => commands.dispose());
  }

  private commands(): Promise<Commands.PanelCommands> {
    this.loading ??= import("./panelCommands").then(({ PanelCommands }) => {
      return new PanelCommands({ ...this.options, shown: this.shown });
    });
    return this.loading;
  }
}
