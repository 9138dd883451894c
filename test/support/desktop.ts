import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { downloadAndUnzipVSCode } from "@vscode/test-electron";
import { editorVersions } from "./editorVersion";
import { cleanEnvironment } from "./program";
import { messageOf } from "./terminal";

/** Whether a window could be shown on this machine. */
export function hasDisplay(): boolean {
  if (process.platform !== "linux") return true;
  return ["DISPLAY", "WAYLAND_DISPLAY"].some((name) => (process.env[name] ?? "") !== "");
}

/** How the desktop editors that run the extension are called on the PATH, the usual one first. */
const commands = ["code", "code-insiders", "codium"];

/** The first desktop editor on the PATH that is new enough for the extension. */
export async function installedDesktop(): Promise<string | undefined> {
  for (const name of commands) {
    const command = process.platform === "win32" ? `${name}.cmd` : name;
    if (isNewEnough(await versionOf(command))) return command;
  }
  return undefined;
}

async function versionOf(command: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, ["--version"], {
      env: cleanEnvironment(),
      shell: process.platform === "win32",
    });
    return stdout.split("\n")[0] ?? "";
  } catch {
    // None is installed, or it is the `code` of a remote terminal, which opens no window of its own.
    return "";
  }
}

/** The program of a desktop VS Code of this version, downloaded into `.vscode-test/` when it is not there yet. */
export async function downloadedDesktop(version: string): Promise<string> {
  try {
    return await downloadAndUnzipVSCode({ version });
  } catch (error) {
    throw new Error(`VS Code ${version} could not be downloaded: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** What every desktop start needs: Electron refuses to run as root inside its sandbox. */
export function desktopArguments(): string[] {
  const isRoot = process.getuid?.() === 0;
  return ["--skip-welcome", "--skip-release-notes", "--disable-telemetry"].concat(
    isRoot ? ["--no-sandbox"] : [],
  );
}

/** Whether a version is at least the oldest that the extension runs in. */
function isNewEnough(version: string): boolean {
  const minorOf = (text: string): number => Number(/^1\.(\d+)\./.exec(text)?.[1] ?? -1);
  return minorOf(version) >= minorOf(editorVersions.min);
}
