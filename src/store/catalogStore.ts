import pLimit from "p-limit";
import { type Listing } from "../service/listing";
import { type SignalDefinition } from "../service/parseDefinition";
import { type ForecastSummary } from "../service/parseForecasts";
import { type ForecastMarket } from "../service/parseMarkets";
import { type ListedSignal } from "../service/parseSignals";
import { type ServiceClient } from "../service/serviceClient";
import { type Log, silentLog } from "../shared/log";
import { type DefinitionFiles } from "./definitionFiles";
import { Flights } from "./flights";

export interface CatalogStoreOptions {
  readonly client: Pick<
    ServiceClient,
    "listSignals" | "getSignal" | "listMarkets" | "listLatestForecasts"
  >;
  /** Where definitions are kept between windows; absent: in memory only. */
  readonly files?: DefinitionFiles;
  readonly now?: () => number;
  readonly log?: Log;
}

export interface CatalogOptions {
  readonly signal?: AbortSignal;
  /** Asks the service even for what is kept. */
  readonly isRefresh?: boolean;
}

/** What one of many definitions came to. */
export type DefinitionOutcome =
  | { readonly signal: ListedSignal; readonly definition: SignalDefinition }
  | { readonly signal: ListedSignal; readonly error: unknown };

/** Definitions fetched at once when many are needed. */
const mostAtOnce = 8;

/** A definition on disk that is older than a day is asked for again. */
const longestAgeMs = 24 * 60 * 60 * 1000;

/** A listing can hold any number of entries that cannot be read; the log is for people. */
const mostGapsLogged = 50;

/** What can be asked for of one connection: fetched when first needed, shared by everyone, kept until refreshed. */
export class CatalogStore {
  private readonly flights = new Flights<unknown>();
  private readonly kept = new Map<string, unknown>();
  private readonly definitions = new Map<string, SignalDefinition>();

  constructor(private readonly options: CatalogStoreOptions) {}

  async signals(options: CatalogOptions = {}): Promise<Listing<ListedSignal>> {
    return this.listing("signals", (request) => this.options.client.listSignals(request), options);
  }

  async markets(options: CatalogOptions = {}): Promise<Listing<ForecastMarket>> {
    return this.listing("markets", (request) => this.options.client.listMarkets(request), options);
  }

  /** The newest forecasts of all markets: the only source of horizons and currencies. */
  async latestForecasts(options: CatalogOptions = {}): Promise<Listing<ForecastSummary>> {
    const list = (request: CatalogOptions): Promise<Listing<ForecastSummary>> =>
      this.options.client.listLatestForecasts(request);
    return this.listing("latestForecasts", list, options);
  }

  /** The definition of a signal: from its listing entry when that tells the tags, from memory, from disk, from the service. */
  async definition(signal: ListedSignal, options: CatalogOptions = {}): Promise<SignalDefinition> {
    const isRefresh = options.isRefresh === true;
    const known = isRefresh ? undefined : this.keptDefinition(signal);
    if (known !== undefined) return known;
    const fetched = await this.flights.join(
      // Who wants it fresh must not join who is content with what is on disk.
      `${isRefresh ? "fresh" : "kept"} definition ${keyOf(signal)}`,
      (abort) => this.findDefinition(signal, isRefresh, abort),
      options.signal,
    );
    return fetched as SignalDefinition;
  }

  /** The definition if it is in memory; no request is made and no file read. */
  keptDefinition(signal: ListedSignal): SignalDefinition | undefined {
    const known = this.definitions.get(keyOf(signal));
    if (known !== undefined || signal.tags === undefined) return known;
    const { code, version, name, tags } = signal;
    return { code, version, name, tags, unreadable: [] };
  }

  /**
   * The definitions of many signals as they come, at most eight requests at once. A failure is the outcome of its own
   * signal and ends nothing else.
   *
   * @throws the signal's reason when it aborts.
   */
  async loadDefinitions(
    signals: readonly ListedSignal[],
    onOutcome: (outcome: DefinitionOutcome) => void,
    options: CatalogOptions = {},
  ): Promise<void> {
    const limit = pLimit(mostAtOnce);
    const loads = signals.map((signal) =>
      limit(async () => {
        options.signal?.throwIfAborted();
        const outcome = await this.outcomeOf(signal, options);
        options.signal?.throwIfAborted();
        onOutcome(outcome);
      }),
    );
    try {
      await Promise.all(loads);
    } finally {
      limit.clearQueue();
    }
  }

  dispose(): void {
    this.flights.dispose();
  }

  private async outcomeOf(
    signal: ListedSignal,
    options: CatalogOptions,
  ): Promise<DefinitionOutcome> {
    try {
      return { signal, definition: await this.definition(signal, options) };
    } catch (error) {
      return { signal, error };
    }
  }

  private async listing<T>(
    name: string,
    list: (options: { signal: AbortSignal }) => Promise<Listing<T>>,
    { signal, isRefresh }: CatalogOptions,
  ): Promise<Listing<T>> {
    const kept = isRefresh === true ? undefined : this.kept.get(name);
    const fetch = async (abort: AbortSignal): Promise<Listing<T>> => {
      const listing = await list({ signal: abort });
      abort.throwIfAborted();
      this.logGaps(name, listing);
      this.kept.set(name, listing);
      return listing;
    };
    // Each name is used with one type only.
    return (kept ?? (await this.flights.join(name, fetch, signal))) as Listing<T>;
  }

  private async findDefinition(
    signal: ListedSignal,
    isRefresh: boolean,
    abort: AbortSignal,
  ): Promise<SignalDefinition> {
    const { code, version } = signal;
    const { client, files, now = Date.now } = this.options;
    const kept = isRefresh ? undefined : await files?.read(code, version);
    const isYoung = kept !== undefined && now() - kept.fetchedAtMs < longestAgeMs;
    const definition = isYoung
      ? kept.definition
      : await client.getSignal(code, version, { signal: abort });
    abort.throwIfAborted();
    this.definitions.set(keyOf(signal), definition);
    if (!isYoung) await this.keep(definition);
    return definition;
  }

  /** A definition that cannot be kept on disk is still a definition. */
  private async keep(definition: SignalDefinition): Promise<void> {
    const { files, now = Date.now, log = silentLog } = this.options;
    for (const { reason } of definition.unreadable) {
      log.warn(`signal ${definition.code} ${definition.version}: ${reason}`);
    }
    try {
      await files?.write({ definition, fetchedAtMs: now() });
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      log.warn(`a definition could not be kept on disk: ${words}`);
    }
  }

  private logGaps(name: string, { unreadable, notice }: Listing<unknown>): void {
    const { log = silentLog } = this.options;
    for (const { position, reason } of unreadable.slice(0, mostGapsLogged)) {
      log.warn(`${name}, entry ${position}: ${reason}`);
    }
    const rest = unreadable.length - mostGapsLogged;
    if (rest > 0) log.warn(`${name}: ${rest} more entries could not be read`);
    if (notice !== undefined) log.warn(`${name}: ${notice}`);
  }
}

function keyOf({ code, version }: ListedSignal): string {
  return `${version} ${code}`;
}
