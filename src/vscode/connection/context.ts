import * as vscode from "vscode";
import { type AsOf } from "../../shared/instant";
import { type DataKind } from "../../shared/reference";
import { type Disposable, DisposableStore } from "../disposables";
import { type Connection } from "./connection";
import { type Connections } from "./connections";

/** What new references inherit; open documents do not change with it. */
export interface Context {
  readonly connection: Connection;
  readonly dataKind: DataKind;
  readonly asOf: AsOf;
}

const kindKey = "context.dataKind";
/** Context key: whether there is an active connection. */
const contextKey = "macroSignals.hasConnection";

/** The context of this window: the active connection of the user, and the kind chosen in this workspace. */
export class ContextState implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.didChange.event;

  constructor(
    private readonly connections: Connections,
    private readonly workspaceState: vscode.Memento,
  ) {
    this.disposables.add(connections.onDidChange(() => this.announce()));
    this.announce();
  }

  /** Undefined before there is a connection. */
  get current(): Context | undefined {
    const connection = this.connections.active;
    return connection && { connection, dataKind: this.dataKind, asOf: "latest" };
  }

  /** Whether the person has chosen a kind in this workspace; until then it is the service's default. */
  get isKindChosen(): boolean {
    return this.workspaceState.get<unknown>(kindKey) !== undefined;
  }

  async setDataKind(dataKind: DataKind): Promise<void> {
    await this.workspaceState.update(kindKey, dataKind);
    this.didChange.fire();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private get dataKind(): DataKind {
    return this.workspaceState.get<unknown>(kindKey) === "FIT" ? "FIT" : "SNAP";
  }

  private announce(): void {
    const hasConnection = this.connections.active !== undefined;
    void vscode.commands.executeCommand("setContext", contextKey, hasConnection);
    this.didChange.fire();
  }
}
