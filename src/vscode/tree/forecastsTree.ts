import * as vscode from "vscode";
import { forecastCoordinates, type HorizonCurrencies } from "../../catalog/forecastCoordinates";
import { ForecastRows } from "../../catalog/forecastRows";
import { type ForecastsNode, leadsToForecast } from "../../catalog/forecastsNode";
import { LabelOrder } from "../../catalog/labelOrder";
import { ReadableNames } from "../../catalog/readableNames";
import { type ForecastSummary } from "../../service/parseForecasts";
import { type ForecastMarket } from "../../service/parseMarkets";
import { type ForecastRef } from "../../shared/reference";
import { type KeptListing } from "../../store/listingFiles";
import { type ConnectedService } from "../connection/connectedServices";
import { type Disposable, DisposableStore } from "../disposables";
import { ActiveService } from "./activeService";
import { reportCatalogFailure } from "./catalogReport";
import { CatalogTree } from "./catalogTree";
import { ShownListing } from "./shownListing";
import { type SignalsTreeOptions } from "./signalsTree";
import {
  gapsMessage,
  joinedMessage,
  staleMessage,
  unrefreshed,
  viewDescription,
  type ViewStatus,
} from "./viewStatus";

export type ForecastsTreeOptions = Pick<
  SignalsTreeOptions,
  "services" | "context" | "reporter" | "seriesFailures" | "expanded" | "language"
>;

/** What the rows are from. */
interface Shown {
  readonly service: ConnectedService;
  readonly markets: ShownListing<ForecastMarket>;
  readonly latest: ShownListing<ForecastSummary>;
  coordinates?: {
    readonly of: KeptListing<ForecastSummary>;
    readonly byMarket: ReadonlyMap<string, readonly HorizonCurrencies[]>;
  };
}

