import * as vscode from "vscode";
import { pathIn } from "../code/changedCode";
import { otherTimeOfFile } from "../code/fileOfLine";
import { type Frame } from "../../../data/frame";
import { type FrameDrift, driftOf, isUnchanged, toDriftCsv } from "../../../data/frameDrift";
import {
  type PanelDrift,
  isPanelUnchanged,
  panelDrift,
  toPanelDriftCsv,
} from "../../../data/panelDrift";
import { partOf, sliceFrame } from "../../../data/sliceFrame";
import { tagValuesOf } from "../../../data/table/long";
import { type VariantFrame } from "../../../data/table/pairedVariants";
import { plainMessage } from "../../../shared/plainText";
import { formatRounding } from "../../../shared/series/numberText";
import { type PanelRef, type Reference } from "../../../shared/reference";
import {
  type ReferenceLine,
  commentStyles,
  formatReferenceLine,
} from "../../../shared/referenceLine";
import { type Slice } from "../../../shared/slice";
import { type FrameWorker } from "../../../store/frameWorker";
import { type FetchedPanel, fetchSeries } from "../../../store/tables";
import { type ConnectedService, type Services } from "../../../connect/connectedServices";
import { showRendered } from "../../../editor/virtualDocuments";
import { wholePanel } from "../../../editor/report/failedSeries";
import { tableSources } from "../../../connect/tableSources";
import { type FetchProgress } from "../codeMaker";
import { ForeignCodeError } from "./codeProblemText";
import { readDataFile } from "./dataFileOfLine";
import { type DriftDocuments } from "./driftDocuments";
import { type DriftHead, driftText, panelDriftText, type DriftSubject } from "./driftText";
import { type LineInDocument, type SeriesLinePlace, codeOfLine, folderOf } from "./lineCode";
import { type KnownConnections } from "../../../connect/connectionOfService";
import { lineName, targetOfLine } from "./lineSubject";
import { UnknownServiceError } from "./unknownServiceError";
import { type Target } from "../../../shared/place";
import { type Instant } from "../../../shared/instant";
import { asOfText } from "../../../editor/text/dateText";

export interface DriftDependencies {
  readonly services: Services;
  readonly connections: KnownConnections;
  readonly worker: FrameWorker;
}

/** The old and the new data of a line. */
interface Compared {
  readonly head: DriftHead;
  /** Whether the new data have a later as-of; within a second of the service's clock they may not. */
  readonly isLater: boolean;
}

export interface SeriesDrift extends Compared {
  readonly kind: "series";
  readonly drift: FrameDrift;
  readonly before: Frame;
  readonly after: Frame;
}

export interface PanelLineDrift extends Compared {
  readonly kind: "panel";
  readonly tagKinds: readonly string[];
  readonly drift: PanelDrift;
}

export type LineDrift = SeriesDrift | PanelLineDrift;

interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress?: FetchProgress | undefined;
}

/** Neither the line nor a file records the old data. */
class NoFileError extends Error {
  override readonly name = "NoFileError";

  constructor(family: Reference["family"]) {
    const { t } = vscode.l10n;
    super(
      family === "panel"
        ? t(
            "the panel's line says latest, so it does not record what the data were; freeze its as-of first",
          )
        : family === "forecast"
          ? t(
              "a forecast has no as-of, and the code below its line does not read a file to compare with",
            )
          : t("the line says latest, and the code below it does not read a file to compare with"),
    );
  }
}

/**
 * Compares a line's data with newer ones, always asking the service: those of a signal or a panel as of the line with
 * those as of the window; those of a forecast, which has no as-of, or of a line with latest in its code's file with now's.
 *
 * @throws as the store does; {@link NoFileError}, {@link ForeignCodeError} and DataFileError where there is nothing to
 * compare with; and as `wholePanel` does.
 */
export async function lineDrift(
  parts: DriftDependencies,
  place: LineInDocument,
  watch: Watch,
): Promise<LineDrift> {
  const { line } = place;
  const { reference } = line;
  return reference.family === "panel"
    ? panelLineDrift(parts, place, reference, watch)
    : seriesDrift(parts, { ...place, line: { ...line, reference } }, watch);
}

