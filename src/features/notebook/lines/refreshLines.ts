import * as vscode from "vscode";
import { changedCode, type CodeEdit } from "../code/changedCode";
import { type CodeBlock, wayOf } from "../code/codeBlock";
import { type AsOf, type Instant } from "../../../shared/instant";
import { type SeriesRef } from "../../../shared/reference";
import { type ReferenceLine } from "../../../shared/referenceLine";
import { type FetchedPanel, fetchSet, latestOf } from "../../../store/tables";
import { tableSources } from "../../../connect/tableSources";
import { wholePanel } from "../../../editor/report/failedSeries";
import { targetName } from "../insertedText";
import { EditRefusedError } from "../insertErrors";
import { notebookOf } from "../notebookOf";
import { ForeignCodeError } from "./codeProblemText";
import {
  type ChangeDependencies,
  type FetchedLine,
  type LineChange,
  type NoChange,
  type RefreshHow,
  type RefreshMode,
  changeableCode,
  isKeptIfEqual,
  plannedChange,
  readPathOf,
} from "./lineChange";
import {
  type LineInDocument,
  type PanelLinePlace,
  type SeriesLinePlace,
  LineGoneError,
  codeOfLine,
} from "./lineCode";
import { seriesLineOf, targetOfLine } from "./lineSubject";
import { UnknownServiceError } from "./unknownServiceError";
import { type SeriesTarget } from "../../../shared/place";
import { type AsOfGate } from "../../../store/asOfGate";

/** The outcome of a refresh; each list in the order of the request. */
export interface RefreshOutcome {
  readonly changed: readonly { readonly place: LineInDocument; readonly line: ReferenceLine }[];
  /** Lines whose code already has the current data, except for rounding. */
  readonly unchanged: readonly (NoChange & { readonly place: LineInDocument })[];
  readonly failed: readonly { readonly place: LineInDocument; readonly error: unknown }[];
}

interface Planned {
  readonly place: LineInDocument;
  readonly change: LineChange;
}

/** The outcome with mutable lists. */
type Outcome = { -readonly [K in keyof RefreshOutcome]: RefreshOutcome[K][number][] };

/**
 * Fetches the data of lines again, all as of one instant, and changes the lines and their code in one edit, which a
 * single Undo reverts. Old files are kept; a failed change leaves no new file behind.
 *
 * @throws the signal's reason when it aborts.
 */
export async function refreshLines(
  parts: ChangeDependencies,
  places: readonly LineInDocument[],
  how: RefreshHow,
): Promise<RefreshOutcome> {
  const outcome: Outcome = { changed: [], unchanged: [], failed: [] };
  const planned: Planned[] = [];
  try {
    for await (const { place, ...each } of fetchedLines(parts, places, how)) {
      try {
        if ("error" in each) throw each.error;
        const change = await plannedChange(parts, each.fetched, how);
        if ("rounding" in change) outcome.unchanged.push({ place, ...change });
        else planned.push({ place, change });
      } catch (error) {
        how.signal.throwIfAborted();
        outcome.failed.push({ place, error });
      }
    }
    how.signal.throwIfAborted();
    await write(planned, outcome, parts.services.gate);
  } catch (error) {
    await discard(planned);
    throw error;
  }
  return outcome;
}

/** A line with its new data, or with the reason why there are none. */
type Fetching = { readonly place: LineInDocument } & (
  | { readonly fetched: FetchedLine }
  | { readonly error: unknown }
);

/**
 * Yields the lines of series, whose data are fetched together, then those of panels, one after the other. For all of
 * them, `latest` resolves to the same instant.
 */
