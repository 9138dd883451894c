import * as vscode from "vscode";
import { type PanelReach, panelReach } from "../../../catalog/panelReach";
import { type PanelStart } from "../../../catalog/panelStart";
import { byHighestVersion } from "../../../catalog/searchEntries";
import { SearchIndex } from "../../../catalog/searchIndex";
import { type ListedSignal } from "../../../service/parseSignals";
import { type Clock, systemClock } from "../../../shared/clock";
import { autoLoadLimit, type CatalogStore } from "../../../store/catalogStore";
import { type CachedListing } from "../../../store/listingFiles";
import { Slices } from "../../../service/slices";
import { type ConnectedService } from "../../../connect/connectedServices";
import { signalsText } from "../../../editor/text/countedText";
import { listingFailureRows } from "./listingFailure";
import { Loading } from "./loading";
import { type ChooseSignal, panelSignalEntry, panelSignalRow } from "./panelSignalRow";
import { failedSignalRow, loadAllRow } from "./signalChoices";
import {
  formatListCount,
  emptyRow,
  moreRow,
  maxListedSeries,
  readingTexts,
  type SeriesChoice,
  type SeriesSource,
  staleText,
} from "./seriesSource";

/**
 * The signals of a connection, each with what its panels run over if its definition is known; missing definitions are
 * fetched in the background.
 */
export class SignalListSource implements SeriesSource<ChooseSignal> {
  readonly placeholder = vscode.l10n.t("Search by code, name or tag kind: infl, sector");
  private readonly loading = new Loading();
  readonly onDidChange = this.loading.onDidChange;
  /** Undefined until they are listed. */
  private signals: readonly ListedSignal[] | undefined;
  /** Those whose definitions are known. */
  private reaches = new Map<ListedSignal, PanelReach>();
  /** By signal, why its definition could not be loaded. */
  private readonly failures = new Map<ListedSignal, unknown>();
  /** Rebuilt when more is known. */
  private built: SearchIndex<ListedSignal> | undefined;
  private service: ConnectedService | undefined;
  private listing: CachedListing<ListedSignal> | undefined;

  /** @param wanted - The chosen values; if there are any, only signals that have variants with them are listed. */
  constructor(
    private readonly connect: () => Promise<ConnectedService>,
    private readonly wanted: PanelStart = { chosen: {} },
    private readonly clock: Clock = systemClock,
  ) {}

  get isLoading(): boolean {
    return this.loading.isUnderWay;
  }

  start(): void {
    this.loading.restart((signal) => this.list(signal));
  }

  completeness(): string {
    const { t } = vscode.l10n;
    if (this.signals === undefined) return this.isLoading ? t("loading…") : t("not loaded");
    const listed = this.index.size - (this.isFree ? 0 : this.failures.size);
    const missing = this.missing.length;
    return [
      signalsText(listed, formatListCount),
      ...(missing === 0 ? [] : [t("variants of {0} not known", formatListCount(missing))]),
      ...(this.isLoading ? [t("loading…")] : []),
      ...staleText([this.listing]),
    ].join("; ");
  }

  rows(typed: string): readonly SeriesChoice<ChooseSignal>[] {
    const { failure } = this.loading;
    if (failure !== undefined) {
      const label = vscode.l10n.t("The signals cannot be listed");
      return listingFailureRows({ label, error: failure.error }, () => this.start());
    }
    const { items, readings, total } = this.index.search(typed, maxListedSeries);
    const rows = items.map((signal, at) => this.rowOf(signal, readingTexts(readings[at])));
    const more = total - items.length;
    const shown = [...this.loadRows(), ...rows, ...(more > 0 ? [moreRow(more)] : [])];
    return shown.length === 0 ? [emptyRow(typed, this.isLoading)] : shown;
  }

  dispose(): void {
    this.loading.dispose();
  }

  private get index(): SearchIndex<ListedSignal> {
    return (this.built ??= this.buildIndex());
  }

