import { existsSync } from "node:fs";
import { mkdir, readdir, rename, stat } from "node:fs/promises";
import { createHash } from "node:crypto";
import path from "node:path";
import { type Instant } from "../shared/instant";
import { type PanelRef, type Reference, type SeriesRef, type SignalRef } from "../shared/reference";
import { referenceOfPath, referencePath } from "../shared/referencePath";
import { type CheckedContent, deleteFile, readCheckedFile, type WriteFile } from "./checkedFile";
import { type OfflineFolder } from "./offlineFolder";
import { seriesFileName } from "./seriesFolder";

/** A series, a panel or a chart that a person keeps offline. */
export interface OfflineItem {
  /** The text that was pinned. */
  readonly name: string;
  /** Its series, as they are requested; those of a panel have its instant. */
  readonly series: readonly SeriesRef[];
  /** If it is a panel. */
  readonly panel?: PanelRef;
}

/** A panel that is kept offline. */
export interface OfflinePanel {
  readonly series: readonly SignalRef[];
  readonly asOf: Instant;
}

interface StoredItem extends OfflineItem {
  readonly fetchedAtMs: number;
}

interface Contents {
  /** The names of all files. */
  readonly files: ReadonlySet<string>;
  readonly items: readonly StoredItem[];
}

/** The part of an item that is on this computer. */
export interface OfflineState {
  readonly series: number;
  /** How many of them have copies. */
  readonly copies: number;
  /** When the item was last fetched; milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
}

const itemSuffix = ".offline";

/** File systems round the times of changes, to at most two seconds. */
const sameTimeMs = 2_000;

/**
 * The series that are kept offline for one owner. They are stored beside the cache, so that no window deletes them to
 * limit its size. Each item lists its series in a file of its own, written before them: a fetch that was interrupted
 * shows as incomplete, and the next one completes it.
 */
export class OfflineCopies {
  readonly folder: string;
  /** The items as of a change of the folder, and the time of that. */
  private read: { readonly changedAtMs: number; readonly contents: Promise<Contents> } | undefined;

  /** @param writeFile - Writes nothing once the owner's files are closed. */
  constructor(
    private readonly all: OfflineFolder,
    owner: string,
    private readonly writeFile: WriteFile,
  ) {
    this.folder = path.join(all.path, owner);
  }

  /** The path of a series' copy, whether or not there is one. */
  fileOf(reference: SeriesRef): string {
    return path.join(this.folder, seriesFileName(reference));
  }

  /** Whether a series has a copy; without a pause, so that a deletion waits for what is written next. */
  has(reference: SeriesRef): boolean {
    return existsSync(this.fileOf(reference));
  }

  /** The size of a series' copy in bytes; undefined if there is none. */
  async sizeOf(reference: SeriesRef): Promise<number | undefined> {
    return stat(this.fileOf(reference)).then(
      ({ size }) => size,
      () => undefined,
    );
  }

  /** Replaces a copy. @throws as the file system does; the previous copy then remains. */
  async write(reference: SeriesRef, content: CheckedContent): Promise<void> {
    await this.writeFile(this.fileOf(reference), content);
  }

  /**
   * Makes a copy: of the cached file if it is the same answer, which is moved, else of its content.
   *
   * @param cached - The path of the cached file; undefined if it has another answer.
   * @throws {@link OfflineFullError}, and as the file system does; a previous copy then remains.
   */
  async add(
    reference: SeriesRef,
    content: CheckedContent,
    cached: string | undefined,
  ): Promise<void> {
    const file = this.fileOf(reference);
    await this.all.reserve(content.bytes.byteLength - ((await this.sizeOf(reference)) ?? 0));
    if (cached !== undefined && (await this.isMoved(cached, file))) return;
    await this.writeFile(file, content);
  }

