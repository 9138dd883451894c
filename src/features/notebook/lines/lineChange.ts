import type * as vscode from "vscode";
import { type CodeChange, pathIn } from "../code/changedCode";
import { type CodeBlock, isBareLine, libraryOf, wayOf } from "../code/codeBlock";
import { valuesCode } from "../code/codePieces";
import { isFileOfLine } from "../code/fileOfLine";
import { languages } from "../code/languages";
import { isAboveOwnCode } from "../code/ownCode";
import { type Frame } from "../../../data/frame";
import { driftOf, isUnchanged } from "../../../data/frameDrift";
import { isPanelUnchanged, panelDrift } from "../../../data/panelDrift";
import { partOf, sliceFrame } from "../../../data/sliceFrame";
import { type Instant } from "../../../shared/instant";
import { type PanelRef, type Reference } from "../../../shared/reference";
import { type ReferenceLine } from "../../../shared/referenceLine";
import { type Slice } from "../../../shared/slice";
import { type FrameWorker } from "../../../store/frameWorker";
import { asOfOf } from "../../../store/seriesBatch";
import { type FetchedPanel, type FetchedSeries } from "../../../store/tables";
import { type ConnectedService, type Services } from "../../../connect/connectedServices";
import { wholePanel } from "../../../editor/report/failedSeries";
import { tableSources } from "../../../connect/tableSources";
import { type FetchProgress } from "../codeMaker";
import { type DataFolder, type KeepOptions, type SavedFile } from "../dataFolder";
import { maxEmbeddedRows } from "../insertSettings";
import { newestRows } from "../newestRows";
import { ForeignCodeError } from "./codeProblemText";
import { type DataFile, DataFileError, readDataFile } from "./dataFileOfLine";
import { variantFrames } from "./driftFlow";
import { type LineInDocument, codeOfLine, folderOf } from "./lineCode";
import { type KnownConnections } from "../../../connect/connectionOfService";
import { type SeriesLine, targetOfLine } from "./lineSubject";
import { UnknownServiceError } from "./unknownServiceError";

/**
 * How to change reference lines: `refresh` gets the latest data, `fit` those of FIT instead of SNAP. `freeze` refreshes
 * too, and like `fit` it also changes lines above code that the extension did not write.
 */
export type RefreshMode = "refresh" | "freeze" | "fit";

export interface ChangeDependencies {
  readonly services: Services;
  readonly connections: KnownConnections;
  readonly files: DataFolder;
  readonly worker: FrameWorker;
}

/** The result when a line and its code need no change. */
export interface NoChange {
  /** The largest difference of equal values; 0 if the code has the current values bit for bit. */
  readonly rounding: number;
}

/** The series of a line after fetching it again. */
export interface FetchedLine {
  readonly place: LineInDocument;
  /** The reference line at the place. */
  readonly line: SeriesLine;
  /** As of now. */
  readonly series: FetchedSeries;
  readonly service: ConnectedService;
  /** Whether the line may change while code that is not ours stays as it is. */
  readonly isLineAlone?: boolean;
}

/** The new state of a line and its code. */
export interface LineChange {
  readonly line: ReferenceLine;
  readonly code: CodeChange;
  /** URI of the file with the values; undefined without a file. */
  readonly file?: string;
  /** Deletes the file that was written for the change. */
  discard(): Promise<void>;
}

/**
 * Plans the change of a line and its code to the current values, and writes its file. There is no change if the code has
 * these values, except for rounding.
 *
 * @throws {@link ForeignCodeError} and as writing a file does; then no file is left behind.
 */
export async function plannedChange(
  parts: ChangeDependencies,
  fetched: FetchedLine,
  signal: AbortSignal,
): Promise<LineChange | NoChange> {
  const block = codeOfLine(fetched.place);
  if (!isAboveOwnCode(block, fetched.line)) throw new ForeignCodeError("not-above");
  switch (wayOf(block)) {
    case "file":
      return fileChange(parts, fetched, block, signal);
    case "values":
      return valuesChange(fetched, block, signal);
    case "request":
      return requestChange(fetched, signal);
    case undefined:
      if (fetched.isLineAlone !== true && !isBareLine(block))
        throw new ForeignCodeError("unknown-code");
      return requestChange(fetched, signal);
  }
}

