import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { arrangedSeries } from "../../data/coordinates";
import { dateColumn } from "../../data/frame";
import { readParquetFooter } from "../../data/parquetFooter";
import { asOfColumn, longLayout } from "../../data/table/long";
import { type Instant, instantOfText } from "../../shared/instant";
import { type SignalRef } from "../../shared/reference";
import { referenceOfPath } from "../../shared/referencePath";
import { wireFormats, type WireFormat } from "../../shared/wireFormat";

/** A saved table of vintages. */
export interface VintagesTable {
  readonly format: WireFormat;
  readonly isPartitioned: boolean;
  /** The columns that tell its series apart. */
  readonly series: readonly string[];
  /** With what it can be requested again; undefined without metadata. */
  readonly origin: VintagesOrigin | undefined;
}

export interface VintagesOrigin {
  readonly members: readonly SignalRef[];
  readonly asOfs: readonly Instant[];
  /** As the file names it: no reason to send a key there. */
  readonly service: string;
}

/** The columns of numbers of every table of vintages. */
export const scoreColumns = ["Level", "Momentum", "Aggregate"] as const;

/** A file or folder is not a table of vintages. */
class NotVintagesError extends Error {
  override readonly name = "NotVintagesError";

  constructor() {
    super(vscode.l10n.t("it is not a table of vintages"));
  }
}

/**
 * The columns and the origin of a table of vintages, of which only the beginning or the end is read.
 *
 * @throws {@link NotVintagesError} and as reading files does.
 */
export async function readVintagesTable({ fsPath }: vscode.Uri): Promise<VintagesTable> {
  const isPartitioned = (await stat(fsPath)).isDirectory();
  if (!isPartitioned) return tableOf(fsPath, undefined);
  const names = (await readdir(fsPath)).filter((name) => /^as_of=\d{8}T\d{6}Z$/.test(name)).sort();
  const asOfs = names.flatMap((name) => instantOfText(name.slice("as_of=".length)) ?? []);
  const [first] = names;
  if (first === undefined) throw new NotVintagesError();
  const files = (await readdir(path.join(fsPath, first))).sort();
  const file = files.find((name) => /^part-\d+\.(?:csv|json|parquet)$/.test(name));
  if (file === undefined) throw new NotVintagesError();
  return tableOf(path.join(fsPath, first, file), asOfs);
}

/** @param asOfs - Those of the folders of a partitioned table. */
async function tableOf(
  file: string,
  asOfs: readonly Instant[] | undefined,
): Promise<VintagesTable> {
  const format = wireFormats.find((each) => file.endsWith(`.${each}`));
  if (format === undefined) throw new NotVintagesError();
  const isPartitioned = asOfs !== undefined;
  if (format === "parquet") {
    const origin = originOf(await endOf(file), asOfs);
    const items = origin.members.map((reference) => ({ reference, service: "" }));
    const scores = scoreColumns.map((name) => ({ name, type: "number" }) as const);
    const { coordinates } = longLayout(arrangedSeries(items).names, [scores], !isPartitioned);
    return { format, isPartitioned, series: coordinates.map(({ name }) => name), origin };
  }
  const names = namesIn(await beginningOf(file), format);
  const before = isPartitioned ? [dateColumn] : [asOfColumn, dateColumn];
  const end = names.length - scoreColumns.length;
  const isTable =
    before.every((name, at) => names[at] === name) &&
    scoreColumns.every((name, at) => names[end + at] === name);
  if (!isTable) throw new NotVintagesError();
  return { format, isPartitioned, series: names.slice(before.length, end), origin: undefined };
}

function namesIn(text: string, format: "csv" | "json"): readonly string[] {
  if (format === "csv") return headerOf(text);
  try {
    // A row is a line, which ends with a comma or the file's end.
    const [line = ""] = text.slice(Math.max(0, text.indexOf("{"))).split("\n", 1);
    return Object.keys(JSON.parse(line.slice(0, line.lastIndexOf("}") + 1)) as object);
  } catch {
    throw new NotVintagesError();
  }
}

const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,?)/y;

/** The cells of the first line of a CSV text. */
function headerOf(text: string): readonly string[] {
  const names: string[] = [];
  cell.lastIndex = 0;
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    const [, quoted, plain = "", comma] = found;
    names.push(quoted?.replaceAll('""', '"') ?? plain);
    if (comma === "") break;
  }
  return names;
}

function originOf(bytes: Uint8Array, inFolders: readonly Instant[] | undefined): VintagesOrigin {
  const { metadata } = readParquetFooter(bytes);
  const members = textsIn(metadata.get("macro-signals.references")).map((text) => {
    const reference = referenceOfPath(`${text}/latest`);
    if (reference?.family !== "signal") throw new NotVintagesError();
    return reference;
  });
  const asOfs =
    inFolders ??
    textsIn(metadata.get("macro-signals.as_ofs")).flatMap((text) => instantOfText(text) ?? []);
  if (members.length === 0 || asOfs.length === 0) throw new NotVintagesError();
  return { members, asOfs, service: metadata.get("macro-signals.service") ?? "" };
}

function textsIn(json = "[]"): readonly string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}

const readBytes = 64 * 1024;
/** The footer of a table with thousands of row groups. */
const footerBytes = 16 * 1024 * 1024;

async function beginningOf(file: string): Promise<string> {
  return new TextDecoder().decode(await bytesOf(file, readBytes, false));
}

async function endOf(file: string): Promise<Uint8Array> {
  return bytesOf(file, footerBytes, true);
}

async function bytesOf(file: string, most: number, isEnd: boolean): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, most);
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, isEnd ? size - length : 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
