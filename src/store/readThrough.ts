import { type ServiceError } from "../service/errors";
import { isRefusal, type Outage } from "../service/outage";
import { type RequestOptions } from "../service/serviceClient";
import { type Urgency } from "../service/urgency";
import { type Log } from "../shared/log";
import { messageOf } from "../shared/messageOf";
import { type FetchState, type Available } from "./fetchState";
import { PendingWrites } from "./pendingWrites";
import { type JoinOptions, SingleFlight, type Waiting } from "./singleFlight";

/** How an entry is asked for. */
export interface CacheOptions {
  readonly signal?: AbortSignal;
  /** Asks the service even for a current entry; a failure is then reported, and the cached entry stays. */
  readonly isRefresh?: boolean;
  /** Who waits; a click by default. */
  readonly urgency?: Urgency;
}

/** Who waits for the service, and whether a cached value can replace its answer if it fails. */
export type Asking = Waiting & Required<RequestOptions>;

/** What the service gave. */
interface Fetched<Entry> {
  readonly entry: Entry;
  /** Writes it to disk. @throws as the file system does. */
  readonly write: () => Promise<void>;
  /** The size of the write in bytes, if the entry is returned before it is written; absent if it is returned afterwards. */
  readonly laterBytes?: number;
}

/** What differs between kinds of entries: series, listings, definitions. */
export interface CacheKind<Id, Stored extends object, Entry extends Stored & FetchState> {
  /** What the log calls them: `a series`. */
  readonly name: string;
  readonly keyOf: (id: Id) => string;
  readonly fetch: (id: Id, asking: Asking) => Promise<Fetched<Entry>>;
  /** What any window has written to disk; undefined where that is nothing, or nothing newer than what is in memory. */
  readonly read: (id: Id, inMemory: Entry | undefined) => Promise<Stored | undefined>;
  /** Makes what was read usable; undefined when it proves to be of no use. */
  readonly open: (id: Id, stored: Stored, waiting: Waiting) => Promise<Entry | undefined>;
  /** Whether an entry stands for what the service would give. @param isOfSession - The service gave it in this session. */
  readonly isCurrent: (id: Id, stored: Stored, isOfSession: boolean) => boolean;
}

/** A `Map`, or a cache of limited size. */
export interface CacheMemory<Entry> {
  get(key: string): Entry | undefined;
  set(key: string, entry: Entry): unknown;
  delete(key: string): unknown;
  clear(): void;
  entries(): Iterable<[string, Entry]>;
}

export interface ReadThroughOptions<Entry> {
  readonly outage: Outage;
  readonly log: Log;
  /** Unlimited by default. */
  readonly memory?: CacheMemory<Entry>;
  /** How long an entry that is returned before it is written waits for that, in milliseconds; 500 by default. */
  readonly writeDelayMs?: number;
}

/** The limit for pending writes, in bytes: beyond it, entries are returned only after they have been written. */
const maxPendingBytes = 32 * 1024 * 1024;

/**
 * The entries of one kind that one service gives: from memory, from disk, or fetched, checked and cached. Equal requests
 * are made once. While the service cannot be reached, an entry that is no longer current is served with the reason.
 */
export class ReadThrough<Id, Stored extends object, Entry extends Stored & FetchState> {
  private readonly finds = new SingleFlight<Entry>();
  private readonly fetches = new SingleFlight<Entry>();
  private readonly openings = new SingleFlight<Entry | undefined>();
  private readonly memory: CacheMemory<Entry>;
  /** Those in memory that the service gave in this session. */
  private readonly ofSession = new WeakSet<object>();
  /** By key, why the service could not be asked anew when that was last tried. */
  private readonly stale = new Map<string, ServiceError>();
  /** Keys that the service was asked for last and refused: what is on disk is not shown for them. */
  private readonly refused = new Set<string>();
  private readonly writes: PendingWrites;
  private hasWriteFailed = false;

