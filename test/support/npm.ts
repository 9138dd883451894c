import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cleanEnvironment } from "./program";
import { messageOf } from "./terminal";

const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** Installs without scripts: the native modules they would build (terminal, file watcher, kerberos) are not needed here. */
export async function npmInstall(cwd: string, ...args: readonly string[]): Promise<void> {
  await npm(cwd, "install", ...quiet, ...args);
}

/**
 * Downloads a package as it is, without its dependencies, into a folder.
 *
 * @param wanted - Its name and its exact version, for example `left-pad@1.3.0`.
 * @returns The name of the archive in the folder.
 */
export async function npmPack(cwd: string, wanted: string): Promise<string> {
  return (await npm(cwd, "pack", ...quiet, wanted)).trim();
}

async function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)("npm", args, { cwd, env: cleanEnvironment() })).stdout;
  } catch (error) {
    throw new Error(`npm ${args.join(" ")} in ${cwd} failed: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
