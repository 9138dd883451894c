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
import { type Reference, type SeriesRef } from "../../../shared/reference";
import { type ReferenceLine } from "../../../shared/referenceLine";
import { type Slice } from "../../../shared/slice";
import { type FrameWorker } from "../../../store/frameWorker";
import { type Series } from "../../../store/seriesStore";
import { type WriteOptions } from "../../../store/tableBlocks";
import { type FetchedPanel, type FetchedSeries } from "../../../store/tables";
import { type Services } from "../../../connect/connectedServices";
import { wholePanel } from "../../../editor/report/failedSeries";
import { tableSources } from "../../../connect/tableSources";
import { type FetchProgress } from "../codeMaker";
import { type DataFolder, type SavedFile } from "../dataFolder";
import { maxEmbeddedRows } from "../insertSettings";
import { newestRows } from "../newestRows";
import { ForeignCodeError } from "./codeProblemText";
import { type DataFile, DataFileError, readDataFile } from "./dataFileOfLine";
import { variantFrames } from "./driftFlow";
import { type LineInDocument, codeOfLine, folderOf } from "./lineCode";
import { type KnownConnections } from "../../../connect/connectionOfService";
import { type PanelLine, type SeriesLine } from "./lineSubject";
import { type AsOfGate } from "../../../store/asOfGate";

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

/** A line and its newly fetched data. */
export type FetchedLine = LineInDocument &
  (
    | { readonly line: SeriesLine; readonly kind: "series"; readonly member: FetchedSeries }
    | { readonly line: PanelLine; readonly kind: "panel"; readonly member: FetchedPanel }
  );

type FetchedSeriesLine = Extract<FetchedLine, { readonly kind: "series" }>;
type FetchedPanelLine = Extract<FetchedLine, { readonly kind: "panel" }>;

/** How to refresh. */
export interface RefreshHow {
  readonly mode: RefreshMode;
  readonly signal: AbortSignal;
  readonly onProgress?: FetchProgress | undefined;
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
  how: RefreshHow,
): Promise<LineChange | NoChange> {
  const block = changeableCode(fetched, how.mode);
  switch (wayOf(block)) {
    case "file":
      return fetched.kind === "series"
        ? fileChange(parts, fetched, block, how)
        : panelFileChange(parts, fetched, block, how);
    case "values":
      return fetched.kind === "series"
        ? valuesChange(parts, fetched, block, how)
        : lineChange(parts, fetched, how);
    case "request":
    case undefined:
      return lineChange(parts, fetched, how);
  }
}

/**
 * The code of a line, if it can be changed.
 *
 * @throws {@link ForeignCodeError}
 */
export function changeableCode(place: LineInDocument, mode: RefreshMode): CodeBlock {
  const block = codeOfLine(place);
  if (!isAboveOwnCode(block, place.line)) throw new ForeignCodeError("not-above");
  const way = wayOf(block);
  // No code that contains the values is generated for a panel.
  const isPanel = place.line.reference.family === "panel";
  const isOwn = way !== undefined && !(isPanel && way === "values");
  if (!isOwn && mode === "refresh" && !isBareLine(block)) {
    throw new ForeignCodeError("unknown-code");
  }
  return block;
}

async function fileChange(
  { services, files, worker }: ChangeDependencies,
  place: FetchedSeriesLine,
  block: CodeBlock,
  { signal }: RefreshHow,
): Promise<LineChange | NoChange> {
  const { document, line, member } = place;
  const path = readPathOf(block, line);
  const folder = folderOf(document);
  const old = await fileIn(folder, path.relativePath, worker, signal);
  const wanted = sliceFrame(member.frame, line.slice);
  if (old !== undefined && isKeptIfEqual(line.reference, member.reference, services.gate)) {
    const drift = driftOf(old.frame, wanted);
    const isOfLine = isFileOfLine(path.relativePath, old.origin, line);
    if (isOfLine && isUnchanged(drift)) return { rounding: drift.rounding };
  }
  // Throws if the document was closed meanwhile, before a file is written.
  codeOfLine(place);
  const view = { slice: line.slice };
  const kept = await files.save({ kind: "series", member }, view, folder, path.format, { signal });
  return changeTo(kept, line, member.reference);
}

/** The change to a line and code that read a file. */
function changeTo(kept: SavedFile, line: ReferenceLine, reference: Reference): LineChange {
  const { relativePath } = kept;
  const after = lineOf(line, reference);
  return {
    line: after,
    code: { before: line, after, relativePath },
    file: kept.location.toString(),
    discard: () => kept.discard(),
  };
}

