import * as vscode from "vscode";
import { changedCode, type CodeEdit } from "../code/changedCode";
import { type CodeBlock } from "../code/codeBlock";
import { type Instant } from "../../../shared/instant";
import { type SeriesRef } from "../../../shared/reference";
import { type ReferenceLine } from "../../../shared/referenceLine";
import { type FetchedSeries, fetchSet, latestOf } from "../../../store/tables";
import { tableSources } from "../../../connect/tableSources";
import { type FetchProgress } from "../codeMaker";
import { targetName } from "../insertedText";
import { EditRefusedError } from "../insertErrors";
import { notebookOf } from "../notebookOf";
import { ForeignCodeError } from "./codeProblemText";
import {
  type ChangeDependencies,
  type LineChange,
  type NoChange,
  type PanelHow,
  type RefreshMode,
  isOfSameKind,
  plannedChange,
  plannedPanelChange,
} from "./lineChange";
import { type LineInDocument, LineGoneError, codeOfLine } from "./lineCode";
import { type SeriesLine, seriesLineOf, targetOfLine } from "./lineSubject";
import { UnknownServiceError } from "./unknownServiceError";
import { type SeriesTarget } from "../../../shared/place";

/** The outcome of a refresh; each list in the order of the request. */
export interface RefreshOutcome {
  readonly changed: readonly { readonly place: LineInDocument; readonly line: ReferenceLine }[];
  /** Lines whose code already has the current data, except for rounding. */
  readonly unchanged: readonly (NoChange & { readonly place: LineInDocument })[];
  readonly failed: readonly { readonly place: LineInDocument; readonly error: unknown }[];
}

/** A line of a series in its document. */
interface Item {
  readonly place: LineInDocument;
  readonly line: SeriesLine;
}

interface Planned {
  readonly place: LineInDocument;
  readonly change: LineChange;
}

/** The outcome with mutable lists. */
type Outcome = { -readonly [K in keyof RefreshOutcome]: RefreshOutcome[K][number][] };

/**
 * Fetches the series of some lines again, all as of one instant, and changes the lines and their code in one edit,
 * which a single Undo reverts; the old files stay. A failed change leaves no file behind.
 *
 * @throws the signal's reason when it aborts.
 */
export async function refreshLines(
  parts: ChangeDependencies,
  places: readonly LineInDocument[],
  mode: RefreshMode,
  signal: AbortSignal,
  onProgress?: FetchProgress,
): Promise<RefreshOutcome> {
  const outcome: Outcome = { changed: [], unchanged: [], failed: [] };
  const items = itemsOf(parts, places, mode, outcome);
  const options = { signal, isRefresh: true, onProgress };
  const { members, failed } = await fetchSet(
    tableSources(parts.services),
    [...items.keys()],
    options,
  );
  for (const { target, error } of failed) {
    const item = items.get(target);
    if (item !== undefined) outcome.failed.push({ place: item.place, error });
  }
  const planned: Planned[] = [];
  try {
    for (const series of members) {
      const item = items.get(series.target);
      if (item !== undefined) await plan(parts, item, series, mode, planned, outcome, signal);
    }
    const asOf = latestOf(members);
    await planPanels(parts, places, { mode, asOf, signal, onProgress }, planned, outcome);
    signal.throwIfAborted();
    await write(planned, outcome);
  } catch (error) {
    await discard(planned);
    throw error;
  }
  return outcome;
}

/** The lines grouped by what to request. */
function itemsOf(
  { connections }: ChangeDependencies,
  places: readonly LineInDocument[],
  mode: RefreshMode,
  { failed }: Outcome,
): ReadonlyMap<SeriesTarget, Item> {
  const items = new Map<SeriesTarget, Item>();
  for (const place of places) {
    const line = seriesLineOf(place.line);
    if (line === undefined) continue;
    const target = targetOfLine(line, connections);
    if (target === undefined) failed.push({ place, error: new UnknownServiceError(line.service) });
    else items.set({ ...target, reference: wished(line, mode) }, { place, line });
  }
  return items;
}

function wished({ reference }: SeriesLine, mode: RefreshMode): SeriesRef {
  if (reference.family === "forecast") return reference;
  const dataKind = mode === "fit" ? "FIT" : reference.dataKind;
  return { ...reference, dataKind, asOf: "latest" };
}

