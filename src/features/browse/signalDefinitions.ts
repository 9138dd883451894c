import { isUnreachable } from "../../service/errors";
import { type SignalDefinition } from "../../service/parseDefinition";
import { type ListedSignal } from "../../service/parseSignals";
import { type Log } from "../../shared/log";
import { isSameState } from "../../store/fetchState";
import { type CatalogDefinition, type CatalogStore } from "../../store/catalogStore";
import { isCancellation } from "../../editor/cancellation";

/** Called with the outcome of a definition loaded in the background; its error when it failed. */
export type OnOutcome = (signal: ListedSignal, error?: unknown) => void;

/** The definitions of one service for a tree: those known now, and those still to be fetched. */
export class SignalDefinitions {
  /** Requested since the last refresh. */
  private readonly fresh = new Set<string>();
  private isRefreshed = false;
  /** The listing whose definitions were read from disk. */
  private readFor: readonly ListedSignal[] | undefined;

  constructor(
    private readonly catalog: CatalogStore,
    private readonly log: Log,
    private readonly onOutcome: OnOutcome,
  ) {}

  /** Fetches each definition again when it is next needed; the known ones stay until then. */
  refresh(): void {
    this.isRefreshed = true;
    this.fresh.clear();
  }

  /** Reads a listing's definitions from disk, once. */
  async read(signals: readonly ListedSignal[]): Promise<void> {
    if (this.readFor === signals) return;
    await this.catalog.readDefinitions(signals);
    this.readFor = signals;
  }

  /** The definitions in memory. */
  known(signals: readonly ListedSignal[]): SignalDefinition[] {
    return signals.flatMap((signal) => this.catalog.cachedDefinition(signal) ?? []);
  }

  /** The signals whose definitions are not in the listing and not in memory, or are older than the refresh. */
  due(signals: readonly ListedSignal[]): ListedSignal[] {
    return signals.filter((signal) => this.isDue(signal));
  }

  /** The signals whose definitions are from another day and have not been requested again. */
  old(signals: readonly ListedSignal[]): ListedSignal[] {
    return signals.filter(
      (signal) =>
        !this.fresh.has(signalKey(signal)) &&
        !this.isDue(signal) &&
        this.catalog.isDefinitionOld(signal),
    );
  }

  /**
   * Returns a cached definition at once and fetches the service's in the background; after a refresh, waits for the
   * service's.
   */
  async get(signal: ListedSignal): Promise<SignalDefinition> {
    if (this.isRefreshed) return this.getRefreshed(signal);
    const { value, refreshed } = await this.catalog.availableDefinition(signal);
    if (refreshed === undefined) this.fresh.add(signalKey(signal));
    else void this.follow(signal, value, refreshed);
    return value;
  }

  private async getRefreshed(signal: ListedSignal): Promise<SignalDefinition> {
    const kept = this.catalog.cachedDefinition(signal);
    if (kept !== undefined && !this.isDue(signal)) return kept;
    try {
      const definition = await this.newest(signal);
      this.fresh.add(signalKey(signal));
      return definition;
    } catch (error) {
      if (kept === undefined) throw error;
      this.keepStale(signal, error);
      return kept;
    }
  }

  /**
   * Loads several definitions, at most eight at once, and reports each when it arrives.
   *
   * @throws the signal's reason when it aborts.
   */
  async load(signals: readonly ListedSignal[], signal: AbortSignal): Promise<void> {
    await this.catalog.loadDefinitions(
      signals,
      (outcome) => {
        const isKept = this.catalog.cachedDefinition(outcome.signal) !== undefined;
        if (!("error" in outcome)) this.fresh.add(signalKey(outcome.signal));
        else if (isKept) this.keepStale(outcome.signal, outcome.error);
        if ("error" in outcome && !isKept) this.onOutcome(outcome.signal, outcome.error);
        else this.onOutcome(outcome.signal);
      },
      { signal, isRefresh: this.isRefreshed },
    );
  }

  private async follow(
    signal: ListedSignal,
    cached: CatalogDefinition,
    refreshed: Promise<CatalogDefinition>,
  ): Promise<void> {
    try {
      const definition = await refreshed;
      this.fresh.add(signalKey(signal));
      if (!isSameState(cached, definition)) this.onOutcome(signal);
    } catch (error) {
      if (!isCancellation(error)) this.onOutcome(signal, error);
    }
  }

  /** The service's definition, else the one on disk: a failed refresh must not hide it. */
  private async newest(signal: ListedSignal): Promise<SignalDefinition> {
    try {
      return await this.catalog.definition(signal, { isRefresh: this.isRefreshed });
    } catch (error) {
      if (!this.isRefreshed || !isUnreachable(error)) throw error;
      return this.catalog.definition(signal);
    }
  }

  private isDue(signal: ListedSignal): boolean {
    if (signal.tags !== undefined) return false;
    if (this.catalog.cachedDefinition(signal) === undefined) return true;
    return this.isRefreshed && !this.fresh.has(signalKey(signal));
  }

  /** Keeps the old definition after a failed refresh; the next refresh fetches it again. */
  private keepStale(signal: ListedSignal, error: unknown): void {
    this.fresh.add(signalKey(signal));
    const words = error instanceof Error ? error.message : String(error);
    this.log.warn(`the cached definition of ${signalKey(signal)} is still used: ${words}`);
  }
}

/** A key for a signal and its version. */
export function signalKey({ code, version }: ListedSignal): string {
  return `${code} v${version}`;
}
