import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Does `work` while no other process on this machine does work under the same lock; a lock whose owner died is taken over. */
export async function withLock(lock: string, work: () => Promise<void>): Promise<void> {
  while (!(await tryLock(lock))) await sleep(250);
  try {
    await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function tryLock(lock: string): Promise<boolean> {
  const owner = path.join(lock, "pid");
  try {
    await mkdir(lock);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    if (await isAbandoned(owner)) await rm(lock, { recursive: true, force: true });
    return false;
  }
  await writeFile(owner, String(process.pid));
  return true;
}

async function isAbandoned(owner: string): Promise<boolean> {
  // A folder without the file was made a moment ago, or its owner died in that moment: look twice.
  const read = (): Promise<string> => readFile(owner, "utf8").catch(() => "");
  let pid = await read();
  if (pid === "") {
    await sleep(2000);
    pid = await read();
  }
  if (pid === "") return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch {
    // Signal 0 only asks whether the process exists.
    return true;
  }
}
