import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "./disposables";

/** Closed documents can be opened again, up to this number. */
const maxDocuments = 20;

/** A text, or a function that creates it when it is opened. */
export type DocumentText = string | (() => string);

/** Read-only documents; the oldest texts are dropped when there are too many. */
export class VirtualDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly registrations = new DisposableStore();
  private readonly didChange = this.registrations.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.didChange.event;
  private readonly texts = new Map<string, DocumentText>();
  private lastNumber = 0;

  /**
   * @param ownScheme - The documents' scheme; its paths lead to no file and to no service.
   * @param gone - Shown in place of a dropped text.
   */
  constructor(
    private readonly ownScheme: string,
    private readonly gone: string,
  ) {
    this.registrations.add(vscode.workspace.registerTextDocumentContentProvider(ownScheme, this));
  }

  /**
   * Adds a text, and the documents that it links to by name.
   *
   * @param name - The name of {@link documentName}, for links from others.
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

  /** Replaces the text of a virtual document, also where it is open. */
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

/** The file name of a virtual document, without the characters that file names and Markdown links cannot contain. */
function documentName(name: string): string {
  return name.replace(/[^\w. +-]+/g, "-").slice(-100);
}

/** A Markdown link from one virtual document to another that was added with it. */
export function documentLink(words: string, name: string): string {
  return `[${words}](${encodeURI(documentName(name))})`;
}

/**
 * Opens a Markdown document rendered by the editor, in its own tab in the active group. Where the editor's own
 * Markdown extension is disabled, its text opens instead.
 */
export async function showRendered(uri: vscode.Uri): Promise<void> {
  const viewColumn = vscode.ViewColumn.Active;
  // A custom editor rather than `markdown.showPreview`, whose single tab the next report would replace.
  const viewType = "vscode.markdown.preview.editor";
  await vscode.commands.executeCommand("vscode.openWith", uri, viewType, {
    viewColumn,
    preview: false,
  });
}
