import pLimit from "p-limit";
import { type ForecastSummary, type LatestForecasts } from "../service/latestForecasts";
import { type LatestSignals } from "../service/latestSignals";
import { type Gaps, type ItemList, type Listing, unreadableCount } from "../service/listing";
import { type SignalDefinition } from "../service/parseDefinition";
import { type LatestSignal } from "../shared/latestColumns";
import { type Hedging } from "../service/parseHedgings";
import { type ForecastMarket } from "../service/parseMarkets";
import { type ListedSignal } from "../service/parseSignals";
import { type RequestOptions, type ServiceClient } from "../service/serviceClient";
import { type Arrival } from "../service/serviceClock";
import { Urgency } from "../service/urgency";
import { type Instant, instantOfMs } from "../shared/instant";
import { type Log, silentLog } from "../shared/log";
import { type SeriesRef, type SignalId } from "../shared/reference";
import { type AnswerArchive } from "./answerArchive";
import { type FetchState, type Available } from "./fetchState";
import { type CachedDefinition, type DefinitionJournal, definitionKey } from "./definitionJournal";
import { defaultFreshness, type FreshnessLimits, isYounger } from "./freshness";
import {
  type CachedForecasts,
  type CachedListing,
  type CachedSignals,
  hedgingsForm,
  latestForecastsForm,
  latestSignalsForm,
  type ListingFiles,
  marketsForm,
  signalsForm,
} from "./listingFiles";
import { type ListingForm } from "./listingForms";
import { type CacheOptions, ReadThrough } from "./readThrough";
import { Slices } from "../service/slices";

export interface CatalogStoreOptions {
  readonly client: ServiceClient;
  /** Where definitions are cached between windows; absent: in memory only. */
  readonly definitions?: DefinitionJournal;
  /** Where listings are cached for when the service cannot be reached; absent: in memory only. */
  readonly listings?: ListingFiles;
  /** Archives the latest signals and forecasts, of which the service keeps no history; nothing is archived if absent. */
  readonly archive?: AnswerArchive;
  /** When to ask anew for what changes with each production; asked for with each use. */
  readonly freshness?: () => FreshnessLimits;
  readonly now?: () => number;
  readonly log?: Log;
}

/** A definition; one that stands in a listing is as old as the listing. */
export type CatalogDefinition = SignalDefinition & Partial<FetchState>;

/** What one of many definitions came to. */
export type DefinitionOutcome =
  | { readonly signal: ListedSignal; readonly definition: CatalogDefinition }
  | { readonly signal: ListedSignal; readonly error: unknown };

/** More definitions than this are not fetched without being asked for: each takes a request. */
export const autoLoadLimit = 500;

/** Definitions fetched at once when many are needed. */
const maxAtOnce = 8;

/** A definition on disk that is older than a day is asked for again. */
const definitionForMs = 24 * 60 * 60 * 1000;

/** A listing can hold any number of entries that cannot be read; the log is for people. */
const maxGapsLogged = 50;

/** There is one of each listing. */
type ListingCache<T, L extends ItemList<unknown> = readonly T[]> = ReadThrough<
  void,
  CachedListing<T, L>,
  CachedListing<T, L>
>;

/** How a listing is used; fresh for the session by default. */
interface ListingUse<T, L extends ItemList<unknown>> {
  readonly isNew?: (listing: FetchState) => boolean;
  /** Called with each answer of the service; not awaited. */
  readonly onFetched?: (listing: CachedListing<T, L>, arrival: Arrival) => void;
}

/**
 * What can be asked for of one connection: fetched when first needed, shared by everyone, kept until refreshed. While
 * the service cannot be reached, what any window was given before is served with the reason, `staleBecause`.
 */
export class CatalogStore {
  private readonly allSignals: ListingCache<ListedSignal>;
  private readonly allMarkets: ListingCache<ForecastMarket>;
  private readonly allHedgings: ListingCache<Hedging>;
  private readonly newestSignals: ListingCache<LatestSignal, LatestSignals>;
  private readonly newestForecasts: ListingCache<ForecastSummary, LatestForecasts>;
  private readonly definitions: ReadThrough<SignalId, CachedDefinition, CachedDefinition>;
  /** What could not be listed when only names were wanted. */
  private readonly withoutNames = new Set<SeriesRef["family"]>();
  private readonly now: () => number;
  private readonly log: Log;

