import { LRUCache } from "lru-cache";
import { type DocumentPlace, type PanelPlace, isPanelPlace } from "../shared/documentPlace";
import { type Instant } from "../shared/instant";
import { placePath, type Target } from "../shared/place";
import { referencePath } from "../shared/referencePath";
import {
  type ContentOptions,
  type DocumentContent,
  type DocumentSeries,
  type TextParts,
} from "./documentContent";
import { SingleFlight, type Waiting } from "./singleFlight";
import { type Latest } from "./latest";
import { type Panel } from "./panel";
import { type Panels } from "./panels";

/** What is known about a document without reading it. */
export interface DocumentStamp {
  /**
   * When its bytes last changed: milliseconds since 1970-01-01 UTC, increasing with every change; 0 before the first
   * read.
   */
  readonly mtimeMs: number;
  readonly sizeBytes: number;
}

export interface DocumentStoreOptions extends TextParts {
  /** The series of a connection; called for each read, since they change with its address and key. */
  readonly seriesOf: (connectionId: string) => Promise<DocumentSeries>;
  /** The panels of a connection; called for each read. */
  readonly panelsOf: (connectionId: string) => Promise<Panels>;
  /** Called with the number of series of a panel that have been fetched or have failed. */
  readonly didProgress?: (place: DocumentPlace, done: number, of: number) => void;
  /** Called with the panel of a document each time that it has been read or refreshed. */
  readonly didMake?: (place: PanelPlace, panel: Panel) => void;
  /** Called when the bytes of a document have changed since it was last read. */
  readonly didChange: (place: DocumentPlace) => void;
  /** The size of the documents cached in memory; 128 MiB by default. */
  readonly capacityBytes?: number;
  readonly now?: () => number;
}

interface Stamp extends DocumentStamp {
  readonly place: DocumentPlace;
  readonly digest: string;
}

const unread: DocumentStamp = { mtimeMs: 0, sizeBytes: 0 };

const defaultCapacityBytes = 128 * 1024 * 1024;
/** For all documents read so far; each takes a few hundred bytes. */
const maxStamps = 10_000;
/** The text of a document, and the data that it was made of. */
interface Text {
  readonly bytes: Uint8Array;
  readonly content: WeakRef<DocumentContent["identity"]>;
  /** Its days take less memory than its text. */
  readonly panel: Panel | undefined;
}

/** The result of a read in progress, which all callers share, and the latest that it started with. */
interface Reading {
  readonly bytes: Uint8Array;
  readonly latest: Latest | undefined;
}

/**
 * Series and panels as text. Texts are formatted at first read, and the most recently used ones are cached as long as
 * their data are the same. The stamps of documents outlive their texts.
 */
export class DocumentStore {
  private readonly reads = new SingleFlight<Reading>();
  /** Each resolves with the latest that it started with. */
  private readonly refreshes = new SingleFlight<Latest | undefined>();
  private readonly texts: LRUCache<string, Text>;
  private readonly stamps = new LRUCache<string, Stamp>({ max: maxStamps });
  /** How often each connection has been forgotten. */
  private readonly epochs = new Map<string, number>();

  constructor(private readonly options: DocumentStoreOptions) {
    const { capacityBytes = defaultCapacityBytes } = options;
    this.texts = new LRUCache({
      maxSize: capacityBytes,
      // The cache rejects a size of 0, which an empty text would have.
      sizeCalculation: ({ bytes }) => bytes.byteLength + 1,
    });
  }

  /** The stamp of a document. Waits for a read in progress but starts none; never rejects. */
  async stamp(place: DocumentPlace): Promise<DocumentStamp> {
    const key = placePath(place);
    await this.reads.ended(key);
    return this.stamps.get(key) ?? unread;
  }

  /**
   * The text of a document in UTF-8, shared by all callers. The data are requested from their store for each read,
   * since they may no longer be fresh.
   *
   * @param latest - Shared by all documents that are read together.
   * @throws DocumentTooLargeError before anything is formatted, and what `SeriesStore.series` or `Panels.panel` throws.
   */
  async read(place: DocumentPlace, signal?: AbortSignal, latest?: Latest): Promise<Uint8Array> {
    const start = async (waiting: Waiting): Promise<Reading> => {
      const bytes = await this.render(place, { ...waiting, latest });
      return { bytes, latest };
    };
    const reading = await this.reads.join(placePath(place), start, { signal });
    return isOfOther(reading.latest, latest) ? this.read(place, signal, latest) : reading.bytes;
  }

  /**
   * Updates the cached texts of a series or a panel to what its store now has. Those that fail are unchanged.
   *
   * @param asOf - For a panel: texts that are already as of this instant are unchanged.
   */
  async follow({ connectionId, reference }: Target, asOf?: Instant): Promise<void> {
    const old = this.cachedOf({ connectionId, reference }).filter((place) => {
      const panel = this.texts.get(placePath(place))?.panel;
      return panel === undefined || panel.reference.asOf !== asOf;
    });
    await Promise.allSettled(old.map((place) => this.read(place)));
  }

  /**
   * Fetches the data again and updates every document of them that has been read. All are unchanged if that fails.
   *
   * @throws as {@link read} does.
   */
  async refresh(place: DocumentPlace, signal?: AbortSignal, latest?: Latest): Promise<void> {
    return this.renew(place, true, signal, latest);
  }

