import * as vscode from "vscode";
import { commandId } from "../../../editor/commandNames";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import { type LineLocation } from "./lineItems";
import { hasCall, isRevisable, linesIn } from "./lineSubject";

/** The source of our own diagnostics. */
const source = "macro-signals";
const code = "revisable-history";

/** Delay after the last keystroke before a document is scanned. */
const quietMs = 400;

/** Context key: whether the active editor or notebook has a reference line. */
const contextKey = "macroSignals.hasReferenceLine";

/**
 * Tracks which open documents have reference lines, and warns about those whose history will be revised: SNAP with
 * latest, read at each run. Reads open documents only and sends no request.
 */
export class LineHints implements Disposable, vscode.CodeActionProvider {
  private readonly disposables = new DisposableStore();
  private readonly hints = this.disposables.add(
    vscode.languages.createDiagnosticCollection(source),
  );
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  /** URIs of the documents with a line, including notebook cells. */
  private readonly withLines = new Set<string>();
  /** URIs of the documents with a line or a call of ours. */
  private readonly withCode = new Set<string>();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  /** Fires when {@link isInActiveEditor} has changed. */
  readonly onDidChange = this.didChange.event;
  private isInActive = false;

  constructor() {
    const { window, workspace, languages, CodeActionKind } = vscode;
    const look = (document: vscode.TextDocument): void => this.lookLater(document);
    this.disposables.add(workspace.onDidOpenTextDocument(look));
    this.disposables.add(workspace.onDidChangeTextDocument(({ document }) => look(document)));
    this.disposables.add(workspace.onDidCloseTextDocument((document) => this.forget(document)));
    this.disposables.add(
      languages.registerCodeActionsProvider({ pattern: "**" }, this, {
        providedCodeActionKinds: [CodeActionKind.QuickFix],
      }),
    );
    this.disposables.add(window.onDidChangeActiveTextEditor(() => this.update()));
    this.disposables.add(window.onDidChangeActiveNotebookEditor(() => this.update()));
    for (const document of workspace.textDocuments) look(document);
  }

  /** Whether the active editor or notebook has a reference line. */
  get isInActiveEditor(): boolean {
    return this.isInActive;
  }

  /** Whether a document has a reference line or a call of ours; answers without reading the document. */
  hasCode({ uri }: vscode.TextDocument): boolean {
    return this.withCode.has(uri.toString());
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
        fix(t("Freeze As-Of"), "freezeLine", hint, location),
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
    const lines = linesIn(document);
    const key = document.uri.toString();
    if (lines.length > 0) this.withLines.add(key);
    else this.withLines.delete(key);
    if (lines.length > 0 || hasCall(document)) this.withCode.add(key);
    else this.withCode.delete(key);
    this.update();
    const hints = lines
      .filter(({ line }) => isRevisable(line))
      .map(({ row }) => hintAt(document.lineAt(row).range));
    if (hints.length > 0 || this.hints.has(document.uri)) this.hints.set(document.uri, hints);
  }

  private forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.waiting.get(key));
    this.waiting.delete(key);
    this.withLines.delete(key);
    this.withCode.delete(key);
    this.hints.delete(document.uri);
  }

  private update(): void {
    const isInActive = activeDocuments().some(({ uri }) => this.withLines.has(uri.toString()));
    if (isInActive === this.isInActive) return;
    this.isInActive = isInActive;
    void vscode.commands.executeCommand("setContext", contextKey, isInActive);
    this.didChange.fire();
  }
}

/** The documents of the active editor, or of all cells of the active notebook. */
function activeDocuments(): readonly vscode.TextDocument[] {
  const { activeTextEditor, activeNotebookEditor } = vscode.window;
  const cells = activeNotebookEditor?.notebook.getCells().map(({ document }) => document) ?? [];
  return activeTextEditor === undefined ? cells : [activeTextEditor.document, ...cells];
}

function hintAt(range: vscode.Range): vscode.Diagnostic {
  const words = vscode.l10n.t(
    "SNAP as of latest: each production can revise the history, so results are not reproducible.",
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
