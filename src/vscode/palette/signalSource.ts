import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import { type SignalVariant } from "../../catalog/groupByTag";
import { type ReadableNames } from "../../catalog/readableNames";
import { byHighestVersion, variantEntries } from "../../catalog/searchEntries";
import { SearchIndex } from "../../catalog/searchIndex";
import { type Listing } from "../../service/listing";
import { type SignalDefinition } from "../../service/parseDefinition";
import { type ListedSignal } from "../../service/parseSignals";
import { type ConnectedService } from "../connection/connectedServices";
import { unreadableWords } from "../report/unreadableWords";
import { listingFailureRows } from "./listingFailure";
import { Loading } from "./loading";
import {
  type SeriesRow,
  type SeriesSource,
  countText,
  emptyRow,
  moreRow,
  mostRows,
  mostUnasked,
} from "./seriesSource";
import { failedSignalRow, loadAllRow, unloadedSignalRow, variantRow } from "./signalRows";

/** A definition can claim any number of variants; the list has room for these. */
const mostVariants = 500_000;

/** Variants taken up before the editor gets its turn. */
const sliceSize = 5_000;

/** Signals shown whose variants are not known. */
const mostUnknown = 20;

/** All variants of all signals of a connection, as far as their definitions are known; the missing ones are fetched. */
export class SignalSource implements SeriesSource {
  readonly placeholder = vscode.l10n.t(
    "Search by code, name, tag value or country, for example: infl us",
  );
  private readonly loading = new Loading();
  readonly onDidChange = this.loading.onDidChange;
  private readonly variants = new SearchIndex<SignalVariant>();
  private readonly signals = new SearchIndex<ListedSignal>();
  /** By listed signal: where it stands in the list. */
  private readonly positions = new Map<ListedSignal, number>();
  private readonly unloaded = new Set<ListedSignal>();
  private readonly failures = new Map<ListedSignal, unknown>();
  private service: ConnectedService | undefined;
  private listing: Listing<ListedSignal> | undefined;
  private listingError: { readonly error: unknown } | undefined;

  constructor(
    private readonly connect: () => Promise<ConnectedService>,
    private readonly names: ReadableNames,
  ) {}

  get isLoading(): boolean {
    return this.loading.isUnderWay;
  }

  start(): void {
    this.listingError = undefined;
    this.loading.run(
      (signal) => this.list(signal),
      (error) => {
        this.listingError = { error };
      },
    );
  }

  completeness(): string {
    const { t } = vscode.l10n;
    const { listing, failures, positions, unloaded } = this;
    if (listing === undefined) return this.isLoading ? t("loading…") : t("not loaded");
    const variants = countText(this.variants.size);
    const signals = countText(positions.size);
    const loaded = countText(positions.size - unloaded.size - failures.size);
    const isWhole = unloaded.size + failures.size === 0;
    return [
      isWhole
        ? t("{0} variants of {1} signals", variants, signals)
        : t("{0} variants of {1} of {2} signals", variants, loaded, signals),
      ...(this.isLoading ? [t("loading…")] : []),
      ...(failures.size > 0 ? [t("{0} failed", countText(failures.size))] : []),
      ...(this.isFull ? [t("limit reached")] : []),
      ...(listing.isComplete ? [] : [t("the listing is incomplete")]),
      ...unreadableWords(listing.unreadable.length),
    ].join("; ");
  }

  rows(typed: string): readonly SeriesRow[] {
    if (this.listingError !== undefined) return this.listingFailureRows(this.listingError.error);
    const found = this.variants.search(typed, mostRows);
    const more = found.total - found.items.length;
    const rows = [
      ...(this.isAsking && typed === "" ? [this.loadAllRow()] : []),
      ...(typed === "" ? [] : this.unknownRows(typed)),
      ...found.items.map((variant) => variantRow(variant, this.names)),
      ...(more > 0 ? [moreRow(more)] : []),
      ...(typed === "" ? this.unknownRows(typed) : []),
    ];
    if (rows.length > 0) return rows;
    return this.positions.size === 0 && !this.isLoading
      ? [this.emptyCatalogRow()]
      : [emptyRow(typed, this.isLoading)];
  }

  dispose(): void {
    this.loading.dispose();
  }

  private get isFull(): boolean {
    return this.variants.size >= mostVariants;
  }