/** The forecast markets of the active connection. Their horizons and currencies take one request for all, made when a market is opened. */
export class ForecastsTree implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didStart = this.disposables.add(new vscode.EventEmitter<Promise<unknown>>());
  /** Fires with work that takes long enough to show. */
  readonly onDidStart = this.didStart.event;
  private readonly didChangeStatus = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeStatus = this.didChangeStatus.event;
  readonly provider: CatalogTree<ForecastsNode>;
  private readonly active: ActiveService;
  private readonly names: ReadableNames;
  private readonly order: LabelOrder;
  private shown: Shown | undefined;
  /** Why the last refresh was in vain, until another is not or the service is back. */
  private refreshError: unknown;

  constructor(private readonly options: ForecastsTreeOptions) {
    const { services, context, language, seriesFailures, expanded } = options;
    this.names = new ReadableNames(language);
    this.order = new LabelOrder(language);
    this.active = this.disposables.add(new ActiveService(services, context));
    this.provider = this.disposables.add(
      new CatalogTree<ForecastsNode>({
        names: this.names,
        seriesFailures,
        expanded,
        load: (node) => this.load(node),
        failureKey: ({ id }) => id,
        onKeyWanted: (error) => void this.report(error),
      }),
    );
    this.disposables.add(
      this.active.onDidChange(() => {
        this.refreshError = undefined;
        this.refreshRows();
      }),
    );
    this.disposables.add(
      this.active.onDidReturn(() => {
        this.refreshError = undefined;
        this.provider.forgetOutages();
        this.refreshRows();
      }),
    );
    this.disposables.add(seriesFailures.onDidChange(() => this.provider.refresh()));
  }

  get status(): ViewStatus {
    const description = viewDescription(this.active.context?.connection);
    const listings = [this.shown?.markets.value, this.shown?.latest.value];
    const stale = staleMessage(listings.map((each) => unrefreshed(each, this.refreshError)));
    return { description, message: joinedMessage(stale, gapsMessage(listings)) };
  }

  /** Asks the service anew. When that fails, what was shown stays. */
  async refresh(): Promise<void> {
    const { shown } = this;
    if (shown?.markets.value !== undefined) {
      const work = refreshed(shown);
      this.didStart.fire(work);
      try {
        await work;
      } catch (error) {
        this.refreshError = error;
        this.didChangeStatus.fire();
        await this.report(error, () => this.refresh());
        return;
      }
    }
    this.refreshError = undefined;
    this.provider.reset();
    this.refreshRows();
  }

  /** Loads what failed below a row once more; false when it is no row of this tree. */
  async retry(row: unknown): Promise<boolean> {
    if (!this.provider.owns(row)) return false;
    const work = this.provider.retry(row);
    this.didStart.fire(work);
    await work;
    return true;
  }

  /** The row of a forecast; undefined when the latest forecasts do not name it. */
  async find(reference: ForecastRef): Promise<ForecastsNode | undefined> {
    const found = await this.findBelow(reference);
    const { shown } = this;
    if (found !== undefined || shown === undefined) return found;
    // What cached listings lack may be new.
    await Promise.all([shown.markets.settled(), shown.latest.settled()]);
    return this.findBelow(reference);
  }

  private async findBelow(
    reference: ForecastRef,
    below?: ForecastsNode,
  ): Promise<ForecastsNode | undefined> {
    for (const row of await this.load(below)) {
      if (!leadsToForecast(row, reference)) continue;
      if (row.kind === "forecast") return row;
      const found = await this.findBelow(reference, row);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async load(node: ForecastsNode | undefined): Promise<readonly ForecastsNode[]> {
    const shown = await this.current();
    const rows = this.rows();
    // A row of another connection has nothing below it any more.
    if (shown === undefined || rows === undefined) return [];
    if (node !== undefined && !node.id.startsWith(`${rows.rootId}/`)) return [];
    const loaded = node === undefined ? await topmost(shown, rows) : await below(node, shown, rows);
    if (shown !== this.shown) return node === undefined ? this.load(node) : [];
    if (node === undefined || node.kind === "market") this.didChangeStatus.fire();
    return loaded;
  }

  private async current(): Promise<Shown | undefined> {
    const service = await this.active.get();
    if (this.shown?.service !== service) {
      this.provider.reset();
      this.shown = service && this.newShown(service);
    }
    return this.shown;
  }

  private newShown(service: ConnectedService): Shown {
    const { catalog } = service;
    const onDidStart = (work: Promise<unknown>): void => this.didStart.fire(work);
    const onDidChange = (): void => this.refreshRows();
    const follow = { onDidStart, onDidChange };
    return {
      service,
      markets: new ShownListing({ ...follow, list: (how) => catalog.availableMarkets(how) }),
      latest: new ShownListing({ ...follow, list: (how) => catalog.availableForecasts(how) }),
    };
  }

  private rows(): ForecastRows | undefined {
    const connectionId = this.active.context?.connection.id;
    const { names, order } = this;
    return connectionId === undefined
      ? undefined
      : new ForecastRows({ connectionId, names, order });
  }

  private refreshRows(): void {
    this.provider.refresh();
    this.didChangeStatus.fire();
  }

  private async report(error: unknown, retry?: () => unknown): Promise<void> {
    await reportCatalogFailure(this.options.reporter, this.shown?.service, error, retry);
  }
}

async function topmost(shown: Shown, rows: ForecastRows): Promise<readonly ForecastsNode[]> {
  const { items } = await shown.markets.get();
  if (items.length > 0) return rows.markets(items);
  return [{ kind: "empty", of: "markets", id: `${rows.rootId}/#none`, parent: undefined }];
}

async function below(
  node: ForecastsNode,
  shown: Shown,
  rows: ForecastRows,
): Promise<readonly ForecastsNode[]> {
  switch (node.kind) {
    case "marketGroup":
    case "otherMarkets":
      return rows.inGroup(node);
    case "market":
      return rows.inMarket(node, await coordinatesOf(shown));
    case "horizon":
      return rows.inHorizon(node);
    case "range":
      return node.children();
    case "forecast":
    case "empty":
      return [];
  }
}

async function coordinatesOf(
  shown: Shown,
): Promise<ReadonlyMap<string, readonly HorizonCurrencies[]>> {
  const latest = await shown.latest.get();
  if (shown.coordinates?.of !== latest) {
    shown.coordinates = { of: latest, byMarket: forecastCoordinates(latest.items) };
  }
  return shown.coordinates.byMarket;
}

/** The latest forecasts only where somebody has asked for them. */
async function refreshed({ markets, latest }: Shown): Promise<void> {
  await markets.refresh();
  if (latest.value !== undefined) await latest.refresh();
}
