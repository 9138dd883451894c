import { type TextForm } from "../shared/documentPlace";
import { type FrameWorker } from "./frameWorker";
import { type SeriesRef } from "../shared/reference";
import { type Latest } from "./latest";
import { type Panel } from "./panel";
import { type CacheOptions } from "./readThrough";
import { type Series } from "./seriesStore";

interface DocumentSeriesOptions extends CacheOptions {
  /** What latest is for all documents that are read together; of one alone its own answer tells. */
  readonly latest?: Latest | undefined;
}

/** What documents ask of the series of a connection. */
export interface DocumentSeries {
  /** As `SeriesStore.series`. */
  series(reference: SeriesRef, options: DocumentSeriesOptions): Promise<Series>;
}

/** The data of a document, and how they become its text. */
export interface DocumentContent {
  /** The same object while the data are the same. Their store decides how long they are kept and stand. */
  readonly identity: WeakKey;
  /** What it was made of, where that is a panel. */
  readonly panel?: Panel;

  /** As UTF-8. @throws DocumentTooLargeError, the signal's reason when it aborts, and what the store of the data throws. */
  format(signal: AbortSignal): Promise<Uint8Array>;
}

export interface ContentOptions extends DocumentSeriesOptions {
  readonly signal: AbortSignal;
  /** A panel that is to be completed in place of what its store would give. */
  readonly retried?: Panel | undefined;
  /** The panel that the document shows. */
  readonly shown?: Panel | undefined;
  /** Told how many of the series of a panel have been fetched or have failed. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** What texts are made with. */
export interface TextParts {
  readonly worker: Pick<FrameWorker, "encode" | "fork" | "takeBack">;
  /** The most bytes that a document may have. */
  readonly limitBytes: () => number;
}

/** How a document is written. */
export interface TextRequest extends TextParts {
  readonly form: TextForm;
  readonly signal: AbortSignal;
}
