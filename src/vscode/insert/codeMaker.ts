import { UnsayableError } from "../../code/requestParts";
import { Urgency } from "../../service/urgency";
import { type Instant } from "../../shared/instant";
import { type SeriesRef } from "../../shared/reference";
import { type DatedSeries, datedSeries } from "../../store/datedSeries";
import { type BatchItem, instantOfLatest, seriesBatch, withAsOf } from "../../store/seriesBatch";
import { type ConnectedService } from "../connection/connectedServices";
import { serviceNameOf } from "../connection/connection";
import { samplePort } from "../connection/samplePort";
import {
  type FetchedPanel,
  type TableAhead,
  latestOfPanels,
  wholePanel,
} from "../documents/several/fetchPanel";
import { type PanelTarget } from "../panelTarget";
import { type DataFiles, type KeptFile } from "./dataFiles";
import {
  type CodeBatch,
  type CodePlace,
  type FailedCode,
  type FetchedSubject,
  type InsertSubject,
  type MadeCode,
} from "./insertSubject";
import { codeOfPanel } from "./panelCode";
import { type KeptPanel, type PanelFiles } from "./panelFiles";
import { codeOf, fileFormatIn } from "./seriesCode";
import { NoCodeError, unsayableWords } from "./unsayableWords";

/** What making code needs of the services behind connections. */
export interface CodeServices {
  get(
    connectionId: string,
  ): Promise<Pick<ConnectedService, "connection" | "client" | "series" | "panels">>;
}

/** A panel that code can be made for, all of it fetched. */
export interface FetchedPanelSubject {
  readonly subject: InsertSubject;
  readonly panel: FetchedPanel;
}

/** What was fetched for one action, and what could not be. */
export interface FetchedSubjects {
  readonly fetched: readonly FetchedSubject[];
  readonly panels: readonly FetchedPanelSubject[];
  readonly failed: readonly FailedCode[];
}

/** Told how many have been fetched or have failed. */
export type FetchProgress = (done: number, of: number) => void;

interface FetchWatch {
  readonly signal: AbortSignal | undefined;
  readonly onProgress: FetchProgress | undefined;
}

interface Item extends BatchItem {
  readonly reference: SeriesRef;
  readonly subject: InsertSubject;
  readonly service: Awaited<ReturnType<CodeServices["get"]>>;
}