async function* fetchedLines(
  parts: ChangeDependencies,
  places: readonly LineInDocument[],
  how: RefreshHow,
): AsyncGenerator<Fetching, void, void> {
  const { mode, signal, onProgress } = how;
  const items = new Map<SeriesTarget, SeriesLinePlace>();
  for (const place of places) {
    const line = seriesLineOf(place.line);
    if (line === undefined) continue;
    const target = targetOfLine(line, parts.connections);
    if (target === undefined) yield { place, error: new UnknownServiceError(line.service) };
    else
      items.set(
        { ...target, reference: newestOf(line.reference, mode, parts.services.gate.bound) },
        { ...place, line },
      );
  }
  const options = { signal, isRefresh: true, onProgress };
  const sources = tableSources(parts.services);
  const { members, failed } = await fetchSet(sources, [...items.keys()], options);
  for (const { target, error } of failed) {
    const place = items.get(target);
    if (place !== undefined) yield { place, error };
  }
  for (const member of members) {
    const place = items.get(member.target);
    if (place === undefined) continue;
    if (member.staleBecause !== undefined) yield { place, error: member.staleBecause };
    else yield { place, fetched: { ...place, kind: "series", member } };
  }
  let asOf = latestOf(members);
  for (const place of places) {
    const { reference } = place.line;
    if (reference.family !== "panel") continue;
    const line = { ...place.line, reference };
    try {
      const member = await fetchedPanel(parts, { ...place, line }, asOf, how);
      asOf ??= member.panel.reference.asOf;
      yield { place, fetched: { ...place, line, kind: "panel", member } };
    } catch (error) {
      signal.throwIfAborted();
      yield { place, error };
    }
  }
}

/** @param asOf - The window's as-of. */
function newestOf(reference: SeriesRef, mode: RefreshMode, asOf: AsOf): SeriesRef {
  if (reference.family === "forecast") return reference;
  const dataKind = mode === "fit" ? "FIT" : reference.dataKind;
  return { ...reference, dataKind, asOf };
}

/**
 * Fetches the panel of a line. Checks first that the code can be changed, because a panel takes many requests.
 *
 * @param asOf - Undefined means the window's as-of.
 * @throws as `changeableCode` and `wholePanel` do, and the reason when only stale data could be fetched.
 */
async function fetchedPanel(
  { services, connections, worker }: ChangeDependencies,
  place: PanelLinePlace,
  asOf: Instant | undefined,
  { mode, signal, onProgress }: RefreshHow,
): Promise<FetchedPanel> {
  const { line } = place;
  const target = targetOfLine(line, connections);
  if (target === undefined) throw new UnknownServiceError(line.service);
  const block = changeableCode(place, mode);
  const path = wayOf(block) === "file" ? readPathOf(block, line) : undefined;
  const prefetch = path && { format: path.format, worker, slice: line.slice };
  const dataKind = mode === "fit" ? "FIT" : line.reference.dataKind;
  const reference = { ...line.reference, dataKind, asOf: asOf ?? services.gate.bound };
  const fetched = await wholePanel(
    tableSources(services),
    { ...target, reference },
    { signal, onProgress, prefetch, isRefresh: true },
  );
  if (fetched.panel.staleBecause !== undefined) throw fetched.panel.staleBecause;
  return fetched;
}

/** Applies the changes. Synchronous from checking the documents to editing them. */
async function write(planned: readonly Planned[], outcome: Outcome, gate: AsOfGate): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const written: Planned[] = [];
  const useless: Planned[] = [];
  const taken = new Set<string>();
  for (const each of planned) {
    const { place, change } = each;
    try {
      const isChanged = addEdits(edit, each, taken, gate);
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
  gate: AsOfGate,
): boolean {
  const { document } = place;
  const block = codeOfLine(place);
  const key = `${document.uri.toString()} ${block.row}`;
  // One of two equal lines has been removed meanwhile.
  if (taken.has(key)) throw new LineGoneError();
  taken.add(key);
  const edits = editsOf(block, place.line, change, gate);
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
  gate: AsOfGate,
): readonly CodeEdit[] {
  const changed = changedCode(block, code);
  if (!changed.ok) throw new ForeignCodeError(changed.problem);
  const isOfLineAlone = changed.edits.every(({ start }) => start.row === block.row);
  const isSame =
    isOfLineAlone &&
    code.valuesCode !== undefined &&
    isKeptIfEqual(before.reference, line.reference, gate);
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
