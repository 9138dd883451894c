import type * as vscode from "vscode";
import { type FrameWorker } from "../../store/frameWorker";
import { type Services } from "../../connect/connectedServices";

/** The dependencies of inserting. */
export interface InsertDependencies {
  readonly services: Services;
  readonly worker: FrameWorker;
  readonly workspaceState: vscode.Memento;
}
