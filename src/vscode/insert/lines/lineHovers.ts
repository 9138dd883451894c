import * as vscode from "vscode";
import { codeLanguageOf } from "../../../insert/codeLanguage";
import { literalAt } from "../../../insert/stringLiterals";
import { isReferenceLine, parseReferenceLine } from "../../../shared/referenceLine";
import { type Disposable } from "../../disposables";
import type * as HoverText from "./hoverText";

/** A shorter text in code is hardly ever a code of a signal. */
const shortestCode = 3;

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
    const { text, range } = document.lineAt(row);
    if (isReferenceLine(text)) {
      const line = parseReferenceLine(text);
      if (line === undefined) return undefined;
      const words = (await hoverText()).lineHover(line, this.known);
      return words && new vscode.Hover(words, range);
    }
    const language = codeLanguageOf(document.languageId);
    const literal = language === undefined ? undefined : literalAt(text, character, language);
    if (literal?.value === undefined || literal.value.length < shortestCode) return undefined;
    const words = (await hoverText()).codeHover(literal.value, this.known);
    return words && new vscode.Hover(words, new vscode.Range(row, literal.from, row, literal.to));
  }

  dispose(): void {
    this.registration.dispose();
  }
}

function hoverText(): Promise<typeof HoverText> {
  return import("./hoverText");
}
