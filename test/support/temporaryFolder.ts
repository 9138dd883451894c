import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A folder of its own below the system's temporary folder. */
export interface TemporaryFolder {
  readonly path: string;
  /** Leaves the folder where it is, for a person to look at. */
  keep(): void;
  /** Removes the folder and all it holds, unless it is kept; never throws. */
  remove(): void;
}

/** A new, empty folder, removed at the latest when this process exits. */
export function temporaryFolder(purpose: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), `macro-signals-${purpose}-`));
  let isKept = false;
  const remove = (): void => {
    if (isKept) return;
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    } catch (error) {
      // A file that a dying process still writes is no reason to fail a run that is over.
      process.stderr.write(`left behind: ${folder} (${String(error)})\n`);
    }
    process.off("exit", remove);
  };
  process.once("exit", remove);
  return {
    path: folder,
    keep: () => {
      isKept = true;
    },
    remove,
  };
}
