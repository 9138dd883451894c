import { forecastCoordinates, type HorizonCurrencies } from "../../catalog/forecastCoordinates";
import { ForecastRows } from "../../catalog/forecastRows";
import { type ForecastsNode, leadsToForecast } from "../../catalog/forecastsNode";
import { type ForecastSummary } from "../../service/parseForecasts";
import { type ForecastMarket } from "../../service/parseMarkets";
import { type ForecastRef } from "../../shared/reference";
import { type CachedListing } from "../../store/listingFiles";
import { type ConnectedService } from "../connection/connectedServices";
import { type Context } from "../connection/context";
import { ListingTree, type TreeEvents, type TreeSession } from "./listingTree";
import { ShownListing } from "./shownListing";
import { gapsMessage } from "./viewStatus";

/**
 * The forecast markets of the active connection. Their horizons and currencies take one request for all, made when a
 * market is opened.
 */
export class ForecastsTree extends ListingTree<ForecastsNode, ForecastsSession> {
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

  protected override newSession(service: ConnectedService, events: TreeEvents): ForecastsSession {
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

  protected override valueOf(): undefined {
    return undefined;
  }

  protected override furtherLines(): readonly string[] {
    return [];
  }

  protected override failureKey({ id }: ForecastsNode): string {
    return id;
  }

  protected override messages({ listings }: ForecastsSession): readonly string[] {
    return [gapsMessage(listings)];
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

  constructor(
    readonly service: ConnectedService,
    events: TreeEvents,
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
    if (this.known?.of !== latest) {
      this.known = { of: latest, byMarket: forecastCoordinates(latest.items) };
    }
    return this.known.byMarket;
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