  /**
   * Requests the failed part of a document's panel as of the same instant. Without one, does the same as {@link
   * refresh}.
   */
  async complete(place: DocumentPlace, signal?: AbortSignal): Promise<void> {
    return this.renew(place, false, signal);
  }

  private async renew(
    place: DocumentPlace,
    isRefresh: boolean,
    signal: AbortSignal | undefined,
    latest?: Latest,
  ): Promise<void> {
    const start = async (waiting: Waiting): Promise<Latest | undefined> => {
      await this.render(place, { ...waiting, isRefresh, latest }, !isRefresh);
      const own = placePath(place);
      const others = this.cachedOf(place).filter((other) => placePath(other) !== own);
      const shown = this.texts.get(placePath(place))?.panel;
      // The next read of any of them reports its failure.
      await Promise.allSettled(others.map((other) => this.render(other, { ...waiting, shown })));
      return latest;
    };
    const key = `${isRefresh} ${placePath(place)}`;
    const used = await this.refreshes.join(key, start, { signal });
    if (isOfOther(used, latest)) await this.read(place, signal, latest);
  }

  /** Forgets the texts of a connection whose address or key has changed; reads in progress fetch again. */
  forget(connectionId: string): void {
    this.epochs.set(connectionId, this.epochOf(connectionId) + 1);
    for (const key of [...this.texts.keys()]) {
      if (key.startsWith(`/${connectionId}/`)) this.texts.delete(key);
    }
  }

  /** Aborts all work in progress. */
  dispose(): void {
    this.reads.dispose();
    this.refreshes.dispose();
    this.texts.clear();
  }

  /** Discards results, and failures, of a connection that has been forgotten in the meantime. */
  private async render(
    place: DocumentPlace,
    options: ContentOptions,
    isRetry = false,
  ): Promise<Uint8Array> {
    for (;;) {
      const epoch = this.epochOf(place.connectionId);
      const isForgotten = (): boolean =>
        !options.signal.aborted && epoch !== this.epochOf(place.connectionId);
      try {
        const own = this.texts.get(placePath(place))?.panel;
        const panel = isRetry ? { retried: own } : { shown: options.shown ?? own };
        const content = await this.contentOf(place, { ...options, ...panel });
        const cached = this.cachedText(place, content);
        if (cached !== undefined) {
          this.reportMade(place, cached);
          return cached.bytes;
        }
        const bytes = await content.format(options.signal);
        const digest = await digestOf(bytes);
        options.signal.throwIfAborted();
        if (isForgotten()) continue;
        const { identity } = content;
        const text = { bytes, content: new WeakRef(identity), panel: content.panel };
        this.settle(place, text, digest);
        this.reportMade(place, text);
        return bytes;
      } catch (error) {
        if (!isForgotten()) throw error;
      }
    }
  }

  private async contentOf(place: DocumentPlace, options: ContentOptions): Promise<DocumentContent> {
    if (!isPanelPlace(place)) {
      const store = await this.options.seriesOf(place.connectionId);
      const { seriesContent } = await import("./documentText");
      return seriesContent(place, store, this.options, options);
    }
    const panels = await this.options.panelsOf(place.connectionId);
    const onProgress = (done: number, of: number): void =>
      this.options.didProgress?.(place, done, of);
    const { panelContent } = await import("./documentText");
    return panelContent(place, panels, this.options, { ...options, onProgress });
  }

  private cachedText(place: DocumentPlace, { identity }: DocumentContent): Text | undefined {
    const text = this.texts.get(placePath(place));
    return text?.content.deref() === identity ? text : undefined;
  }

  private settle(place: DocumentPlace, text: Text, digest: string): void {
    const key = placePath(place);
    const known = this.stamps.get(key);
    this.texts.set(key, text);
    if (known?.digest === digest) return;
    const { now = Date.now } = this.options;
    const mtimeMs = Math.max(now(), (known?.mtimeMs ?? 0) + 1);
    this.stamps.set(key, { place, mtimeMs, sizeBytes: text.bytes.byteLength, digest });
    if (known !== undefined) this.options.didChange(place);
  }

  private reportMade(place: DocumentPlace, { panel }: Text): void {
    if (panel !== undefined && isPanelPlace(place)) this.options.didMake?.(place, panel);
  }

  /** The documents of a series or a panel, in any format and slice, whose texts are cached. */
  private cachedOf(subject: Target): DocumentPlace[] {
    const series = seriesPath(subject);
    return [...this.stamps.entries()]
      .filter(([key, stamp]) => this.texts.has(key) && seriesPath(stamp.place) === series)
      .map(([, stamp]) => stamp.place);
  }

  private epochOf(connectionId: string): number {
    return this.epochs.get(connectionId) ?? 0;
  }
}

/** Whether a caller that joined work in progress wants another latest than the one that it started with. */
function isOfOther(used: Latest | undefined, wanted: Latest | undefined): boolean {
  return wanted !== undefined && used !== wanted;
}

function seriesPath({ connectionId, reference }: Target): string {
  return `${connectionId}/${referencePath(reference)}`;
}

/** Computed in another thread, since a document may be large. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Buffer.from(digest).toString("base64");
}
