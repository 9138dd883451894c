import * as vscode from "vscode";
import { forecastCoordinates, type HorizonCurrencies } from "../../catalog/forecastCoordinates";
import { type ReadableNames } from "../../catalog/readableNames";
import { forecastTest, type RowTest } from "../../catalog/rowFilter";
import { type ForecastIndexes, forecastIndexes } from "../../catalog/searchEntries";
import { Slices } from "../../service/slices";
import { ForecastRows } from "../../catalog/forecastRows";
import { type ForecastRow, type ForecastsNode, leadsToForecast } from "../../catalog/forecastsNode";
import { type LatestForecasts } from "../../service/latestForecasts";
import { type ItemList } from "../../service/listing";
import { type Hedging } from "../../service/parseHedgings";
import { type ForecastMarket } from "../../service/parseMarkets";
import { plainLine } from "../../shared/plainText";
import { type ForecastRef } from "../../shared/reference";
import { type CachedForecasts, type CachedListing } from "../../store/listingFiles";
import { type ConnectedService } from "../../connect/connectedServices";
import { type Context } from "../../connect/context";
import { type HedgingChoice } from "./hedgingChoice";
import {
  ListingTree,
  type ListingTreeOptions,
  type TreeEvents,
  type TreeSession,
} from "./listingTree";
import { chosenHedging, NewestForecasts } from "./newestForecasts";
import { rowScore, type RowValue } from "./rowValue";
import { ShownListing } from "./shownListing";
import { connectionText, gapsMessage } from "./viewStatus";

export interface ForecastsTreeOptions extends ListingTreeOptions {
  readonly hedging: HedgingChoice;
}

/** Forecasts that a row stands for. */
export interface RowForecasts {
  readonly connectionId: string;
  /** The service's names; null for all. */
  readonly choice: {
    readonly market: string;
    readonly currency: string | null;
    readonly horizon: string | null;
  };
}

/** The available hedging modes and the one that rows show. */
export interface ShownHedging {
  readonly connectionId: string;
  readonly hedgings: readonly Hedging[];
  readonly current: string | undefined;
}

/**
 * The forecast markets of the active connection. Their horizons and currencies are loaded with one request for all,
 * when a market is first expanded.
 */
export class ForecastsTree extends ListingTree<ForecastsNode, ForecastsSession> {
  constructor(private readonly options: ForecastsTreeOptions) {
    super(options);
    this.disposables.add(options.hedging.onDidChange(() => this.refreshRows()));
  }

  /** The hedging modes to choose from and the one that rows show; undefined without a connection. */
  async shownHedging(): Promise<ShownHedging | undefined> {
    const session = await this.currentSession();
    const { context } = this;
    if (session === undefined || context === undefined) return undefined;
    await session.coordinates();
    await session.valuesRead();
    const { hedgings } = session;
    return {
      connectionId: context.connection.id,
      hedgings,
      current: this.hedgingIn(context, session),
    };
  }

  /** The row of a forecast; undefined when the latest forecasts do not include it. */
  async rowOf(reference: ForecastRef): Promise<ForecastsNode | undefined> {
    const find = (): Promise<ForecastsNode | undefined> =>
      this.find(
        (row) => leadsToForecast(row, reference),
        ({ kind }) => kind === "forecast",
      );
    const found = await find();
    const { session } = this;
    if (found !== undefined || session === undefined) return found;
    // A forecast missing from cached listings may be new.
    await session.settled();
    return find();
  }

  /** The forecasts of a row; undefined for other rows and for anything else. */
  choiceOf(row: unknown): RowForecasts | undefined {
    const { context } = this;
    if (context === undefined || !this.provider.owns(row)) return undefined;
    const { id: connectionId } = context.connection;
    switch (row.kind) {
      case "market": {
        const choice = { market: row.market.ticker, currency: null, horizon: null };
        return { connectionId, choice };
      }
      case "horizon": {
        const { horizon } = row.coordinates;
        return { connectionId, choice: { market: row.market.ticker, currency: null, horizon } };
      }
      case "forecast": {
        const { market, currency, horizon } = row.target.reference;
        return { connectionId, choice: { market, currency, horizon } };
      }
      case "marketGroup":
      case "otherMarkets":
      case "range":
      case "empty":
      case "failure":
        return undefined;
    }
  }

  protected override newSession(
    service: ConnectedService,
    events: TreeEvents<ForecastsNode>,
  ): ForecastsSession {
    return new ForecastsSession(service, events);
  }

  protected override rootId(context: Context): string {
    return this.rows(context).rootId;
  }

  protected override async below(
    node: ForecastsNode | undefined,
    session: ForecastsSession,
    context: Context,
  ): Promise<readonly ForecastsNode[]> {
    const rows = this.rows(context);
    if (node === undefined) return topmost(session, rows);
    switch (node.kind) {
      case "marketGroup":
      case "otherMarkets":
        return rows.inGroup(node);
      case "market":
        return rows.inMarket(node, await session.coordinates());
      case "horizon":
        return rows.inHorizon(node);
      case "range":
        return node.children();
      case "forecast":
      case "empty":
        return [];
    }
  }

  protected override async testOf(
    text: string,
    session: ForecastsSession,
  ): Promise<RowTest<ForecastsNode>> {
    const indexes = await session.indexes(this.names);
    const slices = new Slices();
    return slices.run(forecastTest(await slices.run(indexes.forecasts.matching(text))));
  }

  protected override valueOf(node: ForecastsNode): RowValue | undefined {
    const { context, session } = this;
    if (context === undefined || node.kind !== "forecast" || rowScore() === undefined)
      return undefined;
    // Newest forecasts have no as-of.
    if (context.asOf !== "latest") return undefined;
    return session?.valueOf(node, this.hedgingIn(context, session));
  }

