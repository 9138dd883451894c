import * as vscode from "vscode";
import { commandId } from "../../commandNames";
import { type Disposable, DisposableStore } from "../../disposables";
import { type LineLocation } from "./lineItems";
import { isRevisable, linesIn } from "./lineSubject";

/** Marks our own hints among all diagnostics. */
const source = "macro-signals";
const code = "revisable-history";

/** A document is looked at when nobody has typed into it for this long. */
const quietMs = 400;

/**
 * Hints at lines whose history will be revised, SNAP as of whenever the code runs, with ways to fix that. Only open
 * documents are looked at, and nothing is asked for.
 */
export class LineHints implements Disposable, vscode.CodeActionProvider {
  private readonly disposables = new DisposableStore();
  private readonly hints = this.disposables.add(
    vscode.languages.createDiagnosticCollection(source),
  );
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor() {
    const { workspace, languages, CodeActionKind } = vscode;
    const look = (document: vscode.TextDocument): void => this.lookLater(document);
    this.disposables.add(workspace.onDidOpenTextDocument(look));
    this.disposables.add(workspace.onDidChangeTextDocument(({ document }) => look(document)));
    this.disposables.add(workspace.onDidCloseTextDocument((document) => this.forget(document)));
    this.disposables.add(
      languages.registerCodeActionsProvider({ pattern: "**" }, this, {
        providedCodeActionKinds: [CodeActionKind.QuickFix],
      }),
    );
    for (const document of workspace.textDocuments) look(document);
  }

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const { t } = vscode.l10n;
    const own = diagnostics.filter((hint) => hint.source === source && hint.code === code);
    return own.flatMap((hint) => {
      const location = { uri: document.uri.toString(), row: hint.range.start.line };
      return [
        fix(t("Freeze as-of"), "freezeLine", hint, location),
        fix(t("Use FIT"), "useFitLine", hint, location),
      ];
    });
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    this.disposables.dispose();
  }

  private lookLater(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.waiting.get(key));
    const look = (): void => {
      this.waiting.delete(key);
      if (!document.isClosed) this.look(document);
    };
    this.waiting.set(key, setTimeout(look, quietMs));
  }

  private look(document: vscode.TextDocument): void {
    const hints = linesIn(document)
      .filter(({ line }) => isRevisable(line))
      .map(({ row }) => hintAt(document.lineAt(row).range));
    if (hints.length > 0 || this.hints.has(document.uri)) this.hints.set(document.uri, hints);
  }

  private forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.waiting.get(key));
    this.waiting.delete(key);
    this.hints.delete(document.uri);
  }
}

function hintAt(range: vscode.Range): vscode.Diagnostic {
  const words = vscode.l10n.t(
    "SNAP as of latest: the history will be revised with each production. A result cannot be repeated.",
  );
  const hint = new vscode.Diagnostic(range, words, vscode.DiagnosticSeverity.Hint);
  hint.source = source;
  hint.code = code;
  return hint;
}

function fix(
  title: string,
  name: "freezeLine" | "useFitLine",
  hint: vscode.Diagnostic,
  location: LineLocation,
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [hint];
  action.command = { title, command: commandId(name), arguments: [location] };
  return action;
}
