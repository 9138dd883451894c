import * as vscode from "vscode";
import { changedCode, type CodeEdit } from "../../../insert/changedCode";
import { type SeriesRef } from "../../../shared/reference";
import { type BatchItem, type BatchOutcome, seriesBatch } from "../../../store/seriesBatch";
import { type CodeServices, type FetchProgress } from "../codeMaker";
import { ForeignCodeError } from "./codeProblemWords";
import { type ChangeParts, isOfSameKind, type LineChange, plannedChange } from "./lineChange";
import { type LineInDocument, codeOfLine } from "./lineCode";
import { type KnownConnections, type SeriesLine, targetOf } from "./lineSubject";
import { UnknownServiceError } from "./unknownServiceError";

export interface RefreshParts extends ChangeParts {
  readonly services: CodeServices;
  readonly connections: KnownConnections;
}

/** What shall become of lines: the latest there is, or that of FIT instead of SNAP. */
export type Wish = "refresh" | "fit";

/** What became of lines, each part in the order that was asked for. */
export interface RefreshOutcome {
  readonly changed: readonly { readonly place: LineInDocument; readonly line: SeriesLine }[];
  /** The service gives what the code has. */
  readonly unchanged: readonly LineInDocument[];
  readonly failed: readonly { readonly place: LineInDocument; readonly error: unknown }[];
}

interface Item extends BatchItem {
  readonly place: LineInDocument;
  readonly service: Awaited<ReturnType<CodeServices["get"]>>;
}

interface Planned {
  readonly place: LineInDocument;
  readonly change: LineChange;
}

/** Lists while it is made. */
type Outcome = { -readonly [K in keyof RefreshOutcome]: RefreshOutcome[K][number][] };

/**
 * Fetches the series of some lines again, all as of one instant, and changes the lines and their code in one edit, which
 * one Undo takes back; files that were read before stay. What fails leaves no file behind.
 *
 * @throws the signal's reason when it aborts.
 */
export async function refreshLines(
  parts: RefreshParts,
  places: readonly LineInDocument[],
  wish: Wish,
  signal: AbortSignal,
  onProgress?: FetchProgress,
): Promise<RefreshOutcome> {
  const outcome: Outcome = { changed: [], unchanged: [], failed: [] };
  const items = await itemsOf(parts, places, wish, outcome);
  const options = onProgress === undefined ? { signal } : { signal, onProgress };
  const batch = await seriesBatch(items, options);
  for (const { item, error } of batch.failed) outcome.failed.push({ place: item.place, error });
  const planned: Planned[] = [];
  try {
    for (const fetched of batch.fetched) await plan(parts, fetched, planned, outcome, signal);
    await write(planned, outcome);
  } catch (error) {
    await discard(planned);
    throw error;
  }
  return outcome;
}

async function itemsOf(
  { connections, services }: RefreshParts,
  places: readonly LineInDocument[],
  wish: Wish,
  { failed }: Outcome,
): Promise<Item[]> {
  const items: Item[] = [];
  for (const place of places) {
    try {
      const target = targetOf(place.line, connections);
      if (target === undefined) throw new UnknownServiceError(place.line.service);
      const service = await services.get(target.connectionId);
      items.push({ place, service, source: service, reference: wished(place.line, wish) });
    } catch (error) {
      failed.push({ place, error });
    }
  }
  return items;
}

function wished({ reference }: SeriesLine, wish: Wish): SeriesRef {
  if (reference.family === "forecast") return reference;
  const dataKind = wish === "fit" ? "FIT" : reference.dataKind;
  return { ...reference, dataKind, asOf: "latest" };
}

async function plan(
  parts: RefreshParts,
  { item: { place, service }, series }: BatchOutcome<Item>["fetched"][number],
  planned: Planned[],
  { unchanged, failed }: Outcome,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (series.staleBecause !== undefined) throw series.staleBecause;
    const change = await plannedChange(parts, { place, series, service }, signal);
    if (change === undefined) unchanged.push(place);
    else planned.push({ place, change });
  } catch (error) {
    signal.throwIfAborted();
    failed.push({ place, error });
  }
}

/** Nothing happens between looking at the documents and editing them. */
async function write(planned: readonly Planned[], outcome: Outcome): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const written: Planned[] = [];
  const useless: Planned[] = [];
  for (const each of planned) {
    const { place, change } = each;
    try {
      const isChanged = addEdits(edit, each);
      if (isChanged) written.push(each);
      // A file that was gone is there again under its name.
      else if (change.code.relativePath === undefined) outcome.unchanged.push(place);
      else outcome.changed.push({ place, line: change.line });
    } catch (error) {
      outcome.failed.push({ place, error });
      useless.push(each);
    }
  }
  const used = new Set(written.map(({ change }) => change.code.relativePath));
  await discard(useless.filter(({ change }) => !used.has(change.code.relativePath)));
  await apply(edit, written, outcome);
}

/** Whether there is anything to edit. */
function addEdits(edit: vscode.WorkspaceEdit, { place, change }: Planned): boolean {
  const edits = editsOf(place, change);
  const { document } = place;
  for (const { start, end, text } of edits) {
    const range = new vscode.Range(start.row, start.column, end.row, end.column);
    edit.replace(document.uri, range, textIn(document, text));
  }
  return edits.length > 0;
}

async function apply(
  edit: vscode.WorkspaceEdit,
  written: readonly Planned[],
  { changed, failed }: Outcome,
): Promise<void> {
  if (written.length === 0) return;
  if (await vscode.workspace.applyEdit(edit)) {
    changed.push(...written.map(({ place, change }) => ({ place, line: change.line })));
    return;
  }
  await discard(written);
  const error = new Error(vscode.l10n.t("the editor did not take the change"));
  failed.push(...written.map(({ place }) => ({ place, error })));
}

/** None where nothing but the time of asking would change: the values are those that stand there. */
function editsOf(place: LineInDocument, { line, code }: LineChange): readonly CodeEdit[] {
  const block = codeOfLine(place);
  const changed = changedCode(block, code);
  if (!changed.ok) throw new ForeignCodeError(changed.problem);
  const isOfLineAlone = changed.edits.every(({ start }) => start.row === block.row);
  const isSame = isOfLineAlone && code.valuesCode !== undefined && isOfSameKind(place.line, line);
  return isSame ? [] : changed.edits;
}

/** With the line breaks of the document. */
function textIn({ eol }: vscode.TextDocument, text: string): string {
  return eol === vscode.EndOfLine.CRLF ? text.replaceAll("\n", "\r\n") : text;
}

async function discard(planned: readonly Planned[]): Promise<void> {
  await Promise.allSettled(planned.map(({ change }) => change.discard()));
}