  constructor(
    private readonly kind: CacheKind<Id, Stored, Entry>,
    private readonly options: ReadThroughOptions<Entry>,
  ) {
    this.memory = options.memory ?? new Map<string, Entry>();
    this.writes = new PendingWrites(options.writeDelayMs);
  }

  /** @throws what the service or the network did. A failure leaves what is cached as it was. */
  async get(id: Id, { isRefresh = false, ...joining }: CacheOptions = {}): Promise<Entry> {
    joining.signal?.throwIfAborted();
    if (isRefresh) return this.fetched(id, joining);
    const inMemory = this.inMemory(id);
    if (inMemory !== undefined && this.isCurrent(id, inMemory)) return inMemory;
    return this.finds.join(this.kind.keyOf(id), (waiting) => this.find(id, waiting), joining);
  }

  /**
   * A current entry, else the cached one while the service is asked. Waits for the service where nothing is cached, where
   * it refused the last request, and for a refresh.
   */
  async available(id: Id, options: CacheOptions = {}): Promise<Available<Entry>> {
    if (options.isRefresh === true) return { value: await this.get(id, options) };
    const isRefused = this.refused.has(this.kind.keyOf(id));
    const cached = isRefused ? undefined : await this.stored(id);
    const refreshed = this.get(id, options);
    if (cached === undefined || this.isCurrent(id, cached)) return { value: await refreshed };
    // Callers that await it get the failure.
    refreshed.catch(() => undefined);
    return { value: this.marked(id, cached), refreshed };
  }

  /** The entry in memory, however old; no request is made and no file read. */
  inMemory(id: Id): Entry | undefined {
    return this.memory.get(this.kind.keyOf(id));
  }

  /** The entry in memory as it can be shown: with the reason if it is stale, and none that the service refuses. */
  shown(id: Id): Entry | undefined {
    const entry = this.inMemory(id);
    if (entry === undefined || this.isHidden(id, entry)) return undefined;
    return this.marked(id, entry);
  }

  /** All entries in memory, those used last first; no request is made and no file read. */
  all(): readonly Entry[] {
    return [...this.memory.entries()].map(([, entry]) => entry);
  }

  /** What was given last, in memory or on disk, however old, and not opened yet; no request is made. */
  async newest(id: Id): Promise<Stored | undefined> {
    await this.writes.ended(this.kind.keyOf(id));
    const before = this.inMemory(id);
    const read = await this.kind.read(id, before);
    const inMemory = this.inMemory(id);
    // What was fetched meanwhile is newer than what was read.
    return inMemory === before ? (read ?? inMemory) : (inMemory ?? read);
  }

  /** The entry given last, in memory or on disk, however old; no request is made. */
  async stored(id: Id, joining: JoinOptions = {}): Promise<Entry | undefined> {
    const open = async (waiting: Waiting): Promise<Entry | undefined> => {
      const newest = await this.newest(id);
      waiting.signal.throwIfAborted();
      return newest && this.opened(id, newest, waiting);
    };
    return this.openings.join(this.kind.keyOf(id), open, joining);
  }

  /** Whether an entry stands for what the service would give. */
  isCurrent(id: Id, stored: Stored): boolean {
    const isStale = this.stale.has(this.kind.keyOf(id));
    return !isStale && this.kind.isCurrent(id, stored, this.ofSession.has(stored));
  }

  /** Takes an entry that was made of another one, for as long as that would be current. */
  set(id: Id, entry: Entry): void {
    this.memory.set(this.kind.keyOf(id), entry);
  }

  /** Takes an entry that was read from disk, unless there is one or the service refuses it; false then. */
  add(id: Id, entry: Entry): boolean {
    const key = this.kind.keyOf(id);
    if (this.memory.get(key) !== undefined || this.refused.has(key)) return false;
    this.memory.set(key, entry);
    return true;
  }

  /** Forgets what was read from disk and has not been requested in this session. */
  forgetRead(): void {
    for (const [key, entry] of [...this.memory.entries()]) {
      if (!this.ofSession.has(entry)) this.memory.delete(key);
    }
  }