async function fileChange(
  { files, worker }: ChangeDependencies,
  { place, line, series }: FetchedLine,
  block: CodeBlock,
  signal: AbortSignal,
): Promise<LineChange | NoChange> {
  const { document } = place;
  const path = pathIn(block, line);
  if (!path.ok) throw new ForeignCodeError(path.problem);
  const folder = folderOf(document);
  const old = await fileIn(folder, path.relativePath, worker, signal);
  const wanted = sliceFrame(series.frame, line.slice);
  if (old !== undefined && isOfSameKind(line.reference, series.reference)) {
    const drift = driftOf(old.frame, wanted);
    const isOfLine = isFileOfLine(path.relativePath, old.origin, line);
    if (isOfLine && isUnchanged(drift)) return { rounding: drift.rounding };
  }
  // Throws if the document was closed meanwhile, before a file is written.
  codeOfLine(place);
  const table = { kind: "series", member: series } as const;
  const view = { slice: line.slice };
  const kept = await files.save(table, view, folder, path.format, { signal });
  return changeTo(kept, line);
}

/** The change to a line and code that read a file. */
function changeTo(kept: SavedFile, line: ReferenceLine): LineChange {
  const { relativePath, reference } = kept;
  const after = { ...line, reference };
  return {
    line: after,
    code: { before: line, after, relativePath },
    file: kept.location.toString(),
    discard: () => kept.discard(),
  };
}

/** The current file; undefined for a missing or broken one, which is replaced. */
async function fileIn(
  folder: vscode.Uri,
  path: string,
  worker: FrameWorker,
  signal: AbortSignal,
): Promise<DataFile | undefined> {
  try {
    return await readDataFile(folder, path, worker, signal);
  } catch (error) {
    if (error instanceof DataFileError) return undefined;
    throw error;
  }
}

async function valuesChange(
  { line, series, service }: FetchedLine,
  block: CodeBlock,
  signal: AbortSignal,
): Promise<LineChange | NoChange> {
  const isVintage = line.reference.family === "signal";
  const old = isVintage ? await service.series.series(line.reference, { signal }) : series;
  const { slice, max } = wantedRows(line, old.frame);
  const newest = newestRows(series.frame, slice, max);
  if (isVintage && isOfSameKind(line.reference, series.reference)) {
    const drift = driftOf(sliceFrame(old.frame, line.slice), newest.frame);
    if (isUnchanged(drift) && drift.rounding > 0) return { rounding: drift.rounding };
  }
  const { reference } = series;
  const part = newest.slice === undefined ? {} : { slice: newest.slice };
  const after: SeriesLine = { reference, ...part, service: line.service };
  const subject = { line: after, library: libraryOf(block), frame: newest.frame };
  const language = languages[block.language].values === undefined ? "python" : block.language;
  const { text } = valuesCode({ ...subject, language });
  const code = { before: line, after, valuesCode: text };
  return { line: after, code, discard: nothing };
}

/**
 * Rows up to the last day were the newest ones, so the same number is wanted again. For a forecast, whose old data are
 * not available, it is as many as code may hold. Any other rows were chosen and stay.
 */
function wantedRows(
  { slice, reference }: SeriesLine,
  old: Frame,
): { readonly slice: Slice | undefined; readonly max: number } {
  const max = maxEmbeddedRows();
  if (slice?.from === undefined || slice.to === undefined) return { slice, max };
  const { from, to, columns } = slice;
  const count = sliceFrame(old, { from, to }).days.length;
  const isFull = reference.family === "forecast" && count === max;
  if (count === 0 || (to !== old.days.at(-1) && !isFull)) return { slice, max };
  return { slice: columns === undefined ? undefined : { columns }, max: count };
}

/** The change of code that requests its data; none for a forecast, whose code requests the newest data at each run. */
async function requestChange(
  { line, series: { reference, frame }, service, isLineAlone = false }: FetchedLine,
  signal: AbortSignal,
): Promise<LineChange | NoChange> {
  if (line.reference.family === "forecast") return { rounding: 0 };
  const after = { ...line, reference };
  if (isOfSameKind(line.reference, reference)) {
    const before = await service.series.series(line.reference, { signal });
    const drift = driftOf(before.frame, frame);
    if (isUnchanged(drift)) return { rounding: drift.rounding };
  }
  return { line: after, code: { before: line, after, isLineAlone }, discard: nothing };
}

/** Whether a line with the same values needs no change: it has an as-of and the same kind. */
export function isOfSameKind(before: Reference, after: Reference): boolean {
  if (before.family === "forecast" || after.family === "forecast") return true;
  return before.asOf !== "latest" && before.dataKind === after.dataKind;
}

/** The line of a panel, to be refreshed. */
export interface PanelLinePlace {
  readonly place: LineInDocument;
  /** The line's reference. */
  readonly reference: PanelRef;
  /** The common as-of of the refresh; absent: now. */
  readonly asOf: Instant | undefined;
}

export interface PanelHow {
  readonly mode: RefreshMode;
  readonly signal: AbortSignal;
  readonly onProgress: FetchProgress | undefined;
}

/**
 * The change that brings a panel's line and code to the current values, with its file already written, and its as-of.
 *
 * @throws {@link ForeignCodeError}, as `wholePanel` does, and as writing a file does; then no file is left behind.
 */
