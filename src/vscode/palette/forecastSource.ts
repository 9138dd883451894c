import * as vscode from "vscode";
import { type ReadableNames } from "../../catalog/readableNames";
import { type ForecastCandidate, forecastEntries } from "../../catalog/searchEntries";
import { SearchIndex } from "../../catalog/searchIndex";
import { typedForecast } from "../../catalog/typedForecast";
import { type ForecastSummary } from "../../service/parseForecasts";
import { type Listing } from "../../service/listing";
import { type ForecastMarket } from "../../service/parseMarkets";
import { type ConnectedService } from "../connection/connectedServices";
import { unreadableWords } from "../report/unreadableWords";
import { forecastRow, typedForecastRow } from "./forecastRows";
import { listingFailureRows } from "./listingFailure";
import { Loading } from "./loading";
import {
  type SeriesRow,
  type SeriesSource,
  countText,
  emptyRow,
  moreRow,
  mostRows,
} from "./seriesSource";

/** What one of the two listings came to. */
type Outcome<T> =
  | { readonly ok: true; readonly listing: Listing<T> }
  | { readonly ok: false; readonly error: unknown };

/** All markets of a connection with the horizons and currencies that its latest forecasts tell; others can be typed. */
export class ForecastSource implements SeriesSource {
  readonly placeholder = vscode.l10n.t(
    "Search, or enter market, currency and horizon, for example: SPX EUR 12 Months",
  );
  private readonly loading = new Loading();
  readonly onDidChange = this.loading.onDidChange;
  private index = new SearchIndex<ForecastCandidate>();
  private candidates: readonly ForecastCandidate[] = [];
  private service: ConnectedService | undefined;
  private markets: Outcome<ForecastMarket> | undefined;
  private latest: Outcome<ForecastSummary> | undefined;
  private connectError: { readonly error: unknown } | undefined;

  constructor(
    private readonly connect: () => Promise<ConnectedService>,
    private readonly names: ReadableNames,
  ) {}

  get isLoading(): boolean {
    return this.loading.isUnderWay;
  }

  start(): void {
    this.connectError = undefined;
    this.loading.run(
      (signal) => this.list(signal),
      (error) => {
        this.connectError = { error };
      },
    );
  }

  completeness(): string {
    const { t } = vscode.l10n;
    const loading = this.isLoading ? [t("loading…")] : [];
    if (this.candidates.length === 0) return loading[0] ?? t("none known");
    const known = this.candidates.filter(({ coordinates }) => coordinates !== undefined);
    const markets = new Set(this.candidates.map(({ market }) => market));
    const counts = t(
      "{0} forecasts of {1} markets",
      countText(known.length),
      countText(markets.size),
    );
    const unreadable = unreadableOf(this.markets) + unreadableOf(this.latest);
    return [counts, ...loading, ...unreadableWords(unreadable)].join("; ");
  }

  rows(typed: string): readonly SeriesRow[] {
    const found = this.index.search(typed, mostRows);
    const more = found.total - found.items.length;
    const spelt = typedForecast(typed, this.candidates);
    const rows = [
      ...this.failureRows(),
      ...found.items.map((candidate) => forecastRow(candidate, this.names)),
      ...(spelt === undefined ? [] : [typedForecastRow(spelt)]),
      ...(more > 0 ? [moreRow(more)] : []),
    ];
    if (rows.length > 0) return rows;
    return this.candidates.length === 0 && !this.isLoading
      ? [this.emptyCatalogRow()]
      : [emptyRow(typed, this.isLoading)];
  }

  dispose(): void {
    this.loading.dispose();
  }

  /** Either listing is of use without the other. */
  private async list(signal: AbortSignal): Promise<void> {
    this.service = await this.connect();
    const { catalog } = this.service;
    const isRefresh = this.markets !== undefined;
    const [markets, latest] = await Promise.all([
      outcomeOf(catalog.markets({ signal, isRefresh })),
      outcomeOf(catalog.latestForecasts({ signal, isRefresh })),
    ]);
    signal.throwIfAborted();
    this.markets = markets;
    this.latest = latest;
    const entries = forecastEntries(itemsOf(markets), itemsOf(latest), this.names);
    this.index = new SearchIndex();
    for (const entry of entries) this.index.add(entry);
    this.candidates = entries.map(({ item }) => item);
  }

  private failureRows(): readonly SeriesRow[] {
    const { t } = vscode.l10n;
    const failures: [label: string, failed: { readonly error: unknown } | undefined][] = [
      [t("The forecasts cannot be listed"), this.connectError],
      [t("The markets cannot be listed"), failureOf(this.markets)],
      [t("The latest forecasts cannot be listed"), failureOf(this.latest)],
    ];
    const hasKeyWorked = this.service?.hasKeyWorked === true;
    const rows = failures.flatMap(([label, failed]) =>
      failed === undefined
        ? []
        : listingFailureRows({ label, error: failed.error, hasKeyWorked }, () => this.start()),
    );
    // Both listings may ask for the key.
    return [...new Map(rows.map((row) => [row.key, row])).values()];
  }

  private emptyCatalogRow(): SeriesRow {
    return {
      key: "empty-catalog",
      label: vscode.l10n.t("The service lists no forecasts"),
      detail: vscode.l10n.t("Press Enter to try again"),
      iconPath: new vscode.ThemeIcon("info"),
      effect: { kind: "run", run: () => this.start() },
    };
  }
}

async function outcomeOf<T>(listing: Promise<Listing<T>>): Promise<Outcome<T>> {
  try {
    return { ok: true, listing: await listing };
  } catch (error) {
    return { ok: false, error };
  }
}

function itemsOf<T>(outcome: Outcome<T>): readonly T[] {
  return outcome.ok ? outcome.listing.items : [];
}

function failureOf(outcome: Outcome<unknown> | undefined): { readonly error: unknown } | undefined {
  return outcome?.ok === false ? outcome : undefined;
}

function unreadableOf(outcome: Outcome<unknown> | undefined): number {
  return outcome?.ok === true ? outcome.listing.unreadable.length : 0;
}
