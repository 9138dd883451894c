import * as vscode from "vscode";
import { isReferenceLine } from "../../../shared/referenceLine";
import { type Disposable } from "../../disposables";
import type * as HoverText from "./hoverText";

/**
 * Says in Python and R what a reference line or a signal's code is, from what is in memory alone: no request is made, no file
 * read and no service started.
 */
export class LineHovers implements Disposable, vscode.HoverProvider {
  private readonly registration: vscode.Disposable;

  constructor(private readonly known: HoverText.KnownSeries) {
    const selector = [{ language: "python" }, { language: "r" }];
    this.registration = vscode.languages.registerHoverProvider(selector, this);
  }

  async provideHover(
    document: vscode.TextDocument,
    { line: row, character }: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const { text } = document.lineAt(row);
    // Loaded where there may be something to say.
    if (!isReferenceLine(text) && !/["']/.test(text)) return undefined;
    const { hoverAt } = await import("./hoverText");
    const found = hoverAt({ text, column: character, languageId: document.languageId }, this.known);
    if (found === undefined) return undefined;
    const { words, from, to } = found;
    return new vscode.Hover(words, new vscode.Range(row, from, row, to));
  }

  dispose(): void {
    this.registration.dispose();
  }
}
