import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { installExtension, startCodeServer } from "./codeServer";
import { desktopArguments, downloadedDesktop, hasDisplay, installedDesktop } from "./desktop";
import { demoSettings, writeSettings } from "./editorSettings";
import { editorVersions } from "./editorVersion";
import { existingPackage } from "./extensionPackage";
import { startProgram } from "./program";
import { messageOf, runMain, say } from "./terminal";
import { ensureVscodeServer } from "./vscodeServer";

const home = path.resolve(".vscode-test/demo");
const folder = path.join(home, "example");

/**
 * Opens VS Code with this extension, the sample data and a small example folder, in a profile of its own: on the
 * desktop where that is possible, else in the browser.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: { browser: { type: "boolean" }, port: { type: "string", default: "0" } },
  });
  if (!existsSync("dist/extension.cjs")) {
    throw new Error("dist/extension.cjs is missing: run npm run build in the project's folder");
  }
  if (!existsSync(folder))
    await cp(path.resolve("test/support/example"), folder, { recursive: true });
  const desktop = values.browser === true ? undefined : await findDesktop();
  return desktop === undefined ? openInBrowser(Number(values.port)) : openOnDesktop(desktop);
});

async function findDesktop(): Promise<string | undefined> {
  if (!hasDisplay()) return undefined;
  const installed = await installedDesktop();
  if (installed !== undefined) return installed;
  try {
    return await downloadedDesktop(editorVersions.newest);
  } catch (error) {
    say(`${messageOf(error)}; using the browser instead`);
    return undefined;
  }
}

async function openOnDesktop(command: string): Promise<number> {
  const profile = path.join(home, "desktop");
  await presetSettings(path.join(profile, "user-data"));
  const editor = startProgram(command, [
    ...["--new-window", "--wait", ...desktopArguments()],
    ...["--user-data-dir", path.join(profile, "user-data")],
    ...["--extensions-dir", path.join(profile, "extensions")],
    ...[`--extensionDevelopmentPath=${process.cwd()}`, folder],
  ]);
  say("VS Code opens with sample data. Close its window or press Ctrl+C to stop.");
  say(`VS Code ended (${await editor.ended})`);
  return 0;
}

async function openInBrowser(port: number): Promise<number> {
  const server = await ensureVscodeServer(editorVersions.newest);
  say("Packaging the extension");
  await promisify(execFile)("npm", ["run", "--silent", "package"]);
  const profile = path.join(home, "browser");
  const extensions = path.join(profile, "extensions");
  await rm(extensions, { recursive: true, force: true });
  await installExtension(server, await existingPackage(), profile, extensions);
  await presetSettings(path.join(profile, "user-data"));
  const editor = await startCodeServer(server, { profile, extensions, port });
  say(`Open ${editor.urlOf(folder)}`);
  say("Press Ctrl+C to stop.");
  throw new Error(`code-server ended (${await editor.ended}): see ${profile}/code-server.log`);
}

/** Settings that a person changed in this profile stay. */
async function presetSettings(userData: string): Promise<void> {
  if (existsSync(path.join(userData, "User/settings.json"))) return;
  await writeSettings(userData, demoSettings);
}
