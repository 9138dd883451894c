import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import path from "node:path";

/** Folder of an extension that opens the walkthrough in a window with no tab. */
export const demoExtension = path.resolve("test/support/demo");

/**
 * Fills a folder with links to the built-in extensions and to {@link demoExtension}; a server loads it as its built-in
 * ones, whatever is installed.
 */
export async function linkDemoExtension(builtInExtensions: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(builtInExtensions)) {
    await symlink(path.join(builtInExtensions, name), path.join(folder, name));
  }
  await symlink(demoExtension, path.join(folder, path.basename(demoExtension)), "dir");
}
