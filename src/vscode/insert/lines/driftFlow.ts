import * as vscode from "vscode";
import { pathIn } from "../../../code/changedCode";
import { otherTimeOfFile } from "../../../code/fileOfLine";
import { type Frame } from "../../../data/frame";
import { type FrameDrift, driftOf, isUnchanged } from "../../../data/frameDrift";
import { toDriftCsv } from "../../../data/frameDriftSummary";
import { sliceFrame } from "../../../data/sliceFrame";
import { asOfText } from "../../../shared/instant";
import { plainMessage } from "../../../shared/plainText";
import { type Reference } from "../../../shared/reference";
import { commentStyles, formatReferenceLine } from "../../../shared/referenceLine";
import { type Slice } from "../../../shared/slice";
import { datedSeries } from "../../../store/datedSeries";
import { type FrameWorker } from "../../../store/frameWorker";
import { showRendered } from "../../keptDocuments";
import { type CodeServices } from "../codeMaker";
import { ForeignCodeError } from "./codeProblemWords";
import { readDataFile } from "./dataFileOfLine";
import { type DriftDocuments } from "./driftDocuments";
import { type DriftHead, driftText } from "./driftText";
import { type LineInDocument, type SeriesPlace, codeOfLine, folderOf } from "./lineCode";
import { type KnownConnections, lineName, targetOfLine } from "./lineSubject";
import { UnknownServiceError } from "./unknownServiceError";

export interface DriftParts {
  readonly services: CodeServices;
  readonly connections: KnownConnections;
  readonly worker: Pick<FrameWorker, "decode">;
  readonly documents: DriftDocuments;
}

/** What a line's data were and are. */
export interface LineDrift {
  readonly head: DriftHead;
  readonly drift: FrameDrift;
  /** Whether the data are of a later time than they were; within a second of the service's clock they need not be. */
  readonly isLater: boolean;
  readonly before: Frame;
  readonly after: Frame;
}

/** Neither the line nor a file says what the data were. */
export class NoFileError extends Error {
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
 * What has changed since, for which the service is always asked: of a signal between its line's as-of and now; of a
 * forecast, which has none, and of a line that says latest, between the file of its code and now.
 *
 * @throws as the store does, {@link ForeignCodeError} and DataFileError where there is no file to compare with.
 */
export async function lineDrift(
  { services, connections, worker }: DriftParts,
  place: SeriesPlace,
  signal: AbortSignal,
): Promise<LineDrift> {
  const { line } = place;
  const target = targetOfLine(line, connections);
  if (target === undefined) throw new UnknownServiceError(line.service);
  const service = await services.get(target.connectionId);
  const { reference } = line;
  const isVintage = reference.family === "signal" && reference.asOf !== "latest";
  const old = isVintage
    ? await vintageOf(place, service, signal)
    : await fileOf(place, worker, signal);
  const latest = isVintage ? ({ ...reference, asOf: "latest" } as const) : reference;
  const now = await datedSeries(service, latest, { signal, isRefresh: true });
  if (now.staleBecause !== undefined) throw now.staleBecause;
  const after = sliceFrame(now.frame, old.slice);
  const head: DriftHead = {
    title: lineName(line),
    line: formatReferenceLine(line, commentStyles.hash),
    before: old.words,
    after: asOfText(now.retrievedAt),
    unit: reference.family === "signal" ? "score" : "fraction",
  };
  const isLater = !isVintage || now.retrievedAt > reference.asOf;
  return { head, drift: driftOf(old.frame, after), isLater, before: old.frame, after };
}

/** Shows a drift as a report that leads to all changes as CSV; says so when there is none. */
export async function showDrift(
  { head, drift, isLater, before, after }: LineDrift,
  documents: DriftDocuments,
): Promise<void> {
  if (isUnchanged(drift)) {
    tellUnchanged(head, isLater);
    return;
  }
  const name = driftName(head);
  const csvName = `${name}.csv`;
  // The changes are found again when they are asked for: until then, the frames take less memory.
  const csv = (): string => toDriftCsv(driftOf(before, after));
  const text = driftText(head, drift, csvName);
  await showRendered(documents.keep(`${name}.md`, text, { [csvName]: csv }));
}

/** What the documents of a drift are called. */
export function driftName({ title }: DriftHead): string {
  return vscode.l10n.t("Drift of {0}", title);
}

export function tellUnchanged(head: DriftHead, isLater: boolean): void {
  void vscode.window.showInformationMessage(plainMessage(unchangedWords(head, isLater)));
}

/** Without later data there was nothing to compare with, which is not the same as no change. */
export function unchangedWords({ title, before, after }: DriftHead, isLater: boolean): string {
  const { t } = vscode.l10n;
  return isLater
    ? t("{0} has not changed between {1} and {2}.", title, before, after)
    : t("There are no data for {0} newer than {1} yet.", title, before);
}

/** What a line's data were, what that is called, and which part of what they are now compares with it. */
interface OldData {
  readonly frame: Frame;
  readonly words: string;
  readonly slice: Slice | undefined;
}

async function vintageOf(
  place: SeriesPlace,
  { series }: Awaited<ReturnType<CodeServices["get"]>>,
  signal: AbortSignal,
): Promise<OldData> {
  const { reference, slice } = place.line;
  const { frame } = await series.series(reference, { signal });
  const words = vintageWords(place);
  return { frame: sliceFrame(frame, slice), words, slice: openedSlice(slice, frame) };
}

async function fileOf(
  { document, line, ...place }: SeriesPlace,
  worker: Pick<FrameWorker, "decode">,
  signal: AbortSignal,
): Promise<OldData> {
  const found = pathIn(codeOfLine({ document, line, ...place }), line);
  if (!found.ok && found.problem === "unknown-code") throw new NoFileError(line.reference.family);
  if (!found.ok) throw new ForeignCodeError(found.problem);
  const { frame } = await readDataFile(folderOf(document), found.relativePath, worker, signal);
  const words = vscode.l10n.t("the file {0}", found.relativePath);
  return { frame, words, slice: openedSlice(line.slice, frame) };
}

/** Where the code's file is of another time, which of both is compared. */
export function vintageWords(place: LineInDocument): string {
  const { t } = vscode.l10n;
  const { reference } = place.line;
  const asOf = asOfText(reference.family === "forecast" ? "latest" : reference.asOf);
  const found = pathIn(codeOfLine(place), place.line);
  const other = found.ok ? otherTimeOfFile(found.relativePath, place.line) : undefined;
  return other === undefined
    ? asOf
    : t("{0} (reference line; the file has {1})", asOf, asOfText(other));
}

/** A part that went to the last day there was goes to the last there is: what came since has changed, too. */
function openedSlice(slice: Slice | undefined, { days }: Frame): Slice | undefined {
  const last = days.at(-1);
  if (slice?.to === undefined || last === undefined || slice.to < last) return slice;
  const { from, columns } = slice;
  return { ...(from === undefined ? {} : { from }), ...(columns === undefined ? {} : { columns }) };
}
