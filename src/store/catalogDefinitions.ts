import pLimit from "p-limit";
import { isRefusal } from "../service/outage";
import { type SignalDefinition } from "../service/parseDefinition";
import { type ServiceClient } from "../service/serviceClient";
import { type Log } from "../shared/log";
import { wordsOf } from "../shared/wordsOf";
import { type Available } from "./age";
import { type CatalogOptions } from "./catalogOptions";
import { type DefinitionFiles, type KeptDefinition } from "./definitionFiles";
import { Flights, type JoinOptions, type Waiting } from "./flights";
import { isYounger } from "./freshness";

/** What names a definition. */
type SignalId = Pick<SignalDefinition, "code" | "version">;

export interface CatalogDefinitionsOptions {
  readonly client: Pick<ServiceClient, "getSignal" | "outage">;
  readonly files: DefinitionFiles | undefined;
  readonly now: () => number;
  readonly log: Log;
}

/** A definition on disk that is older than a day is asked for again. */
const longestAgeMs = 24 * 60 * 60 * 1000;

/** Files read at once: few enough that those which end together do not hold up the editor. */
const mostReads = 16;

/**
 * The definitions of a service: from memory, from disk, from the service. While the service cannot be reached an old
 * one is served with the reason, and the service is asked again with the next use.
 */
export class CatalogDefinitions {
  private readonly finds = new Flights<KeptDefinition>();
  private readonly fetches = new Flights<KeptDefinition>();
  private readonly inMemory = new Map<string, KeptDefinition>();
  /** As read for those who are content with what is cached; never served as the service's. */
  private readonly onDisk = new Map<string, KeptDefinition>();
  /** Those that the service was there for and did not give: what is cached is not shown for them. */
  private readonly refused = new Set<string>();

  constructor(private readonly options: CatalogDefinitionsOptions) {}

  async get(id: SignalId, { isRefresh, ...passenger }: CatalogOptions): Promise<KeptDefinition> {
    // Who wants it fresh must not join who is content with what is on disk.
    if (isRefresh === true) return this.fetched(id, passenger);
    const kept = this.inMemory.get(keyOf(id));
    if (kept !== undefined && kept.staleBecause === undefined) return kept;
    return this.finds.join(keyOf(id), (waiting) => this.find(id, waiting), passenger);
  }

  /**
   * The definition of this session, else the cached one while the service is asked. Waits for the service where nothing
   * is cached, where it refused the last request, and for a refresh; it is not asked about what is younger than a day.
   */
  async available(id: SignalId, options: CatalogOptions): Promise<Available<KeptDefinition>> {
    if (options.isRefresh === true) return { value: await this.get(id, options) };
    const key = keyOf(id);
    const cached = this.refused.has(key) ? undefined : await this.stored(id);
    const isStale = cached?.staleBecause !== undefined;
    const isCurrent = this.inMemory.has(key)
      ? !isStale
      : cached !== undefined && this.isYoung(cached);
    const refreshed = this.get(id, options);
    if (cached === undefined || isCurrent) return { value: await refreshed };
    // A failure is for those who wait for it.
    refreshed.catch(() => undefined);
    return { value: cached, refreshed };
  }

  /** The definition if it is in memory, however old; no request is made and no file read. */
  kept(id: SignalId): KeptDefinition | undefined {
    const key = keyOf(id);
    return this.inMemory.get(key) ?? this.onDisk.get(key);
  }

  /** Whether the definition in memory was only read from disk and is older than a day. */
  isOld(id: SignalId): boolean {
    const key = keyOf(id);
    const read = this.inMemory.has(key) ? undefined : this.onDisk.get(key);
    return read !== undefined && !this.isYoung(read);
  }