  private get missing(): readonly ListedSignal[] {
    return (this.signals ?? []).filter((signal) => !this.reaches.has(signal));
  }

  private async list(signal: AbortSignal): Promise<void> {
    this.service = await this.connect();
    const { catalog } = this.service;
    this.failures.clear();
    const { value, refreshed } = await catalog.availableSignals({ signal });
    await this.show(value, catalog, signal);
    if (refreshed !== undefined) await this.show(await refreshed, catalog, signal);
    const { missing } = this;
    // While the listing is stale, requests for definitions would fail, too.
    const isAway = this.listing?.staleBecause !== undefined;
    if (!isAway && missing.length <= autoLoadLimit) await this.load(missing, signal);
  }

  /** Shows the signals of a listing, with their cached definitions. */
  private async show(
    listing: CachedListing<ListedSignal>,
    catalog: CatalogStore,
    signal: AbortSignal,
  ): Promise<void> {
    const signals = byHighestVersion(listing.items);
    await catalog.readDefinitions(signals, undefined, signal);
    const reaches = new Map<ListedSignal, PanelReach>();
    const slices = new Slices(signal, this.clock);
    for (const listed of signals) {
      const kept = catalog.cachedDefinition(listed);
      if (kept !== undefined) reaches.set(listed, panelReach(kept.tags, this.wanted));
      if (slices.isOver) await slices.next();
    }
    this.listing = listing;
    this.signals = signals;
    this.reaches = reaches;
    this.grow();
  }

  /** Without chosen values, a signal whose definition failed can still be chosen, and reports the failure then. */
  private async load(signals: readonly ListedSignal[], signal: AbortSignal): Promise<void> {
    const { catalog } = await this.connect();
    await catalog.loadDefinitions(
      signals,
      (outcome) => {
        if ("error" in outcome) this.failures.set(outcome.signal, outcome.error);
        else {
          this.reaches.set(outcome.signal, panelReach(outcome.definition.tags, this.wanted));
        }
        this.grow();
      },
      { signal },
    );
  }

  private loadAgain(signals: readonly ListedSignal[]): void {
    for (const listed of signals) this.failures.delete(listed);
    this.built = undefined;
    this.loading.run((signal) => this.load(signals, signal));
  }

  private grow(): void {
    this.built = undefined;
    this.loading.announce();
  }

  private buildIndex(): SearchIndex<ListedSignal> {
    const index = new SearchIndex<ListedSignal>();
    const signals = this.signals ?? [];
    for (const [order, signal] of signals.entries()) {
      const reach = this.reaches.get(signal);
      const isUnsure = !this.isFree && this.failures.has(signal);
      // Last among equally good matches.
      if (isUnsure) index.add(panelSignalEntry(signal, undefined, signals.length + order));
      else if (this.isListed(reach)) index.add(panelSignalEntry(signal, reach, order));
    }
    return index;
  }

  /** Whether no values are chosen. */
  private get isFree(): boolean {
    return Object.keys(this.wanted.chosen).length === 0;
  }

  private isListed(reach: PanelReach | undefined): boolean {
    return this.isFree || (reach !== undefined && reach.addresses.length > 0);
  }

  /** With chosen values, a signal whose definition failed may have no such variants, so its row retries. */
  private rowOf(signal: ListedSignal, read: readonly string[]): SeriesChoice<ChooseSignal> {
    if (this.isFree || !this.failures.has(signal)) {
      return panelSignalRow(signal, this.reaches.get(signal), read);
    }
    return failedSignalRow(signal, this.failures.get(signal), () => this.loadAgain([signal]));
  }

  /** Rows that offer to load missing definitions. */
  private loadRows(): readonly SeriesChoice<never>[] {
    const unasked = this.missing.filter((signal) => !this.failures.has(signal));
    if (this.isLoading || unasked.length === 0) return [];
    return [loadAllRow(unasked.length, () => this.loadAgain(unasked))];
  }
}
