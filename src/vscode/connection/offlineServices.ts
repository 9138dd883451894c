import * as vscode from "vscode";
import { isOffline, isUnreachable, ServiceError } from "../../service/errors";
import { type Disposable } from "../disposables";

/** A service that comes and goes, or fails at one heavy request, is not asked again for all that failed each time. */
const returnsEveryMs = 60_000;

/**
 * The services that cannot be reached at the moment, as the last request to each has shown. Nothing is ever asked to
 * find out.
 */
export class OfflineServices implements Disposable {
  private readonly didChange = new vscode.EventEmitter<string>();
  /** Fires with the id of a connection whose service is out of reach, or within it again. */
  readonly onDidChange = this.didChange.event;
  private readonly didReturn = new vscode.EventEmitter<string>();
  /** Fires with the id of a connection whose service answers again after an outage, including overload. */
  readonly onDidReturn = this.didReturn.event;
  private readonly outages = new Map<string, number>();
  /** Connections of which a request failed for an outage that no answer has ended. */
  private readonly failing = new Set<string>();
  /** By connection, when {@link onDidReturn} fired last. */
  private readonly returnedAtMs = new Map<string, number>();

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
    const wasAway = this.outages.has(connectionId);
    if (isUnreachable(error)) this.failing.add(connectionId);
    if (hasAnswered) this.endOutage(connectionId);
    else if (isOffline(error) && !this.outages.has(connectionId)) {
      this.outages.set(connectionId, this.now());
      this.didChange.fire(connectionId);
    }
    if (hasAnswered && !isUnreachable(error)) this.noteReturn(connectionId, wasAway);
  }

  /** Nothing is known of a service: its address or key is another. */
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