/** The drift of a line that names a series. */
export async function seriesDrift(
  parts: DriftDependencies,
  place: SeriesLinePlace,
  { signal }: Watch,
): Promise<SeriesDrift> {
  const { reference } = place.line;
  const { connectionId } = expectTarget(place.line, parts);
  const isVintage = reference.family === "signal" && reference.asOf !== "latest";
  const old = isVintage
    ? await vintageOf(place, await parts.services.get(connectionId), signal)
    : await fileOf(place, parts.worker, signal);
  const newest = isVintage ? { ...reference, asOf: parts.services.gate.bound } : reference;
  const target = { connectionId, reference: newest };
  const options = { signal, isRefresh: true };
  const now = await fetchSeries(tableSources(parts.services), target, options);
  if (now.staleBecause !== undefined) throw now.staleBecause;
  const after = sliceFrame(now.frame, old.slice);
  const { bound } = parts.services.gate;
  const newestAsOf = isVintage && bound !== "latest" ? bound : now.retrievedAt;
  const unit = reference.family === "signal" ? "score" : "fraction";
  return {
    kind: "series",
    head: { ...headOf(place.line), before: old.words, after: asOfText(newestAsOf), unit },
    drift: driftOf(old.frame, after, unit),
    isLater: !isVintage || newestAsOf > reference.asOf,
    before: old.frame,
    after,
  };
}

/** The drift of a line that names a panel; holds one series of each vintage in memory at a time. */
export async function panelLineDrift(
  parts: DriftDependencies,
  place: LineInDocument,
  reference: PanelRef,
  { signal, onProgress }: Watch,
): Promise<PanelLineDrift> {
  const { line } = place;
  const target = expectTarget(line, parts);
  if (reference.asOf === "latest") throw new NoFileError("panel");
  const of = (asOf: PanelRef["asOf"], isRefresh: boolean): Promise<FetchedPanel> =>
    wholePanel(
      tableSources(parts.services),
      { ...target, reference: { ...reference, asOf } },
      { signal, onProgress, isRefresh },
    );
  const before = await of(reference.asOf, false);
  const after = await of(parts.services.gate.bound, true);
  if (after.panel.staleBecause !== undefined) throw after.panel.staleBecause;
  const framesOf = (fetched: FetchedPanel): ReturnType<typeof variantFrames> =>
    variantFrames(fetched, line.slice, signal);
  const { asOf } = after.panel.reference;
  return {
    kind: "panel",
    head: {
      ...headOf(line),
      before: vintageText(place),
      after: asOfText(asOf),
      unit: "score",
    },
    tagKinds: Object.keys(reference.tags),
    drift: await panelDrift(framesOf(before), framesOf(after)),
    isLater: asOf > reference.asOf,
  };
}

/**
 * Shows a drift as a report that links to all changes as CSV; reports when there is none.
 *
 * @param bound - The window's as-of; undefined for latest.
 */
export async function showDrift(
  found: LineDrift,
  documents: DriftDocuments,
  bound?: Instant,
): Promise<void> {
  const { head, isLater, drift } = found;
  const isSame = found.kind === "series" ? isUnchanged(found.drift) : isPanelUnchanged(found.drift);
  if (isSame) {
    void vscode.window.showInformationMessage(
      plainMessage(unchangedText(head, { isLater, bound, rounding: drift.rounding })),
    );
    return;
  }
  const name = vscode.l10n.t("Drift of {0}", head.title);
  const csvName = `${name}.csv`;
  const text =
    found.kind === "series"
      ? driftText(head, found.drift, csvName)
      : panelDriftText(head, found.tagKinds, found.drift, csvName);
  await showRendered(documents.add(`${name}.md`, text, { [csvName]: csvOf(found) }));
}

function csvOf(found: LineDrift): () => string {
  if (found.kind === "panel") {
    const { tagKinds, drift } = found;
    return () => toPanelDriftCsv(tagKinds, drift);
  }
  const { before, after } = found;
  // Recomputed when they are requested: until then, the frames take less memory.
  return () => toDriftCsv(driftOf(before, after));
}

