import { type ConnectedServices } from "../../../connect/connectedServices";
import { type Connections } from "../../../connect/connections";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import type * as Actions from "./lineActions";
import type * as Completion from "./lineCompletion";
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
    this.disposables.add(new LineCompletions(options, this.hints));
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

/** Documents with code: scripts, notebook cells, and prose with chunks, by name where no extension knows their language. */
const codeDocuments: vscode.DocumentSelector = [
  ...["python", "r", "sql", "markdown", "quarto", "rmd"].map((language) => ({ language })),
  { pattern: "**/*.{qmd,Rmd,rmd}" },
  // The setting of pins and datasets contain the same texts.
  { pattern: "**/settings.json" },
  { pattern: "**/*.macrodata.json" },
];

/** Characters after which another part of a line or a text begins. */
const beginning = ["/", "=", ",", "+", '"', "'"];

/** Completes reference lines and texts in code below them, from the cache: makes no request. */
export class LineCompletions implements Disposable, vscode.CompletionItemProvider {
  private readonly registration: vscode.Disposable;
  private completion: Promise<Completion.LineCompletion> | undefined;

  constructor(
    private readonly options: CachedSeriesOptions,
    private readonly hints: LineHints,
  ) {
    const { languages } = vscode;
    this.registration = languages.registerCompletionItemProvider(codeDocuments, this, ...beginning);
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    { triggerKind }: vscode.CompletionContext,
  ): Promise<vscode.CompletionList | undefined> {
    if (!this.hints.hasCode(document) && !mayBeOurs(document, position)) return undefined;
    const isAsked = triggerKind !== vscode.CompletionTriggerKind.TriggerCharacter;
    const cancellation = new TokenSignal(token);
    try {
      const completion = await this.loaded();
      return await completion.at({ document, position, isAsked }, cancellation.signal);
    } catch (error) {
      if (isCancellation(error)) return undefined;
      throw error;
    } finally {
      cancellation.dispose();
    }
  }

  async resolveCompletionItem(item: vscode.CompletionItem): Promise<vscode.CompletionItem> {
    const completion = await this.loaded();
    return completion.resolve(item);
  }

  dispose(): void {
    this.registration.dispose();
  }

  /** Loaded with the first completion. */
  private async loaded(): Promise<Completion.LineCompletion> {
    this.completion ??= import("./lineCompletion").then(
      ({ LineCompletion }) => new LineCompletion(this.options),
    );
    return this.completion;
  }
}

/** Whether a line is a reference line, which may be new, or has a pin or a reference of a dataset. */
function mayBeOurs(document: vscode.TextDocument, position: vscode.Position): boolean {
  const { text } = document.lineAt(position);
  const { path } = document.uri;
  const isDataset = path.endsWith(".macrodata.json") && vscode.workspace.isTrusted;
  const isQuoted = isDataset || path.endsWith("/settings.json");
  return (isQuoted && text.includes('"signals/')) || isReferenceLine(text);
}
