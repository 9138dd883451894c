import * as vscode from "vscode";
import { type TableView } from "../../data/table/content";
import { tableName } from "../../data/table/name";
import { plainLabel } from "../../shared/plainText";
import { type FrameWorker } from "../../store/frameWorker";
import { type WritableTable, type WriteOptions, tableBlocks } from "../../store/tableBlocks";
import {
  NameInUseError,
  PendingLocation,
  writeNewLocation,
  writeProblem,
} from "../../editor/files/writeLocation";
import { type DataFileFormat, DataFolderError, dataFolderPath } from "./insertSettings";
import { isReallyWithin } from "./realFolder";
import { PagesDigest, findSameFile, samePanelFile, valuesDigestOf } from "./sameFile";

/** A data file beside a notebook or script, with a series or a panel. */
export interface SavedFile {
  readonly location: vscode.Uri;
  /** Relative to the notebook's folder, with `/` as separator. */
  readonly relativePath: string;
  /** Whether the file existed before. */
  readonly isReused: boolean;
  /** Deletes the file, unless it existed before. */
  discard(): Promise<void>;
}

/** A file that code reads holds one series; code of several series reads one file for each. */
export type WritableSeries = Extract<WritableTable, { readonly kind: "series" }>;
export type WritablePanel = Extract<WritableTable, { readonly kind: "panel" }>;

/** Where to save. */
interface DataPlace {
  /** The notebook's folder. */
  readonly folder: vscode.Uri;
  readonly dataFolder: vscode.Uri;
  /** The folder names from there to the data folder. */
  readonly steps: readonly string[];
}

/** What to save, and where. */
interface Wanted<T extends WritableSeries | WritablePanel> extends DataPlace {
  readonly table: T;
  readonly view: TableView;
  readonly format: DataFileFormat;
  readonly options: WriteOptions;
}

/** Both the usual file name and the one with a part of the digest are taken by files with other values. */
export class NameTakenError extends Error {
  override readonly name = "NameTakenError";

  constructor(name: string) {
    super(vscode.l10n.t("another file already has the name {0}", name));
  }
}

/** Attempts to find a free name while others write into the folder. */
const maxLooks = 3;

/** The data files beside notebooks and scripts that their code reads. Never overwrites a file. */
export class DataFolder {
  constructor(private readonly worker: FrameWorker) {}

  /**
   * Returns the existing file of a vintage of a series or panel if it has the same values, or writes a new one. A panel
   * is written while its series arrive.
   *
   * @throws {@link DataFolderError}, {@link NameTakenError}, WriteError, or as the panel's frames do; then nothing is
   * left behind.
   */
  async save(
    table: WritableSeries | WritablePanel,
    view: TableView,
    folder: vscode.Uri,
    format: DataFileFormat,
    options: WriteOptions = {},
  ): Promise<SavedFile> {
    const steps = dataFolderPath(folder);
    const dataFolder = vscode.Uri.joinPath(folder, ...steps);
    const place = { view, format, folder, dataFolder, steps, options };
    return table.kind === "series"
      ? this.saveSeries({ table, ...place })
      : inNewFolder(place, (folders) => this.savePanel({ table, ...place }, folders));
  }

  /** Compares the values before writing anything. */
  private async saveSeries(wanted: Wanted<WritableSeries>): Promise<SavedFile> {
    const { table, view, format, options } = wanted;
    const blocks: Uint8Array[] = [];
    for await (const block of tableBlocks(this.worker, table, view, format, options)) {
      blocks.push(block);
    }
    const [bytes = new Uint8Array()] = blocks;
    for (let looks = 1; ; looks += 1) {
      try {
        return await this.saveBytes(wanted, bytes);
      } catch (error) {
        if (!(error instanceof NameInUseError) || looks === maxLooks) throw error;
      }
    }
  }

  /** @throws NameInUseError when another writer took the name first. */
  private async saveBytes(wanted: Wanted<WritableSeries>, bytes: Uint8Array): Promise<SavedFile> {
    const { table, view, format, dataFolder, folder, options } = wanted;
    await expectInside(dataFolder, folder);
    const { signal } = options;
    const same = await findSameFile(this.worker, {
      table,
      view,
      format,
      bytes,
      dataFolder,
      signal,
    });
    signal?.throwIfAborted();
    if (same !== undefined) return savedAs(wanted, same);
    const name = freeName(wanted, bytes, await fileNames(dataFolder));
    return inNewFolder(wanted, async (folders) => {
      await writeNewLocation(vscode.Uri.joinPath(dataFolder, name), bytes);
      return savedAs(wanted, name, folders);
    });
  }

