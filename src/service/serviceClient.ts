import { compareKeys } from "../shared/compareTexts";
import { type Clock, systemClock } from "../shared/clock";
import { type LatestSignal } from "../shared/latestColumns";
import { asOfParameter, type AsOf, msOfInstant } from "../shared/instant";
import { isLoopback } from "../shared/loopback";
import { type ForecastRef, type SignalRef } from "../shared/reference";
import { type WireFormat } from "../shared/wireFormat";
import { type Answer } from "./answer";
import { type BaseUrl } from "./baseUrl";
import { type Body } from "./body";
import { InvalidRequest, RepeatedKeyError, UnauthorizedError } from "./errors";
import { Exchange, type ExchangeOptions } from "./exchange";
import { contentOf, expectContent } from "./expectContent";
import { type FetchedPage, fetchListing, type ListingSource } from "./fetchListing";
import { KeyAcceptance } from "./keyAcceptance";
import { type ForecastSummary, type LatestForecasts } from "./latestForecasts";
import { type LatestSignals } from "./latestSignals";
import { type Listing } from "./listing";
import { Outage } from "./outage";
import { type SignalDefinition } from "./parseDefinition";
import { type Hedging } from "./parseHedgings";
import { type ForecastMarket } from "./parseMarkets";
import { type ListedSignal } from "./parseSignals";
import {
  type BodyForm,
  type BodyItem,
  type BodyLists,
  type BodyReader,
  limitsOf,
  listingParsers,
  type ListingName,
  readBody,
} from "./readBody";
import { reusedRedaction } from "./redaction";
import { noRequests, type RequestCounts, withAttempt } from "./requestCounts";
import { type RequestLogEntry } from "./requestLogEntry";
import { RequestQueue } from "./requestQueue";
import { isReservedTagKind } from "../shared/reservedTagKinds";
import { RetryBudget } from "./retryBudget";
import { path, query, type Route } from "./route";
import { type Arrival, ServiceClock } from "./serviceClock";
import { type Transport } from "./transport";
import { Urgency } from "./urgency";

/** The default limit for a body, after content decoding. */
export const defaultMaxBodyBytes = 128 * 1024 * 1024;

const defaults = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  timeoutMs: 120_000,
  maxBodyBytes: defaultMaxBodyBytes,
  random: Math.random,
  retriesTimeouts: true,
};

export interface ServiceClientOptions {
  readonly baseUrl: BaseUrl;
  /** The key of this base URL's origin, asked for once per request; undefined if there is none yet. */
  readonly apiKey: () => Promise<string | undefined>;
  /** The key is public, so that answers may contain it; false by default. */
  readonly isKeyPublic?: boolean;
  /** Owned by the caller: several clients may share one. */
  readonly transport: Transport;
  /** The time limit for opening a connection, including tunnel and TLS; 10,000 by default. */
  readonly connectTimeoutMs?: number;
  /** The time limit from an open connection to the answer's headers; 30,000 by default. */
  readonly headersTimeoutMs?: number;
  /** For a whole request with all its attempts, from its turn in the queue to the last byte; 120,000 by default. */
  readonly timeoutMs?: number;
  /** For one inflated body; 128 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Parses JSON bodies; in this thread by default. */
  readonly readBody?: BodyReader;
  /** The maximum number of concurrent requests, read anew for each; 8 by default. */
  readonly maxConcurrentRequests?: () => number;
  /** The system clock by default. */
  readonly clock?: Clock;
  /**
   * Randomises the retry delays: from 0, inclusive, to 1, exclusive, uniformly distributed; `Math.random` by default.
   */
  readonly random?: () => number;
  /** Called once when each attempt that was sent is over. */
  readonly log?: (entry: RequestLogEntry) => void;
  /** Called once when each request is over, before its promise settles; without an error if it was answered. */
  readonly onOutcome?: (error?: unknown) => void;
}

export interface RequestOptions {
  /** Ends the request at once and closes its socket; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Who is waiting for it; a person by default. */
  readonly urgency?: Urgency;
  /**
   * There is a cached answer if the request fails: then the connect timeout is 8 seconds, and timeouts are not retried.
   */
  readonly hasFallback?: boolean;
}

export interface DownloadOptions extends RequestOptions {
  /** The format of the series; Parquet by default. */
  readonly format?: WireFormat;
  /** Accepts a body in another format, too, and reports the discrepancy with it. */
  readonly takesOther?: boolean;
  /** Whether the body is in memory of its own, which can be freed; by default a small one is in shared memory. */
  readonly isUnshared?: boolean;
}

