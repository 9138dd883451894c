import { LRUCache } from "lru-cache";
import { type Frame } from "../data/frame";
import { newestRowsWithin } from "../data/newestRows";
import { sliceFrame } from "../data/sliceFrame";
import { toCsv } from "../data/csvWriter";
import { toJson } from "../data/jsonWriter";
import { csvSizeBound, jsonSizeBound } from "../data/textSize";
import { type DocumentPlace, type TextForm } from "../shared/documentPlace";
import { placePath } from "../shared/place";
import { referencePath } from "../shared/referencePath";
import { DocumentTooLargeError } from "./documentTooLargeError";
import { Flights, type Waiting } from "./flights";
import { type FrameWorker } from "./frameWorker";
import { type SeriesOptions, type SeriesStore } from "./seriesStore";

/** What is known of a document without reading it. */
export interface DocumentStamp {
  /**
   * When its bytes last changed: milliseconds since 1970-01-01 UTC, greater with every change; 0 before it was read.
   */
  readonly mtimeMs: number;
  readonly sizeBytes: number;
}

export interface DocumentStoreOptions {
  /** The series of a connection; asked for with each read, since they change with its address and key. */
  readonly seriesOf: (connectionId: string) => Promise<Pick<SeriesStore, "series">>;
  readonly worker: Pick<FrameWorker, "encode">;
  /** The most bytes that a document may have. */
  readonly limitBytes: () => number;
  /** Called when a document that was read before has other bytes now. */
  readonly didChange: (place: DocumentPlace) => void;
  /** Bytes of documents kept in memory; 128 MiB by default. */
  readonly capacityBytes?: number;
  readonly now?: () => number;
}

interface Stamp extends DocumentStamp {
  readonly place: DocumentPlace;
  readonly digest: string;
}

interface RenderOptions extends SeriesOptions {
  readonly signal: AbortSignal;
}

const unread: DocumentStamp = { mtimeMs: 0, sizeBytes: 0 };

const defaultCapacityBytes = 128 * 1024 * 1024;
/** Of documents that were read at some time; each takes a few hundred bytes. */
const mostStamps = 10_000;
/** Up to this many cells are formatted at once, in a few milliseconds; more would hold up the editor. */
const mostCellsHere = 200_000;

/** The text of a document, and the data it was made of. */
interface Text {
  readonly bytes: Uint8Array;
  /** The series' store decides how long the data are kept and stand. */
  readonly frame: WeakRef<Frame>;
}

/**
 * Series as text: rendered when they are first read, and the most recently used ones kept while their series is the
 * same. What is known of each document outlasts its text.
 */
export class DocumentStore {
  private readonly reads = new Flights<Uint8Array>();
  private readonly refreshes = new Flights<void>();
  private readonly texts: LRUCache<string, Text>;
  private readonly stamps = new LRUCache<string, Stamp>({ max: mostStamps });
  /** How often a connection has been forgotten. */
  private readonly epochs = new Map<string, number>();

  constructor(private readonly options: DocumentStoreOptions) {
    const { capacityBytes = defaultCapacityBytes } = options;
    this.texts = new LRUCache({
      maxSize: capacityBytes,
      // An empty text would have no size, which the cache refuses.
      sizeCalculation: ({ bytes }) => bytes.byteLength + 1,
    });
  }

  /** What is known of a document. Waits for a read under way and starts none; never rejects. */
  async stamp(place: DocumentPlace): Promise<DocumentStamp> {
    const key = placePath(place);
    await this.reads.ended(key);
    return this.stamps.get(key) ?? unread;
  }

  /**
   * The text of a document as UTF-8, shared by all who ask. Its series is asked of its store with each read: what was
   * read some time ago may not stand any more.
   *
   * @throws {@link DocumentTooLargeError} before anything is formatted, and what `SeriesStore.series` throws.
   */
  async read(place: DocumentPlace, signal?: AbortSignal): Promise<Uint8Array> {
    return this.reads.join(placePath(place), (waiting) => this.render(place, waiting), { signal });
  }

