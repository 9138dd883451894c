import pLimit from "p-limit";
import { type SignalDefinition } from "../service/parseDefinition";
import { type ForecastSummary } from "../service/parseForecasts";
import { type ForecastMarket } from "../service/parseMarkets";
import { type ListedSignal } from "../service/parseSignals";
import { type ServiceClient } from "../service/serviceClient";
import { Urgency } from "../service/urgency";
import { type Log, silentLog } from "../shared/log";
import { type Age, type Available } from "./age";
import { CatalogDefinitions } from "./catalogDefinitions";
import { CatalogListing } from "./catalogListing";
import { type CatalogOptions } from "./catalogOptions";
import { type DefinitionFiles } from "./definitionFiles";
import {
  type KeptListing,
  latestForecastsForm,
  type ListingFiles,
  marketsForm,
  signalsForm,
} from "./listingFiles";

export interface CatalogStoreOptions {
  readonly client: Pick<
    ServiceClient,
    "listSignals" | "getSignal" | "listMarkets" | "listLatestForecasts" | "outage"
  >;
  /** Where definitions are kept between windows; absent: in memory only. */
  readonly files?: DefinitionFiles;
  /** Where listings are kept for when the service cannot be reached; absent: in memory only. */
  readonly listings?: ListingFiles;
  readonly now?: () => number;
  readonly log?: Log;
}

/** A definition; one that stands in a listing is as old as the listing. */
export type CatalogDefinition = SignalDefinition & Partial<Age>;

/** What one of many definitions came to. */
export type DefinitionOutcome =
  | { readonly signal: ListedSignal; readonly definition: CatalogDefinition }
  | { readonly signal: ListedSignal; readonly error: unknown };

/** More definitions than this are not fetched without being asked for: each takes a request. */
export const autoLoadLimit = 500;

/** Definitions fetched at once when many are needed. */
const mostAtOnce = 8;

/**
 * What can be asked for of one connection: fetched when first needed, shared by everyone, kept until refreshed. While
 * the service cannot be reached, what any window was given before is served with the reason, `staleBecause`.
 */
export class CatalogStore {
  private readonly allSignals: CatalogListing<ListedSignal>;
  private readonly allMarkets: CatalogListing<ForecastMarket>;
  private readonly allForecasts: CatalogListing<ForecastSummary>;
  private readonly definitions: CatalogDefinitions;

  constructor(options: CatalogStoreOptions) {
    const { client, files, listings, now = Date.now, log = silentLog } = options;
    const parts = { files: listings, outage: client.outage, now, log };
    const listSignals = client.listSignals.bind(client);
    this.allSignals = new CatalogListing({ ...parts, form: signalsForm, list: listSignals });
    const listMarkets = client.listMarkets.bind(client);
    this.allMarkets = new CatalogListing({ ...parts, form: marketsForm, list: listMarkets });
    const listLatest = client.listLatestForecasts.bind(client);
    this.allForecasts = new CatalogListing({
      ...parts,
      form: latestForecastsForm,
      list: listLatest,
    });
    this.definitions = new CatalogDefinitions({ client, files, now, log });
  }

  async signals(options: CatalogOptions = {}): Promise<KeptListing<ListedSignal>> {
    return this.allSignals.get(options);
  }

  /** The signals as they can be shown at once. */
  async availableSignals(
    options: CatalogOptions = {},
  ): Promise<Available<KeptListing<ListedSignal>>> {
    return this.allSignals.available(options);
  }

  /** The signals as last listed, in memory or on disk, however old; no request is made. */
  async keptSignals(): Promise<KeptListing<ListedSignal> | undefined> {
    return this.allSignals.keptBefore();
  }

  async markets(options: CatalogOptions = {}): Promise<KeptListing<ForecastMarket>> {
    return this.allMarkets.get(options);
  }

  /** The markets as they can be shown at once. */
  async availableMarkets(
    options: CatalogOptions = {},
  ): Promise<Available<KeptListing<ForecastMarket>>> {
    return this.allMarkets.available(options);
  }

  /** The newest forecasts of all markets: the only source of horizons and currencies. */
  async latestForecasts(options: CatalogOptions = {}): Promise<KeptListing<ForecastSummary>> {
    return this.allForecasts.get(options);
  }

  /** The newest forecasts as they can be shown at once. */
  async availableForecasts(
    options: CatalogOptions = {},
  ): Promise<Available<KeptListing<ForecastSummary>>> {
    return this.allForecasts.available(options);
  }

  /**
   * The definition of a signal: from its listing entry when that tells the tags, from memory, from disk, from the
   * service.
   */
  async definition(signal: ListedSignal, options: CatalogOptions = {}): Promise<CatalogDefinition> {
    const listed = options.isRefresh === true ? undefined : listedDefinition(signal);
    return listed ?? this.definitions.get(signal, options);
  }

  /** The definition of a signal as it can be shown at once. */
  async availableDefinition(
    signal: ListedSignal,
    options: CatalogOptions = {},
  ): Promise<Available<CatalogDefinition>> {
    const listed = listedDefinition(signal);
    return listed === undefined ? this.definitions.available(signal, options) : { value: listed };
  }

  /** The definition if it is in memory, however old; no request is made and no file read. */
  keptDefinition(signal: ListedSignal): CatalogDefinition | undefined {
    return this.definitions.kept(signal) ?? listedDefinition(signal);
  }

  /** Whether the definition in memory was only read from disk and is so old that the service is to be asked again. */
  isDefinitionOld(signal: ListedSignal): boolean {
    return signal.tags === undefined && this.definitions.isOld(signal);
  }

  /**
   * Reads the definitions that are on disk and not yet in memory; from then on {@link keptDefinition} has them. No request
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
    const unlisted = signals.filter(({ tags }) => tags === undefined);
    await this.definitions.readAll(unlisted, onRead, signal);
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
    options: CatalogOptions = {},
  ): Promise<void> {
    const limit = pLimit(mostAtOnce);
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
    this.allForecasts.forgetRead();
    this.definitions.forgetRead();
  }

  dispose(): void {
    this.allSignals.dispose();
    this.allMarkets.dispose();
    this.allForecasts.dispose();
    this.definitions.dispose();
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
}

function listedDefinition(signal: ListedSignal): SignalDefinition | undefined {
  const { code, version, name, tags } = signal;
  return tags === undefined ? undefined : { code, version, name, tags, unreadable: [] };
}
