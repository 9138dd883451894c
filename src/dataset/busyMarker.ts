import { lstat, open, readFile, rename, rm, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import * as v from "valibot";
import { errorCodeOf } from "../service/errorCode";
import { parsedJson } from "../shared/jsonText";
import { isTemporaryName, temporaryName } from "../store/wholeFile";
import { DatasetBusyError, DatasetPathError } from "./errors";

/** The holder shows that it is alive this often, and is taken for dead after the longer time. */
const beatMs = 15_000;
const deadAfterMs = 5 * 60_000;

const holderSchema = v.object({
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  host: v.string(),
  /** The name of its staging folder. */
  staging: v.pipe(v.string(), v.check(isTemporaryName)),
});

type Holder = v.InferOutput<typeof holderSchema>;

/** A file that says that a process is fetching a dataset; removed at the end. */
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
   * Marks a dataset as busy. The marker of a process that was killed is replaced.
   *
   * @param onAbandoned - Called with the name of the staging folder of that process.
   * @throws {@link DatasetBusyError} while another process holds it.
   */
  static async create(
    file: string,
    onAbandoned: (staging: string) => Promise<void>,
  ): Promise<BusyMarker> {
    const staging = temporaryName();
    const holder: Holder = { pid: process.pid, host: hostname(), staging };
    const text = `${JSON.stringify(holder)}\n`;
    // The second time after an abandoned one; a third process may be faster.
    for (let tries = 0; tries < 2; tries++) {
      if (await isCreated(file, text)) return new BusyMarker(file, text, staging);
      const abandoned = await removedIfAbandoned(file);
      if (abandoned === undefined) throw new DatasetBusyError(path.basename(file));
      if (abandoned !== "unreadable") await onAbandoned(abandoned.staging);
    }
    throw new DatasetBusyError(path.basename(file));
  }

  /** Removes the marker, but not that of a process that took this one for abandoned. */
  async remove(): Promise<void> {
    clearInterval(this.beat);
    const own = await readFile(this.file, "utf8").catch(() => "");
    if (own === this.text) await rm(this.file, { force: true });
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
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** The holder of an abandoned marker, which is then gone; undefined while it is alive. */
async function removedIfAbandoned(file: string): Promise<Holder | "unreadable" | undefined> {
  const state = await lstat(file).catch(() => undefined);
  // Removed in the meantime.
  if (state === undefined) return "unreadable";
  if (!state.isFile()) throw new DatasetPathError(path.basename(file));
  const text = await readFile(file, "utf8").catch(() => "");
  const parsed = v.safeParse(holderSchema, parsedJson(text));
  const holder = parsed.success ? parsed.output : undefined;
  const isSilent = Date.now() - state.mtimeMs > deadAfterMs;
  const isDead = holder?.host === hostname() && !isRunning(holder.pid);
  if (!isSilent && !isDead) return undefined;
  // Two processes may see it abandoned: the second one must not remove the marker of the first.
  const aside = path.join(path.dirname(file), temporaryName());
  try {
    await rename(file, aside);
  } catch {
    return undefined;
  }
  const isSame = (await readFile(aside, "utf8").catch(() => "")) === text;
  if (!isSame) await rename(aside, file);
  else await rm(aside, { force: true });
  return isSame ? (holder ?? "unreadable") : undefined;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCodeOf(error) === "EPERM";
  }
}
