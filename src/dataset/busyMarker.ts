import { lstat, open, readFile, readdir, rename, rm, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import * as v from "valibot";
import { errorCodeOf } from "../service/errorCode";
import { parsedJson } from "../shared/jsonText";
import { isAbsence } from "../store/checkedFile";
import { isTemporaryName, temporaryName } from "../store/wholeFile";
import { DatasetBusyError, DatasetPathError } from "./errors";
import { isOutputFolder } from "./outputName";

/** The holder shows that it is alive this often, and is taken for dead after the longer time. */
const beatMs = 15_000;
const deadAfterMs = 5 * 60_000;

/** The name of a staging folder, and the output folder that has it. */
const workSchema = v.object({
  staging: v.pipe(v.string(), v.check(isTemporaryName)),
  output: v.pipe(v.string(), v.check(isOutputFolder)),
});
const holderSchema = v.object({
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  host: v.string(),
  ...workSchema.entries,
  /** The work of killed processes that this one ends before its own. */
  left: v.optional(v.array(workSchema), []),
});

type Work = v.InferOutput<typeof workSchema>;
type OnAbandoned = (output: string, staging: string) => Promise<void>;

/** The staging folders of this process's markers: a restarted container has the same host and process ids. */
const held = new Set<string>();

/** A file that marks a dataset, or a part of it, as being fetched by a process; removed at the end. */
export class BusyMarker {
  private readonly beat: NodeJS.Timeout;

  private constructor(
    private readonly file: string,
    private readonly text: string,
    /** A new name for a folder, which the next holder deletes if this process is killed. */
    readonly staging: string,
  ) {
    this.beat = setInterval(() => void this.touch(), beatMs);
    this.beat.unref();
  }

  /**
   * Marks a dataset as busy. Markers of processes that were killed are removed, and their work is ended while this marker
   * is there.
   *
   * @param output - The folder of the output, relative.
   * @param excludes - Whether the holder of another marker in the folder, by its name, must have ended.
   * @param onAbandoned - Called with the output folder of a process that was killed, and its staging folder's name.
   * @throws {@link DatasetBusyError} while another process holds this marker, or an excluded one. Of two that begin at
   * the same time both may be refused.
   */
  static async create(
    file: string,
    output: string,
    excludes: (name: string) => boolean,
    onAbandoned: OnAbandoned,
  ): Promise<BusyMarker> {
    const { marker, left } = await BusyMarker.createOwn(file, output, onAbandoned);
    let isClean = false;
    try {
      await endWork(left, onAbandoned);
      isClean = true;
      // After its own marker exists, so that of two processes at least one sees the other.
      const folder = path.dirname(file);
      for (const name of await readdir(folder)) {
        if (excludes(name)) await expectAbandoned(path.join(folder, name), onAbandoned);
      }
      return marker;
    } catch (error) {
      await marker.end(isClean);
      throw error;
    }
  }

  /** The new marker lists the work of the one that it replaces, so that a third process ends it if this one is killed. */
  private static async createOwn(
    file: string,
    output: string,
    onAbandoned: OnAbandoned,
  ): Promise<{ readonly marker: BusyMarker; readonly left: readonly Work[] }> {
    const staging = temporaryName();
    held.add(staging);
    const created = async (left: readonly Work[]): Promise<BusyMarker | undefined> => {
      const text = `${JSON.stringify({ pid: process.pid, host: hostname(), staging, output, left })}\n`;
      return (await isCreated(file, text)) ? new BusyMarker(file, text, staging) : undefined;
    };
    try {
      const first = await created([]);
      if (first !== undefined) return { marker: first, left: [] };
      const { aside, left } = await taken(file);
      const marker = await created(left).catch(async (error: unknown) => {
        await Promise.allSettled([rename(aside, file)]);
        throw error;
      });
      // A third process was faster, and its marker does not list it.
      if (marker === undefined) await endWork(left, onAbandoned);
      await rm(aside, { force: true });
      if (marker === undefined) throw new DatasetBusyError(path.basename(file));
      return { marker, left };
    } catch (error) {
      held.delete(staging);
      throw error;
    }
  }

  /**
   * Removes the marker, but not that of a process that took this one for abandoned.
   *
   * @param isClean - Whether the staging folder is gone; otherwise the marker stays as an abandoned one, and the next
   * holder deletes the folder.
   */
  async end(isClean: boolean): Promise<void> {
    clearInterval(this.beat);
    held.delete(this.staging);
    const own = await readFile(this.file, "utf8").catch(() => "");
    if (own !== this.text) return;
    // Silent since 1970.
    const abandon = (): Promise<void> => utimes(this.file, 0, 0).catch(() => undefined);
    await (isClean ? rm(this.file, { force: true }).catch(abandon) : abandon());
  }

  private async touch(): Promise<void> {
    const now = new Date();
    // Another process may have taken it for abandoned while this one was suspended.
    await utimes(this.file, now, now).catch(() => undefined);
  }
}

async function isCreated(file: string, text: string): Promise<boolean> {
  try {
    const handle = await open(file, "wx");
    try {
      await handle.writeFile(text);
    } catch (error) {
      // An empty one would be taken for that of a live process.
      await Promise.allSettled([rm(file, { force: true })]);
      throw error;
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Ends the work of an abandoned marker, and removes it. Does nothing if there is no marker.
 *
 * @throws {@link DatasetBusyError} while its holder is alive.
 */
async function expectAbandoned(file: string, onAbandoned: OnAbandoned): Promise<void> {
  const { aside, left } = await taken(file);
  try {
    await endWork(left, onAbandoned);
  } catch (error) {
    // The first error matters.
    await Promise.allSettled([rename(aside, file)]);
    throw error;
  }
  await rm(aside, { force: true });
}

async function endWork(left: readonly Work[], onAbandoned: OnAbandoned): Promise<void> {
  for (const { output, staging } of left) await onAbandoned(output, staging);
}

/** An abandoned marker under a name that no other process looks for, and the work that it lists. */
interface TakenMarker {
  readonly aside: string;
  readonly left: readonly Work[];
}

/**
 * Renames an abandoned marker. The result lists no work if there is no marker.
 *
 * @throws {@link DatasetBusyError} while its holder is alive.
 */
async function taken(file: string): Promise<TakenMarker> {
  const aside = path.join(path.dirname(file), temporaryName());
  const state = await lstat(file).catch(() => undefined);
  if (state === undefined) return { aside, left: [] };
  if (!state.isFile()) throw new DatasetPathError(path.basename(file));
  const text = await readFile(file, "utf8").catch(() => "");
  const parsed = v.safeParse(holderSchema, parsedJson(text));
  const holder = parsed.success ? parsed.output : undefined;
  const isSilent = Date.now() - state.mtimeMs > deadAfterMs;
  const isDead = holder?.host === hostname() && !isHeld(holder);
  if (!isSilent && !isDead) throw new DatasetBusyError(path.basename(file));
  try {
    await rename(file, aside);
  } catch (error) {
    if (isAbsence(error)) return { aside, left: [] };
    throw new DatasetBusyError(path.basename(file));
  }
  // Two processes may see it abandoned: the second one must not remove the marker of the first.
  if ((await readFile(aside, "utf8").catch(() => "")) !== text) {
    await rename(aside, file);
    throw new DatasetBusyError(path.basename(file));
  }
  return { aside, left: holder === undefined ? [] : [holder, ...holder.left] };
}

/** Whether the process of a holder on this computer runs. */
function isHeld({ pid, staging }: v.InferOutput<typeof holderSchema>): boolean {
  if (pid === process.pid) return held.has(staging);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCodeOf(error) === "EPERM";
  }
}
