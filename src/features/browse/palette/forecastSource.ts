import * as vscode from "vscode";
import { type ReadableNames } from "../../../catalog/readableNames";
import { forecastCoordinates, type HorizonCurrencies } from "../../../catalog/forecastCoordinates";
import {
  emptyIndexes,
  type ForecastCandidate,
  type ForecastIndexes,
  forecastIndexes,
} from "../../../catalog/searchEntries";
import { typedForecast, type TypedForecast } from "../../../catalog/typedForecast";
import { type ForecastMarket } from "../../../service/parseMarkets";
import { type Available, type FetchState } from "../../../store/fetchState";
import { type ItemList, unreadableCount } from "../../../service/listing";
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
  describedBy,
  emptyCatalogRow,
  formatListCount,
  type HitKind,
  type Hits,
  hitsOf,
  noHits,
  type RowEffect,
  type SeriesChoice,
  type SeriesSource,
  staleText,
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
  private readonly loading = new Loading();
  readonly onDidChange = this.loading.onDidChange;
  private newest: NewestForecasts | undefined;
  private indexes: ForecastIndexes = emptyIndexes();
  private service: ConnectedService | undefined;
  private markets: Outcome<CachedListing<ForecastMarket>> | undefined;
  private latest: Outcome<CachedForecasts> | undefined;

  /** @param shown - Absent where rows show no newest forecasts. */
  constructor(
    private readonly connect: () => Promise<ConnectedService>,
    private readonly names: ReadableNames,
    private readonly shown?: {
      /** Newest forecasts have no as-of. */
      readonly isLatest: () => boolean;
      readonly hedging: () => string | undefined;
    },
  ) {}

  get isLoading(): boolean {
    return this.loading.isUnderWay;
  }

  start(): void {
    this.update(false);
  }

  completeness(isShort = false): string {
    const { t } = vscode.l10n;
    const loading = this.isLoading ? [t("loading…")] : [];
    if (this.indexes.candidates.length === 0) return loading[0] ?? t("none known");
    const known = this.indexes.candidates.filter(({ coordinates }) => coordinates !== undefined);
    const markets = new Set(this.indexes.candidates.map(({ market }) => market));
    const forecasts = forecastsText(known.length, formatListCount);
    const counts = isShort
      ? forecasts
      : t("{0} of {1}", forecasts, marketsText(markets.size, formatListCount));
    const listings = [this.markets, this.latest].flatMap((each) =>
      each?.ok === true ? [each.listing] : [],
    );
    const unreadable = listings.reduce((sum, each) => sum + unreadableCount(each), 0);
    return [counts, ...loading, ...unreadableText(unreadable), ...staleText(listings)].join("; ");
  }

  notices(typed: string): ReturnType<SeriesSource["notices"]> {
    const spelt = typedForecast(typed, this.indexes.candidates);
    const isEmpty = this.indexes.candidates.length === 0 && !this.isLoading;
    const failures = this.failureRows();
    const empty = vscode.l10n.t("The service lists no forecasts");
    return {
      above: failures,
      below: [
        ...(spelt === undefined ? [] : [typedForecastRow(spelt)]),
        ...(isEmpty && failures.length === 0
          ? [emptyCatalogRow(empty, () => this.update(true))]
          : []),
      ],
    };
  }

  find(kind: HitKind, typed: string, max: number): Hits {
    switch (kind) {
      case "forecast":
        return hitsOf(this.indexes.forecasts.search(typed, max), (candidate, read) =>
          this.forecastRow(candidate, read),
        );
      case "market":
        return hitsOf(this.indexes.markets.search(typed, max), marketRow);
      case "variant":
      case "panel":
      case "profile":
        return noHits;
    }
  }

  stop(): void {
    this.loading.stop();
  }

  dispose(): void {
    this.loading.dispose();
  }

  private update(isRefresh: boolean): void {
    this.loading.restart((signal) => this.list(signal, isRefresh));
  }

  /** Either listing is useful without the other. */
  private async list(signal: AbortSignal, isRefresh: boolean): Promise<void> {
    const service = await this.connect();
    const { catalog } = service;
    if (service !== this.service) {
      this.service = service;
      this.newest = undefined;
      // Data of another key are not shown with this one.
      this.markets = undefined;
      this.latest = undefined;
      this.indexes = emptyIndexes();
    }
    if (this.shown?.isLatest() === true) this.newest ??= new NewestForecasts(catalog);
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
    const isSame = isSameOutcome(markets, this.markets) && isSameOutcome(latest, this.latest);
    if (!isSame) await this.index(markets, latest, signal);
    [this.markets, this.latest] = [markets, latest];
    this.loading.announce();
    if (latest.ok && (await this.newest?.read(latest.listing)) === true) this.loading.announce();
  }

  private async index(
    markets: Outcome<CachedListing<ForecastMarket>>,
    latest: Outcome<CachedForecasts>,
    signal: AbortSignal,
  ): Promise<void> {
    const slices = new Slices(signal);
    const known: ReadonlyMap<string, readonly HorizonCurrencies[]> = latest.ok
      ? await slices.run(forecastCoordinates(latest.listing.items))
      : new Map();
    const listed = markets.ok ? markets.listing.items : [];
    this.indexes = await slices.run(forecastIndexes(listed, known, this.names));
  }

  /**
   * `SPX · USD · 12 Months`, with readable names behind it; a market without known forecasts fills its code into the
   * input.
   */
  private forecastRow(
    { market, name, coordinates }: ForecastCandidate,
    remarks: readonly string[],
  ): SeriesChoice {
    if (coordinates === undefined) return unknownMarketRow(market, [name, ...remarks].join(" · "));
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

  /** The newest value of a forecast; undefined where there is none, none yet, or the window has an as-of. */
  valueOf(forecast: TypedForecast): RowValue | undefined {
    const { shown } = this;
    if (shown?.isLatest() !== true || rowScore() === undefined) return undefined;
    return this.newest?.valueOf(forecastRef(forecast), shown.hedging());
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
        : listingFailureRows({ label, error: failed.error }, () => this.update(true)),
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

/** What the service then gave; the same outcome when that is known already. */
async function refreshedOf<T extends FetchState>(outcome: Outcome<T>): Promise<Outcome<T>> {
  if (!outcome.ok || outcome.refreshed === undefined) return outcome;
  return outcomeOf(outcome.refreshed.then((value) => ({ value })));
}

function isSameOutcome(
  one: Outcome<CachedListing<unknown, ItemList<unknown>>>,
  other: typeof one | undefined,
): boolean {
  if (!one.ok) return other === one;
  return other?.ok === true && one.listing.items === other.listing.items;
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

/** A market with all of its forecasts: `SPX`, with `Market · US Large Caps` behind it. */
function marketRow({ ticker, name }: ForecastMarket, remarks: readonly string[]): SeriesChoice {
  return {
    key: `market ${ticker}`,
    label: plainLabel(ticker),
    description: plainLabel([vscode.l10n.t("Market"), name, ...remarks].join(" · ")),
    effect: { kind: "market", market: ticker },
  };
}

function unknownMarketRow(market: string, name: string): SeriesChoice {
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