/**
 * The eight endpoints of one data service.
 *
 * Every method rejects with a {@link ServiceError}, or with the signal's reason if it was cancelled.
 */
export class ServiceClient {
  /** Whether the service was recently reachable. */
  readonly outage: Outage;
  private readonly keyAcceptance: KeyAcceptance;
  private readonly onOutcome: (error?: unknown) => void;
  private readonly clock: ServiceClock;
  private readonly exchange: ExchangeOptions;
  private readonly queue: RequestQueue;
  private readonly readBody: BodyReader;
  private readonly isKeyPublic: boolean;
  private requestCounts = noRequests;

  constructor(options: ServiceClientOptions) {
    const { clock = systemClock, maxConcurrentRequests = () => 8, log } = options;
    this.isKeyPublic = options.isKeyPublic ?? false;
    this.onOutcome = options.onOutcome ?? (() => undefined);
    this.outage = new Outage(clock.now);
    this.keyAcceptance = new KeyAcceptance(clock.now);
    this.clock = new ServiceClock(clock.now, isLoopback(options.baseUrl.asciiHost));
    this.readBody = options.readBody ?? ((body) => Promise.resolve().then(() => readBody(body)));
    this.queue = new RequestQueue(maxConcurrentRequests);
    this.exchange = {
      ...defaults,
      ...options,
      clock,
      serviceClock: this.clock,
      keyAcceptance: this.keyAcceptance,
      redactionOf: reusedRedaction(),
      budget: new RetryBudget(clock),
      log: (entry) => {
        this.requestCounts = withAttempt(this.requestCounts, entry);
        log?.(entry);
      },
    };
  }

  /** The service's location. */
  get baseUrl(): BaseUrl {
    return this.exchange.baseUrl;
  }

  /** The outcomes of all attempts so far. */
  get counts(): RequestCounts {
    return this.requestCounts;
  }

  /** The service's newest `Date` header, milliseconds since 1970-01-01 UTC; undefined before any answer. */
  get newestServerDateMs(): number | undefined {
    return this.clock.newestMs;
  }

  /** When the last answer arrived, if it has just arrived. */
  get arrival(): Arrival {
    return this.clock.arrival();
  }

  /** The latest as-of that is not rejected as future, inclusive, milliseconds since 1970-01-01 UTC. */
  get latestAsOfMs(): number {
    return this.clock.latestAsOfMs();
  }

  /** All signals, one item per version. */
  async listSignals(options: RequestOptions = {}): Promise<Listing<ListedSignal>> {
    return this.list("signals", path`/api/v3/signal/`, options);
  }

  /** The definition of one signal. */
  async getSignal(
    code: string,
    version: number,
    options: RequestOptions = {},
  ): Promise<SignalDefinition> {
    const route = path`/api/v3/signal/${code}/${version}/`;
    const { page } = await this.noted(this.getJson("definition", route, options));
    const [definition] = page.items;
    if (definition === undefined) throw new RangeError("a definition is read as one item");
    return { ...definition, code, version, name: definition.name === "" ? code : definition.name };
  }

  /**
   * The series of one variant at the reference's as-of. Only the rows show whether the service honoured the as-of.
   *
   * @throws {@link InvalidRequest} before anything is sent, for an as-of in the future and a tag kind with the name of
   * another parameter.
   */
  async downloadSignalData(reference: SignalRef, options: DownloadOptions = {}): Promise<Body> {
    const { code, version, tags, dataKind, asOf } = reference;
    const { format = "parquet" } = options;
    const data = path`/api/v3/signal/${code}/${version}/data/`;
    const kinds = Object.entries(tags).sort(compareKeys);
    this.refuseReserved(data, kinds);
    await this.refuseFuture(data, asOf, options);
    const route = query(data, [
      ...kinds,
      ["kind", dataKind],
      ...(asOf === "latest" ? [] : [["as_of_utc", asOfParameter(asOf)] as const]),
      ["fmt", format],
    ]);
    return this.noted(this.download(route, format, options));
  }

