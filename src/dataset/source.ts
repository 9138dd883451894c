import { type Instant } from "../shared/instant";
import { type CatalogStore } from "../store/catalogStore";
import { type FrameWorker } from "../store/frameWorker";
import { type LatestSource } from "../store/latest";
import { DatasetServiceError } from "./errors";

/** The service of a dataset. */
export interface DatasetSource extends LatestSource {
  readonly catalog: CatalogStore;
  readonly worker: FrameWorker;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
  /** The window's as-of: latest means it, and no as-of of a table of vintages is later. Absent, that is now. */
  readonly last?: Instant | undefined;
  /** The productions that an archive knows; none if absent. */
  productions?(): Promise<readonly Instant[]>;
}

/** @throws {@link DatasetServiceError} */
export function expectService({ service }: DatasetSource, wanted: string): void {
  if (service !== wanted) throw new DatasetServiceError(wanted);
}

/** A dataset on disk. */
export interface DatasetPlace {
  /** The folder of the spec, absolute. Everything is written below it. */
  readonly root: string;
  /** The name of the spec without its ending. */
  readonly name: string;
}

export interface DatasetWatch {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of series that are settled. */
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
}

/** 10,000: more parts than any table of vintages has signals. */
export const maxDatasetParts = 10_000;

/** One of several processes that fetch a dataset together. */
export interface DatasetPart {
  /** From 1. */
  readonly k: number;
  readonly n: number;
}
