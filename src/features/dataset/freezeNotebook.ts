import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { frozenSpec } from "../../dataset/datasetTables";
import { DatasetPathError } from "../../dataset/errors";
import { type DatasetOutcome, fetchDataset } from "../../dataset/fetchDataset";
import { isTableName } from "../../dataset/outputName";
import { type DatasetSource } from "../../dataset/source";
import { type DatasetSpec, formatDatasetSpec, specEnding } from "../../dataset/spec";
import { expectNoLink } from "../../dataset/staging";
import { type Instant, presentInstant } from "../../shared/instant";
import { type Reference } from "../../shared/reference";
import { plainLabel, plainLine, plainMessage } from "../../shared/plainText";
import { type ReferenceLine } from "../../shared/referenceLine";
import { isLatest } from "../../store/latest";
import { connectionOfService } from "../../connect/connectionOfService";
import { askText } from "../../editor/prompt/askText";
import { mayUseNewest } from "../../editor/prompt/mayUseNewest";
import { type Choice, separator } from "../../editor/prompt/pickOne";
import { writeNewLocation } from "../../editor/files/writeLocation";
import { withCountedProgress } from "../../editor/progress";
import { wayOf } from "../notebook/code/codeBlock";
import { type LineInDocument, activeLines, codeOfLine, folderOf } from "../notebook/lines/lineCode";
import { EditRefusedError } from "../notebook/insertErrors";
import { targetName } from "../notebook/insertedText";
import { notebookOf } from "../notebook/notebookOf";
import { lineLabel, linesIn } from "../notebook/lines/lineSubject";
import { type ReferenceLinesOptions } from "../notebook/lines/referenceLines";
import { isReallyWithin } from "../notebook/realFolder";
import { type FreezeProblem, formatOfBlocks, freezeProblem, frozenEdits } from "./freezePlan";

/** Where a dataset is written: below the folder of the code, so that its code finds it. */
interface FreezePlace {
  /** Folders and name with `/`, such as `data/study`. */
  readonly path: string;
  readonly folder: vscode.Uri;
}

type SourceOf = (spec: DatasetSpec) => Promise<DatasetSource>;

/**
 * Writes the series of a notebook or script as a dataset beside it, then changes its lines and code to read that, in one
 * edit that a single Undo reverts. A failure leaves the text as it was.
 *
 * @throws as fetching and writing a dataset do; {@link EditRefusedError}.
 */
export async function freezeNotebook(
  { connections, services }: ReferenceLinesOptions,
  sourceOf: SourceOf,
): Promise<void> {
  const { t } = vscode.l10n;
  const places = activeLines();
  const [first] = places;
  if (first === undefined) {
    void vscode.window.showInformationMessage(t("There are no reference lines to freeze."));
    return;
  }
  const { service } =
    places.find(({ line }) => connectionOfService(line.service, connections))?.line ?? first.line;
  const folder = folderOf(first.document);
  await expectInWorkspace(folder);
  const blocks = places.map((each) => [codeOfLine(each), each.line] as const);
  const format = formatOfBlocks(blocks);
  const { gate } = services;
  const chosen = await chosenPlaces(places, (place) => {
    if (place.line.service !== service) return t("from another service");
    const { reference } = place.line;
    if (gate.refuses(reference) && !isLatest(reference)) return t("later than this window's as-of");
    const problem = freezeProblem(codeOfLine(place), place.line, format);
    return problem === undefined ? undefined : problemText(problem);
  });
  const references = chosen.map(({ line }) => line.reference);
  if (chosen.length === 0 || !(await mayUseNewest(references, gate))) return;
  const place = await askPlace(folder);
  if (place === undefined) return;
  const now = gate.instant ?? presentInstant();
  await freeze({ chosen, references, service, format, now, place }, sourceOf);
}

