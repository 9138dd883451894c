import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { type KnownConnections } from "../../connect/connectionOfService";
import { type ServiceSeries, arrangedSeries, distinctCoordinates } from "../../data/coordinates";
import { type LongColumn, longLayout } from "../../data/table/long";
import { withCountedProgress } from "../../editor/progress";
import { showStatus } from "../../editor/report/showStatus";
import { type Target } from "../../shared/place";
import { plainLabel } from "../../shared/plainText";
import { type Reference, type SeriesRef } from "../../shared/reference";
import { formatCount } from "../../shared/series/numberText";
import { seriesAhead } from "../../store/loadedAhead";
import { type FetchedSeries } from "../../store/tables";
import { setFileCode } from "./code/codePieces";
import { type CodeLanguage, languages } from "./code/languages";
import { setPivot } from "./code/panelPivot";
import { type TablesForm, pieceBlocks } from "./code/pieceBlocks";
import { areFarDays } from "./code/python";
import { CodeMaker, type FetchedSubjects, type FetchProgress } from "./codeMaker";
import { EditRefusedError } from "./insertErrors";
import { type InsertFlowDependencies } from "./insertFlow";
import { dataFrameLibrary } from "./insertSettings";
import { type FetchedPanelSubject, type FetchedSubject, type MadeCode } from "./insertSubject";
import { type InsertTarget, folderOfTarget, holderOf } from "./insertTarget";
import { targetName } from "./insertedText";
import {
  type NamedTable,
  commentOf,
  insertVintages,
  pathFrom,
  targetWithFolder,
  variableOf,
} from "./insertVintages";
import { codeOfPanel, codeOfSubject, wireFormatOf } from "./seriesCode";
import { RememberedForm, askTablesForm, hasTablesForms } from "./tablesFormPick";
import { NoCodeError } from "./unwritableText";

/** The content of a table of a dataset, and where it is. */
export type TableContents =
  /** A file, or a folder with files for each as-of. */
  | { readonly kind: "vintages"; readonly location: vscode.Uri }
  /** A file for each series, or the one file of a panel. */
  | { readonly kind: "each"; readonly files: readonly [FileOfTarget, ...FileOfTarget[]] }
  | {
      readonly kind: "set";
      readonly location: vscode.Uri;
      /** The series in the file. */
      readonly targets: readonly Target[];
      /** All series of the set, including absent ones, for which the file has columns too. */
      readonly members: readonly SeriesRef[];
    };

/** A file, and the series or panel in it, as of what the lock says. */
interface FileOfTarget {
  readonly location: vscode.Uri;
  readonly target: Target;
}

/** A table of a dataset. */
export interface TableOfDataset extends NamedTable {
  readonly contents: TableContents;
}

type InsertedIn = InsertFlowDependencies & { readonly connections: KnownConnections };

/** The document that code goes to, with a language that reads the files. */
interface ReadyTarget {
  readonly target: InsertTarget;
  readonly language: CodeLanguage;
  readonly folder: vscode.Uri | undefined;
}

/**
 * Inserts code that reads a table of a dataset into the current notebook or script, below lines that name the dataset.
 * Failures are reported.
 */
export async function insertTable(parts: InsertedIn, table: TableOfDataset): Promise<void> {
  const { contents } = table;
  if (contents.kind === "vintages") return insertVintages(parts, contents.location, table);
  const { t } = vscode.l10n;
  const name = plainLabel(table.name);
  try {
    const target = await targetWithFolder(parts, t("Insert {0}", name));
    if (target === undefined) return;
    if (contents.kind === "each") checkCount(contents.files.length);
    const { path } = contents.kind === "set" ? contents.location : contents.files[0].location;
    const language = readerOf(target, path, contents.kind);
    const to = { target, language, folder: folderOfTarget(target) };
    const form = await formOf(parts, to, table);
    if (form === undefined) return;
    const texts = await withCountedProgress(t("Inserting {0}", name), (signal, onProgress) =>
      textsOf(new CodeMaker(parts.services), table, to, form, { signal, onProgress }),
    );
    if (!(await target.insert(texts.map((text) => ({ text, language }))))) {
      throw new EditRefusedError(targetName(target.uri));
    }
    showStatus(t("Inserted {0}", name));
  } catch (error) {
    await parts.reporter.report(error, { attempt: t("Could not insert {0}", name) });
  }
}

/** More pieces of code in one document are useless to a reader. */
const maxFiles = 200;

/** @throws {@link NoCodeError} */
function checkCount(files: number): void {
  if (files <= maxFiles) return;
  throw new NoCodeError(
    vscode.l10n.t(
      "it has {0} files, and code can read at most {1}; fetch it with the layout long, which writes one file",
      ...[formatCount(files), formatCount(maxFiles)],
    ),
  );
}

/** The language of a target. @throws {@link NoCodeError} if it cannot read such a file. */
function readerOf(
  { language }: InsertTarget,
  path: string,
  kind: TableContents["kind"],
): CodeLanguage {
  const { t } = vscode.l10n;
  const known = language === undefined ? undefined : languages[language];
  if (language === undefined || known?.[kind === "set" ? "panel" : "file"] === undefined) {
    throw new NoCodeError(t("not in this language"));
  }
  const { readsParquet = false, readsJson = false } = known;
  const format = wireFormatOf(path);
  if ((format === "parquet" && !readsParquet) || (format === "json" && !readsJson)) {
    throw new NoCodeError(t("code in {0} can read only CSV", known.name));
  }
  return language;
}

