import * as vscode from "vscode";
import { type ReadableNames } from "../../../catalog/readableNames";
import { forecastCoordinates, type HorizonCurrencies } from "../../../catalog/forecastCoordinates";
import {
  allMarkets,
  type ForecastCandidate,
  ForecastGroups,
  type ForecastText,
} from "../../../catalog/searchEntries";
import { SearchIndex, type SearchGroup } from "../../../catalog/searchIndex";
import { typedForecast, type TypedForecast } from "../../../catalog/typedForecast";
import { type ForecastMarket } from "../../../service/parseMarkets";
import { type Available, type FetchState } from "../../../store/fetchState";
import { unreadableCount } from "../../../service/listing";
import { type CachedForecasts, type CachedListing } from "../../../store/listingFiles";
import { Slices } from "../../../service/slices";
import { type ConnectedService } from "../../../connect/connectedServices";
import { forecastsText, marketsText } from "../../../editor/text/countedText";
import { unreadableText } from "../../../editor/report/unreadableText";
import { NewestForecasts } from "../newestForecasts";
import { rowScore, type RowValue } from "../rowValue";
import { listingFailureRows } from "./listingFailure";
import { Loading } from "./loading";
import {
  type SeriesChoice,
  type SeriesSource,
  formatListCount,
  describedBy,
  emptyCatalogRow,
  emptyRow,
  moreRow,
  maxListedSeries,
  readingTexts,
  staleText,
  type RowEffect,
} from "./seriesSource";
import { plainLabel } from "../../../shared/plainText";
import { forecastRef } from "../../../shared/reference";
import { isNameable } from "../../../shared/segment";

/** What one of the two listings came to. */
type Outcome<T extends FetchState> =
  | { readonly ok: true; readonly listing: T; readonly refreshed?: Promise<T> }
  | { readonly ok: false; readonly error: unknown };

/** All markets of a connection with the horizons and currencies of its latest forecasts; others can be typed. */
export class ForecastSource implements SeriesSource {
  readonly placeholder = vscode.l10n.t(
    "Search, or enter market, currency and horizon, for example: SPX EUR 12 Months",
  );
  private readonly loading = new Loading();
  readonly onDidChange = this.loading.onDidChange;
  private newest: NewestForecasts | undefined;
  private index = new SearchIndex<ForecastCandidate, ForecastText>();
  private candidates: readonly ForecastCandidate[] = [];
  private service: ConnectedService | undefined;
  private markets: Outcome<CachedListing<ForecastMarket>> | undefined;
  private latest: Outcome<CachedForecasts> | undefined;

  constructor(
    private readonly connect: () => Promise<ConnectedService>,
    private readonly names: ReadableNames,
    /** The hedging mode of the newest forecasts in rows; absent where rows show none. */
    private readonly hedging?: () => string | undefined,
  ) {}

  get isLoading(): boolean {
    return this.loading.isUnderWay;
  }

  start(): void {
    this.loading.restart((signal) => this.list(signal));
  }

  completeness(): string {
    const { t } = vscode.l10n;
    const loading = this.isLoading ? [t("loading…")] : [];
    if (this.candidates.length === 0) return loading[0] ?? t("none known");
    const known = this.candidates.filter(({ coordinates }) => coordinates !== undefined);
    const markets = new Set(this.candidates.map(({ market }) => market));
    const forecasts = forecastsText(known.length, formatListCount);
    const counts = t("{0} of {1}", forecasts, marketsText(markets.size, formatListCount));
    const listings = [this.markets, this.latest].flatMap((each) =>
      each?.ok === true ? [each.listing] : [],
    );
    const unreadable = listings.reduce((sum, each) => sum + unreadableCount(each), 0);
    return [counts, ...loading, ...unreadableText(unreadable), ...staleText(listings)].join("; ");
  }

  rows(typed: string): readonly SeriesChoice[] {
    const found = this.index.search(typed, maxListedSeries);
    const more = found.total - found.items.length;
    const spelt = typedForecast(typed, this.candidates);
    const rows = [
      ...this.failureRows(),
      ...found.items.map((candidate, at) =>
        this.forecastRow(candidate, readingTexts(found.readings[at])),
      ),
      ...(spelt === undefined ? [] : [typedForecastRow(spelt)]),
      ...(more > 0 ? [moreRow(more)] : []),
    ];
    if (rows.length > 0) return rows;
    return this.candidates.length === 0 && !this.isLoading
      ? [emptyCatalogRow(vscode.l10n.t("The service lists no forecasts"), () => this.start())]
      : [emptyRow(typed, this.isLoading)];
  }

  dispose(): void {
    this.loading.dispose();
  }

  /** Either listing is useful without the other. */
  private async list(signal: AbortSignal): Promise<void> {
    this.service = await this.connect();
    const { catalog } = this.service;
    if (this.hedging !== undefined) this.newest = new NewestForecasts(catalog);
    const isRefresh = this.markets !== undefined;
    const [markets, latest] = await Promise.all([
      outcomeOf(catalog.availableMarkets({ signal, isRefresh })),
      outcomeOf(catalog.availableForecasts({ signal, isRefresh })),
    ]);
    await this.show(markets, latest, signal);
    await this.show(await refreshedOf(markets), await refreshedOf(latest), signal);
  }