  /** Whether so many definitions are missing that the person decides. */
  private get isAsking(): boolean {
    return !this.isLoading && this.unloaded.size > 0;
  }

  private async list(signal: AbortSignal): Promise<void> {
    const catalog = await this.catalog();
    const isRefresh = this.listing !== undefined;
    const listing = await catalog.signals({ signal, isRefresh });
    this.listing = listing;
    const signals = byHighestVersion(listing.items);
    await this.takeSignals(signals, signal);
    for (const listed of signals) {
      const kept = catalog.keptDefinition(listed);
      if (kept !== undefined) await this.addVariants(listed, kept, signal);
    }
    if (this.unloaded.size <= mostUnasked) await this.load([...this.unloaded], signal);
  }

  /** Asked for each time: with another key the connection has another one. */
  private async catalog(): Promise<ConnectedService["catalog"]> {
    this.service = await this.connect();
    return this.service.catalog;
  }

  private async takeSignals(signals: readonly ListedSignal[], signal: AbortSignal): Promise<void> {
    for (const [order, listed] of signals.entries()) {
      const { code, version, name } = listed;
      this.positions.set(listed, order);
      this.unloaded.add(listed);
      this.signals.add({ item: listed, code, texts: [name, `v${version}`], order });
      if (this.signals.size % sliceSize === 0) await nextTurn();
      signal.throwIfAborted();
    }
    this.loading.announce();
  }

  private async load(signals: readonly ListedSignal[], signal: AbortSignal): Promise<void> {
    const catalog = await this.catalog();
    let adding = Promise.resolve();
    await catalog.loadDefinitions(
      signals,
      (outcome) => {
        if ("error" in outcome) this.fail(outcome.signal, outcome.error);
        else {
          adding = adding.then(() => this.addVariants(outcome.signal, outcome.definition, signal));
        }
      },
      { signal },
    );
    await adding;
  }

  private fail(listed: ListedSignal, error: unknown): void {
    this.unloaded.delete(listed);
    this.failures.set(listed, error);
    this.loading.announce();
  }

  private async addVariants(
    listed: ListedSignal,
    definition: SignalDefinition,
    signal: AbortSignal,
  ): Promise<void> {
    const position = this.positions.get(listed) ?? this.positions.size;
    for (const entry of variantEntries(definition, position, this.names)) {
      if (this.isFull || signal.aborted) break;
      this.variants.add(entry);
      if (this.variants.size % sliceSize !== 0) continue;
      this.loading.announce();
      await nextTurn();
    }
    this.unloaded.delete(listed);
    this.loading.announce();
  }

  /** Signals without known variants: those that failed, and those that nobody has asked for. */
  private unknownRows(typed: string): readonly SeriesRow[] {
    if (this.failures.size === 0 && !this.isAsking) return [];
    const rows = this.signals.search(typed, 1_000).items.flatMap((listed): SeriesRow[] => {
      const loadIt = (): void => this.loadAgain([listed]);
      if (this.failures.has(listed)) {
        return [failedSignalRow(listed, this.failures.get(listed), loadIt)];
      }
      return this.isAsking && this.unloaded.has(listed) ? [unloadedSignalRow(listed, loadIt)] : [];
    });
    return rows.slice(0, mostUnknown);
  }

  private loadAllRow(): SeriesRow {
    return loadAllRow(this.unloaded.size, () => this.loadAgain([...this.unloaded]));
  }

  private loadAgain(signals: readonly ListedSignal[]): void {
    for (const listed of signals) {
      this.failures.delete(listed);
      this.unloaded.add(listed);
    }
    this.loading.run(
      (signal) => this.load(signals, signal),
      (error) => {
        for (const listed of signals) if (this.unloaded.has(listed)) this.fail(listed, error);
      },
    );
  }

  private listingFailureRows(error: unknown): readonly SeriesRow[] {
    const label = vscode.l10n.t("The signals cannot be listed");
    const hasKeyWorked = this.service?.hasKeyWorked === true;
    return listingFailureRows({ label, error, hasKeyWorked }, () => this.start());
  }

  private emptyCatalogRow(): SeriesRow {
    return {
      key: "empty-catalog",
      label: vscode.l10n.t("The service lists no signals"),
      detail: vscode.l10n.t("Press Enter to try again"),
      iconPath: new vscode.ThemeIcon("info"),
      effect: { kind: "run", run: () => this.start() },
    };
  }
}