  constructor(private readonly options: CatalogStoreOptions) {
    const { client, archive, now = Date.now, log = silentLog } = options;
    this.now = now;
    this.log = log;
    this.allSignals = this.listing(signalsForm, (asking) => client.listSignals(asking));
    this.allMarkets = this.listing(marketsForm, (asking) => client.listMarkets(asking));
    this.allHedgings = this.listing(hedgingsForm, (asking) => client.listHedgings(asking));
    const isNew = (listing: FetchState): boolean => this.isNew(listing);
    this.newestSignals = this.listing(
      latestSignalsForm,
      (asking) => client.listLatestSignals(asking),
      { isNew, onFetched: (answer, arrival) => void archive?.keep("signals", answer, arrival) },
    );
    this.newestForecasts = this.listing(
      latestForecastsForm,
      (asking) => client.listLatestForecasts(asking),
      { isNew, onFetched: (answer, arrival) => void archive?.keep("forecasts", answer, arrival) },
    );
    this.definitions = this.cachedDefinitions();
  }

  async signals(options: CacheOptions = {}): Promise<CachedListing<ListedSignal>> {
    return this.allSignals.get(undefined, options);
  }

  /** The signals as they can be shown at once. */
  async availableSignals(
    options: CacheOptions = {},
  ): Promise<Available<CachedListing<ListedSignal>>> {
    return this.allSignals.available(undefined, options);
  }

  /** The signals as last listed, in memory or on disk, however old; no request is made. */
  async cachedSignals(): Promise<CachedListing<ListedSignal> | undefined> {
    return this.allSignals.stored();
  }

  /** A signal as last listed, perhaps with its definition, else with its code as its name; no request is made. */
  async listedSignal({ code, version }: SignalId): Promise<ListedSignal> {
    const items = (await this.cachedSignals())?.items ?? [];
    const listed = items.find((each) => each.code === code && each.version === version);
    return listed ?? { code, version, name: code };
  }

  async markets(options: CacheOptions = {}): Promise<CachedListing<ForecastMarket>> {
    return this.allMarkets.get(undefined, options);
  }

  /** The markets as they can be shown at once. */
  async availableMarkets(
    options: CacheOptions = {},
  ): Promise<Available<CachedListing<ForecastMarket>>> {
    return this.allMarkets.available(undefined, options);
  }

  /** The markets as last listed, in memory or on disk, however old; no request is made. */
  async cachedMarkets(): Promise<CachedListing<ForecastMarket> | undefined> {
    return this.allMarkets.stored();
  }

  /**
   * Lists the signals or the markets for their names alone, behind what people click. A failure is in the log of requests
   * and nowhere else; after one, only a retry asks the service again.
   */
  async loadNames(family: SeriesRef["family"], { isRetry = false } = {}): Promise<void> {
    if (this.withoutNames.has(family) && !isRetry) return;
    const options = { urgency: new Urgency("bulk") };
    try {
      await (family === "signal" ? this.signals(options) : this.markets(options));
      this.withoutNames.delete(family);
    } catch {
      // A code replaces a name that is not known.
      this.withoutNames.add(family);
    }
  }

  /** The hedging modes of the newest forecasts. */
  async hedgings(options: CacheOptions = {}): Promise<CachedListing<Hedging>> {
    return this.allHedgings.get(undefined, options);
  }

  /** The hedging modes as they can be shown at once. */
  async availableHedgings(options: CacheOptions = {}): Promise<Available<CachedListing<Hedging>>> {
    return this.allHedgings.available(undefined, options);
  }

  /** The newest values of all variants of all signals. They have no as-of. */
  async latestSignals(options: CacheOptions = {}): Promise<CachedSignals> {
    return this.newestSignals.get(undefined, options);
  }

  /** The newest values of all variants as they can be shown at once. */
  async availableLatestSignals(options: CacheOptions = {}): Promise<Available<CachedSignals>> {
    return this.newestSignals.available(undefined, options);
  }