  /**
   * Reads those that are on disk and not yet in memory, and tells of each.
   *
   * @throws the signal's reason when it aborts.
   */
  async readAll<T extends SignalId>(
    ids: readonly T[],
    onRead: (id: T) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const isUnread = (id: T): boolean =>
      this.kept(id) === undefined && !this.refused.has(keyOf(id));
    const present = (await this.options.files?.present(ids.filter(isUnread))) ?? [];
    const limit = pLimit(mostReads);
    const reads = present.map((id) =>
      limit(async () => {
        signal?.throwIfAborted();
        const read = await this.options.files?.read(id.code, id.version);
        // What was fetched or refused meanwhile is not replaced by what was read.
        if (read === undefined || !isUnread(id)) return;
        this.onDisk.set(keyOf(id), read);
        onRead(id);
      }),
    );
    try {
      await Promise.all(reads);
    } finally {
      limit.clearQueue();
    }
  }

  /** Forgets what was read from disk and nobody has asked the service for. */
  forgetRead(): void {
    this.onDisk.clear();
  }

  /** The definition in memory or on disk, however old; no request is made. */
  async stored(id: SignalId): Promise<KeptDefinition | undefined> {
    return this.kept(id) ?? this.options.files?.read(id.code, id.version);
  }

  dispose(): void {
    this.finds.dispose();
    this.fetches.dispose();
  }

  private async find(id: SignalId, waiting: Waiting): Promise<KeptDefinition> {
    const { files, client } = this.options;
    const before = this.inMemory.get(keyOf(id));
    const kept = (await files?.read(id.code, id.version)) ?? before;
    const present = this.inMemory.get(keyOf(id));
    // What was fetched meanwhile is not replaced by what was read.
    if (present !== undefined && present !== before) return present;
    if (kept !== undefined && this.isYoung(kept)) {
      return this.remember(kept, waiting);
    }
    return client.outage.answerOr(
      () => this.fetched(id, waiting, kept !== undefined),
      (staleBecause) => Promise.resolve(kept && this.remember({ ...kept, staleBecause }, waiting)),
    );
  }

  /** @param hasFallback - Something is kept for when it fails. */
  private fetched(
    id: SignalId,
    passenger: JoinOptions,
    hasFallback = false,
  ): Promise<KeptDefinition> {
    const start = (waiting: Waiting): Promise<KeptDefinition> =>
      this.fetch(id, waiting, hasFallback);
    return this.fetches.join(keyOf(id), start, passenger);
  }

  private async fetch(
    { code, version }: SignalId,
    waiting: Waiting,
    hasFallback: boolean,
  ): Promise<KeptDefinition> {
    const { client, now } = this.options;
    const asked = client.getSignal(code, version, { ...waiting, hasFallback });
    const definition = await asked.catch((error: unknown) => {
      if (isRefusal(error)) this.refuse(keyOf({ code, version }));
      throw error;
    });
    const kept = this.remember({ ...definition, fetchedAtMs: now() }, waiting);
    await this.keep(kept);
    return kept;
  }

  private remember(definition: KeptDefinition, { signal }: Waiting): KeptDefinition {
    signal.throwIfAborted();
    const key = keyOf(definition);
    this.inMemory.set(key, definition);
    this.onDisk.delete(key);
    this.refused.delete(key);
    return definition;
  }

  /** What the service gave in this session stays. */
  private refuse(key: string): void {
    this.onDisk.delete(key);
    const kept = this.inMemory.get(key);
    if (kept !== undefined && kept.staleBecause === undefined) return;
    this.inMemory.delete(key);
    this.refused.add(key);
  }

  private isYoung(definition: KeptDefinition): boolean {
    return isYounger(definition, this.options.now(), longestAgeMs);
  }

  /** A definition that cannot be kept on disk is still a definition. */
  private async keep(definition: KeptDefinition): Promise<void> {
    const { files, log } = this.options;
    const { code, version, unreadable } = definition;
    for (const { reason } of unreadable) log.warn(`signal ${code} ${version}: ${reason}`);
    try {
      await files?.write(definition);
    } catch (error) {
      log.warn(`a definition could not be cached on disk: ${wordsOf(error)}`);
    }
  }
}

function keyOf({ code, version }: SignalId): string {
  return `${version} ${code}`;
}
