import { type SignalVariant } from "../catalog/groupByTag";
import { type ReadableNames } from "../catalog/readableNames";
import { byHighestVersion, type TagText, VariantGroups } from "../catalog/searchEntries";
import { type SearchEntry, SearchIndex, type SearchResult } from "../catalog/searchIndex";
import { codeWithVersion } from "../catalog/signalRows";
import { readableTagKind } from "../shared/tagKind";
import { type SignalDefinition } from "../service/parseDefinition";
import { type ListedSignal } from "../service/parseSignals";
import { type Clock, systemClock } from "../shared/clock";
import { autoLoadLimit, type CatalogStore } from "../store/catalogStore";
import { type CachedListing } from "../store/listingFiles";
import { Slices } from "../service/slices";
import { type Urgency } from "../service/urgency";

/** Capacity of the index: a definition can claim any number of variants. */
const maxVariants = 500_000;

export interface SearchWork {
  /** Stops the work; what is indexed by then stays. */
  readonly signal: AbortSignal;
  /** Who waits for the listing; a click by default. */
  readonly urgency?: Urgency;
  /** The most definitions to fetch unasked; any number up to the limit of the catalog by default. */
  readonly maxLoaded?: number;
  /** Called when more can be found. */
  readonly onDidChange: () => void;
}

/**
 * Searches the variants of all signals of one connection whose definitions are known, from this session or from disk.
 * Lives as long as the connection, and follows the catalog with each update.
 */
export class SignalSearch {
  private signals = new SearchIndex<ListedSignal>();
  private variants = new SearchIndex<SignalVariant, TagText>();
  private tagValues = new SearchIndex<TagText>();
  private groups: VariantGroups;
  private shown: CachedListing<ListedSignal> | undefined;
  private listed: readonly ListedSignal[] = [];
  /** By code and version: the signal's position in the results. */
  private positions: ReadonlyMap<string, number> = new Map();
  /** By code and version: the definition whose variants are in the index. */
  private readonly indexed = new Map<string, SignalDefinition>();
  /** By code and version: why the last request for the definition failed. */
  private readonly failures = new Map<string, unknown>();
  /** By code and version: neither indexed nor failed. */
  private readonly unloaded = new Map<string, ListedSignal>();
  /** Resolves when all work queued for the index is done. */
  private indexing = Promise.resolve();

  constructor(
    private readonly catalog: CatalogStore,
    private readonly names: ReadableNames,
    private readonly clock: Clock = systemClock,
  ) {
    this.groups = new VariantGroups(names);
  }

  /** The listing whose signals are searched; undefined before there is one. */
  get listing(): CachedListing<ListedSignal> | undefined {
    return this.shown;
  }

  get variantCount(): number {
    return this.variants.size;
  }

  get signalCount(): number {
    return this.listed.length;
  }

  get missingCount(): number {
    return this.unloaded.size;
  }

  get failureCount(): number {
    return this.failures.size;
  }

  /** The signals whose definitions have not been requested. */
  get missing(): readonly ListedSignal[] {
    return [...this.unloaded.values()];
  }

  /** Whether the index is full and may lack variants. */
  get isFull(): boolean {
    return this.variants.size >= maxVariants;
  }

  isMissing(signal: ListedSignal): boolean {
    return this.unloaded.has(codeWithVersion(signal));
  }

  /** Why the definition of a signal could not be loaded; undefined when it did not fail. */
  failureOf(signal: ListedSignal): { readonly error: unknown } | undefined {
    const key = codeWithVersion(signal);
    return this.failures.has(key) ? { error: this.failures.get(key) } : undefined;
  }

  findVariants(query: string, max: number): SearchResult<SignalVariant> {
    return this.variants.search(query, max);
  }

  /** All variants that match, and signals that do while their variants are not known. May pause. */
  *matching(
    query: string,
  ): Generator<
    void,
    { readonly variants: readonly SignalVariant[]; readonly unknown: readonly ListedSignal[] }
  > {
    const variants = yield* this.variants.matching(query);
    const signals = yield* this.signals.matching(query);
    const isKnown = (signal: ListedSignal): boolean => this.indexed.has(codeWithVersion(signal));
    return { variants, unknown: signals.filter((signal) => !isKnown(signal)) };
  }

