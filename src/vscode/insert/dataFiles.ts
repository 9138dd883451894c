import * as vscode from "vscode";
import { sliceFrame } from "../../data/sliceFrame";
import { tableMetadata } from "../../data/table/metadata";
import { tableName } from "../../data/table/name";
import { type Instant } from "../../shared/instant";
import { type SeriesRef } from "../../shared/reference";
import { type FrameWorker } from "../../store/frameWorker";
import { type SaveSubject } from "../documents/saveSubject";
import { NameInUseError, writeNewLocation, writeProblem } from "../documents/writeLocation";
import { expectInside } from "./dataFolder";
import { NewFolders } from "./newFolders";
import { type DataFileFormat, dataFolderPath } from "./insertSettings";
import { type WantedFile, findSameFile } from "./sameFile";
import { valuesDigestOf } from "./sameValues";

/** A file beside a notebook or a script that holds a series. */
export interface KeptFile {
  readonly location: vscode.Uri;
  /** From the folder of the notebook, with `/` between its parts. */
  readonly relativePath: string;
  /** That of the file: of one that was there before, with the as-of that it was asked for with. */
  readonly reference: SeriesRef;
  /** Whether it was there before. */
  readonly isReused: boolean;
  /** Deletes the file, unless it was there before. */
  discard(): Promise<void>;
}

/** The usual name of a file and the one with a part of its digest belong to files with other values. */
export class NameTakenError extends Error {
  override readonly name = "NameTakenError";

  constructor(name: string) {
    super(vscode.l10n.t("another file already has the name {0}", name));
  }
}

/** So often others may write into the folder while a name is found in it. */
const mostLooks = 3;

/** The files beside notebooks and scripts that their code reads. */
export class DataFiles {
  constructor(private readonly worker: Pick<FrameWorker, "decode" | "encode">) {}

  /**
   * The file of a series in the data folder of a notebook's folder: one that is there already with these values, whatever
   * its as-of, or a new one. No file is ever overwritten.
   *
   * @param isOfItsTime - Uses no file of another as-of, because all that is inserted together has the same.
   * @throws {@link DataFolderError}, {@link NameTakenError}, WriteError; then nothing is left behind.
   */
  async keep(
    subject: SaveSubject,
    folder: vscode.Uri,
    format: DataFileFormat,
    signal?: AbortSignal,
    isOfItsTime = false,
  ): Promise<KeptFile> {
    const steps = dataFolderPath(folder);
    const bytes = await this.encode(subject, format, signal);
    const wanted = { subject, format, bytes, isOfItsTime };
    for (let looks = 1; ; looks += 1) {
      try {
        return await this.keepIn(folder, steps, wanted, signal);
      } catch (error) {
        if (!(error instanceof NameInUseError) || looks === mostLooks) throw error;
      }
    }
  }

  /** @throws NameInUseError when somebody was faster. */
  private async keepIn(
    folder: vscode.Uri,
    steps: readonly string[],
    what: Omit<WantedFile, "dataFolder" | "names">,
    signal: AbortSignal | undefined,
  ): Promise<KeptFile> {
    const dataFolder = vscode.Uri.joinPath(folder, ...steps);
    await expectInside(dataFolder, folder);
    const wanted = { ...what, dataFolder, names: await fileNames(dataFolder) };
    const same = await findSameFile(this.worker, wanted, signal);
    signal?.throwIfAborted();
    const name = same?.name ?? freeName(wanted);
    const location = vscode.Uri.joinPath(dataFolder, name);
    const at = { location, relativePath: [...steps, name].join("/") };
    const { reference } = what.subject;
    if (same !== undefined) {
      const discard = (): Promise<void> => Promise.resolve();
      return { ...at, reference: datedAt(reference, same.time), isReused: true, discard };
    }
    const discard = await writeNew(location, what.bytes, folder);
    return { ...at, reference, isReused: false, discard };
  }

  private async encode(
    subject: SaveSubject,
    format: DataFileFormat,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const { frame, slice } = subject;
    const shown = sliceFrame(frame, slice);
    const metadata = tableMetadata({ kind: "series", member: subject }, subject);
    return this.worker.encode(shown, format, metadata, signal);
  }
}

/** What a folder holds; nothing when it is not there. */
export async function fileNames(folder: vscode.Uri): Promise<ReadonlySet<string>> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return new Set(entries.map(([name]) => name));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return new Set();
    throw writeProblem(error, vscode.Uri.joinPath(folder, "…"));
  }
}

/** Names that differ in case alone are one name on many disks. */
function freeName({ subject, format, bytes, names }: WantedFile): string {
  const taken = new Set([...names].map((name) => name.toLowerCase()));
  const table = { kind: "series", member: subject } as const;
  const usual = tableName(table, subject, format);
  if (!taken.has(usual.toLowerCase())) return usual;
  const distinct = tableName(table, subject, format, valuesDigestOf(bytes, format));
  if (!taken.has(distinct.toLowerCase())) return distinct;
  throw new NameTakenError(distinct);
}

/** Writes a file and the folders above it that are not there; the answer takes them away again. */
async function writeNew(
  location: vscode.Uri,
  bytes: Uint8Array,
  below: vscode.Uri,
): Promise<() => Promise<void>> {
  const folders = new NewFolders(below);
  try {
    const dataFolder = vscode.Uri.joinPath(location, "..");
    await folders.make(dataFolder);
    // Somebody may have made a link of it meanwhile.
    await expectInside(dataFolder, below);
    await writeNewLocation(location, bytes);
  } catch (error) {
    await folders.remove();
    throw error;
  }
  return async () => {
    await vscode.workspace.fs.delete(location);
    await folders.remove();
  };
}

function datedAt(reference: SeriesRef, time: Instant): SeriesRef {
  return reference.family === "signal" ? { ...reference, asOf: time } : reference;
}