export async function plannedPanelChange(
  parts: ChangeDependencies,
  { place, reference, asOf }: PanelLinePlace,
  how: PanelHow,
): Promise<(LineChange | NoChange) & { readonly asOf: Instant }> {
  const { line } = place;
  const target = targetOfLine(line, parts.connections);
  if (target === undefined) throw new UnknownServiceError(line.service);
  const block = codeOfLine(place);
  if (!isAboveOwnCode(block, line)) throw new ForeignCodeError("not-above");
  const isLineAlone = how.mode !== "refresh";
  const way = wayOf(block);
  if (way !== "file" && !isLineAlone && !isBareLine(block)) {
    throw new ForeignCodeError("unknown-code");
  }
  const dataKind = how.mode === "fit" ? "FIT" : reference.dataKind;
  const wanted = { ...reference, dataKind, asOf: asOf ?? ("latest" as const) };
  const path = way === "file" ? readPathOf(block, line) : undefined;
  const prefetch = path && { format: path.format, worker: parts.worker, slice: line.slice };
  const { signal, onProgress } = how;
  const fetched = await wholePanel(
    tableSources(parts.services),
    { ...target, reference: wanted },
    { signal, onProgress, prefetch, isRefresh: true },
  );
  const { panel } = fetched;
  if (panel.staleBecause !== undefined) throw panel.staleBecause;
  const change = path && (await panelFileChange(parts, place, fetched, path, how));
  const after = { ...line, reference: panel.reference };
  const bare = { line: after, code: { before: line, after, isLineAlone }, discard: nothing };
  return {
    ...(change ?? bare),
    asOf: panel.reference.asOf,
  };
}

type ReadPath = Extract<ReturnType<typeof pathIn>, { readonly ok: true }>;

function readPathOf(...code: Parameters<typeof pathIn>): ReadPath {
  const path = pathIn(...code);
  if (!path.ok) throw new ForeignCodeError(path.problem);
  return path;
}

async function panelFileChange(
  parts: ChangeDependencies,
  { line, document }: LineInDocument,
  fetched: FetchedPanel,
  path: ReadPath,
  { signal, onProgress }: PanelHow,
): Promise<LineChange | NoChange> {
  const save = (member: FetchedPanel, options: KeepOptions): Promise<SavedFile> => {
    const table = { kind: "panel", member } as const;
    return parts.files.save(table, { slice: line.slice }, folderOf(document), path.format, options);
  };
  const isOwn = (file: SavedFile): boolean => file.relativePath === path.relativePath;
  const kept = await save(fetched, { signal, onProgress });
  const isUpToDate =
    isOfSameKind(line.reference, kept.reference) &&
    asOfOf(line.reference) === asOfOf(kept.reference);
  if (isOwn(kept)) return kept.isReused && isUpToDate ? { rounding: 0 } : changeTo(kept, line);
  try {
    const before = await unchangedPanel(parts, line, fetched, signal);
    if (before !== undefined) {
      const old = await save(before.panel, { signal, requiresSameAsOf: true });
      if (old.isReused && isOwn(old)) {
        await kept.discard();
        return { rounding: before.rounding };
      }
      // The code's file is missing or has other values.
      await old.discard();
    }
    return changeTo(kept, line);
  } catch (error) {
    await kept.discard();
    throw error;
  }
}

/**
 * The panel as of its line, if the newer values differ from it only by rounding. Undefined too if it cannot be fetched:
 * then the new values replace it.
 *
 * @throws the signal's reason when it aborts.
 */
async function unchangedPanel(
  { services }: ChangeDependencies,
  { reference, slice }: ReferenceLine,
  after: FetchedPanel,
  signal: AbortSignal,
): Promise<{ readonly panel: FetchedPanel; readonly rounding: number } | undefined> {
  const [first] = after.panel.variants;
  if (reference.family !== "panel" || first === undefined) return undefined;
  if (!isOfSameKind(reference, after.panel.reference)) return undefined;
  try {
    // Most productions change every series, so one series usually shows the change without requests for the others.
    const { series } = await services.get(after.target.connectionId);
    const [then, now] = await Promise.all([
      series.series({ ...first.reference, asOf: reference.asOf }, { signal }),
      series.series(first.reference, { signal }),
    ]);
    if (!isUnchanged(driftOf(partOf(then.frame, slice), partOf(now.frame, slice))))
      return undefined;
    const target = { ...after.target, reference };
    const before = await wholePanel(tableSources(services), target, { signal });
    const drift = await panelDrift(
      variantFrames(before, slice, signal),
      variantFrames(after, slice, signal),
    );
    return isPanelUnchanged(drift) ? { panel: before, rounding: drift.rounding } : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