async function plan(
  parts: ChangeDependencies,
  { place, line }: Item,
  series: FetchedSeries,
  mode: RefreshMode,
  planned: Planned[],
  { unchanged, failed }: Outcome,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (series.staleBecause !== undefined) throw series.staleBecause;
    const service = await parts.services.get(series.target.connectionId);
    const change = await plannedChange(
      parts,
      { place, line, series, service, isLineAlone: mode !== "refresh" },
      signal,
    );
    if ("rounding" in change) unchanged.push({ place, ...change });
    else planned.push({ place, change });
  } catch (error) {
    signal.throwIfAborted();
    failed.push({ place, error });
  }
}

/** Plans the changes of panels, as of the instant of the series, or as of now without any. */
async function planPanels(
  parts: ChangeDependencies,
  places: readonly LineInDocument[],
  { asOf: known, ...how }: PanelHow & { readonly asOf: Instant | undefined },
  planned: Planned[],
  { unchanged, failed }: Outcome,
): Promise<void> {
  let asOf = known;
  for (const place of places) {
    const { reference } = place.line;
    if (reference.family !== "panel") continue;
    try {
      const change = await plannedPanelChange(parts, { place, reference, asOf }, how);
      if ("rounding" in change) unchanged.push({ place, rounding: change.rounding });
      else planned.push({ place, change });
      asOf ??= change.asOf;
    } catch (error) {
      how.signal.throwIfAborted();
      failed.push({ place, error });
    }
  }
}

/** Applies the changes. Synchronous from checking the documents to editing them. */
async function write(planned: readonly Planned[], outcome: Outcome): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const written: Planned[] = [];
  const useless: Planned[] = [];
  const taken = new Set<string>();
  for (const each of planned) {
    const { place, change } = each;
    try {
      const isChanged = addEdits(edit, each, taken);
      if (isChanged) written.push(each);
      // A missing file has been restored under its name.
      else if (change.file === undefined) outcome.unchanged.push({ place, rounding: 0 });
      else outcome.changed.push({ place, line: change.line });
    } catch (error) {
      outcome.failed.push({ place, error });
      useless.push(each);
    }
  }
  const refused = await apply(edit, written, outcome);
  await discardUnused(planned, [...useless, ...refused]);
}

/**
 * Adds the edits of a change; returns whether there are any. @param taken - Blocks already edited, one for each line.
 */
function addEdits(
  edit: vscode.WorkspaceEdit,
  { place, change }: Planned,
  taken: Set<string>,
): boolean {
  const { document } = place;
  const block = codeOfLine(place);
  const key = `${document.uri.toString()} ${block.row}`;
  // One of two equal lines has been removed meanwhile.
  if (taken.has(key)) throw new LineGoneError();
  taken.add(key);
  const edits = editsOf(block, place.line, change);
  for (const { start, end, text } of edits) {
    const range = new vscode.Range(start.row, start.column, end.row, end.column);
    edit.replace(document.uri, range, textIn(document, text));
  }
  return edits.length > 0;
}

/** Applies the edit; returns the changes that the editor rejected. */
async function apply(
  edit: vscode.WorkspaceEdit,
  written: readonly Planned[],
  { changed, failed }: Outcome,
): Promise<readonly Planned[]> {
  if (written.length === 0) return [];
  if (await vscode.workspace.applyEdit(edit)) {
    changed.push(...written.map(({ place, change }) => ({ place, line: change.line })));
    return [];
  }
  for (const { place } of written) {
    const { uri } = notebookOf(place.document) ?? place.document;
    failed.push({ place, error: new EditRefusedError(targetName(uri)) });
  }
  return written;
}

/** The edits of a change; empty where only the request time would change and the values stay the same. */
function editsOf(
  block: CodeBlock,
  before: ReferenceLine,
  { line, code }: LineChange,
): readonly CodeEdit[] {
  const changed = changedCode(block, code);
  if (!changed.ok) throw new ForeignCodeError(changed.problem);
  const isOfLineAlone = changed.edits.every(({ start }) => start.row === block.row);
  const isSame =
    isOfLineAlone &&
    code.valuesCode !== undefined &&
    isOfSameKind(before.reference, line.reference);
  return isSame ? [] : changed.edits;
}

/** The text with the line breaks of the document. */
function textIn({ eol }: vscode.TextDocument, text: string): string {
  return eol === vscode.EndOfLine.CRLF ? text.replaceAll("\n", "\r\n") : text;
}

/** Discards the files of failed changes, except those that other changes use. */
async function discardUnused(
  planned: readonly Planned[],
  useless: readonly Planned[],
): Promise<void> {
  const used = planned.filter((each) => !useless.includes(each));
  const files = new Set(used.map(({ change }) => change.file));
  await discard(useless.filter(({ change }) => !files.has(change.file)));
}

async function discard(planned: readonly Planned[]): Promise<void> {
  await Promise.allSettled(planned.map(({ change }) => change.discard()));
}
