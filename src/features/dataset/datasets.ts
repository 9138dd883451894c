import * as vscode from "vscode";
import { specEnding, lockEnding } from "../../dataset/spec";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { type ReferenceLinesOptions } from "../notebook/lines/referenceLines";
import type * as Actions from "./datasetActions";

const selector: vscode.DocumentSelector = { scheme: "file", pattern: `**/*${specEnding}` };

/** Delay after the last keystroke before a dataset is checked. */
const quietMs = 300;

/**
 * The datasets that are open in editors: their problems, lenses and hovers, from files and the cache alone; and the
 * commands, which are loaded with the first one. An untrusted workspace gets none of these.
 */
export class Datasets implements Disposable, vscode.CodeLensProvider, vscode.HoverProvider {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.didChange.event;
  private readonly problems = this.disposables.add(
    vscode.languages.createDiagnosticCollection("macro-signals-dataset"),
  );
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private loaded: Promise<Actions.DatasetActions> | undefined;

  constructor(
    private readonly options: ReferenceLinesOptions,
    private readonly isTrusted = (): boolean => vscode.workspace.isTrusted,
  ) {
    const { languages, workspace } = vscode;
    const check = (document: vscode.TextDocument): void => this.checkLater(document);
    const checkAll = (): void => {
      this.didChange.fire();
      for (const document of workspace.textDocuments) check(document);
    };
    const locks = workspace.createFileSystemWatcher(`**/*${lockEnding}`);
    const fire = (): void => this.didChange.fire();
    for (const each of [
      languages.registerCodeLensProvider(selector, this),
      languages.registerHoverProvider(selector, this),
      workspace.onDidOpenTextDocument(check),
      workspace.onDidChangeTextDocument(({ document }) => check(document)),
      workspace.onDidCloseTextDocument((document) => this.forget(document)),
      workspace.onDidGrantWorkspaceTrust(checkAll),
      options.connections.onDidChange(checkAll),
      locks,
      locks.onDidCreate(fire),
      locks.onDidChange(fire),
      locks.onDidDelete(fire),
    ]) {
      this.disposables.add(each);
    }
    for (const document of workspace.textDocuments) check(document);
  }

  /** Loaded with the first command. */
  actions(): Promise<Actions.DatasetActions> {
    this.loaded ??= this.load();
    return this.loaded;
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!this.isTrusted()) return [];
    const { datasetLenses } = await import("./datasetText");
    return datasetLenses(document, this.options.services.gate);
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    if (!this.isTrusted()) return undefined;
    const { datasetHover } = await import("./datasetHover");
    return datasetHover(document, position, this.options, token);
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    this.disposables.dispose();
  }

  private async load(): Promise<Actions.DatasetActions> {
    const { DatasetActions } = await import("./datasetActions");
    return this.disposables.add(new DatasetActions(this.options, this.isTrusted));
  }

  private checkLater(document: vscode.TextDocument): void {
    const { uri } = document;
    if (uri.scheme !== "file" || !uri.path.endsWith(specEnding) || !this.isTrusted()) return;
    const key = uri.toString();
    clearTimeout(this.waiting.get(key));
    const check = (): void => {
      this.waiting.delete(key);
      void this.check(document);
    };
    this.waiting.set(key, setTimeout(check, quietMs));
  }

  private async check(document: vscode.TextDocument): Promise<void> {
    const { datasetProblems } = await import("./datasetText");
    if (document.isClosed) return;
    this.problems.set(document.uri, datasetProblems(document, this.options.connections));
    this.didChange.fire();
  }

  private forget({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    clearTimeout(this.waiting.get(key));
    this.waiting.delete(key);
    this.problems.delete(uri);
  }
}