  /** @param fetchedAtMs - Milliseconds since 1970-01-01 UTC. @throws as the file system does. */
  async writeItem({ name, series, panel }: OfflineItem, fetchedAtMs: number): Promise<void> {
    const of = panel === undefined ? null : referencePath(panel);
    const metadata = { name, fetchedAtMs, panel: of, series: series.map(referencePath) };
    await this.writeFile(this.itemFile(name), { metadata, bytes: new Uint8Array() });
  }

  /** The series of a panel as of the instant of its copies; undefined if it has none. Never rejects. */
  async panel(reference: PanelRef): Promise<OfflinePanel | undefined> {
    const path = referencePath(reference);
    for (const { panel, series } of (await this.contents()).items) {
      if (panel === undefined || referencePath(panel) !== path) continue;
      const signals = series.flatMap((each) => (each.family === "signal" ? each : []));
      const [asOf] = signals.flatMap((each) => (each.asOf === "latest" ? [] : each.asOf));
      if (asOf !== undefined) return { series: signals, asOf };
    }
    return undefined;
  }

  /** The states of all items by their names. Never rejects. */
  async states(): Promise<ReadonlyMap<string, OfflineState>> {
    const { files, items } = await this.contents();
    const states = items.map(({ name, series, fetchedAtMs }): [string, OfflineState] => {
      const copies = series.filter((each) => files.has(seriesFileName(each))).length;
      return [name, { series: series.length, copies, fetchedAtMs }];
    });
    return new Map(states);
  }

  /**
   * Releases series that no item of these names needs: each returns to the cache, which may delete it.
   *
   * @param cacheFolder - The owner's folder of cached series.
   */
  async retain(names: ReadonlySet<string>, cacheFolder: string): Promise<void> {
    const { files, items } = await this.contents();
    const needed = new Set(
      items
        .filter(({ name }) => names.has(name))
        .flatMap(({ series }) => series.map(seriesFileName)),
    );
    for (const { name } of items) if (!names.has(name)) await deleteFile(this.itemFile(name));
    const released = [...files].filter((name) => !name.endsWith(itemSuffix) && !needed.has(name));
    if (released.length > 0) await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
    for (const name of released) {
      // A file that cannot be moved is released with the next change.
      await this.isMoved(path.join(this.folder, name), path.join(cacheFolder, name));
    }
  }

  private itemFile(name: string): string {
    return path.join(
      this.folder,
      `${createHash("sha256").update(name).digest("hex")}${itemSuffix}`,
    );
  }

  /** Read once for each change of the folder: rows ask for it often. */
  private async contents(): Promise<Contents> {
    const changedAtMs = await stat(this.folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (this.read?.changedAtMs === changedAtMs) return this.read.contents;
    const contents = contentsOf(this.folder);
    // Another change at the same time would have the same time.
    const isOver = Date.now() - changedAtMs > sameTimeMs;
    this.read = isOver ? { changedAtMs, contents } : undefined;
    return contents;
  }

  private async isMoved(from: string, to: string): Promise<boolean> {
    try {
      await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
      await rename(from, to);
      return true;
    } catch {
      // Another window has deleted it, or the system refuses it.
      return false;
    }
  }
}

async function contentsOf(folder: string): Promise<Contents> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(itemSuffix));
  const items = await Promise.all(files.map((name) => readItem(path.join(folder, name))));
  return { files: new Set(names), items: items.filter((item) => item !== undefined) };
}

async function readItem(file: string): Promise<StoredItem | undefined> {
  const { name, series, panel, fetchedAtMs } = (await readCheckedFile(file))?.metadata ?? {};
  if (typeof name !== "string" || typeof fetchedAtMs !== "number") return undefined;
  const texts = Array.isArray(series) ? (series as unknown[]) : [];
  const references = texts.flatMap((text) => referenceOf(text) ?? []);
  const of = referenceOf(panel);
  return {
    ...{ name, fetchedAtMs },
    series: references.filter((each) => each.family !== "panel"),
    ...(of?.family === "panel" && { panel: of }),
  };
}

function referenceOf(text: unknown): Reference | undefined {
  return typeof text === "string" ? referenceOfPath(text) : undefined;
}