  /** Forgets what is in memory, and drops writes that have not begun; requests that are running go on. */
  forget(): void {
    this.memory.clear();
    this.writes.clear();
  }

  /** Waits until all that was fetched is on disk. */
  async written(): Promise<void> {
    await this.writes.allEnded();
  }

  /** Forgets what is in memory, aborts what is running and starts nothing any more. */
  dispose(): void {
    this.finds.dispose();
    this.fetches.dispose();
    this.openings.dispose();
    this.writes.clear();
    this.memory.clear();
  }

  /** What is current, else what the service gives, else what is cached. */
  private async find(id: Id, waiting: Waiting): Promise<Entry> {
    const newest = await this.newest(id);
    if (newest === undefined) return this.fetched(id, waiting);
    if (this.isCurrent(id, newest)) {
      return (await this.opened(id, newest, waiting)) ?? this.fetched(id, waiting);
    }
    return this.options.outage.answerOr(
      () => this.fetched(id, waiting, true),
      async (staleBecause) => {
        const entry = await this.opened(id, newest, waiting);
        if (entry === undefined) return undefined;
        this.stale.set(this.kind.keyOf(id), staleBecause);
        return { ...entry, staleBecause };
      },
    );
  }

  private async opened(id: Id, stored: Stored, waiting: Waiting): Promise<Entry | undefined> {
    const before = this.inMemory(id);
    if (before !== undefined && Object.is(before, stored)) return before;
    const entry = await this.kind.open(id, stored, waiting);
    waiting.signal.throwIfAborted();
    if (entry === undefined) return undefined;
    const present = this.inMemory(id);
    // What was fetched meanwhile is not replaced by what was read.
    if (present !== before) return present ?? entry;
    this.set(id, entry);
    return entry;
  }

  /** @param hasFallback - Something is cached for when it fails. */
  private fetched(id: Id, joining: JoinOptions, hasFallback = false): Promise<Entry> {
    const work = (waiting: Waiting): Promise<Entry> => this.fetch(id, { ...waiting, hasFallback });
    // Who wants it fresh must not join who is content with what is cached.
    return this.fetches.join(this.kind.keyOf(id), work, joining);
  }

  private async fetch(id: Id, asking: Asking): Promise<Entry> {
    const { entry, write, laterBytes } = await this.kind
      .fetch(id, asking)
      .catch((error: unknown) => {
        if (isRefusal(error)) this.refuse(id);
        throw error;
      });
    asking.signal.throwIfAborted();
    const key = this.kind.keyOf(id);
    this.memory.set(key, entry);
    this.ofSession.add(entry);
    this.stale.delete(key);
    this.refused.delete(key);
    const isFull = this.writes.sizeBytes > maxPendingBytes;
    this.writes.add(key, laterBytes ?? 0, () => this.write(write));
    if (laterBytes === undefined || isFull) await this.writes.ended(key);
    return entry;
  }

  /** What the service gave in this session stays, unless it was out of date already. */
  private refuse(id: Id): void {
    const key = this.kind.keyOf(id);
    this.refused.add(key);
    const entry = this.memory.get(key);
    if (entry !== undefined && this.stale.delete(key)) this.ofSession.delete(entry);
  }

  private isHidden(id: Id, entry: Entry): boolean {
    return this.refused.has(this.kind.keyOf(id)) && !this.ofSession.has(entry);
  }

  private marked(id: Id, entry: Entry): Entry {
    const staleBecause = this.stale.get(this.kind.keyOf(id));
    return staleBecause === undefined ? entry : { ...entry, staleBecause };
  }

  /** An entry that cannot be written is still an entry; the log has one line until writing works again. */
  private async write(write: () => Promise<void>): Promise<void> {
    try {
      await write();
      this.hasWriteFailed = false;
    } catch (error) {
      const { log } = this.options;
      if (!this.hasWriteFailed) {
        log.warn(`${this.kind.name} could not be cached on disk: ${messageOf(error)}`);
      }
      this.hasWriteFailed = true;
    }
  }
}