  /** Signals by code, name and, where their variants are known, the tag kinds of these. */
  findSignals(query: string, max: number): SearchResult<ListedSignal> {
    return this.signals.search(query, max);
  }

  /** Tag values that variants have, by value, readable name and tag kind. */
  findTagValues(query: string, max: number): SearchResult<TagText> {
    return this.tagValues.search(query, max);
  }

  /**
   * Updates the index: from the cache at once, then from the service's listing and, unless there are too many, with the
   * definitions that are missing or old.
   *
   * @throws what listing the signals fails with; the index is then empty.
   */
  async update(work: SearchWork & { readonly isRefresh?: boolean }): Promise<void> {
    const { signal, urgency, maxLoaded, isRefresh = false } = work;
    this.forgetFailures();
    try {
      const waiting = { signal, isRefresh, ...(urgency && { urgency }) };
      const { value, refreshed } = await this.catalog.availableSignals(waiting);
      await this.take(value, work);
      if (refreshed !== undefined) await this.take(await refreshed, work);
    } catch (error) {
      if (!signal.aborted) this.clear();
      throw error;
    }
    // While the listing is stale, requests for definitions would fail, too.
    if (this.shown?.staleBecause !== undefined) return;
    await this.load(this.unasked().slice(0, maxLoaded), work);
  }

  /** Updates the index from what is in memory and on disk, however old; no request is made. */
  async updateStored(work: SearchWork): Promise<void> {
    const listing = await this.catalog.cachedSignals();
    if (listing !== undefined) await this.take(listing, work);
  }

  /** Fetches definitions, including those that failed before. @throws the signal's reason when it aborts. */
  async load(signals: readonly ListedSignal[], work: SearchWork): Promise<void> {
    for (const listed of signals) {
      const key = codeWithVersion(listed);
      if (this.failures.delete(key)) this.unloaded.set(key, listed);
    }
    await this.catalog.loadDefinitions(
      signals,
      (outcome) => {
        if ("error" in outcome) this.fail(outcome.signal, outcome.error, work);
        else this.index([outcome.signal], work);
      },
      { signal: work.signal },
    );
    await this.indexing;
  }

  /** Clears the index; the next update starts over. */
  clear(): void {
    this.signals = new SearchIndex();
    this.variants = new SearchIndex();
    this.tagValues = new SearchIndex();
    this.groups = new VariantGroups(this.names);
    this.shown = undefined;
    this.listed = [];
    this.positions = new Map();
    for (const each of [this.indexed, this.failures, this.unloaded]) each.clear();
  }

  private async take(listing: CachedListing<ListedSignal>, work: SearchWork): Promise<void> {
    if (listing.items === this.shown?.items) this.shown = listing;
    else await new Slices(work.signal, this.clock).run(this.placing(listing));
    work.onDidChange();
    this.index(this.listed, work);
    await this.catalog.readDefinitions(
      this.listed,
      (read) => this.index([read], work),
      work.signal,
    );
    await this.indexing;
    work.signal.throwIfAborted();
  }

  private *placing(listing: CachedListing<ListedSignal>): Generator<void> {
    const listed = byHighestVersion(listing.items);
    const signals = new SearchIndex<ListedSignal>();
    const positions = new Map<string, number>();
    for (const [position, each] of listed.entries()) {
      const key = codeWithVersion(each);
      signals.add(signalEntry(each, position, this.indexed.get(key)));
      positions.set(key, position);
      this.variants.move(key, position);
      yield;
    }
    for (const key of this.indexed.keys()) if (!positions.has(key)) this.drop(key);
    this.signals = signals;
    this.positions = positions;
    this.listed = listed;
    this.shown = listing;
    this.forgetFailures();
  }

