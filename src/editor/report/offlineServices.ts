import * as vscode from "vscode";
import { isOffline, isUnreachable, ServiceError } from "../../service/errors";
import { type Disposable } from "../disposables";

/**
 * A flaky service, or one that fails at one expensive request, must not trigger a retry of all failed requests each
 * time it answers.
 */
const returnsEveryMs = 60_000;

/** The services that cannot be reached, judged by the last request to each. Sends no requests of its own. */
export class OfflineServices implements Disposable {
  private readonly didChange = new vscode.EventEmitter<string>();
  /** Fires with the id of a connection whose service went offline or came back. */
  readonly onDidChange = this.didChange.event;
  private readonly didReturn = new vscode.EventEmitter<string>();
  /** Fires with the id of a connection whose service answers again after an outage or overload. */
  readonly onDidReturn = this.didReturn.event;
  private readonly outages = new Map<string, number>();
  /** Connections with a failed request and no answer since. */
  private readonly failing = new Set<string>();
  /** By connection, when {@link onDidReturn} last fired. */
  private readonly returnedAtMs = new Map<string, number>();

  constructor(private readonly now: () => number = Date.now) {}

  /** When a service first failed to answer, milliseconds since 1970-01-01 UTC; undefined while it answers. */
  sinceMs(connectionId: string): number | undefined {
    return this.outages.get(connectionId);
  }

  /** Whether any service is offline. */
  get isAnyAway(): boolean {
    return this.outages.size > 0;
  }

  /**
   * Notes the outcome of a request: an error, or none when it was answered. Any answer shows that the service is up.
   */
  note(connectionId: string, error?: unknown): void {
    const hasAnswered = error === undefined || isAnswered(error);
    const wasAway = this.outages.has(connectionId);
    if (isUnreachable(error)) this.failing.add(connectionId);
    if (hasAnswered) this.endOutage(connectionId);
    else if (isOffline(error) && !this.outages.has(connectionId)) {
      this.outages.set(connectionId, this.now());
      this.didChange.fire(connectionId);
    }
    if (hasAnswered && !isUnreachable(error)) this.noteReturn(connectionId, wasAway);
  }

  /** Forgets the state of a service whose address or key has changed. */
  forget(connectionId: string): void {
    this.failing.delete(connectionId);
    this.returnedAtMs.delete(connectionId);
    this.endOutage(connectionId);
  }

  dispose(): void {
    this.didChange.dispose();
    this.didReturn.dispose();
  }

  private noteReturn(connectionId: string, wasAway: boolean): void {
    if (!this.failing.delete(connectionId)) return;
    const now = this.now();
    const isEarly = now - (this.returnedAtMs.get(connectionId) ?? -Infinity) < returnsEveryMs;
    if (isEarly && !wasAway) return;
    this.returnedAtMs.set(connectionId, now);
    this.didReturn.fire(connectionId);
  }

  private endOutage(connectionId: string): void {
    if (this.outages.delete(connectionId)) this.didChange.fire(connectionId);
  }
}

function isAnswered(error: unknown): boolean {
  return error instanceof ServiceError && error.attempts > 0 && !isOffline(error);
}
