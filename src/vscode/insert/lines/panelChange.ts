import { pathIn } from "../../../code/changedCode";
import { isBareLine, wayOf } from "../../../code/codeBlock";
import { type Instant } from "../../../shared/instant";
import { type PanelRef } from "../../../shared/reference";
import { type TableWorker } from "../../../store/tableBlocks";
import { type FetchedPanel, wholePanel } from "../../documents/several/fetchPanel";
import { type CodeServices, type FetchProgress } from "../codeMaker";
import { type PanelFiles } from "../panelFiles";
import { ForeignCodeError } from "./codeProblemWords";
import { type LineChange, type RefreshMode, isOfSameKind } from "./lineChange";
import { type LineInDocument, codeOfLine, folderOf } from "./lineCode";
import { type KnownConnections, targetOfLine } from "./lineSubject";
import { UnknownServiceError } from "./unknownServiceError";

export interface PanelChangeParts {
  readonly services: CodeServices;
  readonly connections: KnownConnections;
  readonly panelFiles: Pick<PanelFiles, "keep">;
  readonly worker: TableWorker;
}

/** The line of a panel. */
export interface PanelPlace {
  readonly place: LineInDocument;
  /** The line's. */
  readonly reference: PanelRef;
  /** Of what is refreshed with it; now without. */
  readonly asOf: Instant | undefined;
}

export interface PanelHow {
  readonly mode: RefreshMode;
  readonly signal: AbortSignal;
  readonly onProgress: FetchProgress | undefined;
}

/**
 * What the line of a panel and its code are to become, the file of now already written, and as of when that is.
 *
 * @throws {@link ForeignCodeError}, as `wholePanel` does, and whatever writing a file does; then no file is left behind.
 */
export async function plannedPanelChange(
  parts: PanelChangeParts,
  { place, reference, asOf }: PanelPlace,
  how: PanelHow,
): Promise<(LineChange | { readonly unchanged: true }) & { readonly asOf: Instant }> {
  const { line } = place;
  const target = targetOfLine(line, parts.connections);
  if (target === undefined) throw new UnknownServiceError(line.service);
  const block = codeOfLine(place);
  const isLineAlone = how.mode !== "refresh";
  const way = wayOf(block);
  if (way !== "file" && !isLineAlone && !isBareLine(block)) {
    throw new ForeignCodeError("unknown-code");
  }
  const dataKind = how.mode === "fit" ? "FIT" : reference.dataKind;
  const wanted = { ...reference, dataKind, asOf: asOf ?? ("latest" as const) };
  const { slice } = line;
  const path = way === "file" ? readPathOf(block, line) : undefined;
  const request = {
    target: { ...target, reference: wanted },
    ...(slice && { slice }),
    ...(path && { ahead: { format: path.format, worker: parts.worker } }),
  };
  const { signal, onProgress } = how;
  const watch = { signal, ...(onProgress && { onProgress }) };
  const fetched = await wholePanel(parts.services, request, { ...watch, isRefresh: true });
  const { panel } = fetched;
  if (panel.staleBecause !== undefined) throw panel.staleBecause;
  const change = path && (await fileChange(parts, place, fetched, path, watch));
  const after = { ...line, reference: panel.reference };
  const bare = { line: after, code: { before: line, after, isLineAlone }, discard: nothing };
  return {
    ...(change ?? (path ? { unchanged: true as const } : bare)),
    asOf: panel.reference.asOf,
  };
}

type ReadPath = Extract<ReturnType<typeof pathIn>, { readonly ok: true }>;

function readPathOf(...code: Parameters<typeof pathIn>): ReadPath {
  const path = pathIn(...code);
  if (!path.ok) throw new ForeignCodeError(path.problem);
  return path;
}

/** Undefined when the code reads a file that holds the same. */
async function fileChange(
  { panelFiles }: PanelChangeParts,
  place: LineInDocument,
  fetched: FetchedPanel,
  path: ReadPath,
  watch: { readonly signal: AbortSignal; readonly onProgress?: FetchProgress },
): Promise<LineChange | undefined> {
  const { line, document } = place;
  const folder = folderOf(document);
  const kept = await panelFiles.keep(fetched, folder, path.format, watch);
  const after = { ...line, reference: kept.reference };
  const { relativePath } = kept;
  const isSame = kept.isReused && relativePath === path.relativePath;
  const isSaid = isOfSameKind(line, after) && line.reference.family === "panel";
  if (isSame && isSaid && line.reference.asOf === kept.reference.asOf) return undefined;
  return {
    line: after,
    code: { before: line, after, relativePath },
    file: kept.location.toString(),
    discard: () => kept.discard(),
  };
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