/** How the series of several files are arranged; undefined when the person leaves. */
async function formOf(
  { workspaceState }: InsertedIn,
  { target, language }: ReadyTarget,
  { name, contents }: TableOfDataset,
): Promise<TablesForm | undefined> {
  const subjects = contents.kind === "each" ? contents.files : [];
  if (!hasTablesForms(subjects, "file", language)) return "each";
  const title = vscode.l10n.t("Insert {0} into {1}", plainLabel(name), targetName(target.uri));
  const remembered = new RememberedForm(workspaceState);
  const { isNotebook } = target;
  const answer = await askTablesForm({ title, isNotebook, last: remembered.last });
  if (answer.kind !== "given") return undefined;
  await remembered.remember(answer.value);
  return answer.value;
}

interface FetchWatch {
  readonly signal: AbortSignal;
  readonly onProgress: FetchProgress;
}

/** The texts to insert. The columns are those of the same requests, which a fetched dataset has in the cache. */
async function textsOf(
  maker: CodeMaker,
  table: TableOfDataset,
  to: ReadyTarget,
  form: TablesForm,
  watch: FetchWatch,
): Promise<readonly string[]> {
  const { contents } = table;
  if (contents.kind === "vintages") return [];
  if (contents.kind === "set") {
    const held: SeriesShape[] = [];
    for await (const { fetched } of fetchedInTurn(maker, contents.targets, watch)) {
      held.push(...fetched.map(({ series }) => shapeOfSeries(series)));
    }
    return [setText(table, contents, held, to)];
  }
  const targets = contents.files.map(({ target }) => target);
  const { references } = to.target;
  const others = [...references, ...targets.map(({ reference }) => reference)];
  const places = new Map(contents.files.map(({ target, location }) => [target, location]));
  const codes = new Map<Target, MadeCode>();
  for await (const { fetched, panels } of fetchedInTurn(maker, targets, watch)) {
    for (const each of [...fetched, ...panels]) {
      const { target } = each.subject;
      const location = places.get(target);
      if (location !== undefined) codes.set(target, madeCode(table, location, each, to, others));
    }
  }
  const made = targets.flatMap((target) => codes.get(target) ?? []);
  return pieceBlocks(made, { form, isNotebook: to.target.isNotebook });
}

/** Fetches a few at a time, so that the values of a large table are never in memory together. */
async function* fetchedInTurn(
  maker: CodeMaker,
  targets: readonly Target[],
  { signal, onProgress }: FetchWatch,
): AsyncGenerator<FetchedSubjects, void, void> {
  for (let at = 0; at < targets.length; at += seriesAhead) {
    const subjects = targets.slice(at, at + seriesAhead).map((target) => ({ target }));
    const fetched = await maker.fetch(subjects, signal, (done, of) =>
      onProgress(at + done, targets.length === 1 ? of : targets.length),
    );
    const [failure] = fetched.failed;
    if (failure !== undefined) throw failure.error;
    yield fetched;
  }
}

/** @throws {@link NoCodeError} for a file that a reference line must not name. */
function madeCode(
  { dataset }: NamedTable,
  location: vscode.Uri,
  fetched: FetchedSubject | FetchedPanelSubject,
  { target: { uri, isNotebook }, language, folder }: ReadyTarget,
  others: readonly Reference[],
): MadeCode {
  const file = { relativePath: pathFrom(folder, location), dataset: pathFrom(folder, dataset) };
  if (file.relativePath.startsWith("../") || file.dataset.startsWith("../")) {
    throw new NoCodeError(
      vscode.l10n.t("the dataset is not in the folder of {0} or below", targetName(uri)),
    );
  }
  const holder = holderOf(uri, isNotebook);
  const place = { language, way: "file", holder, folder, others } as const;
  const { subject } = fetched;
  return "panel" in fetched
    ? { subject, ...codeOfPanel(fetched, place, file) }
    : { subject, ...codeOfSubject(fetched, place, file) };
}

/** A series of a set, without its values. */
interface SeriesShape extends ServiceSeries {
  readonly columns: readonly LongColumn[];
  readonly hasFarDays: boolean;
}

function shapeOfSeries({ reference, frame: { columns, days } }: FetchedSeries): SeriesShape {
  return {
    reference,
    service: "",
    columns: columns.map(({ name, type }) => ({ name, type })),
    hasFarDays: areFarDays(days),
  };
}

/** The code of one long table of several series. */
function setText(
  table: NamedTable,
  { location, members }: Extract<TableContents, { readonly kind: "set" }>,
  series: readonly SeriesShape[],
  { target: { uri, isNotebook }, language, folder }: ReadyTarget,
): string {
  const held = arrangedSeries(series);
  const shapes = held.series.map(({ item }) => item.columns);
  const { names } = arrangedSeries(members.map((reference) => ({ reference, service: "" })));
  const all = longLayout(names, shapes);
  // A file with the columns of later series was written again, without absent series.
  const isOnce = isDeepStrictEqual(all, longLayout(names, shapes.slice(0, 1)));
  const layout = isOnce ? all : longLayout(held.names, shapes);
  const pivot = setPivot(distinctCoordinates(held), layout);
  const code = setFileCode(variableOf(location, "table"), {
    ...{ language, layout, relativePath: pathFrom(folder, location) },
    library: dataFrameLibrary(folder),
    format: wireFormatOf(location.path) ?? "csv",
    holder: holderOf(uri, isNotebook),
    hasFarDays: series.some((each) => each.hasFarDays),
    ...(pivot && { pivot }),
  });
  return `${commentOf(table, language, folder)}\n${code}`;
}