  private index(signals: readonly ListedSignal[], { signal, onDidChange }: SearchWork): void {
    const slices = new Slices(undefined, this.clock);
    this.indexing = this.indexing.then(() =>
      slices.run(this.indexingEach(signals, signal, onDidChange)),
    );
  }

  /** Indexes what the catalog knows by now; never throws. */
  private *indexingEach(
    signals: readonly ListedSignal[],
    signal: AbortSignal,
    onDidChange: () => void,
  ): Generator<void, void> {
    for (const listed of signals) {
      const key = codeWithVersion(listed);
      const definition = this.catalog.cachedDefinition(listed);
      const before = this.indexed.get(key);
      if (definition === undefined) {
        if (before !== undefined) this.drop(key, listed);
      } else if (before?.tags !== definition.tags || before.name !== definition.name) {
        yield* this.indexingOne(key, definition, signal);
        if (this.indexed.get(key) !== definition) return;
        onDidChange();
      }
      yield;
      if (signal.aborted) return;
    }
  }

  /** Stops when it is cancelled, and when the index is cleared. */
  private *indexingOne(
    key: string,
    definition: SignalDefinition,
    signal: AbortSignal,
  ): Generator<void> {
    const position = this.positions.get(key) ?? this.listed.length;
    const waitForCapacity = maxVariants - this.variants.size;
    const { variants } = this;
    for (const step of variants.indexing(
      key,
      this.groups.of(definition, position, waitForCapacity),
    )) {
      yield step;
      if (signal.aborted || variants !== this.variants) return;
    }
    yield* this.indexingTagValues();
    if (variants !== this.variants) return;
    this.indexed.set(key, definition);
    this.unloaded.delete(key);
    const listed = this.listed[position];
    if (listed !== undefined) this.signals.add(signalEntry(listed, position, definition));
  }

  /** Indexes the tag values that came with the last variants: a signal may have a value of its own for each. */
  private *indexingTagValues(): Generator<void> {
    const { tagValues, groups } = this;
    for (const item of groups.tagValues.slice(tagValues.size)) {
      const { kind, value, text } = item;
      const texts = [text, readableTagKind(kind), kind];
      const position = tagValues.size;
      const group = { code: value, texts, position, entries: [[]], itemOf: () => item };
      yield* tagValues.indexing(position, group);
    }
  }

  private fail(listed: ListedSignal, error: unknown, { onDidChange }: SearchWork): void {
    const key = codeWithVersion(listed);
    // Keeps a definition already loaded in this session.
    if (this.catalog.cachedDefinition(listed) !== undefined) return;
    this.drop(key);
    this.unloaded.delete(key);
    this.failures.set(key, error);
    onDidChange();
  }

  private drop(key: string, missing?: ListedSignal): void {
    this.variants.delete(key);
    this.indexed.delete(key);
    if (missing !== undefined) this.unloaded.set(key, missing);
  }

  private forgetFailures(): void {
    this.failures.clear();
    this.unloaded.clear();
    for (const listed of this.listed) {
      const key = codeWithVersion(listed);
      if (!this.indexed.has(key)) this.unloaded.set(key, listed);
    }
  }

  /** Definitions to fetch without asking: the missing ones, and also the old ones if together they are not too many. */
  private unasked(): readonly ListedSignal[] {
    const { missing } = this;
    const old = this.listed.filter((listed) => this.catalog.isDefinitionOld(listed));
    if (missing.length + old.length <= autoLoadLimit) return [...missing, ...old];
    return missing.length <= autoLoadLimit ? missing : [];
  }
}

function signalEntry(
  item: ListedSignal,
  position: number,
  definition: SignalDefinition | undefined,
): SearchEntry<ListedSignal> {
  const tags = definition?.tags ?? [];
  const kinds = new Set(
    tags.flatMap(({ kind, subTags }) => [kind, ...subTags.map((sub) => sub.kind)]),
  );
  const texts = [...kinds].flatMap((kind) => [readableTagKind(kind), kind]);
  return { item, code: item.code, texts: [item.name, `v${item.version}`, ...texts], position };
}
