import path from "node:path";
import { installExtension } from "./codeServer";
import { extensionsVariable } from "./editorSession";
import { editorVersions } from "./editorVersion";
import { existingPackage } from "./extensionPackage";
import { say } from "./terminal";
import { temporaryFolder } from "./temporaryFolder";
import { ensureVscodeServer } from "./vscodeServer";

/** Installs the packaged extension once for all end-to-end tests of this process and of those that it starts. */
export async function installPackage(wanted?: string): Promise<void> {
  if (process.env[extensionsVariable] !== undefined) return;
  const vsix = wanted ?? (await existingPackage());
  const server = await ensureVscodeServer(editorVersions.newest);
  const home = temporaryFolder("extensions");
  const extensions = path.join(home.path, "extensions");
  await installExtension(server, vsix, path.join(home.path, "profile"), extensions);
  process.env[extensionsVariable] = extensions;
  say(`End-to-end tests of ${path.basename(vsix)} in VS Code ${server.version}`);
}