  /**
   * Fetches the series anew; then every document of it that was read has the new text. All stay as they were when that
   * fails.
   *
   * @throws as {@link read} does.
   */
  async refresh(place: DocumentPlace, signal?: AbortSignal): Promise<void> {
    const start = async (waiting: Waiting): Promise<void> => {
      await this.render(place, { ...waiting, isRefresh: true });
      const others = this.keptOfSameSeries(place);
      // Whoever reads one of them next learns of its failure.
      await Promise.allSettled(others.map((other) => this.render(other, waiting)));
    };
    return this.refreshes.join(placePath(place), start, { signal });
  }

  /** Forgets the texts of a connection whose address or key has changed; what is being read is fetched anew. */
  forget(connectionId: string): void {
    this.epochs.set(connectionId, this.epochOf(connectionId) + 1);
    for (const key of [...this.texts.keys()]) {
      if (key.startsWith(`/${connectionId}/`)) this.texts.delete(key);
    }
  }

  /** Aborts what is under way. */
  dispose(): void {
    this.reads.dispose();
    this.refreshes.dispose();
    this.texts.clear();
  }

  /** What a connection gave before it was forgotten is not its any more, and neither are its failures. */
  private async render(place: DocumentPlace, options: RenderOptions): Promise<Uint8Array> {
    for (;;) {
      const epoch = this.epochOf(place.connection);
      const isForgotten = (): boolean =>
        !options.signal.aborted && epoch !== this.epochOf(place.connection);
      try {
        const frame = await this.frameOf(place, options);
        const kept = this.keptText(place, frame);
        if (kept !== undefined) return kept.bytes;
        const text = await this.format(frame, place, options);
        const digest = await digestOf(text.bytes);
        options.signal.throwIfAborted();
        if (isForgotten()) continue;
        this.settle(place, text, digest);
        return text.bytes;
      } catch (error) {
        if (!isForgotten()) throw error;
      }
    }
  }

  private async frameOf(
    { connection, reference }: DocumentPlace,
    options: RenderOptions,
  ): Promise<Frame> {
    const store = await this.options.seriesOf(connection);
    return (await store.series(reference, options)).frame;
  }

  private keptText(place: DocumentPlace, frame: Frame): Text | undefined {
    const text = this.texts.get(placePath(place));
    return text?.frame.deref() === frame ? text : undefined;
  }

  private async format(
    frame: Frame,
    { slice, form }: DocumentPlace,
    { signal }: RenderOptions,
  ): Promise<Text> {
    const shown = sliceFrame(frame, slice);
    this.refuseTooLarge(shown, form);
    const cells = shown.days.length * (shown.columns.length + 1);
    const isLong = cells > mostCellsHere;
    const bytes = isLong
      ? await this.options.worker.encode(shown, form, {}, signal)
      : toText(shown, form);
    return { bytes, frame: new WeakRef(frame) };
  }

  private refuseTooLarge(frame: Frame, form: TextForm): void {
    const sizeBound = form === "csv" ? csvSizeBound : jsonSizeBound;
    const [sizeBytes, limitBytes] = [sizeBound(frame), this.options.limitBytes()];
    if (sizeBytes <= limitBytes) return;
    const newest = newestRowsWithin(frame, limitBytes, sizeBound);
    throw new DocumentTooLargeError(sizeBytes, limitBytes, newest);
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

  /** The documents that show the same series in other forms and parts, as far as their texts are kept. */
  private keptOfSameSeries(place: DocumentPlace): DocumentPlace[] {
    const own = placePath(place);
    const series = seriesPath(place);
    return [...this.stamps.entries()]
      .filter(
        ([key, stamp]) => key !== own && this.texts.has(key) && seriesPath(stamp.place) === series,
      )
      .map(([, stamp]) => stamp.place);
  }

  private epochOf(connectionId: string): number {
    return this.epochs.get(connectionId) ?? 0;
  }
}

function seriesPath({ connection, reference }: DocumentPlace): string {
  return `${connection}/${referencePath(reference)}`;
}

function toText(frame: Frame, form: TextForm): Uint8Array {
  return form === "csv" ? toCsv(frame) : toJson(frame);
}

/** Computed beside this thread: a document may be large. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Buffer.from(digest).toString("base64");
}