/** The line of newer data, which are not those of a dataset. */
function lineOf({ slice, service }: ReferenceLine, reference: Reference): ReferenceLine {
  return { reference, ...(slice && { slice }), service };
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
  parts: ChangeDependencies,
  { line, member }: FetchedSeriesLine,
  block: CodeBlock,
  { signal }: RefreshHow,
): Promise<LineChange | NoChange> {
  const { gate } = parts.services;
  const isVintage = line.reference.family === "signal" && !gate.refuses(line.reference);
  const old = isVintage ? await vintageOf(parts, line.reference, member, signal) : member;
  const { slice, max } = wantedRows(line, old.frame);
  const newest = newestRows(member.frame, slice, max);
  if (isVintage && isKeptIfEqual(line.reference, member.reference, gate)) {
    const drift = driftOf(sliceFrame(old.frame, line.slice), newest.frame);
    if (isUnchanged(drift) && drift.rounding > 0) return { rounding: drift.rounding };
  }
  const { reference } = member;
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

/**
 * Plans the change of a line alone, or of code that requests its data. A forecast has none: its code requests the
 * newest data at each run.
 */
async function lineChange(
  parts: ChangeDependencies,
  { kind, line, member }: FetchedLine,
  { mode, signal }: RefreshHow,
): Promise<LineChange | NoChange> {
  if (line.reference.family === "forecast") return { rounding: 0 };
  const reference = kind === "series" ? member.reference : member.panel.reference;
  const { gate } = parts.services;
  if (kind === "series" && isKeptIfEqual(line.reference, reference, gate)) {
    const before = await vintageOf(parts, line.reference, member, signal);
    const drift = driftOf(before.frame, member.frame);
    if (isUnchanged(drift)) return { rounding: drift.rounding };
  }
  const after = lineOf(line, reference);
  const code = { before: line, after, isLineAlone: mode !== "refresh" };
  return { line: after, code, discard: nothing };
}

async function vintageOf(
  { services }: ChangeDependencies,
  reference: SeriesRef,
  { target }: FetchedSeries,
  signal: AbortSignal,
): Promise<Series> {
  const { series } = await services.get(target.connectionId);
  return series.series(reference, { signal });
}

/** Whether a line with the same values needs no change: it has the same kind, and an as-of that the window permits. */
export function isKeptIfEqual(before: Reference, after: Reference, gate: AsOfGate): boolean {
  if (before.family === "forecast" || after.family === "forecast") return true;
  return !gate.refuses(before) && before.asOf !== "latest" && before.dataKind === after.dataKind;
}

type ReadPath = Extract<ReturnType<typeof pathIn>, { readonly ok: true }>;

/** @throws {@link ForeignCodeError} */
export function readPathOf(...code: Parameters<typeof pathIn>): ReadPath {
  const path = pathIn(...code);
  if (!path.ok) throw new ForeignCodeError(path.problem);
  return path;
}

async function panelFileChange(
  parts: ChangeDependencies,
  { line, document, member: fetched }: FetchedPanelLine,
  block: CodeBlock,
  { signal, onProgress }: RefreshHow,
): Promise<LineChange | NoChange> {
  const path = readPathOf(block, line);
  const save = (member: FetchedPanel, options: WriteOptions): Promise<SavedFile> => {
    const table = { kind: "panel", member } as const;
    return parts.files.save(table, { slice: line.slice }, folderOf(document), path.format, options);
  };
  const isOwn = (file: SavedFile): boolean => file.relativePath === path.relativePath;
  const { reference } = fetched.panel;
  const kept = await save(fetched, { signal, onProgress });
  const isUpToDate =
    isKeptIfEqual(line.reference, reference, parts.services.gate) &&
    line.reference.asOf === reference.asOf;
  if (isOwn(kept)) {
    return kept.isReused && isUpToDate ? { rounding: 0 } : changeTo(kept, line, reference);
  }
  try {
    const before = await unchangedPanel(parts, line, fetched, signal);
    if (before !== undefined) {
      const old = await save(before.panel, { signal });
      if (old.isReused && isOwn(old)) {
        await kept.discard();
        return { rounding: before.rounding };
      }
      // The code's file is missing or has other values.
      await old.discard();
    }
    return changeTo(kept, line, reference);
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
  { reference, slice }: PanelLine,
  after: FetchedPanel,
  signal: AbortSignal,
): Promise<{ readonly panel: FetchedPanel; readonly rounding: number } | undefined> {
  const [first] = after.panel.variants;
  if (first === undefined) return undefined;
  if (!isKeptIfEqual(reference, after.panel.reference, services.gate)) return undefined;
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
