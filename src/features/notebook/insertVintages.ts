import path from "node:path";
import * as vscode from "vscode";
import { vintagesCode } from "./code/codePieces";
import { clusterCode } from "./code/clusterCode";
import { type ClusterLibrary } from "./code/language";
import { type CodeLanguage, languages } from "./code/languages";
import { pythonText } from "./code/python";
import { longLayout } from "../../data/table/long";
import { Urgency } from "../../service/urgency";
import { plainLabel } from "../../shared/plainText";
import { type SignalRef } from "../../shared/reference";
import { connectionOfService, type KnownConnections } from "../../connect/connectionOfService";
import { samplePort } from "../../connect/samplePort";
import { type Choice, pickOne } from "../../editor/prompt/pickOne";
import { showStatus } from "../../editor/report/showStatus";
import { baseUrlOf } from "./codeMaker";
import { RememberedChoice } from "./insertChoice";
import { EditRefusedError } from "./insertErrors";
import {
  type InsertFlowDependencies,
  askNewNotebook,
  currentTarget,
  savedTarget,
} from "./insertFlow";
import { clusterDetail } from "./insertPick";
import { dataFrameLibrary } from "./insertSettings";
import { type InsertTarget, folderOfTarget, holderOf } from "./insertTarget";
import { targetName } from "./insertedText";
import { NoCodeError } from "./unwritableText";
import {
  type VintagesOrigin,
  readVintagesTable,
  scoreColumns,
  type VintagesTable,
} from "./vintagesTable";

/** The code reads the table, or requests it again on a cluster. */
type VintagesWay = "file" | ClusterLibrary;

/** A table of a dataset, and the dataset's file. */
export interface NamedTable {
  readonly dataset: vscode.Uri;
  readonly name: string;
}

type InsertedIn = InsertFlowDependencies & { readonly connections: KnownConnections };

/**
 * Inserts code that reads a saved table of vintages into the current notebook or script, or requests its vintages on a
 * cluster. Failures are reported.
 *
 * @param dataset - The dataset of the table, if any; the first line names it.
 */
export async function insertVintages(
  parts: InsertedIn,
  location: vscode.Uri,
  dataset?: NamedTable,
): Promise<void> {
  const { t } = vscode.l10n;
  const name = targetName(location);
  try {
    const table = await readVintagesTable(location);
    const target = await targetWithFolder(parts, t("Insert {0}", name));
    if (target === undefined) return;
    const { language } = target;
    if (language === undefined || languages[language].vintages === undefined) {
      throw new NoCodeError(t("not in this language"));
    }
    const title = t("Insert {0} into {1}", name, targetName(target.uri));
    const requests = language === "python" ? await requestsOf(parts, table.origin) : undefined;
    const way = requests === undefined ? "file" : await askWay(parts, title, name);
    if (way === undefined) return;
    const variable = variableOf(location, "vintages");
    const text =
      way === "file" || requests === undefined
        ? readingCode(variable, { table, location, target, language, dataset })
        : clusterText(variable, way, requests);
    if (!(await target.insert([{ text, language }]))) {
      throw new EditRefusedError(targetName(target.uri));
    }
    showStatus(t("Inserted {0}", name));
  } catch (error) {
    await parts.reporter.report(error, { attempt: t("Could not insert {0}", name) });
  }
}

/** The current notebook or script, saved first if it has no folder; undefined when the person leaves. */
export async function targetWithFolder(
  { recent }: InsertFlowDependencies,
  title: string,
): Promise<InsertTarget | undefined> {
  let target = currentTarget(recent) ?? (await askNewNotebook(title));
  if (target?.isUnsaved === true) target = await savedTarget(target);
  if (target !== undefined && folderOfTarget(target) === undefined) {
    throw new NoCodeError(vscode.l10n.t("its folder is not on this computer"));
  }
  return target;
}

async function askWay(
  { workspaceState }: InsertedIn,
  title: string,
  name: string,
): Promise<VintagesWay | undefined> {
  const { t } = vscode.l10n;
  const remembered = new RememberedChoice(workspaceState, "vintages");
  const cluster = (value: ClusterLibrary, label: string): Choice<VintagesWay> => ({
    value,
    label,
    iconPath: new vscode.ThemeIcon("server-process"),
    detail: clusterDetail(value),
  });
  const saved: Choice<VintagesWay> = {
    value: "file",
    label: t("Saved Table"),
    iconPath: new vscode.ThemeIcon("file"),
    detail: t("Code that reads {0} and returns what was known at any time", name),
  };
  const rows = [saved, cluster("dask", "Dask"), cluster("spark", "Spark")];
  const answer = await pickOne({
    title,
    placeholder: t("How should the code get its data?"),
    rows,
    active: rows.find(({ value }) => value === remembered.last) ?? saved,
  });
  if (answer.kind !== "given") return undefined;
  await remembered.remember(answer.value);
  return answer.value;
}

