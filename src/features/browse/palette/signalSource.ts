import * as vscode from "vscode";
import { type SignalVariant } from "../../../catalog/groupByTag";
import { type ReadableNames } from "../../../catalog/readableNames";
import { textsAmong } from "../../../catalog/signalRows";
import { type ListedSignal } from "../../../service/parseSignals";
import { type Log } from "../../../shared/log";
import { type ConnectedService } from "../../../connect/connectedServices";
import { type SearchWork, type SignalSearch } from "../../../tools/signalSearch";
import { signalsText, variantsText } from "../../../editor/text/countedText";
import { unreadableText } from "../../../editor/report/unreadableText";
import { type RowValue } from "../rowValue";
import { RowValues } from "../signalValues";
import { unreadableCount } from "../../../service/listing";
import { listingFailureRows } from "./listingFailure";
import { Loading } from "./loading";
import {
  type SeriesChoice,
  type SeriesSource,
  formatListCount,
  emptyCatalogRow,
  emptyRow,
  moreRow,
  maxListedSeries,
  readingTexts,
  staleText,
} from "./seriesSource";
import { failedSignalRow, loadAllRow, unloadedSignalRow, variantRow } from "./signalChoices";

/** Maximum number of signals shown without known variants. */
const maxUnknown = 20;

/** The newest values that rows show. */
export interface ListedValues {
  /** Whether the choice has latest as its as-of: newest values have no as-of. */
  readonly isLatest: () => boolean;
  readonly log: Log;
}

/** All variants of all signals of a connection whose definitions are known; missing definitions are fetched. */
export class SignalSource implements SeriesSource {
  readonly placeholder = vscode.l10n.t(
    "Search by code, name, tag value or country, for example: infl us",
  );
  private readonly loading = new Loading();
  readonly onDidChange = this.loading.onDidChange;
  private service: ConnectedService | undefined;
  private values: RowValues<SignalVariant> | undefined;
  /** The texts of the signals of one listing. */
  private among:
    | {
        readonly items: readonly ListedSignal[];
        readonly textsOf: ReturnType<typeof textsAmong>;
      }
    | undefined;

  constructor(
    private readonly connect: () => Promise<ConnectedService>,
    private readonly names: ReadableNames,
    private readonly shown?: ListedValues,
  ) {}

  get isLoading(): boolean {
    return this.loading.isUnderWay;
  }

  start(): void {
    this.update(false);
  }

  completeness(): string {
    const { t } = vscode.l10n;
    const { search } = this;
    const listing = search?.listing;
    if (search === undefined || listing === undefined) {
      return this.isLoading ? t("loading…") : t("not loaded");
    }
    const { failureCount, missingCount, variantCount, signalCount } = search;
    const variants = variantsText(variantCount, formatListCount);
    const signals = signalsText(signalCount, formatListCount);
    const unknown = missingCount + failureCount;
    return [
      unknown === 0
        ? t("{0} of {1}", variants, signals)
        : t("{0} of {1} of {2}", variants, formatListCount(signalCount - unknown), signals),
      ...(this.isLoading ? [t("loading…")] : []),
      ...(failureCount > 0 ? [t("{0} failed", formatListCount(failureCount))] : []),
      ...(search.isFull ? [t("limit reached")] : []),
      ...(listing.isComplete ? [] : [t("the listing is incomplete")]),
      ...unreadableText(unreadableCount(listing)),
      ...staleText([listing]),
    ].join("; ");
  }

