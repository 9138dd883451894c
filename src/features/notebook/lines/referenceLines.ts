import { type ConnectedServices } from "../../../connect/connectedServices";
import { type Connections } from "../../../connect/connections";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import type * as Actions from "./lineActions";
import { LineHints } from "./lineHints";
import { LineProviders } from "./lineProviders";
import * as vscode from "vscode";
import { isReferenceLine } from "../../../shared/referenceLine";
import { TokenSignal, isCancellation } from "../../../editor/cancellation";
import { type CachedSeriesOptions } from "./cachedSeries";

export interface ReferenceLinesOptions extends Actions.LineActionsOptions {
  readonly connections: Connections;
  readonly services: ConnectedServices;
}

/** The reference lines in notebooks and scripts: their items, hovers, warnings and commands. */
export class ReferenceLines implements Disposable {
  private readonly disposables = new DisposableStore();
  private loaded: Promise<Actions.LineActions> | undefined;
  /** Which documents have lines. */
  readonly hints = this.disposables.add(new LineHints());

  constructor(private readonly options: ReferenceLinesOptions) {
    this.disposables.add(new LineProviders(options.connections));
    this.disposables.add(new LineHovers(options));
  }

  /** Loaded with the first action. */
  actions(): Promise<Actions.LineActions> {
    this.loaded ??= this.load();
    return this.loaded;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async load(): Promise<Actions.LineActions> {
    const { LineActions } = await import("./lineActions");
    return this.disposables.add(new LineActions(this.options));
  }
}

/** Hovers for reference lines and signal codes in Python and R, from the cache: makes no request. */
class LineHovers implements Disposable, vscode.HoverProvider {
  private readonly registration: vscode.Disposable;

  constructor(private readonly options: CachedSeriesOptions) {
    const selector = [{ language: "python" }, { language: "r" }];
    this.registration = vscode.languages.registerHoverProvider(selector, this);
  }

  async provideHover(
    document: vscode.TextDocument,
    { line: row, character }: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const { text } = document.lineAt(row);
    // Loaded where there may be something to show.
    if (!isReferenceLine(text) && !/["']/.test(text)) return undefined;
    const { hoverAt } = await import("./hoverText");
    const place = { text, column: character, languageId: document.languageId };
    const cancellation = new TokenSignal(token);
    try {
      const found = await hoverAt(place, this.options, cancellation.signal);
      return (
        found && new vscode.Hover(found.words, new vscode.Range(row, found.from, row, found.to))
      );
    } catch (error) {
      if (isCancellation(error)) return undefined;
      throw error;
    } finally {
      cancellation.dispose();
    }
  }

  dispose(): void {
    this.registration.dispose();
  }
}
