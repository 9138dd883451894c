import { isUnreachable } from "../../service/errors";
import { type SignalDefinition } from "../../service/parseDefinition";
import { type ListedSignal } from "../../service/parseSignals";
import { type Log } from "../../shared/log";
import { isSameState } from "../../store/fetchState";
import { type CatalogDefinition, type CatalogStore } from "../../store/catalogStore";
import { isCancellation } from "../cancellation";

type Catalog = Pick<
  CatalogStore,
  | "definition"
  | "availableDefinition"
  | "cachedDefinition"
  | "isDefinitionOld"
  | "readDefinitions"
  | "loadDefinitions"
>;

/** What a definition that was loaded behind rows came to; its error when there is none of it. */
export type OnOutcome = (signal: ListedSignal, error?: unknown) => void;

/** The definitions of one service as a tree needs them: those that are known now, and those still to be asked for. */
export class SignalDefinitions {
  /** Asked for since the last refresh. */
  private readonly fresh = new Set<string>();
  private isRefreshed = false;
  /** The listing whose definitions were read from disk. */
  private readFor: readonly ListedSignal[] | undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly log: Log,
    private readonly onOutcome: OnOutcome,
  ) {}

  /** From now on each definition is asked for anew, once; what is known stays known until then. */
  refresh(): void {
    this.isRefreshed = true;
    this.fresh.clear();
  }

  /** Reads those of a listing that are on disk, once. */
  async read(signals: readonly ListedSignal[]): Promise<void> {
    if (this.readFor === signals) return;
    await this.catalog.readDefinitions(signals);
    this.readFor = signals;
  }

  /** Those in memory. */
  known(signals: readonly ListedSignal[]): SignalDefinition[] {
    return signals.flatMap((signal) => this.catalog.cachedDefinition(signal) ?? []);
  }

  /** Those that the listing does not carry and that are not in memory, or are from before the refresh. */
  due(signals: readonly ListedSignal[]): ListedSignal[] {
    return signals.filter((signal) => this.isDue(signal));
  }

  /** Those that are known from another day and have not been asked for. */
  old(signals: readonly ListedSignal[]): ListedSignal[] {
    return signals.filter(
      (signal) =>
        !this.fresh.has(signalKey(signal)) &&
        !this.isDue(signal) &&
        this.catalog.isDefinitionOld(signal),
    );
  }

  /** A cached one at once, and then that of the service; after a refresh only that. */
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
   * Loads several, at most eight at once, and tells of each as it comes.
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

  /** As fresh as it can be had: a refresh in vain is no reason to show nothing while there is something on disk. */
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

  /** A refresh that fails keeps what was shown; it is tried again with the next one. */
  private keepStale(signal: ListedSignal, error: unknown): void {
    this.fresh.add(signalKey(signal));
    const words = error instanceof Error ? error.message : String(error);
    this.log.warn(`the cached definition of ${signalKey(signal)} is still used: ${words}`);
  }
}

/** One text for a signal and its version. */
export function signalKey({ code, version }: ListedSignal): string {
  return `${code} v${version}`;
}