function expectTarget(line: ReferenceLine, { connections }: DriftDependencies): Target {
  const target = targetOfLine(line, connections);
  if (target === undefined) throw new UnknownServiceError(line.service);
  return target;
}

function headOf(line: ReferenceLine): DriftSubject {
  return { title: lineName(line), line: formatReferenceLine(line, commentStyles.hash) };
}

/** Why a comparison shows no change. */
interface Unchanged {
  /** Whether the data were compared with later ones. */
  readonly isLater: boolean;
  /** The window's as-of, after which nothing is compared; undefined for latest. */
  readonly bound: Instant | undefined;
  /** The largest difference of equal values; 0 if all are identical. */
  readonly rounding: number;
}

/** The message that a series or panel has not changed, or that there are no later data to compare with. */
export function unchangedText(
  { title, before, after }: DriftHead,
  { isLater, bound, rounding }: Unchanged,
): string {
  const { t } = vscode.l10n;
  if (!isLater && bound !== undefined) {
    const asOf = asOfText(bound);
    return t(
      "Not compared: this window is as of {0}, and {1} has nothing newer up to then.",
      asOf,
      title,
    );
  }
  if (!isLater) return t("There is no data for {0} newer than {1} yet.", title, before);
  return rounding === 0
    ? t("{0} has not changed between {1} and {2}.", title, before, after)
    : t(
        "{0} has the same values, except for rounding (largest {1}), between {2} and {3}.",
        ...[title, formatRounding(rounding), before, after],
      );
}

/** The series of a panel in a slice, one by one in the order of its variants. */
export async function* variantFrames(
  { panel, panels }: FetchedPanel,
  slice: Slice | undefined,
  signal: AbortSignal,
): AsyncGenerator<VariantFrame, void, void> {
  for await (const { variant, frame } of panels.frames(panel, signal)) {
    const values = tagValuesOf(panel.reference, variant.reference.tags);
    yield { values, frame: partOf(frame, slice) };
  }
}

/** A line's old data, their title, and the slice of the new data to compare them with. */
interface OldData {
  readonly frame: Frame;
  readonly words: string;
  readonly slice: Slice | undefined;
}

async function vintageOf(
  place: SeriesLinePlace,
  { series }: ConnectedService,
  signal: AbortSignal,
): Promise<OldData> {
  const { reference, slice } = place.line;
  series.permit(reference);
  const { frame } = await series.series(reference, { signal });
  const words = vintageText(place);
  return { frame: sliceFrame(frame, slice), words, slice: openedSlice(slice, frame) };
}

async function fileOf(
  { document, line, ...place }: SeriesLinePlace,
  worker: FrameWorker,
  signal: AbortSignal,
): Promise<OldData> {
  const found = pathIn(codeOfLine({ document, line, ...place }), line);
  if (!found.ok && found.problem === "unknown-code") throw new NoFileError(line.reference.family);
  if (!found.ok) throw new ForeignCodeError(found.problem);
  const { frame } = await readDataFile(folderOf(document), found.relativePath, worker, signal);
  const words = vscode.l10n.t("the file {0}", found.relativePath);
  return { frame, words, slice: openedSlice(line.slice, frame) };
}

/** The as-of that is compared; mentions that of the code's file where it differs. */
function vintageText(place: LineInDocument): string {
  const { t } = vscode.l10n;
  const { reference } = place.line;
  const asOf = asOfText(reference.family === "forecast" ? "latest" : reference.asOf);
  const found = pathIn(codeOfLine(place), place.line);
  const other = found.ok ? otherTimeOfFile(found.relativePath, place.line) : undefined;
  return other === undefined
    ? asOf
    : t("{0} (reference line; the file has {1})", asOf, asOfText(other));
}

/** A slice that ended with the last day is extended to the newest day: what was added has changed, too. */
function openedSlice(slice: Slice | undefined, { days }: Frame): Slice | undefined {
  const last = days.at(-1);
  if (slice?.to === undefined || last === undefined || slice.to < last) return slice;
  const { from, columns } = slice;
  return { ...(from === undefined ? {} : { from }), ...(columns === undefined ? {} : { columns }) };
}
