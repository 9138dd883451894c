import * as vscode from "vscode";
import { isOffline, isOutage, ServiceError } from "../../service/errors";
import { type Disposable } from "../disposables";

/**
 * The services that cannot be reached at the moment, as the last request to each has shown. Nothing is ever asked to
 * find out.
 */
export class OfflineServices implements Disposable {
  private readonly didChange = new vscode.EventEmitter<string>();
  /** Fires with the id of a connection whose service is out of reach, or within it again. */
  readonly onDidChange = this.didChange.event;
  private readonly didReturn = new vscode.EventEmitter<string>();
  /** Fires with the id of a connection whose service answers again after any kind of outage, also an overload. */
  readonly onDidReturn = this.didReturn.event;
  private readonly outages = new Map<string, number>();
  /** Connections whose last request failed in a way that may pass. */
  private readonly failing = new Set<string>();

  constructor(private readonly now: () => number = Date.now) {}

  /** When a service was first asked in vain, milliseconds since 1970-01-01 UTC; undefined while it answers. */
  sinceMs(connectionId: string): number | undefined {
    return this.outages.get(connectionId);
  }

  /** Whether any of them is out of reach. */
  get isAnyAway(): boolean {
    return this.outages.size > 0;
  }

  /** Notes what a request came to; without an error it was answered. Any answer shows that the service is there. */
  note(connectionId: string, error?: unknown): void {
    const hasAnswered = error === undefined || isAnswered(error);
    const hasFailed = isOutage(error);
    const hasReturned = hasAnswered && !hasFailed && this.failing.delete(connectionId);
    if (hasFailed) this.failing.add(connectionId);
    if (hasAnswered) this.endOutage(connectionId);
    else if (isOffline(error) && !this.outages.has(connectionId)) {
      this.outages.set(connectionId, this.now());
      this.didChange.fire(connectionId);
    }
    if (hasReturned) this.didReturn.fire(connectionId);
  }

  /** Nothing is known of a service: its address or key is another. */
  forget(connectionId: string): void {
    this.failing.delete(connectionId);
    this.endOutage(connectionId);
  }

  dispose(): void {
    this.didChange.dispose();
    this.didReturn.dispose();
  }

  private endOutage(connectionId: string): void {
    if (this.outages.delete(connectionId)) this.didChange.fire(connectionId);
  }
}

function isAnswered(error: unknown): boolean {
  return error instanceof ServiceError && error.attempts > 0 && !isOffline(error);
}
