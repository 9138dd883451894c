import * as vscode from "vscode";
import { HttpError } from "../../service/errors";
import { type Disposable } from "../disposables";
import { type SeriesTarget, targetPath } from "../../shared/place";

/**
 * Series that the service refuses or does not have, so that their rows can say so; other failures are temporary and not
 * kept.
 */
export class SeriesFailures implements Disposable {
  private readonly didChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.didChange.event;
  private readonly errors = new Map<string, HttpError>();

  /** Notes the outcome of reading a series: an error, or none when it was read. */
  note(target: SeriesTarget, error?: unknown): void {
    const key = targetPath(target);
    const known = this.errors.get(key);
    const isLasting = error instanceof HttpError && (error.status === 403 || error.status === 404);
    if (isLasting) this.errors.set(key, error);
    else if (error === undefined) this.errors.delete(key);
    if (this.errors.get(key)?.status !== known?.status) this.didChange.fire();
  }

  /** Why a series cannot be read; undefined when the last read succeeded, or there was none. */
  of(target: SeriesTarget): HttpError | undefined {
    return this.errors.get(targetPath(target));
  }

  /** Forgets the refusals of one connection: its key or address has changed. */
  forget(connectionId: string): void {
    for (const key of [...this.errors.keys()]) {
      if (key.startsWith(`${connectionId}/`)) this.errors.delete(key);
    }
    this.didChange.fire();
  }

  dispose(): void {
    this.didChange.dispose();
  }
}
