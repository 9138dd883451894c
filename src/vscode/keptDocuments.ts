import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "./disposables";

/** A closed document can be opened again, but not every one that ever was. */
const mostKept = 20;

/** A text, or what makes it when it is opened. */
export type KeptText = string | (() => string);

/** Read-only documents whose texts are kept while there is room. */
export class KeptDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly registrations = new DisposableStore();
  private readonly didChange = this.registrations.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.didChange.event;
  private readonly texts = new Map<string, KeptText>();
  private lastNumber = 0;

  /**
   * @param ownScheme - Of the documents; a path in it leads to no file and to no service.
   * @param gone - What stands in place of a text that is not kept any more.
   */
  constructor(
    private readonly ownScheme: string,
    private readonly gone: string,
  ) {
    this.registrations.add(vscode.workspace.registerTextDocumentContentProvider(ownScheme, this));
  }

  /**
   * Keeps a text, and what it links to by name.
   *
   * @param name - As {@link keptName} gives it for others to link to.
   */
  keep(name: string, text: KeptText, linked: Readonly<Record<string, KeptText>> = {}): vscode.Uri {
    const folder = `/${++this.lastNumber}`;
    for (const [other, content] of Object.entries(linked)) {
      this.write(`${folder}/${keptName(other)}`, content);
    }
    const path = `${folder}/${keptName(name)}`;
    this.write(path, text);
    return vscode.Uri.from({ scheme: this.ownScheme, path });
  }

  /** Gives a kept document another text, wherever it is open. */
  replace(uri: vscode.Uri, text: string): void {
    this.write(uri.path, text);
    this.didChange.fire(uri);
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    const text = this.texts.get(path) ?? this.gone;
    return typeof text === "string" ? text : text();
  }

  dispose(): void {
    this.registrations.dispose();
    this.texts.clear();
  }

  private write(path: string, text: KeptText): void {
    this.texts.set(path, text);
    const [oldest] = this.texts.keys();
    if (this.texts.size > mostKept && oldest !== undefined) this.texts.delete(oldest);
  }
}

/** The file name of a kept document: without what a file name, or a link in Markdown, cannot hold. */
export function keptName(name: string): string {
  return name.replace(/[^\w. +-]+/g, "-").slice(-100);
}

/** A link in Markdown from one kept document to another that is kept with it. */
export function keptLink(words: string, name: string): string {
  return `[${words}](${encodeURI(keptName(name))})`;
}

/**
 * Shows a kept Markdown document as the editor renders it, in a tab of its own where people are. Where the editor's own
 * Markdown extension is turned off, its text opens instead.
 */
export async function showRendered(uri: vscode.Uri): Promise<void> {
  const viewColumn = vscode.ViewColumn.Active;
  // A custom editor and not `markdown.showPreview`, whose one tab the next report would take over.
  const viewType = "vscode.markdown.preview.editor";
  await vscode.commands.executeCommand("vscode.openWith", uri, viewType, {
    viewColumn,
    preview: false,
  });
}
