import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "./disposables";

/** A closed document can be opened again, but not every one that ever was. */
const maxDocuments = 20;

/** A text, or what makes it when it is opened. */
export type DocumentText = string | (() => string);

/** Read-only documents whose texts stay while there is room. */
export class VirtualDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly registrations = new DisposableStore();
  private readonly didChange = this.registrations.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.didChange.event;
  private readonly texts = new Map<string, DocumentText>();
  private lastNumber = 0;

  /**
   * @param ownScheme - Of the documents; a path in it leads to no file and to no service.
   * @param gone - What stands in place of a text that is gone.
   */
  constructor(
    private readonly ownScheme: string,
    private readonly gone: string,
  ) {
    this.registrations.add(vscode.workspace.registerTextDocumentContentProvider(ownScheme, this));
  }

  /**
   * Adds a text, and what it links to by name.
   *
   * @param name - As {@link documentName} gives it for others to link to.
   */
  add(
    name: string,
    text: DocumentText,
    linked: Readonly<Record<string, DocumentText>> = {},
  ): vscode.Uri {
    const folder = `/${++this.lastNumber}`;
    for (const [other, content] of Object.entries(linked)) {
      this.write(`${folder}/${documentName(other)}`, content);
    }
    const path = `${folder}/${documentName(name)}`;
    this.write(path, text);
    return vscode.Uri.from({ scheme: this.ownScheme, path });
  }

  /** Gives a virtual document another text, wherever it is open. */
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

  private write(path: string, text: DocumentText): void {
    this.texts.set(path, text);
    const [oldest] = this.texts.keys();
    if (this.texts.size > maxDocuments && oldest !== undefined) this.texts.delete(oldest);
  }
}

/** The file name of a virtual document: without what a file name, or a link in Markdown, cannot hold. */
function documentName(name: string): string {
  return name.replace(/[^\w. +-]+/g, "-").slice(-100);
}

/** A link in Markdown from one kept document to another that was added with it. */
export function documentLink(words: string, name: string): string {
  return `[${words}](${encodeURI(documentName(name))})`;
}

/**
 * Shows a virtual Markdown document as the editor renders it, in a tab of its own where people are. Where the editor's own
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
