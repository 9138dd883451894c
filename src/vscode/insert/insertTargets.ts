import * as vscode from "vscode";
import { type InsertTarget, isWritableDocument } from "./insertTarget";
import { askNewLocation } from "./askNewNotebook";
import { NewNotebookTarget } from "./newNotebook";
import { NotebookTarget } from "./notebookTarget";
import { type RecentEditors } from "./recentEditors";
import { ScriptTarget, isScript } from "./scriptTarget";

/** Windows that look like notebooks and have no file. */
const replTypes: ReadonlySet<string> = new Set(["interactive", "repl"]);
/** Documents of the editor's own that look like scripts. */
const ownSchemes = /^(?:vscode-notebook|vscode-interactive|comment|output|walkThrough)/;

/**
 * Where something is inserted: the active notebook or script; while neither is active the one that was last, else one that is
 * in sight. Undefined without any.
 */
export function currentTarget(recent: Pick<RecentEditors, "documents">): InsertTarget | undefined {
  const { activeNotebookEditor, activeTextEditor, visibleNotebookEditors, visibleTextEditors } =
    vscode.window;
  const candidates = [
    activeNotebookEditor?.notebook,
    activeTextEditor?.document,
    ...recent.documents,
    ...visibleNotebookEditors.map(({ notebook }) => notebook),
    ...visibleTextEditors.map(({ document }) => document),
  ];
  for (const candidate of candidates) {
    const target = candidate && targetIn(candidate);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** The target in a document; undefined where nothing of ours can stand. */
function targetIn(
  document: vscode.NotebookDocument | vscode.TextDocument,
): InsertTarget | undefined {
  if (document.isClosed || !isWritableDocument(document.uri)) return undefined;
  if ("notebookType" in document) {
    return replTypes.has(document.notebookType) ? undefined : new NotebookTarget(document);
  }
  const isOwn = ownSchemes.test(document.uri.scheme);
  return !isOwn && isScript(document) ? new ScriptTarget(document) : undefined;
}

/** The same target once a file was made of it, which asks where; undefined when it was not. */
export async function savedTarget(target: InsertTarget): Promise<InsertTarget | undefined> {
  if (target instanceof NewNotebookTarget) return askNewLocation();
  const uri = await vscode.workspace.save(target.uri);
  if (uri === undefined) return undefined;
  if (!(target instanceof NotebookTarget)) {
    return new ScriptTarget(await vscode.workspace.openTextDocument(uri));
  }
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  return new NotebookTarget(notebook, target.selectedIndex);
}
