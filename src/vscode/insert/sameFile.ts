import * as vscode from "vscode";
import { tableName, timeInName } from "../../data/table/name";
import { valuesDigest } from "../../data/valuesDigest";
import { type Instant } from "../../shared/instant";
import { type FrameWorker } from "../../store/frameWorker";
import { type SaveSubject } from "../documents/saveSubject";
import { type DataFileFormat } from "./insertSettings";
import { areSameValues, footerTexts } from "./sameValues";

/** What is to be kept in a folder, and which names are taken there. */
export interface WantedFile {
  readonly subject: SaveSubject;
  readonly format: DataFileFormat;
  readonly bytes: Uint8Array;
  /** Whether a file of another as-of does not count. */
  readonly isOfItsTime: boolean;
  readonly dataFolder: vscode.Uri;
  readonly names: ReadonlySet<string>;
}

/** A file of the folder that has what is wanted. */
export interface SameFile {
  readonly name: string;
  /** The as-of of its series, or when it was retrieved. */
  readonly time: Instant;
}

type Decoder = Pick<FrameWorker, "decode">;

/**
 * A file that has the wanted values already, the one of the wanted time first. What a file says of itself may be wrong, so
 * its values count.
 *
 * @throws the signal's reason when it aborts.
 */
export async function findSameFile(
  worker: Decoder,
  wanted: WantedFile,
  signal?: AbortSignal,
): Promise<SameFile | undefined> {
  for (const candidate of candidatesOf(wanted)) {
    signal?.throwIfAborted();
    const other = await contentOf(vscode.Uri.joinPath(wanted.dataFolder, candidate.name), wanted);
    if (other === undefined || !isNamedRight(other, candidate)) continue;
    if (await isSame(worker, wanted, other, signal)) return candidate;
  }
  return undefined;
}

function candidatesOf(wanted: WantedFile): readonly SameFile[] {
  const { subject, format, names, isOfItsTime } = wanted;
  const table = { kind: "series", member: subject } as const;
  const usual = tableName(table, subject, format);
  const own = timeInName(usual, table, subject, format);
  return [...names]
    .map((name) => ({ name, time: timeInName(name, table, subject, format) }))
    .filter((each): each is SameFile => each.time !== undefined)
    .filter(({ time }) => !isOfItsTime || time === own)
    .sort((a, b) => Number(b.name === usual) - Number(a.name === usual));
}

/** Undefined of what cannot be read, as of a folder or a file that has gone meanwhile, and of what is far too large. */
async function contentOf(
  location: vscode.Uri,
  { bytes, format }: WantedFile,
): Promise<Uint8Array | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(location);
    const most = format === "csv" ? bytes.length : bytes.length * 4 + packingBytes;
    return size > most ? undefined : await vscode.workspace.fs.readFile(location);
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

/** Of a file that somebody has renamed, its footer still tells as of when it is. */
function isNamedRight(file: Uint8Array, { time }: SameFile): boolean {
  const [asOf = time] = footerTexts(file, ["macro-signals.as_of"]) ?? [];
  return asOf === time;
}

/** Others may pack the same values worse than we do, and say more of them. */
const packingBytes = 1024 * 1024;

async function isSame(
  worker: Decoder,
  { bytes, format }: WantedFile,
  other: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (Buffer.compare(bytes, other) === 0) return true;
  if (format === "csv" || !areSameValues(bytes, other, format)) return false;
  try {
    const ours = await digestOf(worker, bytes.slice(), signal);
    return ours === (await digestOf(worker, other, signal));
  } catch {
    signal?.throwIfAborted();
    // Whoever wrote it, it holds no series.
    return false;
  }
}

/** Takes the bytes away. */
async function digestOf(
  worker: Decoder,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<string> {
  const body = {
    bytes,
    format: "parquet",
    isCloseDelimited: false,
    request: "",
    attempts: 0,
  } as const;
  return valuesDigest((await worker.decode(body, { signal })).frame);
}