  /**
   * The newest data point of each variant, optionally of one commodity only. A filter is applied again to the answer,
   * because a service may ignore the one that it was sent.
   */
  async listLatestSignals(
    options: RequestOptions & { readonly commodityName?: string } = {},
  ): Promise<Listing<LatestSignal, LatestSignals>> {
    const { commodityName } = options;
    const route = query(path`/api/v3/signal/latest/`, given({ commodity_name: commodityName }));
    const listing = await this.list("latestSignals", route, options);
    if (commodityName === undefined) return listing;
    const items = listingParsers.latestSignals.newItems();
    for (const record of listing.items) {
      if (record.tags["commodity_name"] === commodityName) items.add(record);
    }
    return { ...listing, items: items.build() };
  }

  /** All markets that have forecasts. */
  async listMarkets(options: RequestOptions = {}): Promise<Listing<ForecastMarket>> {
    return this.list("markets", path`/api/v3/forecast/market/`, options);
  }

  /** All hedging modes of the latest forecasts. */
  async listHedgings(options: RequestOptions = {}): Promise<Listing<Hedging>> {
    return this.list("hedgings", path`/api/v3/forecast/hedging/`, options);
  }

  /** The series of one forecast; it has no kind, as-of or hedging. */
  async downloadForecastData(reference: ForecastRef, options: DownloadOptions = {}): Promise<Body> {
    const { market, currency, horizon } = reference;
    const { format = "parquet" } = options;
    const route = query(
      path`/api/v3/forecast/market/${market}/currency/${currency}/horizon/${horizon}/data/`,
      [["fmt", format]],
    );
    return this.noted(this.download(route, format, options));
  }

  /** The newest forecast of each market, currency, horizon and hedging, optionally of one market or horizon only. */
  async listLatestForecasts(
    options: RequestOptions & { readonly market?: string; readonly horizon?: string } = {},
  ): Promise<Listing<ForecastSummary, LatestForecasts>> {
    const { market, horizon } = options;
    const route = query(
      path`/api/v3/forecast/latest/`,
      given({ market_code: market, horizon_name: horizon }),
    );
    const listing = await this.list("latestForecasts", route, options);
    if (market === undefined && horizon === undefined) return listing;
    const items = listingParsers.latestForecasts.newItems();
    for (const summary of listing.items) {
      const { marketCode, horizonName } = summary;
      if (matches(marketCode, market) && matches(horizonName, horizon)) items.add(summary);
    }
    return { ...listing, items: items.build() };
  }

  /** Records the outcome of a request for the outage and the key. */
  private async noted<T>(request: Promise<T>): Promise<T> {
    const { clock } = this.exchange;
    const startedMs = clock.now();
    try {
      const answer = await request;
      this.outage.end();
      this.keyAcceptance.noteAnswer();
      this.onOutcome();
      return answer;
    } catch (error) {
      this.outage.note(error, clock.now() - startedMs);
      if (error instanceof UnauthorizedError) this.keyAcceptance.noteRefusal(error.refusedSubject);
      this.onOutcome(error);
      throw error;
    }
  }

  private async list<N extends ListingName>(
    name: N,
    first: Route,
    options: RequestOptions,
  ): Promise<Listing<BodyItem[N], BodyLists[N]>> {
    const { baseUrl, clock } = this.exchange;
    const fetchPage: ListingSource<N>["fetchPage"] = async (route, max, signal) => {
      const asked = { ...options, ...(signal === undefined ? {} : { signal }) };
      return this.getJson(name, route, asked, max);
    };
    return this.noted(fetchListing(name, first, { baseUrl, clock, fetchPage }, options.signal));
  }

  private async getJson<F extends BodyForm>(
    form: F,
    route: Route,
    options: RequestOptions,
    maxBytes = Infinity,
  ): Promise<FetchedPage<F>> {
    const accept = "application/json, */*;q=0.1";
    const limitBytes = Math.min(limitsOf(form).bytes, maxBytes);
    const answer = await this.get(route, accept, options, limitBytes);
    expectContent(answer, "json");
    await this.refuseKey(answer, "json");
    const { request, attempts, bytes } = answer;
    const page = await this.readBody({ form, bytes, facts: { request, attempts } }, options.signal);
    return { page, sizeBytes: bytes.length };
  }

