import { type ConnectedServices } from "../../connection/connectedServices";
import { type Connections } from "../../connection/connections";
import { type Disposable, DisposableStore } from "../../disposables";
import type * as Actions from "./lineActions";
import { LineHints } from "./lineHints";
import { LineHovers } from "./lineHovers";
import { LineProviders } from "./lineProviders";

export interface ReferenceLinesOptions extends Actions.LineActionsOptions {
  readonly connections: Connections;
  readonly services: ConnectedServices;
}

/** The reference lines in notebooks and scripts: what stands around them in the editor, and what is done with them. */
export class ReferenceLines implements Disposable {
  private readonly disposables = new DisposableStore();
  private loaded: Promise<Actions.LineActions> | undefined;
  /** Which documents have lines. */
  readonly hints = this.disposables.add(new LineHints());

  constructor(private readonly options: ReferenceLinesOptions) {
    this.disposables.add(new LineProviders(options.connections));
    this.disposables.add(new LineHovers(options));
  }

  /** Loaded with the first of them. */
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