  rows(typed: string): readonly SeriesChoice[] {
    const { search } = this;
    const { failure } = this.loading;
    if (failure !== undefined) {
      const label = vscode.l10n.t("The signals cannot be listed");
      return listingFailureRows({ label, error: failure.error }, () => this.start());
    }
    if (search === undefined) return [emptyRow(typed, this.isLoading)];
    const found = search.findVariants(typed, maxListedSeries);
    const more = found.total - found.items.length;
    const rows = [
      ...(this.isAsking(search) && typed === "" ? [this.loadAllRow(search)] : []),
      ...(typed === "" ? [] : this.unknownRows(search, typed)),
      ...found.items.map((variant, at) =>
        this.variantRow(variant, search, readingTexts(found.readings[at])),
      ),
      ...(more > 0 ? [moreRow(more)] : []),
      ...(typed === "" ? this.unknownRows(search, typed) : []),
    ];
    if (rows.length > 0) return rows;
    return search.signalCount === 0 && !this.isLoading
      ? [emptyCatalogRow(vscode.l10n.t("The service lists no signals"), () => this.update(true))]
      : [emptyRow(typed, this.isLoading)];
  }

  dispose(): void {
    this.values?.dispose();
    this.loading.dispose();
  }

  private variantRow(
    variant: SignalVariant,
    { listing }: SignalSearch,
    read: readonly string[],
  ): SeriesChoice {
    const items = listing?.items ?? [];
    if (this.among?.items !== items) this.among = { items, textsOf: textsAmong(items) };
    const { isSuperseded = false } = this.among.textsOf(variant.signal);
    const remarks = isSuperseded ? [vscode.l10n.t("superseded"), ...read] : read;
    return variantRow(variant, this.names, remarks, this.valueOf(variant));
  }

  private valueOf(variant: SignalVariant): RowValue | undefined {
    return this.shown?.isLatest() === true ? this.values?.of(variant) : undefined;
  }

  private get search(): SignalSearch | undefined {
    return this.service?.search;
  }

  /** Whether the person must decide about loading missing definitions. */
  private isAsking({ missingCount }: SignalSearch): boolean {
    return !this.isLoading && missingCount > 0;
  }

  private update(isRefresh: boolean): void {
    this.loading.restart((signal) =>
      this.searching(signal, (search, work) => search.update({ ...work, isRefresh })),
    );
  }

  /** Runs a task on the service of the current connection, which another key replaces. */
  private async searching(
    signal: AbortSignal,
    task: (search: SignalSearch, work: SearchWork) => Promise<void>,
  ): Promise<void> {
    const service = await this.connect();
    if (service !== this.service) this.follow(service);
    await task(service.search, { signal, onDidChange: () => this.loading.announce() });
  }

  private follow(service: ConnectedService): void {
    this.service = service;
    this.values?.dispose();
    const { shown } = this;
    if (shown === undefined) return;
    const { catalog, search } = service;
    const onDidChange = (): void => this.loading.announce();
    this.values = new RowValues<SignalVariant>({
      ...{ catalog, onDidChange, log: shown.log },
      onDidStart: () => undefined,
      onDidRead: onDidChange,
      versionsOf: (code) =>
        (search.listing?.items ?? []).flatMap((each) => (each.code === code ? each.version : [])),
    });
  }

  /** Signals without known variants: those whose definitions failed or were not requested. */
  private unknownRows(search: SignalSearch, typed: string): readonly SeriesChoice[] {
    const isAsking = this.isAsking(search);
    if (search.failureCount === 0 && !isAsking) return [];
    const rows = search.findSignals(typed, 1_000).flatMap((listed): SeriesChoice[] => {
      const loadIt = (): void => this.load([listed]);
      const failure = search.failureOf(listed);
      if (failure !== undefined) return [failedSignalRow(listed, failure.error, loadIt)];
      return isAsking && search.isMissing(listed) ? [unloadedSignalRow(listed, loadIt)] : [];
    });
    return rows.slice(0, maxUnknown);
  }

  private loadAllRow(search: SignalSearch): SeriesChoice {
    return loadAllRow(search.missingCount, () => this.load(search.missing));
  }

  private load(signals: readonly ListedSignal[]): void {
    this.loading.run((signal) =>
      this.searching(signal, (search, work) => search.load(signals, work)),
    );
  }
}
