import { UnsayableError } from "./code/requestParts";
import { Urgency } from "../../service/urgency";
import { type Instant } from "../../shared/instant";
import { type SignalRef } from "../../shared/reference";
import { withResolvedAsOf } from "../../store/seriesBatch";
import {
  type FailedSeries,
  type FetchOptions,
  type FetchedPanel,
  type FetchedSeries,
  type PrefetchOptions,
  type TableSources,
  fetchSeries,
  fetchSet,
  latestOf,
  latestOfPanels,
} from "../../store/tables";
import { type WriteOptions } from "../../store/tableBlocks";
import { samplePort } from "../../connect/samplePort";
import { wholePanel } from "../../editor/report/failedSeries";
import { tableSources } from "../../connect/tableSources";
import {
  type DataFolder,
  type SavedFile,
  type WritablePanel,
  type WritableSeries,
} from "./dataFolder";
import {
  type CodeBatch,
  type CodePlace,
  type FailedCode,
  type FetchedPanelSubject,
  type FetchedSubject,
  type InsertSubject,
  type MadeCode,
  type PanelRequests,
  type SeriesOfSubject,
} from "./insertSubject";
import { codeOfSubject, codeOfPanel, codeOfPanelRequests, fileFormatIn } from "./seriesCode";
import { NoCodeError, unwritableText } from "./unwritableText";
import { type SeriesTarget, type PanelTarget } from "../../shared/place";
import { type ConnectedService, type Services } from "../../connect/connectedServices";

/** The results of fetching for one action, and the failures. */
export interface FetchedSubjects {
  readonly fetched: readonly FetchedSubject[];
  readonly panels: readonly FetchedPanelSubject[];
  readonly failed: readonly FailedCode[];
}

/** The fetched series and panels, without their subjects. */
export function seriesAndPanels({
  fetched,
  panels,
}: FetchedSubjects): [series: readonly FetchedSeries[], panels: readonly FetchedPanel[]] {
  return [fetched.map(({ series }) => series), panels.map(({ panel }) => panel)];
}

/** Called with how many have been fetched or have failed. */
export type FetchProgress = (done: number, of: number) => void;

/** Generates the code that puts series into notebooks and scripts. */
export class CodeMaker {
  private readonly sources: TableSources;

  constructor(
    private readonly services: Services,
    /** Absent where code cannot have files. */
    private readonly files?: DataFolder,
    /**
     * Writes a single panel while it is fetched, before its file's location is known; several would fill the memory.
     */
    private readonly prefetch?: PrefetchOptions,
  ) {
    this.sources = tableSources(services);
  }

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

  /** Fetches the data for the code. @throws the signal's reason when it aborts. */
  async fetch(
    subjects: readonly InsertSubject[],
    signal?: AbortSignal,
    onProgress?: FetchProgress,
  ): Promise<FetchedSubjects> {
    // A cached panel saves many requests.
    const kept = await latestOfPanels(this.sources, subjects.flatMap(panelOf));
    const subjectOf = new Map<SeriesTarget, InsertSubject>();
    for (const subject of subjects) {
      const { connectionId, reference } = subject.target;
      if (reference.family === "panel") continue;
      subjectOf.set({ connectionId, reference: withResolvedAsOf(reference, kept) }, subject);
    }
    const watch = { signal, onProgress };
    const { members, failed } = await this.seriesOf([...subjectOf.keys()], watch);
    const panels = await this.panelsOf(subjects, kept ?? latestOf(members), watch);
    const fetched = members.flatMap((series) => {
      const subject = subjectOf.get(series.target);
      return subject === undefined ? [] : [{ subject, series }];
    });
    const failedCode = failed.flatMap(({ target, error }) => {
      const subject = subjectOf.get(target);
      return subject === undefined ? [] : [{ subject, error }];
    });
    return {
      fetched: await Promise.all(fetched.map((each) => this.fetchedSubject(each, signal))),
      panels: panels.fetched,
      failed: [...panels.failed, ...failedCode],
    };
  }

  /**
   * The code of what was fetched, and the files that it reads.
   *
   * @throws as `DataFolder.save` does, and the signal's reason when it aborts before the end; then no file is left
   * behind.
   */
  async write(
    { fetched, panels, failed }: FetchedSubjects,
    place: CodePlace,
    signal?: AbortSignal,
    onProgress?: FetchProgress,
  ): Promise<CodeBatch> {
    const kept: SavedFile[] = [];
    const undo = async (): Promise<void> => {
      // A file that cannot be deleted stays; the original failure is the one to report.
      for (const file of kept.splice(0).reverse()) await Promise.allSettled([file.discard()]);
    };
    const others = [
      ...(place.others ?? []),
      ...fetched.map(({ series }) => series.reference),
      ...panels.map(({ panel }) => panel.panel.reference),
    ];
    const named = { ...place, others };
    const made: MadeCode[] = [];
    const unwritable: FailedCode[] = [];
    const options = { signal, onProgress };
    try {
      for (const each of fetched) {
        signal?.throwIfAborted();
        const member = each.series;
        const file =
          place.way === "file"
            ? await this.save({ kind: "series", member }, each.subject, place, { signal })
            : undefined;
        if (file !== undefined) kept.push(file);
        const code = attempted(each, () => codeOfSubject(each, named, file));
        if ("error" in code) unwritable.push(code);
        else made.push(code);
      }
      for (const each of panels) {
        const { way, cluster } = place;
        if (cluster !== undefined) {
          const requests = await this.panelRequests(each, signal);
          const code = attempted(each, () => codeOfPanelRequests(each, named, requests, cluster));
          if ("error" in code) unwritable.push(code);
          else made.push(code);
          continue;
        }
        if (way !== "file") throw new RangeError("the code of a panel reads a file");
        const member = each.panel;
        const file = await this.save({ kind: "panel", member }, each.subject, place, options);
        kept.push(file);
        made.push({ subject: each.subject, ...codeOfPanel(each, named, file) });
      }
      signal?.throwIfAborted();
    } catch (error) {
      await undo();
      throw error;
    }
    return { made, failed: [...failed, ...unwritable], undo };
  }

