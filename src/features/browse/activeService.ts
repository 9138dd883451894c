import * as vscode from "vscode";
import { type ConnectedService, type Services } from "../../connect/connectedServices";
import { type Context, type WindowContext } from "../../connect/context";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { type OfflineServices } from "../../editor/report/offlineServices";

/** The service that the views show, that of the active connection. */
export class ActiveService implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  /** Fires when earlier rows are invalid: another connection, address or key, or another kind of new references. */
  readonly onDidChange = this.didChange.event;
  private readonly didReturn = this.disposables.add(new vscode.EventEmitter<void>());
  /** Fires when the service answers again after an outage: rows may hold failures or stale data from before. */
  readonly onDidReturn = this.didReturn.event;
  private shown: string;

  constructor(
    private readonly services: Services,
    private readonly state: WindowContext,
    offline: OfflineServices,
  ) {
    this.shown = textOf(state.current);
    this.disposables.add(
      services.onDidReset((id) => {
        if (id === this.context?.connection.id) this.didChange.fire();
      }),
    );
    this.disposables.add(
      offline.onDidReturn((id) => {
        if (id === this.context?.connection.id) this.didReturn.fire();
      }),
    );
    this.disposables.add(state.onDidChange(() => this.compare()));
  }

  get context(): Context | undefined {
    return this.state.current;
  }

  /** Undefined before there is a connection. @throws when the service cannot be created. */
  async get(): Promise<ConnectedService | undefined> {
    for (;;) {
      const id = this.context?.connection.id;
      if (id === undefined) return undefined;
      const service = await this.services.get(id);
      if (this.context?.connection.id === id) return service;
    }
  }

  dispose(): void {
    this.disposables.dispose();
  }

  /** The context fires for any change of the settings, so compare. */
  private compare(): void {
    const now = textOf(this.context);
    if (now === this.shown) return;
    this.shown = now;
    this.didChange.fire();
  }
}

function textOf(context: Context | undefined): string {
  if (context === undefined) return "";
  const { connection, dataKind, asOf } = context;
  return JSON.stringify([connection.id, connection.name, dataKind, asOf]);
}
