import { type Listing } from "../service/listing";
import { isRefusal, type Outage } from "../service/outage";
import { type Log } from "../shared/log";
import { wordsOf } from "../shared/wordsOf";
import { type Available } from "./age";
import { type CatalogOptions } from "./catalogOptions";
import { Flights, type JoinOptions, type Waiting } from "./flights";
import { type KeptListing, type ListingFiles, type ListingForm } from "./listingFiles";

export interface CatalogListingOptions<T> {
  readonly form: ListingForm<T>;
  readonly list: (waiting: Waiting) => Promise<Listing<T>>;
  readonly files: ListingFiles | undefined;
  readonly outage: Outage;
  readonly now: () => number;
  readonly log: Log;
}

/** A listing can hold any number of entries that cannot be read; the log is for people. */
const mostGapsLogged = 50;

/**
 * One listing of a service: asked for when it is first needed, then from memory. While the service cannot be reached
 * the one that was kept on disk takes its place, with the reason, and the service is asked again with the next use.
 */
export class CatalogListing<T> {
  private readonly finds = new Flights<KeptListing<T>>();
  private readonly fetches = new Flights<KeptListing<T>>();
  private kept: KeptListing<T> | undefined;
  /** As it was read for those who are content with it; never served as the service's. */
  private onDisk: Promise<KeptListing<T> | undefined> | undefined;
  /** The service was there and did not give the listing: what is cached is not shown for it. */
  private isRefused = false;

  constructor(private readonly options: CatalogListingOptions<T>) {}

  /** The listing as last fetched, in memory or on disk, however old; no request is made. */
  async keptBefore(): Promise<KeptListing<T> | undefined> {
    const { kept } = this;
    if (kept !== undefined) return kept;
    const { files, form } = this.options;
    this.onDisk ??= files?.read(form);
    const read = await this.onDisk;
    // Another window may write it yet.
    if (read === undefined) this.onDisk = undefined;
    return this.kept ?? read;
  }

  /**
   * The listing of this session, else the cached one while the service is asked. Waits for the service where nothing is
   * cached, where it refused the last request, and for a refresh.
   */
  async available(options: CatalogOptions): Promise<Available<KeptListing<T>>> {
    if (options.isRefresh === true) return { value: await this.get(options) };
    const cached = await this.keptBefore();
    const refreshed = this.get(options);
    const isFresh = cached === this.kept && cached?.staleBecause === undefined;
    if (cached === undefined || isFresh || this.isRefused) return { value: await refreshed };
    // A failure is for those who wait for it.
    refreshed.catch(() => undefined);
    return { value: cached, refreshed };
  }

  /** Forgets what was read from disk and nobody has asked the service for. */
  forgetRead(): void {
    this.onDisk = undefined;
  }

  async get({ isRefresh, ...passenger }: CatalogOptions): Promise<KeptListing<T>> {
    if (isRefresh === true) return this.fetched(passenger);
    const { kept } = this;
    if (kept !== undefined && kept.staleBecause === undefined) return kept;
    const { name } = this.options.form;
    return this.finds.join(name, (waiting) => this.find(waiting), passenger);
  }

  dispose(): void {
    this.finds.dispose();
    this.fetches.dispose();
  }

  private async find(waiting: Waiting): Promise<KeptListing<T>> {
    const { outage, files, form } = this.options;
    return outage.answerOr(
      () => this.fetched(waiting),
      async (staleBecause) => {
        const before = this.kept;
        const old = before ?? (await files?.read(form));
        waiting.signal.throwIfAborted();
        // What was fetched meanwhile is not replaced by what was read.
        if (this.kept === before && old !== undefined) this.kept = { ...old, staleBecause };
        return this.kept;
      },
    );
  }

  private fetched(passenger: JoinOptions): Promise<KeptListing<T>> {
    const { name } = this.options.form;
    return this.fetches.join(name, (waiting) => this.fetch(waiting), passenger);
  }

  private async fetch(waiting: Waiting): Promise<KeptListing<T>> {
    const { list, now } = this.options;
    const listing = await list(waiting).catch((error: unknown) => {
      if (isRefusal(error)) this.isRefused = true;
      throw error;
    });
    waiting.signal.throwIfAborted();
    this.isRefused = false;
    this.logGaps(listing);
    this.kept = { ...listing, fetchedAtMs: now() };
    await this.keep(this.kept);
    return this.kept;
  }

  /** A listing that cannot be kept on disk is still a listing. */
  private async keep(listing: KeptListing<T>): Promise<void> {
    const { files, form, log } = this.options;
    try {
      await files?.write(form, listing);
    } catch (error) {
      log.warn(`${form.name}: the listing could not be cached on disk: ${wordsOf(error)}`);
    }
  }

  private logGaps({ unreadable, notice }: Listing<T>): void {
    const { log, form } = this.options;
    for (const { position, reason } of unreadable.slice(0, mostGapsLogged)) {
      log.warn(`${form.name}, entry ${position}: ${reason}`);
    }
    const rest = unreadable.length - mostGapsLogged;
    if (rest > 0) log.warn(`${form.name}: ${rest} more entries could not be read`);
    if (notice !== undefined) log.warn(`${form.name}: ${notice}`);
  }
}