  private async savePanel(wanted: Wanted<WritablePanel>, folders: NewFolders): Promise<SavedFile> {
    const { table, view, format, dataFolder, options } = wanted;
    let valuesDigest: string | undefined;
    for (let isDistinct = false; ; isDistinct = true) {
      const name = tableName(table, view, format, isDistinct ? valuesDigest : undefined);
      const location = vscode.Uri.joinPath(dataFolder, name);
      const pending = await PendingLocation.create(location, { isNew: true });
      try {
        valuesDigest = await this.write(wanted, pending);
        const same = await samePanelFile({ table, view, format, dataFolder }, valuesDigest);
        options.signal?.throwIfAborted();
        if (same !== undefined) {
          await pending.discard();
          return savedAs(wanted, same);
        }
        await pending.commitNew();
        return savedAs(wanted, name, folders);
      } catch (error) {
        // Report the original failure.
        await Promise.allSettled([pending.discard()]);
        if (!(error instanceof NameInUseError)) throw error;
        if (isDistinct) throw new NameTakenError(name);
      }
    }
  }

  /** Writes the blocks and returns their digest. */
  private async write(
    { table, view, format, options }: Wanted<WritablePanel>,
    pending: PendingLocation,
  ): Promise<string> {
    const digest = new PagesDigest(format);
    for await (const block of tableBlocks(this.worker, table, view, format, options)) {
      digest.add(block);
      await pending.append(block);
    }
    await pending.finish();
    return digest.end();
  }
}

/** @param folders - The folders created for it; absent for a reused file. */
function savedAs({ dataFolder, steps }: DataPlace, name: string, folders?: NewFolders): SavedFile {
  const location = vscode.Uri.joinPath(dataFolder, name);
  const discard = async (): Promise<void> => {
    if (folders === undefined) return;
    await vscode.workspace.fs.delete(location);
    await folders.remove();
  };
  const relativePath = [...steps, name].join("/");
  return { location, relativePath, isReused: folders === undefined, discard };
}

/** The file names in a folder; empty when it does not exist. */
async function fileNames(folder: vscode.Uri): Promise<ReadonlySet<string>> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return new Set(entries.map(([name]) => name));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return new Set();
    throw writeProblem(error, vscode.Uri.joinPath(folder, "…"));
  }
}

/** Ignores case: on many disks, names that differ only in case are the same. */
function freeName(
  { table, view, format }: Wanted<WritableSeries>,
  bytes: Uint8Array,
  names: ReadonlySet<string>,
): string {
  const taken = new Set([...names].map((name) => name.toLowerCase()));
  const usual = tableName(table, view, format);
  if (!taken.has(usual.toLowerCase())) return usual;
  const distinct = tableName(table, view, format, valuesDigestOf(bytes, format));
  if (!taken.has(distinct.toLowerCase())) return distinct;
  throw new NameTakenError(distinct);
}

/** Creates the data folder and its missing parents for some work; removes them when the work fails. */
async function inNewFolder<T>(
  { dataFolder, folder }: DataPlace,
  work: (folders: NewFolders) => Promise<T>,
): Promise<T> {
  await expectInside(dataFolder, folder);
  const folders = new NewFolders(folder);
  try {
    await folders.make(dataFolder);
    // The folder may have been replaced by a link meanwhile.
    await expectInside(dataFolder, folder);
    return await work(folders);
  } catch (error) {
    await folders.remove();
    throw error;
  }
}

/**
 * Checks that a data folder lies in the notebook's folder and that no link leads elsewhere (SEC-20). A folder that does
 * not exist yet lies where its nearest existing parent does.
 *
 * @throws {@link DataFolderError}, WriteError
 */
async function expectInside(dataFolder: vscode.Uri, folder: vscode.Uri): Promise<void> {
  if (await isInside(dataFolder, folder)) return;
  const name = plainLabel(dataFolder.path.slice(folder.path.length + 1));
  throw new DataFolderError(
    vscode.l10n.t("the folder {0} is a link to a place outside the notebook's folder", name),
  );
}

async function isInside(dataFolder: vscode.Uri, folder: vscode.Uri): Promise<boolean> {
  try {
    return await isReallyWithin(dataFolder, folder);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || dataFolder.path === folder.path) throw writeProblem(error, dataFolder);
    return isInside(vscode.Uri.joinPath(dataFolder, ".."), folder);
  }
}

/** Folders created for a file, removed again when it fails. */
class NewFolders {
  private readonly made: vscode.Uri[] = [];

  /** @param top - An existing folder, never removed. */
  constructor(private readonly top: vscode.Uri) {}

  /** Creates a folder and its missing parents up to the top. @throws WriteError */
  async make(folder: vscode.Uri): Promise<void> {
    if (folder.path === this.top.path || (await exists(folder))) return;
    await this.make(vscode.Uri.joinPath(folder, ".."));
    try {
      await vscode.workspace.fs.createDirectory(folder);
    } catch (error) {
      throw writeProblem(error, folder);
    }
    this.made.push(folder);
  }

  /** Removes the created folders, except those that others have put something into. */
  async remove(): Promise<void> {
    for (const folder of this.made.splice(0).reverse()) {
      await Promise.allSettled([vscode.workspace.fs.delete(folder)]);
    }
  }
}

/** @throws WriteError where that cannot be determined. */
async function exists(folder: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(folder);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return false;
    throw writeProblem(error, folder);
  }
}