  /** The newest values of all variants as last fetched, in memory or on disk, however old; no request is made. */
  async cachedLatestSignals(): Promise<CachedSignals | undefined> {
    return this.newestSignals.stored();
  }

  /** The `point_in_time` of the newest production among the latest signals in memory; undefined if there are none. */
  get newestProduction(): Instant | undefined {
    const { pointInTimeMs } = this.newestSignals.inMemory(undefined)?.items.columns ?? {};
    const newestMs = pointInTimeMs?.reduce((a, b) => (b > a ? b : a), Number.NEGATIVE_INFINITY);
    return newestMs === undefined ? undefined : instantOfMs(newestMs);
  }

  /** The newest forecasts of all markets: the only source of horizons and currencies. */
  async latestForecasts(options: CacheOptions = {}): Promise<CachedForecasts> {
    return this.newestForecasts.get(undefined, options);
  }

  /** The newest forecasts as last given, in memory or on disk, however old; no request is made. */
  async cachedForecasts(): Promise<CachedForecasts | undefined> {
    return this.newestForecasts.stored();
  }

  /** The newest forecasts as they can be shown at once. */
  async availableForecasts(options: CacheOptions = {}): Promise<Available<CachedForecasts>> {
    return this.newestForecasts.available(undefined, options);
  }

  /**
   * The definition of a signal: from its listing entry when that tells the tags, from memory, from disk, from the
   * service.
   */
  async definition(signal: ListedSignal, options: CacheOptions = {}): Promise<CatalogDefinition> {
    const listed = options.isRefresh === true ? undefined : listedDefinition(signal);
    return listed ?? this.definitions.get(signal, options);
  }

  /** The definition of a signal as it can be shown at once. */
  async availableDefinition(
    signal: ListedSignal,
    options: CacheOptions = {},
  ): Promise<Available<CatalogDefinition>> {
    const listed = listedDefinition(signal);
    return listed === undefined ? this.definitions.available(signal, options) : { value: listed };
  }

  /** The definition if it is in memory, however old; no request is made and no file read. */
  cachedDefinition(signal: ListedSignal): CatalogDefinition | undefined {
    return this.definitions.shown(signal) ?? listedDefinition(signal);
  }

  /** Whether the definition in memory was only read from disk and is so old that the service is to be asked again. */
  isDefinitionOld(signal: ListedSignal): boolean {
    const known = signal.tags === undefined ? this.definitions.inMemory(signal) : undefined;
    return known !== undefined && !this.definitions.isCurrent(signal, known);
  }

