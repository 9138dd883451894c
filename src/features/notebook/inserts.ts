import { type KnownConnections } from "../../connect/connectionOfService";
import { type ContextState } from "../../connect/context";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { type FailureReporter } from "../../editor/report/failureReporter";
import type * as CopyAs from "./copyAs";
import type * as InsertFlow from "./insertFlow";
import { type InsertDependencies } from "./insertParts";
import { type SelectedSubjects, seriesInSelection } from "./insertSubjects";
import type * as InsertTable from "./insertTable";
import { RecentEditors } from "./recentEditors";
import * as vscode from "vscode";
import { TokenSignal } from "../../editor/cancellation";
import { droppedTargets, seriesMime } from "../browse/dragRows";
import type * as DropEdit from "./dropEdit";
import { type SeriesTarget, mayBeVintages } from "../../shared/place";

export interface InsertsOptions extends InsertDependencies {
  readonly context: ContextState;
  readonly reporter: FailureReporter;
  readonly connections: KnownConnections;
}

/**
 * Inserts series into notebooks and scripts. Only what must run from the start is loaded; the rest is loaded on first
 * use.
 */
export class Inserts implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly recent = this.disposables.add(new RecentEditors());

  constructor(private readonly options: InsertsOptions) {
    this.disposables.add(new SeriesDrops(options));
  }

  /**
   * Asks how and inserts the series of the selected rows, of a document or a chart; without an argument, of the active
   * one. Also inserts code that reads a saved table of vintages. False when there are none.
   */
  async insert(argument: unknown, selection?: unknown): Promise<boolean> {
    if (argument instanceof vscode.Uri && mayBeVintages(argument)) {
      const { insertVintages } = await import("./insertVintages");
      await insertVintages({ ...this.options, recent: this.recent }, argument);
      return true;
    }
    const called = seriesInSelection(argument ?? activeDocuments().at(-1), selection);
    if (called.subjects.length === 0) return false;
    await this.run(called);
    return true;
  }

  /** Asks how and inserts one series, with the context's kind unless one has been chosen. */
  async insertTarget(target: SeriesTarget): Promise<void> {
    await this.run({ subjects: [{ target }], inheritKind: true });
  }

  /** Inserts code that reads a table of a dataset. */
  async insertTable(table: InsertTable.TableOfDataset): Promise<void> {
    const { insertTable } = await import("./insertTable");
    await insertTable({ ...this.options, recent: this.recent }, table);
  }

  /** Copies the series that {@link insert} would insert. */
  async copyAs(form: CopyAs.CopyForm, argument: unknown, selection?: unknown): Promise<void> {
    const { copyAs } = await import("./copyAs");
    await copyAs(form, this.options, argument, selection);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async run(called: SelectedSubjects): Promise<void> {
    const { insertSeries } = await insertFlow();
    await insertSeries({ ...this.options, recent: this.recent }, called);
  }
}

function insertFlow(): Promise<typeof InsertFlow> {
  return import("./insertFlow");
}

/** All documents: code that is loaded with the first drop checks the languages. A pattern outranks VS Code's own `*` providers. */
const selector: vscode.DocumentSelector = { pattern: "**" };

/** Turns rows dropped into notebooks and scripts into code, and leaves drops elsewhere to VS Code. */
export class SeriesDrops implements Disposable, vscode.DocumentDropEditProvider {
  private readonly registration: vscode.Disposable;

  constructor(private readonly parts: DropEdit.DropDependencies) {
    this.registration = vscode.languages.registerDocumentDropEditProvider(selector, this, {
      dropMimeTypes: [seriesMime],
    });
  }

  async provideDocumentDropEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    dataTransfer: vscode.DataTransfer,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentDropEdit | undefined> {
    const targets = await droppedTargets(dataTransfer);
    if (targets.length === 0) return undefined;
    const { dropEdit } = await import("./dropEdit");
    const cancel = new TokenSignal(token);
    try {
      return await dropEdit(this.parts, { document, position }, targets, cancel.signal);
    } finally {
      cancel.dispose();
    }
  }

  dispose(): void {
    this.registration.dispose();
  }
}
