import * as vscode from "vscode";
import { type ServiceError } from "../../service/errors";
import { type Age } from "../../store/age";
import { type Disposable } from "../disposables";
import { type Target, targetPath } from "../target";

/** Since when a series is what it is, and why there is nothing newer. */
export interface Staleness {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
  readonly because: ServiceError;
}

/** Series and panels that are shown as they were fetched some time ago, because their services could not be asked anew. */
export class StaleSeries implements Disposable {
  private readonly didChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.didChange.event;
  private readonly known = new Map<string, Staleness>();

  /**
   * Notes how old a series is that is shown from now on. One that was asked for anew in vain is stale until something
   * newer was fetched, however fresh what is kept of it is.
   */
  note(target: Target, { fetchedAtMs, staleBecause: because }: Age): void {
    const key = targetPath(target);
    const before = this.known.get(key);
    if (because === undefined) {
      if (before === undefined || fetchedAtMs > before.fetchedAtMs) this.known.delete(key);
    } else this.known.set(key, { fetchedAtMs, because });
    if (before !== this.known.get(key)) this.didChange.fire();
  }

  /** Undefined for a series that is as new as it should be, and for one that was never shown. */
  of(target: Target): Staleness | undefined {
    return this.known.get(targetPath(target));
  }

  /** Forgets the series of one connection: its key or address is another. */
  forget(connectionId: string): void {
    for (const key of [...this.known.keys()]) {
      if (key.startsWith(`${connectionId}/`)) this.known.delete(key);
    }
    this.didChange.fire();
  }

  dispose(): void {
    this.didChange.dispose();
  }
}
