import * as vscode from "vscode";
import { type AsOf } from "../shared/instant";
import { type DataKind } from "../shared/reference";
import { type Disposable, DisposableStore } from "../editor/disposables";
import { type Connection } from "./connection";
import { type Connections } from "./connections";
import { type WindowAsOf } from "./windowAsOf";

/** What new references inherit; open documents do not change with it. */
export interface Context {
  readonly connection: Connection;
  readonly dataKind: DataKind;
  readonly asOf: AsOf;
}

/** The context of a window, and the kind of the data that leave the editor there. */
export interface WindowContext {
  /** Undefined before there is a connection. */
  readonly current: Context | undefined;
  /**
   * The kind of data that leave the editor (inserted, copied, saved from a row): the one chosen for them in this
   * workspace, else the one chosen for new charts. Undefined before either choice: the service's default must not end up
   * in research unnoticed.
   */
  readonly exportKind: DataKind | undefined;
  readonly onDidChange: vscode.Event<void>;
  /** Leaves the kind of new charts as it is. */
  setExportKind(dataKind: DataKind): Promise<void>;
}

const kindKey = "context.dataKind";
const exportKindKey = "insert.dataKind";
/** Context key: whether there is an active connection. */
const contextKey = "macroSignals.hasConnection";

/** The context of this window: the active connection of the user, and the kind and as-of chosen in this workspace. */
export class ContextState implements WindowContext, Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.didChange.event;

  constructor(
    private readonly connections: Connections,
    private readonly workspaceState: vscode.Memento,
    readonly asOf: WindowAsOf,
  ) {
    this.disposables.add(connections.onDidChange(() => this.announce()));
    this.disposables.add(asOf.onDidChange(() => this.didChange.fire()));
    this.announce();
  }

  get current(): Context | undefined {
    const connection = this.connections.active;
    return connection && { connection, dataKind: this.dataKind, asOf: this.asOf.gate.bound };
  }

  get exportKind(): DataKind | undefined {
    return this.chosen(exportKindKey) ?? this.chosen(kindKey);
  }

  async setExportKind(dataKind: DataKind): Promise<void> {
    await this.workspaceState.update(exportKindKey, dataKind);
    this.didChange.fire();
  }

  /** Sets what new charts, panels, profiles and searches open as. */
  async setDataKind(dataKind: DataKind): Promise<void> {
    await this.workspaceState.update(kindKey, dataKind);
    this.didChange.fire();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private get dataKind(): DataKind {
    return this.chosen(kindKey) ?? "SNAP";
  }

  /** Undefined if nothing was chosen in this workspace. */
  private chosen(key: string): DataKind | undefined {
    const stored = this.workspaceState.get<unknown>(key);
    return stored === "SNAP" || stored === "FIT" ? stored : undefined;
  }

  private announce(): void {
    const hasConnection = this.connections.active !== undefined;
    void vscode.commands.executeCommand("setContext", contextKey, hasConnection);
    this.didChange.fire();
  }
}