/** @throws {@link DatasetPathError} for a folder that a link leads out of its workspace folder. */
async function expectInWorkspace(folder: vscode.Uri): Promise<void> {
  const own = vscode.workspace.getWorkspaceFolder(folder);
  if (own === undefined || (await isReallyWithin(folder, own.uri))) return;
  throw new DatasetPathError(path.posix.basename(folder.path));
}

interface Freezing {
  readonly chosen: readonly LineInDocument[];
  readonly references: readonly Reference[];
  readonly service: string;
  readonly format: "parquet" | "csv";
  readonly now: Instant;
  readonly place: FreezePlace;
}

async function freeze(
  { chosen, references, service, format, now, place }: Freezing,
  sourceOf: SourceOf,
): Promise<void> {
  const { t } = vscode.l10n;
  const name = path.posix.basename(place.path);
  const spec = frozenSpec(service, references, { now, folder: name, format });
  const source = await sourceOf(spec);
  const file = vscode.Uri.joinPath(place.folder, ...`${place.path}${specEnding}`.split("/"));
  const root = path.dirname(file.fsPath);
  // Before a folder is made behind one.
  await expectNoLink(place.folder.fsPath, place.path.split("/").slice(0, -1));
  await mkdir(root, { recursive: true });
  await writeNewLocation(file, new TextEncoder().encode(formatDatasetSpec(spec)));
  let outcome: DatasetOutcome;
  try {
    outcome = await withCountedProgress(t("Freezing {0}", name), (signal, onProgress) =>
      fetchDataset(source, { root, name, spec }, { signal, onProgress }),
    );
  } catch (error) {
    await rm(file.fsPath, { force: true });
    throw error;
  }
  const edit = new vscode.WorkspaceEdit();
  const dataset = `${place.path}${specEnding}`;
  let count = 0;
  for (const each of chosen) {
    const how = { tables: spec.tables, lock: outcome.lock, now, dataset };
    const edits = frozenEdits(codeOfLine(each), each.line, how);
    if (edits === undefined) continue;
    count++;
    for (const { start, end, text } of edits) {
      const range = new vscode.Range(start.row, start.column, end.row, end.column);
      edit.replace(each.document.uri, range, text);
    }
  }
  if (count > 0 && !(await vscode.workspace.applyEdit(edit))) {
    const [first] = chosen;
    throw new EditRefusedError(
      targetName(first === undefined ? file : (notebookOf(first.document) ?? first.document).uri),
    );
  }
  void reportFrozen(file, name, count, chosen.length);
}

async function reportFrozen(
  file: vscode.Uri,
  name: string,
  count: number,
  of: number,
): Promise<void> {
  const { t } = vscode.l10n;
  const all =
    count === 1
      ? t("Froze 1 reference line into {0}.", name)
      : t("Froze {0} reference lines into {1}.", count, name);
  const some = t(
    "Froze {0} of {1} reference lines into {2}. The others have no data; see its lock.",
    count,
    of,
    name,
  );
  const words = count === of ? all : some;
  const open = t("Open Dataset");
  const show = vscode.window.showInformationMessage;
  if ((await show(plainMessage(words), open)) === open) await vscode.window.showTextDocument(file);
}

/** The lines that the person ticks of those that can be frozen; the others are shown below them, with the reason. */
async function chosenPlaces(
  places: readonly LineInDocument[],
  reasonOf: (place: LineInDocument) => string | undefined,
): Promise<readonly LineInDocument[]> {
  const { t } = vscode.l10n;
  const labels = new Map<string, Set<string>>();
  for (const { line } of places) {
    const texts = labels.get(seriesKey(line)) ?? new Set();
    labels.set(seriesKey(line), texts.add(lineLabel(line)));
  }
  const rows = places.map((place) => {
    const isAmbiguous = (labels.get(seriesKey(place.line))?.size ?? 0) > 1;
    return rowOf(place, reasonOf(place), isAmbiguous);
  });
  const unreadable = unreadableCount(places);
  const others: vscode.QuickPickItem[] = [
    ...rows.filter(({ picked }) => picked !== true),
    ...(unreadable === 0
      ? []
      : [{ label: `$(warning) ${t("Reference lines that cannot be read: {0}", unreadable)}` }]),
  ];
  const items = [
    ...rows.filter(({ picked }) => picked === true),
    ...(others.length === 0 ? [] : [separator(t("Cannot be frozen")), ...others]),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: t("Freeze Notebook into Dataset"),
    placeHolder: t("Choose the lines whose series become files of the dataset"),
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDetail: true,
  });
  const ticked = new Set<vscode.QuickPickItem>(picked);
  return rows.filter((row) => row.picked === true && ticked.has(row)).map(({ value }) => value);
}

