import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import { type PanelReach, panelReach } from "../../catalog/panelReach";
import { type PanelStart } from "../../catalog/panelStart";
import { byHighestVersion } from "../../catalog/searchEntries";
import { SearchIndex } from "../../catalog/searchIndex";
import { type SignalDefinition } from "../../service/parseDefinition";
import { type ListedSignal } from "../../service/parseSignals";
import { type Clock, systemClock } from "../../shared/clock";
import { type ConnectedService } from "../connection/connectedServices";
import { listingFailureRows } from "./listingFailure";
import { Loading } from "./loading";
import { type ChooseSignal, panelSignalEntry, panelSignalRow } from "./panelSignalRow";
import { failedSignalRow, loadAllRow } from "./signalRows";
import {
  countText,
  emptyRow,
  moreRow,
  mostRows,
  mostUnasked,
  type SeriesRow,
  type SeriesSource,
} from "./seriesSource";

/** Definitions are taken up for so long before the editor gets its turn: counting the variants of one may take as long. */
const sliceMs = 10;

/**
 * The signals of a connection, each with what its panels run over as far as their definitions are known; the missing ones
 * are fetched behind what people click.
 */
export class SignalListSource implements SeriesSource<ChooseSignal> {
  readonly placeholder = vscode.l10n.t("Search by code, name or tag kind: infl, sector");
  private readonly loading = new Loading();
  readonly onDidChange = this.loading.onDidChange;
  /** Undefined before they are listed. */
  private signals: readonly ListedSignal[] | undefined;
  /** Those whose definitions are known. */
  private readonly reaches = new Map<ListedSignal, PanelReach>();
  /** Why those of others could not be had. */
  private readonly failures = new Map<ListedSignal, unknown>();
  /** Built anew when more is known. */
  private built: SearchIndex<ListedSignal> | undefined;
  private service: ConnectedService | undefined;
  private error: { readonly error: unknown } | undefined;

  /** @param wanted - Which variants: once values are chosen, only the signals that have some with them are listed. */
  constructor(
    private readonly connect: () => Promise<ConnectedService>,
    private readonly wanted: PanelStart = { chosen: {} },
    private readonly clock: Pick<Clock, "elapsed"> = systemClock,
  ) {}

  get isLoading(): boolean {
    return this.loading.isUnderWay;
  }

  start(): void {
    this.error = undefined;
    this.run((signal) => this.list(signal));
  }

  completeness(): string {
    const { t } = vscode.l10n;
    if (this.signals === undefined) return this.isLoading ? t("loading…") : t("not loaded");
    const listed = countText(this.index.size - (this.isFree ? 0 : this.failures.size));
    const missing = this.missing.length;
    return [
      t("{0} signals", listed),
      ...(missing === 0 ? [] : [t("variants of {0} not known", countText(missing))]),
      ...(this.isLoading ? [t("loading…")] : []),
    ].join("; ");
  }

  rows(typed: string): readonly SeriesRow<ChooseSignal>[] {
    if (this.error !== undefined) {
      const label = vscode.l10n.t("The signals cannot be listed");
      const hasKeyWorked = this.service?.hasKeyWorked === true;
      return listingFailureRows({ label, error: this.error.error, hasKeyWorked }, () =>
        this.start(),
      );
    }
    const { items, total } = this.index.search(typed, mostRows);
    const rows = items.map((signal) => this.rowOf(signal));
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

  private run(work: (signal: AbortSignal) => Promise<void>): void {
    this.loading.run(work, (error) => {
      this.error = { error };
    });
  }

  private async list(signal: AbortSignal): Promise<void> {
    this.service = await this.connect();
    const { catalog } = this.service;
    const { items } = await catalog.signals({ signal });
    this.reaches.clear();
    this.failures.clear();
    this.signals = byHighestVersion(items);
    let startMs = this.clock.elapsed();
    for (const listed of this.signals) {
      const kept = catalog.keptDefinition(listed);
      if (kept !== undefined) this.take(listed, kept);
      if (this.clock.elapsed() - startMs < sliceMs) continue;
      await nextTurn();
      signal.throwIfAborted();
      startMs = this.clock.elapsed();
    }
    this.grow();
    const { missing } = this;
    if (missing.length <= mostUnasked) await this.load(missing, signal);
  }

  /** Without chosen values, a signal whose definition fails can be chosen: what fails then is told. */
  private async load(signals: readonly ListedSignal[], signal: AbortSignal): Promise<void> {
    const { catalog } = await this.connect();
    await catalog.loadDefinitions(
      signals,
      (outcome) => {
        if ("error" in outcome) this.failures.set(outcome.signal, outcome.error);
        else this.take(outcome.signal, outcome.definition);
        this.grow();
      },
      { signal },
    );
  }

  private loadAgain(signals: readonly ListedSignal[]): void {
    for (const listed of signals) this.failures.delete(listed);
    this.built = undefined;
    this.run((signal) => this.load(signals, signal));
  }

  private take(signal: ListedSignal, { tags }: SignalDefinition): void {
    this.reaches.set(signal, panelReach(tags, this.wanted));
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
      // Last of those that match equally well.
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

  /** Whether a signal has variants with the chosen values is not known when its definition failed: that is tried again. */
  private rowOf(signal: ListedSignal): SeriesRow<ChooseSignal> {
    if (this.isFree || !this.failures.has(signal)) {
      return panelSignalRow(signal, this.reaches.get(signal));
    }
    return failedSignalRow(signal, this.failures.get(signal), () => this.loadAgain([signal]));
  }

  /** So many definitions are missing that the person decides. */
  private loadRows(): readonly SeriesRow<never>[] {
    const { missing } = this;
    if (this.isLoading || missing.length <= mostUnasked) return [];
    return [loadAllRow(missing.length, () => this.loadAgain(missing))];
  }
}