  /** A single series may be stale while its service cannot be reached; several always share one instant. */
  private async seriesOf(
    targets: readonly SeriesTarget[],
    watch: FetchOptions,
  ): Promise<{ members: readonly FetchedSeries[]; failed: readonly FailedSeries[] }> {
    const [target, ...others] = targets;
    if (target === undefined || others.length > 0) return fetchSet(this.sources, targets, watch);
    try {
      return { members: [await fetchSeries(this.sources, target, watch)], failed: [] };
    } catch (error) {
      watch.signal?.throwIfAborted();
      return { members: [], failed: [{ target, error }] };
    }
  }

  /** Fetches panels, with latest as of one instant; a panel with any failed variant counts as failed. */
  private async panelsOf(
    subjects: readonly InsertSubject[],
    known: Instant | undefined,
    watch: FetchOptions,
  ): Promise<{ fetched: FetchedPanelSubject[]; failed: FailedCode[] }> {
    const fetched: FetchedPanelSubject[] = [];
    const failed: FailedCode[] = [];
    const isAlone = subjects.flatMap(panelOf).length === 1;
    let asOf = known;
    for (const subject of subjects) {
      const { reference } = subject.target;
      if (reference.family !== "panel") continue;
      try {
        const target = { ...subject.target, reference: withResolvedAsOf(reference, asOf) };
        const prefetch = isAlone ? this.prefetch : undefined;
        const options = { ...watch, prefetch: prefetch && { ...prefetch, slice: subject.slice } };
        const panel = await wholePanel(this.sources, target, options);
        if (reference.asOf === "latest") asOf = panel.panel.reference.asOf;
        fetched.push({ subject, panel });
      } catch (error) {
        watch.signal?.throwIfAborted();
        failed.push({ subject, error });
      }
    }
    return { fetched, failed };
  }

  private async save(
    table: WritableSeries | WritablePanel,
    { slice }: InsertSubject,
    { folder, language }: CodePlace,
    options: WriteOptions,
  ): Promise<SavedFile> {
    const { files } = this;
    if (folder === undefined || files === undefined) throw new RangeError("files need a folder");
    return files.save(table, { slice }, folder, fileFormatIn(language, folder), options);
  }

  private async fetchedSubject(
    { subject, series }: SeriesOfSubject,
    signal = new AbortController().signal,
  ): Promise<FetchedSubject> {
    const service = await this.services.get(subject.target.connectionId);
    const asked = await service.series.asListed(series.reference, {
      signal,
      urgency: new Urgency("click"),
    });
    return { subject, series, asked, baseUrl: baseUrlOf(service, series.isSample) };
  }

  private async panelRequests(
    { subject, panel }: FetchedPanelSubject,
    signal = new AbortController().signal,
  ): Promise<PanelRequests> {
    const service = await this.services.get(subject.target.connectionId);
    const options = { signal, urgency: new Urgency("click") };
    const variants: SignalRef[] = [];
    for (const { reference } of panel.panel.variants) {
      variants.push(await service.series.asListed(reference, options));
    }
    return { variants, baseUrl: baseUrlOf(service, panel.isSample) };
  }
}

/** The address that code requests. */
export function baseUrlOf({ client }: ConnectedService, isSample: boolean): string {
  const { href } = client.baseUrl;
  return isSample ? fixedSampleAddress(href) : href;
}

/** The address with the port in the settings, which the running service has only after a reload. */
function fixedSampleAddress(running: string): string {
  const url = new URL(running);
  url.port = String(samplePort());
  return url.origin;
}

/** A series that no code can express fails alone. */
function attempted(
  { subject }: { readonly subject: InsertSubject },
  make: () => Omit<MadeCode, "subject">,
): MadeCode | FailedCode {
  try {
    return { subject, ...make() };
  } catch (error) {
    if (error instanceof NoCodeError) return { subject, error };
    if (error instanceof UnsayableError) {
      return { subject, error: new NoCodeError(unwritableText(error), { cause: error }) };
    }
    throw error;
  }
}

function panelOf({ target: { connectionId, reference } }: InsertSubject): PanelTarget[] {
  return reference.family === "panel" ? [{ connectionId, reference }] : [];
}