interface ReadVintages {
  readonly table: VintagesTable;
  readonly location: vscode.Uri;
  readonly target: InsertTarget;
  readonly language: CodeLanguage;
  readonly dataset: NamedTable | undefined;
}

function readingCode(
  name: string,
  { table, location, target, language, dataset }: ReadVintages,
): string {
  const { format, isPartitioned, series } = table;
  if (language === "r" && format !== "csv") {
    throw new NoCodeError(vscode.l10n.t("R can read vintages only from CSV"));
  }
  const folder = folderOfTarget(target);
  const relativePath = pathFrom(folder, location);
  const head = dataset === undefined ? "" : `${commentOf(dataset, language, folder)}\n`;
  const code = vintagesCode(name, {
    ...{ language, format, isPartitioned, series, scores: scoreColumns },
    library: dataFrameLibrary(folder),
    holder: holderOf(target.uri, target.isNotebook),
    relativePath,
  });
  return `${head}${code}`;
}

/**
 * The first line of code that reads a table of many references: `# prices from data/study.macrodata.json`. It is no
 * reference line, which has one series or panel as of one time.
 */
export function commentOf(
  { dataset, name }: NamedTable,
  language: CodeLanguage,
  folder: vscode.Uri | undefined,
): string {
  const { begin, end } = languages[language].comment;
  return `${begin} ${name} from ${plainLabel(pathFrom(folder, dataset))} ${end}`.trimEnd();
}

/** With `/`, relative to the folder of the code. */
export function pathFrom(folder: vscode.Uri | undefined, { fsPath }: vscode.Uri): string {
  return path.relative(folder?.fsPath ?? "", fsPath).replaceAll(path.sep, "/");
}

interface VintageRequests extends VintagesOrigin {
  readonly baseUrl: string;
}

/**
 * The requests of a table, in the spelling of its service. Undefined where they are not known, are not of one signal,
 * are later than the window's as-of, or are of a service that the person has no connection to.
 */
async function requestsOf(
  { services, connections }: InsertedIn,
  origin: VintagesOrigin | undefined,
): Promise<VintageRequests | undefined> {
  if (origin === undefined) return undefined;
  const { members, asOfs, service } = origin;
  const connection = connectionOfService(service, connections);
  if (connection === undefined || new Set(members.map(shapeOf)).size > 1) return undefined;
  const [first] = members;
  if (first === undefined || asOfs.some((asOf) => services.gate.refuses({ ...first, asOf }))) {
    return undefined;
  }
  const isSample = connection.kind === "sample";
  if (isSample && samplePort() === 0) return undefined;
  const own = await services.get(connection.id);
  const options = { signal: new AbortController().signal, urgency: new Urgency("click") };
  const asked: SignalRef[] = [];
  for (const each of members) asked.push(await own.series.asListed(each, options));
  return { members: asked, asOfs, service, baseUrl: baseUrlOf(own, isSample) };
}

/** Equal for series of one signal that differ in tag values alone. */
function shapeOf({ code, version, dataKind, tags }: SignalRef): string {
  return JSON.stringify([code, version, dataKind, Object.keys(tags)]);
}

function clusterText(name: string, cluster: ClusterLibrary, requests: VintageRequests): string {
  const { members: variants, ...others } = requests;
  const kinds = Object.keys(variants[0]?.tags ?? {}).map((each) => ({
    name: each,
    type: "text" as const,
  }));
  const scores = scoreColumns.map((each) => ({ name: each, type: "number" }) as const);
  const layout = longLayout(kinds, [scores], true);
  return pythonText(clusterCode(name, { ...others, cluster, variants, layout }));
}

/**
 * The name of a table in code: `infl_v2_us_fit_60_vintages` of `INFL-v2_US_FIT_60-vintages_asof-….parquet`. A single word
 * may be reserved in a language, and gets a second one.
 */
export function variableOf({ path: place }: vscode.Uri, second: "vintages" | "table"): string {
  const stem = path.posix.basename(place).toLowerCase();
  const [words = second] = /^.*?vintages/.exec(stem) ?? /^[^.]+/.exec(stem) ?? [];
  const name = plainLabel(words)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  const start = /^[a-z]/.test(name) ? name : `x${name}`;
  return /^[a-z]+$/.test(start) && start !== second ? `${start}_${second}` : start;
}