  protected override furtherLines(): readonly string[] {
    return [];
  }

  protected override failureKey({ id }: ForecastsNode): string {
    return id;
  }

  protected override messages({ listings }: ForecastsSession): readonly string[] {
    const isBound = this.context !== undefined && this.context.asOf !== "latest";
    return [gapsMessage(listings), isBound ? vscode.l10n.t("Forecasts have no as-of") : ""];
  }

  /** Without the window's as-of, which forecasts do not have. */
  protected override description(session: ForecastsSession | undefined, context: Context): string {
    const hasValues = rowScore() !== undefined && context.asOf === "latest";
    const isShown = session !== undefined && hasValues && session.hedgings.length > 1;
    const hedging = isShown ? plainLine(this.hedgingIn(context, session) ?? "") : "";
    return [hedging, connectionText(context)].filter((text) => text !== "").join(" · ");
  }

  /** The chosen mode, else the service's first one. */
  private hedgingIn({ connection }: Context, { hedgings }: ForecastsSession): string | undefined {
    return chosenHedging(hedgings, this.options.hedging.of(connection.id));
  }

  private rows({ connection }: Context): ForecastRows {
    const { names, order } = this;
    return new ForecastRows({ connectionId: connection.id, names, order });
  }
}

/** The forecasts of one service as the tree knows them. */
class ForecastsSession implements TreeSession {
  private readonly markets: ShownListing<CachedListing<ForecastMarket>>;
  private readonly latest: ShownListing<CachedForecasts>;
  private known:
    | {
        readonly of: CachedForecasts;
        readonly byMarket: Promise<ReadonlyMap<string, readonly HorizonCurrencies[]>>;
      }
    | undefined;

  private indexed:
    | {
        readonly markets: readonly ForecastMarket[];
        readonly latest: LatestForecasts | undefined;
        readonly all: Promise<ForecastIndexes>;
      }
    | undefined;
  private readonly newest: NewestForecasts;
  /** Rows shown while values were being read. */
  private waiting: ForecastRow[] = [];

  constructor(
    readonly service: ConnectedService,
    private readonly events: TreeEvents<ForecastsNode>,
  ) {
    const { catalog } = service;
    this.markets = new ShownListing({ ...events, list: (how) => catalog.availableMarkets(how) });
    this.latest = new ShownListing({ ...events, list: (how) => catalog.availableForecasts(how) });
    this.newest = new NewestForecasts(catalog);
  }

  /** The service's modes, then those that only its answers contain; empty before values are read. */
  get hedgings(): readonly Hedging[] {
    return this.newest.hedgings;
  }

  get listings(): readonly CachedListing<unknown, ItemList<unknown>>[] {
    return [this.markets.value, this.latest.value].filter((listing) => listing !== undefined);
  }

  async listedMarkets(): Promise<readonly ForecastMarket[]> {
    return (await this.markets.get()).items;
  }

  async coordinates(): Promise<ReadonlyMap<string, readonly HorizonCurrencies[]>> {
    const latest = await this.latest.get();
    if (rowScore() !== undefined) void this.readValues(latest);
    if (this.known?.of !== latest) {
      this.known = { of: latest, byMarket: new Slices().run(forecastCoordinates(latest.items)) };
    }
    return this.known.byMarket;
  }

  /** The indexes of the markets that are shown, and of forecasts where these are known; nothing is requested. */
  async indexes(names: ReadableNames): Promise<ForecastIndexes> {
    const latest = (this.latest.value ?? (await this.service.catalog.cachedForecasts()))?.items;
    const markets = this.markets.value?.items ?? [];
    if (this.indexed?.latest !== latest || this.indexed?.markets !== markets) {
      this.indexed = { latest, markets, all: indexesOf(markets, latest, names) };
    }
    return this.indexed.all;
  }

  /** Resolves when rows can show their values. */
  async valuesRead(): Promise<void> {
    if (this.latest.value !== undefined) await this.newest.read(this.latest.value);
  }

  /** The newest forecast of a series in a mode; undefined where there is none yet. */
  valueOf(row: ForecastRow, hedging: string | undefined): RowValue | undefined {
    if (this.newest.isReading) this.waiting.push(row);
    return this.newest.valueOf(row.target.reference, hedging);
  }

  private async readValues(latest: CachedForecasts): Promise<void> {
    if (!(await this.newest.read(latest))) return;
    const rows = this.waiting;
    this.waiting = [];
    this.events.onDidRead(rows);
  }

  /** Refreshes the latest forecasts only if they have been loaded. */
  async refresh(): Promise<void> {
    await this.markets.refresh();
    if (this.latest.value !== undefined) await this.latest.refresh();
  }

  /** Resolves when the background requests are done; never rejects. */
  async settled(): Promise<void> {
    await Promise.all([this.markets.settled(), this.latest.settled()]);
  }

  dispose(): void {
    // The session ends with its service.
  }
}

async function indexesOf(
  markets: readonly ForecastMarket[],
  latest: LatestForecasts | undefined,
  names: ReadableNames,
): Promise<ForecastIndexes> {
  const slices = new Slices();
  const known = latest ? await slices.run(forecastCoordinates(latest)) : new Map<string, never>();
  // A market that only forecasts name has no row.
  const tickers = new Set(markets.map(({ ticker }) => ticker));
  const own = new Map([...known].filter(([ticker]) => tickers.has(ticker)));
  return slices.run(forecastIndexes(markets, own, names));
}

async function topmost(
  session: ForecastsSession,
  rows: ForecastRows,
): Promise<readonly ForecastsNode[]> {
  const markets = await session.listedMarkets();
  if (markets.length > 0) return rows.markets(markets);
  return [{ kind: "empty", of: "markets", id: `${rows.rootId}/#none`, parent: undefined }];
}