  private async download(route: Route, asked: WireFormat, options: DownloadOptions): Promise<Body> {
    const answer = await this.get(route, "*/*", options);
    const { format, unexpected } = contentOf(answer, asked);
    if (unexpected !== undefined && options.takesOther !== true) throw unexpected;
    await this.refuseKey(answer, format);
    const { request, attempts, bytes, isCloseDelimited, redaction } = answer;
    const serverDateMs = await this.dateOf(answer, options);
    const date = serverDateMs === undefined ? {} : { serverDateMs };
    const secret = this.isKeyPublic ? {} : { redaction };
    const other = unexpected === undefined ? {} : { unexpected };
    return { request, attempts, bytes, format, isCloseDelimited, ...date, ...secret, ...other };
  }

  /**
   * When the service gave an answer. If all that is known is that its `Date` is ahead of this machine's clock, one more
   * answer tells which of the two is wrong.
   */
  private async dateOf(
    { serverDateMs }: Answer,
    options: RequestOptions,
  ): Promise<number | undefined> {
    const knownMs = (): number | undefined => this.clock.newestMs;
    if (serverDateMs === undefined || knownMs() !== undefined) return serverDateMs;
    await this.askTime(options);
    return knownMs() ?? serverDateMs;
  }

  /** Lets the clock see one more answer. */
  private async askTime(options: RequestOptions): Promise<void> {
    await this.listHedgings(options).catch(() => options.signal?.throwIfAborted());
  }

  /** Compressed parts are searched after decoding. */
  private async refuseKey(answer: Answer, format: WireFormat): Promise<void> {
    if (this.isKeyPublic) return;
    const { bytes, redaction } = answer;
    const isBinary = format === "parquet";
    const holdsKey =
      (await redaction.isInBytes(bytes, isBinary)) ||
      (isBinary && (await redaction.isInBytes(parquetFooterOf(bytes), false)));
    if (holdsKey) throw new RepeatedKeyError(answer);
  }

  private async get(
    route: Route,
    accept: string,
    options: DownloadOptions,
    maxBytes = Infinity,
  ): Promise<Answer> {
    const { signal, urgency = new Urgency("click") } = options;
    const { hasFallback = false, isUnshared = false } = options;
    const patient = hasFallback ? withLessPatience(this.exchange) : this.exchange;
    const maxBodyBytes = Math.min(patient.maxBodyBytes, maxBytes);
    const exchangeOptions = { ...patient, maxBodyBytes, isUnshared };
    const exchange = (): Promise<Answer> =>
      new Exchange(exchangeOptions, route, accept, signal).run();
    return this.queue.run(exchange, urgency, signal);
  }

  private refuseReserved(route: Route, tags: readonly (readonly [string, string])[]): void {
    const reserved = tags.find(([kind]) => isReservedTagKind(kind));
    if (reserved === undefined) return;
    const problem = `the tag kind ${reserved[0]} has the name of another parameter`;
    throw new InvalidRequest(`GET ${route}`, "reserved-tag-kind", problem);
  }

  private async refuseFuture(route: Route, asOf: AsOf, options: RequestOptions): Promise<void> {
    if (asOf === "latest") return;
    const isFuture = (): boolean => msOfInstant(asOf) > this.clock.latestAsOfMs();
    // This machine's clock alone is no reason to reject: one answer tells the time, or two if it is wrong.
    for (let asked = 0; asked < 2 && isFuture() && this.clock.newestMs === undefined; asked++) {
      await this.askTime(options);
    }
    if (!isFuture()) return;
    const problem = `the as-of ${asOfParameter(asOf)} UTC is in the future`;
    throw new InvalidRequest(`GET ${route}`, "future-as-of", problem);
  }
}

/**
 * The uncompressed metadata at the end of a Parquet file, located by the length and magic in its last eight bytes.
 * Empty if there is none.
 */
function parquetFooterOf(bytes: Uint8Array): Uint8Array {
  const end = bytes.length - 8;
  if (end < 0) return new Uint8Array();
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(end, true);
  return bytes.subarray(Math.max(0, end - length), end);
}

/** Leaves time for the other transport after the first five seconds. */
const shortConnectTimeoutMs = 8_000;

function withLessPatience(options: ExchangeOptions): ExchangeOptions {
  const connectTimeoutMs = Math.min(options.connectTimeoutMs, shortConnectTimeoutMs);
  return { ...options, connectTimeoutMs, retriesTimeouts: false };
}

/** The parameters that have a value, in the given order. */
function given(parameters: Readonly<Record<string, string | undefined>>): [string, string][] {
  return Object.entries(parameters).filter(
    (parameter): parameter is [string, string] => parameter[1] !== undefined,
  );
}

function matches(value: string | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || value === wanted;
}
