import * as vscode from "vscode";
import { fileMetadata } from "../../data/fileMetadata";
import { fileName, timeInFileName } from "../../data/fileName";
import { sliceFrame } from "../../data/sliceFrame";
import { type Instant } from "../../shared/instant";
import { type SeriesRef } from "../../shared/reference";
import { type FrameWorker } from "../../store/frameWorker";
import { type SaveSubject } from "../documents/seriesSaver";
import { writeLocation, writeProblem } from "../documents/writeLocation";
import { expectInside } from "./dataFolder";
import { NewFolders } from "./newFolders";
import { type DataFileFormat, dataFolderPath } from "./insertSettings";
import { areSameValues, valuesDigestOf } from "./sameValues";

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
    super(vscode.l10n.t("another file has the name {0} already", name));
  }
}

/** A file of the folder that may be the one that is wanted. */
interface Candidate {
  readonly name: string;
  /** The as-of of its series, or when it was retrieved. */
  readonly time: Instant;
}

/** The files beside notebooks and scripts that their code reads. */
export class DataFiles {
  constructor(private readonly worker: Pick<FrameWorker, "encode">) {}

  /**
   * The file of a series in the data folder of a notebook's folder: one that is there already with these values, whatever
   * its as-of, or a new one. No file is ever overwritten.
   *
   * @throws {@link DataFolderError}, {@link NameTakenError}, WriteError; then nothing is left behind.
   */
  async keep(
    subject: SaveSubject,
    folder: vscode.Uri,
    format: DataFileFormat,
    signal?: AbortSignal,
  ): Promise<KeptFile> {
    const steps = dataFolderPath(folder);
    const bytes = await this.encode(subject, format, signal);
    const dataFolder = vscode.Uri.joinPath(folder, ...steps);
    await expectInside(dataFolder, folder);
    const names = await fileNames(dataFolder);
    signal?.throwIfAborted();
    const same = await this.sameFile(subject, format, { bytes, dataFolder, names });
    const at = (name: string): Pick<KeptFile, "location" | "relativePath"> => ({
      location: vscode.Uri.joinPath(dataFolder, name),
      relativePath: [...steps, name].join("/"),
    });
    if (same !== undefined) {
      const reference = datedAt(subject.reference, same.time);
      const discard = (): Promise<void> => Promise.resolve();
      return { ...at(same.name), reference, isReused: true, discard };
    }
    const name = freeName(subject, format, { bytes, names });
    const { location, relativePath } = at(name);
    const discard = await writeNew(location, bytes, folder);
    return { location, relativePath, reference: subject.reference, isReused: false, discard };
  }

  private async encode(
    subject: SaveSubject,
    format: DataFileFormat,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const { frame, slice, staleBecause } = subject;
    const shown = slice === undefined ? frame : sliceFrame(frame, slice);
    const metadata = fileMetadata({ ...subject, isStale: staleBecause !== undefined });
    return this.worker.encode(shown, format, metadata, signal);
  }

  /** The one of the wanted time first. */
  private async sameFile(
    subject: SaveSubject,
    format: DataFileFormat,
    { bytes, dataFolder, names }: Wanted & { readonly dataFolder: vscode.Uri },
  ): Promise<Candidate | undefined> {
    const usual = fileName(subject, format);
    const candidates = [...names]
      .map((name) => ({ name, time: timeInFileName(name, subject, format) }))
      .filter((each): each is Candidate => each.time !== undefined)
      .sort((a, b) => Number(b.name === usual) - Number(a.name === usual));
    for (const candidate of candidates) {
      const other = await contentOf(vscode.Uri.joinPath(dataFolder, candidate.name));
      if (other !== undefined && areSameValues(bytes, other, format)) return candidate;
    }
    return undefined;
  }
}

/** What is to be kept, and which names are taken. */
interface Wanted {
  readonly bytes: Uint8Array;
  readonly names: ReadonlySet<string>;
}

async function fileNames(folder: vscode.Uri): Promise<ReadonlySet<string>> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return new Set(entries.map(([name]) => name));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return new Set();
    throw writeProblem(error, vscode.Uri.joinPath(folder, "…"));
  }
}

/** Undefined of what cannot be read: a folder, or a file that has gone meanwhile. */
async function contentOf(location: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(location);
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

/** Names that differ in case alone are one name on many disks. */
function freeName(subject: SaveSubject, format: DataFileFormat, { bytes, names }: Wanted): string {
  const taken = new Set([...names].map((name) => name.toLowerCase()));
  const usual = fileName(subject, format);
  if (!taken.has(usual.toLowerCase())) return usual;
  const distinct = fileName({ ...subject, valuesDigest: valuesDigestOf(bytes, format) }, format);
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
    await writeLocation(location, bytes);
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
