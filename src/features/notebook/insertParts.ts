import type * as vscode from "vscode";
import { type FrameWorker } from "../../store/frameWorker";
import { type ConnectedService } from "../../connect/connectedServices";

/** The dependencies of inserting. */
export interface InsertDependencies {
  readonly services: {
    get(
      connectionId: string,
    ): Promise<Pick<ConnectedService, "connection" | "client" | "catalog" | "series" | "panels">>;
  };
  readonly worker: FrameWorker;
  readonly workspaceState: vscode.Memento;
}
