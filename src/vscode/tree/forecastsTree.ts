import { forecastCoordinates, type HorizonCurrencies } from "../../catalog/forecastCoordinates";
import { ForecastValues, inHedging } from "../../catalog/forecastValues";
import { ForecastRows } from "../../catalog/forecastRows";
import {
  type ForecastNode,
  type ForecastsNode,
  leadsToForecast,
} from "../../catalog/forecastsNode";
import { type ForecastSummary } from "../../service/parseForecasts";
import { type Hedging } from "../../service/parseHedgings";
import { type ForecastMarket } from "../../service/parseMarkets";
import { plainLine } from "../../shared/plainText";
import { type ForecastRef } from "../../shared/reference";
import { type CachedListing } from "../../store/listingFiles";
import { Slices } from "../../store/slices";
import { type ConnectedService } from "../connection/connectedServices";
import { type Context } from "../connection/context";
import { type RowForecasts } from "../latest/openLatest";
import { type HedgingChoice } from "./hedgingChoice";
import {
  ListingTree,
  type ListingTreeOptions,
  type TreeEvents,
  type TreeSession,
} from "./listingTree";
import { forecastValue, rowScore, type RowValue } from "./rowValue";
import { ShownListing } from "./shownListing";
import { gapsMessage, valuesOnlyAsOfLatest } from "./viewStatus";

export interface ForecastsTreeOptions extends ListingTreeOptions {
  readonly hedging: HedgingChoice;
}

/** What hedging mode rows show, and which there are. */
export interface ShownHedging {
  readonly connectionId: string;
  readonly hedgings: readonly Hedging[];
  readonly current: string | undefined;
}

/**
 * The forecast markets of the active connection. Their horizons and currencies take one request for all, made when a
 * market is opened.
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

  /** The row of a forecast; undefined when the latest forecasts do not name it. */
  async rowOf(reference: ForecastRef): Promise<ForecastsNode | undefined> {
    const find = (): Promise<ForecastsNode | undefined> =>
      this.find(
        (row) => leadsToForecast(row, reference),
        ({ kind }) => kind === "forecast",
      );
    const found = await find();
    const { session } = this;
    if (found !== undefined || session === undefined) return found;
    // What cached listings lack may be new.
    await session.settled();
    return find();
  }

  /** The forecasts that a row stands for; undefined for rows of no market, and for anything else. */
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
    const isHidden = this.context?.asOf !== "latest" && rowScore() !== undefined;
    return [gapsMessage(listings), isHidden ? valuesOnlyAsOfLatest() : ""];
  }

  protected override about(session: ForecastsSession, context: Context): string {
    const isShown = rowScore() !== undefined && session.hedgings.length > 1;
    return isShown ? plainLine(this.hedgingIn(context, session) ?? "") : "";
  }

  /** The chosen mode, else the first that the service names. */
  private hedgingIn({ connection }: Context, { hedgings }: ForecastsSession): string | undefined {
    const chosen = this.options.hedging.of(connection.id);
    const known = hedgings.find(({ name }) => name === chosen) ?? hedgings[0];
    return known?.name;
  }

  private rows({ connection }: Context): ForecastRows {
    const { names, order } = this;
    return new ForecastRows({ connectionId: connection.id, names, order });
  }
}

/** The forecasts of one service as the tree knows them. */
class ForecastsSession implements TreeSession {
  private readonly markets: ShownListing<ForecastMarket>;
  private readonly latest: ShownListing<ForecastSummary>;
  private known:
    | {
        readonly of: CachedListing<ForecastSummary>;
        readonly byMarket: ReadonlyMap<string, readonly HorizonCurrencies[]>;
      }
    | undefined;

  private values:
    { readonly of: CachedListing<ForecastSummary>; readonly byHedging: ForecastValues } | undefined;
  /** The modes of the service, then those that only its answers name. */
  hedgings: readonly Hedging[] = [];
  private reading: Promise<void> | undefined;
  /** Rows that were shown while values were being read. */
  private waiting: ForecastNode[] = [];

  constructor(
    readonly service: ConnectedService,
    private readonly events: TreeEvents<ForecastsNode>,
  ) {
    const { catalog } = service;
    this.markets = new ShownListing({ ...events, list: (how) => catalog.availableMarkets(how) });
    this.latest = new ShownListing({ ...events, list: (how) => catalog.availableForecasts(how) });
  }

  get listings(): readonly CachedListing<unknown>[] {
    return [this.markets.value, this.latest.value].filter((listing) => listing !== undefined);
  }

  async listedMarkets(): Promise<readonly ForecastMarket[]> {
    return (await this.markets.get()).items;
  }

  async coordinates(): Promise<ReadonlyMap<string, readonly HorizonCurrencies[]>> {
    const latest = await this.latest.get();
    if (this.values?.of !== latest && rowScore() !== undefined) {
      this.reading ??= this.readValues(latest).finally(() => (this.reading = undefined));
    }
    if (this.known?.of !== latest) {
      this.known = { of: latest, byMarket: forecastCoordinates(latest.items) };
    }
    return this.known.byMarket;
  }

  /** Ends when rows can show their values. */
  async valuesRead(): Promise<void> {
    await this.reading;
  }

  /** The newest forecast of a series in a mode; undefined where there is none, or none yet. */
  valueOf(row: ForecastNode, hedging: string | undefined): RowValue | undefined {
    if (this.reading !== undefined) this.waiting.push(row);
    const newest = this.values?.byHedging.of(row.target.reference);
    const chosen = newest && inHedging(newest, hedging);
    if (this.values === undefined || newest === undefined || chosen === undefined) return undefined;
    return forecastValue(chosen, newest, this.values.of.fetchedAtMs);
  }

  private async readValues(of: CachedListing<ForecastSummary>): Promise<void> {
    const byHedging = new ForecastValues();
    await new Slices().run(byHedging.add(of.items));
    const listed = await this.listedHedgings();
    const known = new Set(listed.map(({ name }) => name));
    const others = byHedging.hedgings.filter((name) => !known.has(name));
    this.hedgings = [...listed, ...others.map((name) => ({ name }))];
    this.values = { of, byHedging };
    const rows = this.waiting;
    this.waiting = [];
    this.events.onDidRead(rows);
  }

  /** Without those of the service there are still those of its answers; the log has the request. */
  private async listedHedgings(): Promise<readonly Hedging[]> {
    try {
      return (await this.service.catalog.hedgings()).items;
    } catch {
      return [];
    }
  }

  /** The latest forecasts only if they have been needed. */
  async refresh(): Promise<void> {
    await this.markets.refresh();
    if (this.latest.value !== undefined) await this.latest.refresh();
  }

  /** Ends with what the service is being asked for behind the rows; never rejects. */
  async settled(): Promise<void> {
    await Promise.all([this.markets.settled(), this.latest.settled()]);
  }

  dispose(): void {
    // Nothing of it outlives the service.
  }
}

async function topmost(
  session: ForecastsSession,
  rows: ForecastRows,
): Promise<readonly ForecastsNode[]> {
  const markets = await session.listedMarkets();
  if (markets.length > 0) return rows.markets(markets);
  return [{ kind: "empty", of: "markets", id: `${rows.rootId}/#none`, parent: undefined }];
}