  /**
   * Reads the definitions that are on disk and not yet in memory; from then on {@link cachedDefinition} has them. No request
   * is made.
   *
   * @param onRead - Called with each signal whose definition was read.
   * @throws the signal's reason when it aborts.
   */
  async readDefinitions(
    signals: readonly ListedSignal[],
    onRead: (signal: ListedSignal) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<void> {
    const { definitions } = this.options;
    await definitions?.update();
    const slices = new Slices();
    for (const listed of signals) {
      signal?.throwIfAborted();
      const read = listed.tags === undefined ? definitions?.get(listed) : undefined;
      if (read !== undefined && this.definitions.add(listed, read)) onRead(listed);
      if (slices.isOver) await slices.next();
    }
  }

  /** The definition as last fetched, in memory or on disk, however old; no request is made. */
  async storedDefinition(signal: ListedSignal): Promise<CatalogDefinition | undefined> {
    return listedDefinition(signal) ?? this.definitions.stored(signal);
  }

  /**
   * The definitions of many signals as they come, at most eight at once and behind what people click. A failure is the
   * outcome of its own signal and ends nothing else.
   *
   * @throws the signal's reason when it aborts.
   */
  async loadDefinitions(
    signals: readonly ListedSignal[],
    onOutcome: (outcome: DefinitionOutcome) => void,
    options: CacheOptions = {},
  ): Promise<void> {
    const limit = pLimit(maxAtOnce);
    const { urgency = new Urgency("bulk") } = options;
    const loads = signals.map((signal) =>
      limit(async () => {
        options.signal?.throwIfAborted();
        const outcome = await this.outcomeOf(signal, { ...options, urgency });
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

  /** Forgets what was read from disk and nobody has asked the service for. */
  forgetRead(): void {
    this.allSignals.forgetRead();
    this.allMarkets.forgetRead();
    this.allHedgings.forgetRead();
    this.newestSignals.forgetRead();
    this.newestForecasts.forgetRead();
    this.definitions.forgetRead();
  }

  dispose(): void {
    this.allSignals.dispose();
    this.allMarkets.dispose();
    this.allHedgings.dispose();
    this.newestSignals.dispose();
    this.newestForecasts.dispose();
    this.definitions.dispose();
  }

  private async outcomeOf(signal: ListedSignal, options: CacheOptions): Promise<DefinitionOutcome> {
    try {
      return { signal, definition: await this.definition(signal, options) };
    } catch (error) {
      return { signal, error };
    }
  }

  /** Whether newest values stand for what the service would give. */
  private isNew(listing: FetchState): boolean {
    const { latestForMs } = this.options.freshness?.() ?? defaultFreshness;
    return isYounger(listing, this.now(), latestForMs);
  }

  /** From disk only in an outage. */
  private listing<T, L extends ItemList<unknown>>(
    form: ListingForm<T, L>,
    list: (asking: RequestOptions) => Promise<Listing<T, L>>,
    { isNew = () => true, onFetched }: ListingUse<T, L> = {},
  ): ListingCache<T, L> {
    const { client, listings } = this.options;
    const { now, log } = this;
    return new ReadThrough(
      {
        name: `the listing ${form.name}`,
        keyOf: () => form.name,
        fetch: async (_, asking) => {
          const listing = await list(asking);
          logGaps(form.name, listing, log);
          if (listing.notice !== undefined) log.warn(`${form.name}: ${listing.notice}`);
          const entry = { ...listing, fetchedAtMs: now() };
          onFetched?.(entry, client.arrival);
          return { entry, write: async () => listings?.write(form, entry) };
        },
        // Large, and asked for anew in each session: once it is in memory the file tells nothing more.
        read: async (_, inMemory) => (inMemory === undefined ? listings?.read(form) : undefined),
        open: (_, read) => Promise.resolve(read),
        isCurrent: (_, listing, isOfSession) => isOfSession && isNew(listing),
      },
      { outage: client.outage, log },
    );
  }

  private cachedDefinitions(): ReadThrough<SignalId, CachedDefinition, CachedDefinition> {
    const { client, definitions } = this.options;
    const { now, log } = this;
    return new ReadThrough<SignalId, CachedDefinition, CachedDefinition>(
      {
        name: "a definition",
        keyOf: definitionKey,
        fetch: async ({ code, version }, asking) => {
          const definition = await client.getSignal(code, version, asking);
          const name = `signal ${code} ${version}`;
          logGaps(name, definition, log, () => name);
          const entry = { ...definition, fetchedAtMs: now() };
          return { entry, write: async () => definitions?.write(entry) };
        },
        read: async (id, inMemory) => {
          await definitions?.update();
          const read = definitions?.get(id);
          const isNewer = inMemory === undefined || (read?.fetchedAtMs ?? 0) > inMemory.fetchedAtMs;
          return isNewer ? read : undefined;
        },
        open: (_, read) => Promise.resolve(read),
        isCurrent: (_, definition, isOfSession) =>
          isOfSession || isYounger(definition, now(), definitionForMs),
      },
      { outage: client.outage, log },
    );
  }
}

function logGaps(
  name: string,
  gaps: Gaps,
  log: Log,
  placeOf = (position: number): string => `${name}, entry ${position}`,
): void {
  for (const { position, reason } of gaps.unreadable.slice(0, maxGapsLogged)) {
    log.warn(`${placeOf(position)}: ${reason}`);
  }
  const rest = unreadableCount(gaps) - maxGapsLogged;
  if (rest > 0) log.warn(`${name}: ${rest} more entries could not be read`);
}

function listedDefinition(signal: ListedSignal): SignalDefinition | undefined {
  const { code, version, name, tags } = signal;
  return tags === undefined ? undefined : { code, version, name, tags, unreadable: [] };
}
