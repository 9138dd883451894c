import * as vscode from "vscode";
import { type Repairs } from "../../data/normalizeFrame";
import { type ServiceError } from "../../service/errors";
import { plainLabel } from "../../shared/plainText";
import { type FetchState } from "../../store/fetchState";
import { repairText } from "./repairText";
import { showStatus } from "./showStatus";
import { type Disposable } from "../disposables";
import { seriesTitle } from "../tabs/documentTitle";
import { type Target, targetPath } from "../../shared/place";

/** When a series was fetched, and why there is nothing newer. */
export interface Staleness {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
  readonly because: ServiceError;
}

/**
 * The series and panels shown that are stale because their services could not be reached, and the series whose answers
 * were repaired.
 */
export class StaleSeries implements Disposable {
  private readonly didChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.didChange.event;
  private readonly known = new Map<string, Staleness>();
  private readonly repairs = new Map<string, readonly string[]>();
  /** Repairs that were already reported. */
  private readonly shownRepairs = new Map<string, readonly string[]>();

  /**
   * Notes the age of a series that is shown from now on. After a failed refresh it is stale until something newer is
   * fetched, even if the cache still counts as fresh.
   */
  note(target: Target, age: FetchState & { readonly repairs?: Repairs }): void {
    const { fetchedAtMs, staleBecause: because, repairs } = age;
    const key = targetPath(target);
    if (repairs !== undefined) this.noteRepairs(key, repairText(repairs));
    const before = this.known.get(key);
    if (because === undefined) {
      if (before === undefined || fetchedAtMs > before.fetchedAtMs) this.known.delete(key);
    } else this.known.set(key, { fetchedAtMs, because });
    if (before !== this.known.get(key)) this.didChange.fire();
  }

  /** Undefined for a series that is up to date, or was never shown. */
  of(target: Target): Staleness | undefined {
    return this.known.get(targetPath(target));
  }

  /** Messages for the repairs of a series' answer. */
  repairsOf(target: Target): readonly string[] {
    return this.repairs.get(targetPath(target)) ?? [];
  }

  /**
   * Shows the repairs of a series' answer once in the status bar: a text only has a small mark. Charts show them
   * themselves.
   */
  showRepairs(target: Target): void {
    const key = targetPath(target);
    const words = this.repairsOf(target);
    const before = this.shownRepairs.get(key) ?? [];
    this.shownRepairs.set(key, words);
    if (words.length === 0 || words.join() === before.join()) return;
    showStatus(`${plainLabel(seriesTitle(target))}: ${words.join(", ")}`);
  }

  /** Forgets the series of one connection: its key or address has changed. */
  forget(connectionId: string): void {
    for (const kept of [this.known, this.repairs, this.shownRepairs]) {
      for (const key of [...kept.keys()]) {
        if (key.startsWith(`${connectionId}/`)) kept.delete(key);
      }
    }
    this.didChange.fire();
  }

  dispose(): void {
    this.didChange.dispose();
  }

  private noteRepairs(key: string, words: readonly string[]): void {
    const before = this.repairs.get(key) ?? [];
    if (words.join() === before.join()) return;
    this.repairs.set(key, words);
    this.didChange.fire();
  }
}
