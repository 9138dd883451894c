import { type Available, type FetchState, isSameState } from "../../store/fetchState";
import { type CacheOptions } from "../../store/readThrough";
import { isCancellation } from "../../editor/cancellation";

/** The events of the rows of a listing. */
export interface ListingEvents {
  /** The service is being asked behind rows of a cached listing; for showing progress. Never rejects. */
  readonly onDidStart: (work: Promise<void>) => void;
  /** The rows have changed, or can no longer be shown. */
  readonly onDidChange: () => void;
}

export interface ShownListingOptions<T extends FetchState> extends ListingEvents {
  readonly list: (options?: CacheOptions) => Promise<Available<T>>;
}

/** A listing as a tree shows it: the cached one at once, that of the service in its place as soon as it comes. */
export class ShownListing<T extends FetchState> {
  private shown: T | undefined;
  /** Why the service refused the listing; for the next request. */
  private refusal: { readonly error: unknown } | undefined;
  private refreshed: Promise<void> | undefined;

  constructor(private readonly options: ShownListingOptions<T>) {}

  /** What the rows are from; undefined before there is any. */
  get value(): T | undefined {
    return this.shown;
  }

  /** Resolves when the background request is done; never rejects. */
  async settled(): Promise<void> {
    await this.refreshed;
  }

  /** @throws what the service refused the listing with. */
  async get(): Promise<T> {
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal !== undefined) throw refusal.error;
    const { value, refreshed } = await this.options.list();
    this.shown = value;
    if (refreshed !== undefined) this.refreshed ??= this.follow(value, refreshed);
    return value;
  }

  /** Fetches the listing again. @throws without changing anything when that fails. */
  async refresh(): Promise<void> {
    this.shown = (await this.options.list({ isRefresh: true })).value;
  }

  private async follow(cached: T, refreshed: Promise<T>): Promise<void> {
    const { onDidStart, onDidChange } = this.options;
    const ended = (): void => undefined;
    onDidStart(refreshed.then(ended, ended));
    try {
      this.shown = await refreshed;
      this.refreshed = undefined;
      if (!isSameState(cached, this.shown)) onDidChange();
    } catch (error) {
      this.refreshed = undefined;
      if (isCancellation(error)) return;
      this.shown = undefined;
      this.refusal = { error };
      onDidChange();
    }
  }
}