  private async show(
    markets: Outcome<CachedListing<ForecastMarket>>,
    latest: Outcome<CachedForecasts>,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    if (markets === this.markets && latest === this.latest) return;
    const slices = new Slices(signal);
    const known: ReadonlyMap<string, readonly HorizonCurrencies[]> = latest.ok
      ? await slices.run(forecastCoordinates(latest.listing.items))
      : new Map();
    const listed = markets.ok ? markets.listing.items : [];
    const groups = new ForecastGroups(this.names);
    const index = new SearchIndex<ForecastCandidate, ForecastText>();
    const candidates: ForecastCandidate[] = [];
    for (const market of await slices.run(allMarkets(listed, known))) {
      const position = index.size;
      const group = groups.of(market, known.get(market.ticker) ?? [], position);
      await slices.run(index.indexing(market.ticker, collecting(group, candidates)));
    }
    this.markets = markets;
    this.latest = latest;
    this.index = index;
    this.candidates = candidates;
    this.loading.announce();
    if (latest.ok && (await this.newest?.read(latest.listing)) === true) this.loading.announce();
  }

  /**
   * `SPX · USD · 12 Months`, with readable names behind it; a market without known forecasts fills its code into the
   * input.
   */
  private forecastRow(
    { market, name, coordinates }: ForecastCandidate,
    remarks: readonly string[],
  ): SeriesChoice {
    if (coordinates === undefined) return marketRow(market, [name, ...remarks].join(" · "));
    const { currency, horizon } = coordinates;
    const forecast = { market, currency, horizon };
    return {
      key: `forecast ${JSON.stringify([market, currency, horizon])}`,
      label: plainLabel([market, currency, horizon].join(" · ")),
      description: describedBy(this.valueOf(forecast), [
        name,
        this.names.currency(currency),
        ...remarks,
      ]),
      effect: choose(forecast),
    };
  }

  private valueOf(forecast: TypedForecast): RowValue | undefined {
    const { hedging } = this;
    if (hedging === undefined || rowScore() === undefined) return undefined;
    return this.newest?.valueOf(forecastRef(forecast), hedging());
  }

  private failureRows(): readonly SeriesChoice[] {
    const { t } = vscode.l10n;
    const failures: [label: string, failed: { readonly error: unknown } | undefined][] = [
      [t("The forecasts cannot be listed"), this.loading.failure],
      [t("The markets cannot be listed"), failureOf(this.markets)],
      [t("The latest forecasts cannot be listed"), failureOf(this.latest)],
    ];
    const rows = failures.flatMap(([label, failed]) =>
      failed === undefined
        ? []
        : listingFailureRows({ label, error: failed.error }, () => this.start()),
    );
    // Both listings may ask for the key.
    return [...new Map(rows.map((row) => [row.key, row])).values()];
  }
}

async function outcomeOf<T extends FetchState>(
  available: Promise<Available<T>>,
): Promise<Outcome<T>> {
  try {
    const { value, ...later } = await available;
    return { ok: true, listing: value, ...later };
  } catch (error) {
    return { ok: false, error };
  }
}

/** The group, whose items are collected while it is indexed. */
function collecting(
  group: SearchGroup<ForecastCandidate, ForecastText>,
  items: ForecastCandidate[],
): SearchGroup<ForecastCandidate, ForecastText> {
  const entries = function* (): Generator<readonly ForecastText[] | undefined> {
    for (const own of group.entries) {
      if (own !== undefined) items.push(group.itemOf(own));
      yield own;
    }
  };
  return { ...group, entries: entries() };
}

/** What the service then gave; the same outcome when that is known already. */
async function refreshedOf<T extends FetchState>(outcome: Outcome<T>): Promise<Outcome<T>> {
  if (!outcome.ok || outcome.refreshed === undefined) return outcome;
  return outcomeOf(outcome.refreshed.then((value) => ({ value })));
}

function failureOf(
  outcome: Outcome<FetchState> | undefined,
): { readonly error: unknown } | undefined {
  return outcome?.ok === false ? outcome : undefined;
}

function typedForecastRow(forecast: TypedForecast): SeriesChoice {
  const { market, currency, horizon } = forecast;
  const text = [market, currency, horizon].join(" · ");
  return {
    key: "as-typed",
    label: plainLabel(vscode.l10n.t("{0} (as typed)", text)),
    description: vscode.l10n.t("not among the latest forecasts"),
    effect: choose(forecast),
  };
}

function marketRow(market: string, name: string): SeriesChoice {
  return {
    key: `market ${market}`,
    label: plainLabel(market),
    description: plainLabel(
      vscode.l10n.t("{0} · no known forecast: enter a currency and a horizon", name),
    ),
    iconPath: new vscode.ThemeIcon("edit"),
    effect: { kind: "type", text: `${market} ` },
  };
}

function choose(forecast: TypedForecast): RowEffect {
  const { market, currency, horizon } = forecast;
  if (![market, currency, horizon].every(isNameable)) return { kind: "none" };
  return { kind: "choose", reference: () => forecastRef(forecast) };
}
