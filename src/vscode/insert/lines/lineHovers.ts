import * as vscode from "vscode";
import { isReferenceLine } from "../../../shared/referenceLine";
import { TokenSignal, isCancellation } from "../../cancellation";
import { type Disposable } from "../../disposables";
import { type KnownSeriesOptions } from "./knownSeries";

/** Says in Python and R what a reference line or a signal's code is, from what is kept: no request is made for it. */
export class LineHovers implements Disposable, vscode.HoverProvider {
  private readonly registration: vscode.Disposable;

  constructor(private readonly options: KnownSeriesOptions) {
    const selector = [{ language: "python" }, { language: "r" }];
    this.registration = vscode.languages.registerHoverProvider(selector, this);
  }

  async provideHover(
    document: vscode.TextDocument,
    { line: row, character }: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const { text } = document.lineAt(row);
    // Loaded where there may be something to say.
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