/** @param reason - Why the line cannot be frozen. */
function rowOf(
  place: LineInDocument,
  reason: string | undefined,
  isAmbiguous: boolean,
): Choice<LineInDocument> {
  const { t } = vscode.l10n;
  const { line } = place;
  const notes = [
    ...(reason === undefined ? [] : [`$(circle-slash) ${reason}`]),
    ...(reason === undefined && isLatest(line.reference)
      ? [t("latest becomes a fixed as-of")]
      : []),
    ...(reason === undefined && isRequest(place) ? [t("stays a live request")] : []),
    ...(isAmbiguous ? [`$(warning) ${t("also used with another kind or as-of")}`] : []),
  ];
  const detail = notes.length === 0 ? {} : { detail: notes.join(" · ") };
  return {
    value: place,
    label: plainLabel(lineLabel(line)),
    ...detail,
    picked: reason === undefined,
  };
}

/** Whether the code of a line keeps its request, as of the dataset's instant. */
function isRequest(place: LineInDocument): boolean {
  return wayOf(codeOfLine(place)) === "request";
}

function unreadableCount(places: readonly LineInDocument[]): number {
  const documents = new Set(places.map(({ document }) => document));
  return [...documents].flatMap(linesIn).filter(({ line }) => line === undefined).length;
}

/** Equal for lines of one series or panel of a service. */
function seriesKey({ reference, service }: ReferenceLine): string {
  if (reference.family === "forecast") return JSON.stringify([service, reference]);
  const { family, code, version, tags } = reference;
  return JSON.stringify([service, family, code, version, tags]);
}

function problemText(problem: FreezeProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "part":
      return t("only part of a series");
    case "code":
      return t("its code was changed by hand");
    case "values":
      return t("its code contains the values");
    case "path":
      return t("its code reads several files, or one elsewhere");
    case "format":
      return t("its code reads another file format");
  }
}

async function askPlace(folder: vscode.Uri): Promise<FreezePlace | undefined> {
  const { t } = vscode.l10n;
  const answer = await askText<string, string>({
    title: t("Freeze Notebook into Dataset"),
    prompt: t("Name of the dataset, with an optional folder below that of the code"),
    placeholder: "data/study",
    text: "study",
    judge: (text) =>
      text.length < 200 && text.split("/").every(isTableName)
        ? {
            ok: true,
            value: text,
            note: t(
              "{0}, in the folder {1}. To use a subfolder, enter for example data/study.",
              `${text}${specEnding}`,
              plainLine(path.posix.basename(folder.path), 60),
            ),
          }
        : { ok: false, problem: placeProblem(text) },
    work: (text) => Promise.resolve(text),
  });
  return answer.kind === "given" ? { path: answer.value, folder } : undefined;
}

/** Why a dataset cannot have a name. A reference line leads to no other folder: its text may come from anyone. */
function placeProblem(text: string): string {
  const { t } = vscode.l10n;
  return /^(?:\.\.|[\\/~]|[A-Za-z]:)|[\\/]\.\./.test(text)
    ? t(
        "Reference lines can only name a dataset in the folder of the notebook or script, or below it.",
      )
    : t("Use letters, digits, dots, hyphens and underscores, with / after a folder.");
}