/** Makes the code that puts series into notebooks and scripts. */
export class CodeMaker {
  constructor(
    private readonly services: CodeServices,
    private readonly files: Pick<DataFiles, "keep">,
    private readonly panelFiles?: Pick<PanelFiles, "keep">,
    /** What of a panel alone is begun before it is known where its file will be; of several it would fill the memory. */
    private readonly ahead?: TableAhead,
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
    // A panel that is kept spares many requests.
    const kept = await latestOfPanels(this.services, subjects.flatMap(panelOf));
    const { items, failed } = await this.itemsOf(subjects, kept);
    const outcome = await fetchItems(items, signal, onProgress);
    const known =
      kept ??
      instantOfLatest(
        outcome.fetched.map(({ item, series }) => ({
          asked: item.reference,
          came: series.reference,
        })),
      );
    const panels = await this.panelsOf(subjects, known, { signal, onProgress });
    return {
      fetched: await Promise.all(outcome.fetched.map((each) => fetchedSubject(each, signal))),
      panels: panels.fetched,
      failed: [
        ...failed,
        ...panels.failed,
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
    { fetched, panels, failed }: FetchedSubjects,
    place: CodePlace,
    signal?: AbortSignal,
    onProgress?: FetchProgress,
  ): Promise<CodeBatch> {
    const kept: Pick<KeptFile, "discard">[] = [];
    const undo = async (): Promise<void> => {
      // What cannot be taken away stays; what counts is why it was to go.
      for (const file of kept.splice(0).reverse()) await Promise.allSettled([file.discard()]);
    };
    const made: MadeCode[] = [];
    const unwritable: FailedCode[] = [];
    const isOfItsTime = [...fetched, ...panels].filter(hasAsOf).length > 1;
    try {
      for (const each of fetched) {
        signal?.throwIfAborted();
        const file =
          place.way === "file"
            ? await this.keep(each, place, isOfItsTime && hasAsOf(each), signal)
            : undefined;
        if (file !== undefined) kept.push(file);
        const code = attempted(each, () => codeOf(each, place, file));
        if ("error" in code) unwritable.push(code);
        else made.push(code);
      }
      for (const { subject, panel } of panels) {
        if (place.way !== "file") throw new RangeError("the code of a panel reads a file");
        const options = {
          isOfItsTime,
          ...(signal && { signal }),
          ...(onProgress && { onProgress }),
        };
        const file = await this.keepPanel(panel, place, options);
        kept.push(file);
        made.push({ subject, ...codeOfPanel(panel, place, file) });
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
    asOf: Instant | undefined,
  ): Promise<{ items: readonly Item[]; failed: readonly FailedCode[] }> {
    const items: Item[] = [];
    const failed: FailedCode[] = [];
    for (const subject of subjects) {
      const { connectionId, reference } = subject.target;
      if (reference.family === "panel") continue;
      try {
        const service = await this.services.get(connectionId);
        items.push({ subject, service, source: service, reference: withAsOf(reference, asOf) });
      } catch (error) {
        failed.push({ subject, error });
      }
    }
    return { items, failed };
  }

  /** All that are of latest as of one instant; a panel of which anything is lacking is no panel to work with. */
  private async panelsOf(
    subjects: readonly InsertSubject[],
    known: Instant | undefined,
    { signal, onProgress }: FetchWatch,
  ): Promise<{ fetched: FetchedPanelSubject[]; failed: FailedCode[] }> {
    const fetched: FetchedPanelSubject[] = [];
    const failed: FailedCode[] = [];
    const isAlone = subjects.flatMap(panelOf).length === 1;
    const ahead = isAlone && this.ahead !== undefined ? { ahead: this.ahead } : {};
    let asOf = known;
    for (const subject of subjects) {
      const { reference } = subject.target;
      if (reference.family !== "panel") continue;
      try {
        const target = { ...subject.target, reference: withAsOf(reference, asOf) };
        const { slice } = subject;
        const request = { target, ...(slice === undefined ? {} : { slice }), ...ahead };
        const options = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
        const panel = await wholePanel(this.services, request, options);
        if (reference.asOf === "latest") asOf = panel.panel.reference.asOf;
        fetched.push({ subject, panel });
      } catch (error) {
        signal?.throwIfAborted();
        failed.push({ subject, error });
      }
    }
    return { fetched, failed };
  }

  private async keepPanel(
    panel: FetchedPanel,
    { folder, language }: CodePlace,
    options: Parameters<PanelFiles["keep"]>[3],
  ): Promise<KeptPanel> {
    if (folder === undefined || this.panelFiles === undefined) {
      throw new RangeError("files need a folder");
    }
    return this.panelFiles.keep(panel, folder, fileFormatIn(language, folder), options);
  }

  private async keep(
    { series }: FetchedSubject,
    { folder, language }: CodePlace,
    isOfItsTime: boolean,
    signal?: AbortSignal,
  ): Promise<KeptFile> {
    if (folder === undefined) throw new RangeError("files need a folder");
    return this.files.keep(series, folder, fileFormatIn(language, folder), signal, isOfItsTime);
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

async function fetchedSubject(
  { item, series }: { readonly item: Item; readonly series: DatedSeries },
  signal = new AbortController().signal,
): Promise<FetchedSubject> {
  const { subject, service } = item;
  const asked = await service.series.asListed(series.reference, {
    signal,
    urgency: new Urgency("click"),
  });
  const { connection, client } = service;
  const isSample = connection.kind === "sample";
  const part = subject.slice === undefined ? {} : { slice: subject.slice };
  const whole = { ...series, ...part, service: serviceNameOf(connection), isSample };
  const { href } = client.baseUrl;
  return { subject, series: whole, asked, baseUrl: isSample ? fixedSampleAddress(href) : href };
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

function hasAsOf({ subject }: { readonly subject: InsertSubject }): boolean {
  return subject.target.reference.family !== "forecast";
}

function panelOf({ target: { connectionId, reference } }: InsertSubject): PanelTarget[] {
  return reference.family === "panel" ? [{ connectionId, reference }] : [];
}
