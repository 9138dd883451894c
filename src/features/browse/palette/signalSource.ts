import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { type PanelReach, panelReach } from "../../../catalog/panelReach";
import { type PanelStart } from "../../../catalog/panelStart";
import { type Tag } from "../../../service/parseTags";
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
  emptyCatalogRow,
  formatListCount,
  type HitKind,
  type Hits,
  hitsOf,
  noHits,
  type SeriesChoice,
  type SeriesSource,
  staleText,
} from "./seriesSource";
import {
  failedSignalRow,
  loadAllRow,
  panelRow,
  profileRow,
  unloadedSignalRow,
  variantRow,
} from "./signalChoices";

/** No values are chosen. */
const free: PanelStart = { chosen: {} };

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

  private reaches: {
    readonly wanted: PanelStart;
    readonly ofTags: WeakMap<readonly Tag[], PanelReach>;
  } = { wanted: free, ofTags: new WeakMap() };

  constructor(
    private readonly connect: () => Promise<ConnectedService>,
    private readonly names: ReadableNames,
    private readonly shown?: ListedValues,
  ) {}

  get isLoading(): boolean {
    return this.loading.isUnderWay;
  }

  start(): void {
    if (this.shown?.isLatest() === true) void this.values?.renew();
    this.update(false);
  }

  completeness(isShort = false): string {
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
      isShort && unknown === 0
        ? variants
        : unknown === 0
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

  notices(typed: string): ReturnType<SeriesSource["notices"]> {
    const { search } = this;
    const { failure } = this.loading;
    if (failure !== undefined) {
      const label = vscode.l10n.t("The signals cannot be listed");
      const above = listingFailureRows({ label, error: failure.error }, () => this.start());
      return { above, below: [] };
    }
    if (search === undefined) return { above: [], below: [] };
    const unknown = this.unknownRows(search, typed);
    if (typed !== "") return { above: unknown, below: [] };
    const isEmpty = search.signalCount === 0 && !this.isLoading;
    const empty = vscode.l10n.t("The service lists no signals");
    return {
      above: this.isAsking(search) ? [this.loadAllRow(search)] : [],
      below: [...unknown, ...(isEmpty ? [emptyCatalogRow(empty, () => this.update(true))] : [])],
    };
  }

  find(kind: HitKind, typed: string, max: number, wanted: PanelStart = free): Hits {
    const { search } = this;
    if (search === undefined || this.loading.failure !== undefined) return noHits;
    switch (kind) {
      case "variant":
        return hitsOf(search.findVariants(typed, max), (variant, read) =>
          this.variantRow(variant, search, read),
        );
      case "panel":
        return this.panels(search, typed, max, wanted);
      case "profile":
        return hitsOf(search.findTagValues(typed, max), (tag, read) =>
          profileRow(tag, this.names, read),
        );
      case "market":
      case "forecast":
        return noHits;
    }
  }

  /** The offer to load what is missing, for when nothing matches. */
  missing(): readonly SeriesChoice[] {
    const { search } = this;
    return search !== undefined && this.isAsking(search) ? [this.loadAllRow(search)] : [];
  }

  /** The newest value of a variant; undefined where there is none, none yet, or the list has an as-of. */
  valueOf(variant: SignalVariant): RowValue | undefined {
    return this.shown?.isLatest() === true ? this.values?.of(variant) : undefined;
  }

  stop(): void {
    this.loading.stop();
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

  /** Signals whole: with chosen values, those that have several variants with them. */
  private panels(search: SignalSearch, typed: string, max: number, wanted: PanelStart): Hits {
    const rowOf = (signal: ListedSignal, read: readonly string[]): SeriesChoice =>
      panelRow(signal, this.reachOf(signal, wanted), read);
    if (Object.keys(wanted.chosen).length === 0) {
      return hitsOf(search.findSignals(typed, max), rowOf);
    }
    const found = search.findSignals(typed, Infinity);
    const places = found.items.flatMap((signal, at) =>
      (this.reachOf(signal, wanted)?.addresses.length ?? 0) > 0 ? [at] : [],
    );
    const pick = <T>(list: readonly T[]): readonly T[] =>
      places.slice(0, max).flatMap((at) => list.slice(at, at + 1));
    const { items, readings, weights } = found;
    const picked = { items: pick(items), readings: pick(readings), weights: pick(weights) };
    return hitsOf({ ...picked, total: places.length }, rowOf);
  }

  /** What panels of a signal run over; undefined where its variants are not known. */
  private reachOf(signal: ListedSignal, wanted: PanelStart): PanelReach | undefined {
    const tags = this.service?.catalog.cachedDefinition(signal)?.tags;
    if (tags === undefined) return undefined;
    if (!isDeepStrictEqual(this.reaches.wanted, wanted)) {
      this.reaches = { wanted, ofTags: new WeakMap() };
    }
    const { ofTags } = this.reaches;
    const reach = ofTags.get(tags) ?? panelReach(tags, wanted);
    ofTags.set(tags, reach);
    return reach;
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
    const rows = search.findSignals(typed, 1_000).items.flatMap((listed): SeriesChoice[] => {
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
