import { UnsayableError } from "../../insert/unsayableError";
import { type DatedSeries, datedSeries } from "../../store/datedSeries";
import { type BatchItem, seriesBatch } from "../../store/seriesBatch";
import { type ConnectedService } from "../connection/connectedServices";
import { serviceNameOf } from "../connection/connection";
import { samplePort } from "../connection/samplePort";
import { type SaveSubject } from "../documents/seriesSaver";
import { type DataFiles, type KeptFile } from "./dataFiles";
import {
  type CodeBatch,
  type CodePlace,
  type FailedCode,
  type InsertSubject,
  type MadeCode,
} from "./insertSubject";
import { codeOf, fileFormatIn } from "./seriesCode";
import { NoCodeError, unsayableWords } from "./unsayableWords";

/** What making code needs of the services behind connections. */
export interface CodeServices {
  get(connectionId: string): Promise<Pick<ConnectedService, "connection" | "client" | "series">>;
}

/** A series that code can be made for, fetched. */
export interface FetchedSubject {
  readonly subject: InsertSubject;
  readonly series: SaveSubject;
  /** Where its service answers now. */
  readonly baseUrl: string;
}

/** What was fetched for one action, and what could not be. */
export interface FetchedSubjects {
  readonly fetched: readonly FetchedSubject[];
  readonly failed: readonly FailedCode[];
}

/** Told how many have been fetched or have failed. */
export type FetchProgress = (done: number, of: number) => void;

interface Item extends BatchItem {
  readonly subject: InsertSubject;
  readonly service: Awaited<ReturnType<CodeServices["get"]>>;
}

/** Makes the code that puts series into notebooks and scripts. */
export class CodeMaker {
  constructor(
    private readonly services: CodeServices,
    private readonly files: Pick<DataFiles, "keep">,
  ) {}

  /**
   * The code of some series, with the latest of all as of one instant.
   *
   * @throws as {@link fetch} and {@link write} do.
   */
  async make(
    subjects: readonly InsertSubject[],
    place: CodePlace,
    signal?: AbortSignal,
    onProgress?: FetchProgress,
  ): Promise<CodeBatch> {
    return this.write(await this.fetch(subjects, signal, onProgress), place, signal);
  }

  /** Fetches what code is to be made for. @throws the signal's reason when it aborts. */
  async fetch(
    subjects: readonly InsertSubject[],
    signal?: AbortSignal,
    onProgress?: FetchProgress,
  ): Promise<FetchedSubjects> {
    const { items, failed } = await this.itemsOf(subjects);
    const outcome = await fetchItems(items, signal, onProgress);
    return {
      fetched: outcome.fetched.map(fetchedSubject),
      failed: [
        ...failed,
        ...outcome.failed.map(({ item: { subject }, error }) => ({ subject, error })),
      ],
    };
  }

  /**
   * The code of what was fetched, and the files that it reads.
   *
   * @throws as `DataFiles.keep` does, and the signal's reason when it aborts before the end; then none of the files is left behind.
   */
  async write(
    { fetched, failed }: FetchedSubjects,
    place: CodePlace,
    signal?: AbortSignal,
  ): Promise<CodeBatch> {
    const kept: KeptFile[] = [];
    const undo = async (): Promise<void> => {
      // What cannot be taken away stays; what counts is why it was to go.
      for (const file of kept.splice(0).reverse()) await Promise.allSettled([file.discard()]);
    };
    const made: MadeCode[] = [];
    const unwritable: FailedCode[] = [];
    try {
      for (const each of fetched) {
        signal?.throwIfAborted();
        const file = place.way === "file" ? await this.keep(each, place, signal) : undefined;
        if (file !== undefined) kept.push(file);
        const code = attempted(each, () => codeOf(each, place, file));
        if ("error" in code) unwritable.push(code);
        else made.push(code);
      }
      signal?.throwIfAborted();
    } catch (error) {
      await undo();
      throw error;
    }
    return { made, failed: [...failed, ...unwritable], undo };
  }

  private async itemsOf(
    subjects: readonly InsertSubject[],
  ): Promise<{ items: readonly Item[]; failed: readonly FailedCode[] }> {
    const items: Item[] = [];
    const failed: FailedCode[] = [];
    for (const subject of subjects) {
      const { connectionId, reference } = subject.target;
      try {
        const service = await this.services.get(connectionId);
        items.push({ subject, service, source: service, reference });
      } catch (error) {
        failed.push({ subject, error });
      }
    }
    return { items, failed };
  }

  private async keep(
    { series }: FetchedSubject,
    { folder, language }: CodePlace,
    signal?: AbortSignal,
  ): Promise<KeptFile> {
    if (folder === undefined) throw new RangeError("files need a folder");
    return this.files.keep(series, folder, fileFormatIn(language, folder), signal);
  }
}

/** One alone may be older than it should be while its service cannot be reached; several are never of different times. */
async function fetchItems(
  items: readonly Item[],
  signal: AbortSignal | undefined,
  onProgress: FetchProgress | undefined,
): ReturnType<typeof seriesBatch<Item>> {
  const [item, ...others] = items;
  const options = signal === undefined ? {} : { signal };
  if (item === undefined || others.length > 0) {
    return seriesBatch(items, { ...options, ...(onProgress === undefined ? {} : { onProgress }) });
  }
  try {
    const series = await datedSeries(item.source, item.reference, options);
    return { fetched: [{ item, series }], failed: [] };
  } catch (error) {
    signal?.throwIfAborted();
    return { fetched: [], failed: [{ item, error }] };
  }
}

function fetchedSubject({
  item,
  series,
}: {
  readonly item: Item;
  readonly series: DatedSeries;
}): FetchedSubject {
  const { subject, service } = item;
  const { connection, client } = service;
  const isSample = connection.kind === "sample";
  const part = subject.slice === undefined ? {} : { slice: subject.slice };
  const whole = { ...series, ...part, service: serviceNameOf(connection), isSample };
  const { href } = client.baseUrl;
  return { subject, series: whole, baseUrl: isSample ? fixedSampleAddress(href) : href };
}

/** That of the port in the settings, which the running service has only after a reload. */
function fixedSampleAddress(running: string): string {
  const url = new URL(running);
  url.port = String(samplePort());
  return url.origin;
}

/** What no code can say of a series is a failure of that series alone. */
function attempted(
  { subject }: FetchedSubject,
  make: () => Omit<MadeCode, "subject">,
): MadeCode | FailedCode {
  try {
    return { subject, ...make() };
  } catch (error) {
    if (error instanceof NoCodeError) return { subject, error };
    if (error instanceof UnsayableError) {
      return { subject, error: new NoCodeError(unsayableWords(error), { cause: error }) };
    }
    throw error;
  }
}
