import * as vscode from "vscode";
import { tableName, timeInName } from "../../data/table/name";
import { type PanelRef } from "../../shared/reference";
import { type Instant } from "../../shared/instant";
import { type TableWorker } from "../../store/tableBlocks";
import { type FetchedPanel } from "../documents/several/fetchPanel";
import { longPanelBlocks } from "../documents/several/writePanel";
import { type WriteOptions } from "../documents/several/writeTables";
import { NameInUseError, PendingLocation } from "../documents/writeLocation";
import { expectInside } from "./dataFolder";
import { type KeptFile, NameTakenError, fileNames } from "./dataFiles";
import { type DataFileFormat, dataFolderPath } from "./insertSettings";
import { NewFolders } from "./newFolders";
import { PagesDigest, pagesDigestOf } from "./pagesDigest";

/** A file beside a notebook or a script that holds a panel. */
export interface KeptPanel extends Omit<KeptFile, "reference"> {
  /** That of the file: of one that was there before, with the as-of that it was asked for with. */
  readonly reference: PanelRef;
}

/** The files of panels beside notebooks and scripts, written as their series come. */
export class PanelFiles {
  constructor(private readonly worker: TableWorker) {}

  /**
   * The file of a panel in the data folder of a notebook's folder: one that is there already with these values, whatever its
   * as-of, or a new one. No file is ever overwritten.
   *
   * @throws DataFolderError, NameTakenError, WriteError, or as the panel's frames do; then nothing is left behind.
   */
  async keep(
    fetched: FetchedPanel,
    folder: vscode.Uri,
    format: DataFileFormat,
    options: KeepOptions = {},
  ): Promise<KeptPanel> {
    const steps = dataFolderPath(folder);
    const dataFolder = vscode.Uri.joinPath(folder, ...steps);
    await expectInside(dataFolder, folder);
    const folders = new NewFolders(folder);
    try {
      await folders.make(dataFolder);
      // Somebody may have made a link of it meanwhile.
      await expectInside(dataFolder, folder);
      return await this.keepIn(fetched, { dataFolder, steps, folders, format }, options);
    } catch (error) {
      await folders.remove();
      throw error;
    }
  }

  private async keepIn(
    fetched: FetchedPanel,
    place: Place,
    options: KeepOptions,
  ): Promise<KeptPanel> {
    const { dataFolder, format } = place;
    const subject = { kind: "panel", member: fetched } as const;
    const { reference } = fetched.panel;
    const names = [undefined, "digest"] as const;
    let valuesDigest: string | undefined;
    for (const kind of names) {
      const name = tableName(subject, fetched, format, valuesDigest);
      const location = vscode.Uri.joinPath(dataFolder, name);
      const pending = await PendingLocation.create(location, { isNew: true });
      try {
        const digest = await this.write(fetched, pending, format, options);
        const same = await sameFile(dataFolder, fetched, format, digest);
        options.signal?.throwIfAborted();
        const isTaken = same?.asOf === reference.asOf || options.isOfItsTime !== true;
        if (same !== undefined && isTaken) {
          await pending.discard();
          return keptAs(same.name, place, { ...reference, asOf: same.asOf }, true);
        }
        valuesDigest = digest;
        await pending.commitNew();
        return keptAs(name, place, reference, false);
      } catch (error) {
        // What counts is why.
        await Promise.allSettled([pending.discard()]);
        if (!(error instanceof NameInUseError)) throw error;
        if (kind === "digest") throw new NameTakenError(name);
      }
    }
    throw new NameTakenError(tableName(subject, fetched, format));
  }

  private async write(
    fetched: FetchedPanel,
    pending: PendingLocation,
    format: DataFileFormat,
    options: WriteOptions,
  ): Promise<string> {
    const digest = new PagesDigest(format);
    for await (const block of longPanelBlocks(fetched, format, this.worker, options)) {
      digest.add(block);
      await pending.append(block);
    }
    await pending.finish();
    return digest.end();
  }
}

interface KeepOptions extends WriteOptions {
  /** Uses no file of another as-of, because all that is inserted together has the same. */
  readonly isOfItsTime?: boolean;
}

interface Place {
  readonly dataFolder: vscode.Uri;
  readonly steps: readonly string[];
  readonly folders: NewFolders;
  readonly format: DataFileFormat;
}

/** A file of the folder that holds the same, the one of the wanted as-of first. */
async function sameFile(
  folder: vscode.Uri,
  fetched: FetchedPanel,
  format: DataFileFormat,
  digest: string,
): Promise<{ readonly name: string; readonly asOf: Instant } | undefined> {
  const candidates = [...(await fileNames(folder))].flatMap((name) => {
    const asOf = timeInName(name, { kind: "panel", member: fetched }, fetched, format);
    return asOf === undefined ? [] : [{ name, asOf }];
  });
  const isOwn = ({ asOf }: { readonly asOf: Instant }): boolean =>
    asOf === fetched.panel.reference.asOf;
  for (const each of candidates.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    const location = vscode.Uri.joinPath(folder, each.name);
    if ((await pagesDigestOf(location, format)) === digest) return each;
  }
  return undefined;
}

function keptAs(
  name: string,
  { dataFolder, steps, folders }: Place,
  reference: PanelRef,
  isReused: boolean,
): KeptPanel {
  const location = vscode.Uri.joinPath(dataFolder, name);
  const discard = async (): Promise<void> => {
    if (isReused) return;
    await vscode.workspace.fs.delete(location);
    await folders.remove();
  };
  return { location, relativePath: [...steps, name].join("/"), reference, isReused, discard };
}
