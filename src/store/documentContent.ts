import { type TextForm } from "../shared/documentPlace";
import { type FrameWorker } from "./frameWorker";
import { type SeriesRef } from "../shared/reference";
import { type Latest } from "./latest";
import { type Panel } from "./panel";
import { type CacheOptions } from "./readThrough";
import { type Series } from "./seriesStore";

interface DocumentSeriesOptions extends CacheOptions {
  /**
   * The shared meaning of latest for documents that are read together; a single document resolves it by its own answer.
   */
  readonly latest?: Latest | undefined;
}

/** The series of a connection, as documents request them. */
export interface DocumentSeries {
  /** See `SeriesStore.series`. */
  series(reference: SeriesRef, options: DocumentSeriesOptions): Promise<Series>;
}

/** The data of a document, and how to format them as text. */
export interface DocumentContent {
  /** The same object as long as the data are the same. Their store decides how long they are cached and fresh. */
  readonly identity: WeakKey;
  /** Present if the document is that of a panel. */
  readonly panel?: Panel;

  /**
   * The text in UTF-8, in memory that is not shared.
   *
   * @throws DocumentTooLargeError, the signal's reason when it aborts, and what the store of the data throws.
   */
  format(signal: AbortSignal): Promise<Uint8Array>;
}

export interface ContentOptions extends DocumentSeriesOptions {
  readonly signal: AbortSignal;
  /** A panel to complete instead of requesting it from its store. */
  readonly retried?: Panel | undefined;
  /** The panel that the document shows. */
  readonly shown?: Panel | undefined;
  /** Called with the number of series of a panel that have been fetched or have failed. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** The dependencies of formatting. */
export interface TextParts {
  readonly worker: FrameWorker;
  /** The maximum size of a document in bytes. */
  readonly limitBytes: () => number;
}

/** How a document is formatted. */
export interface TextRequest extends TextParts {
  readonly form: TextForm;
  readonly signal: AbortSignal;
}
