import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type EditorSettings, settingsFile, writeSettings } from "./editorSettings";
import { cleanEnvironment, startProgram } from "./program";
import { type VscodeServer } from "./vscodeServer";

/** How a code-server is started. */
export interface CodeServerOptions {
  /** Folder that holds the editor's user data, its settings and its log; made when it is not there. */
  readonly profile: string;
  /** Folder of the installed extensions, see {@link installExtension}. */
  readonly extensions: string;
  /** Folder of built-in extensions; absent: all that the editor has. */
  readonly builtInExtensions?: string;
  /** Replaces the profile's settings; absent: they stay as they are. */
  readonly settings?: EditorSettings;
  /** Any free one when it is 0 or absent. A browser keeps secrets by port, too. */
  readonly port?: number;
}

/** A running code-server, for any number of browsers. */
export interface CodeServer {
  /** Without a trailing slash, for example `http://localhost:41234`. */
  readonly origin: string;
  /** The file of its settings. */
  readonly settingsFile: string;
  /** The address that opens a window on this folder. */
  urlOf(folder: string): string;
  /** Settles when the server has ended by itself or by {@link stop}. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Installs a packaged extension into a folder of extensions. */
export async function installExtension(
  server: VscodeServer,
  vsix: string,
  profile: string,
  extensions: string,
): Promise<void> {
  const config = await configFile(profile);
  const args = [server.codeServer, "--config", config, ...folders(profile, extensions)];
  const { stdout, stderr } = await promisify(execFile)(
    server.node,
    [...args, "--install-extension", path.resolve(vsix)],
    { env: cleanEnvironment() },
  );
  if (!stdout.includes("was successfully installed")) {
    throw new Error(`${vsix} was not installed: ${stdout}${stderr}`);
  }
}

/** Starts code-server for this machine alone; settles when it answers. */
export async function startCodeServer(
  server: VscodeServer,
  options: CodeServerOptions,
): Promise<CodeServer> {
  const { profile, extensions, builtInExtensions, settings, port = 0 } = options;
  const config = await configFile(profile);
  const userData = path.join(profile, "user-data");
  if (settings !== undefined) await writeSettings(userData, settings);
  const args = [
    ...[server.codeServer, "--config", config, ...folders(profile, extensions)],
    ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--ignore-last-opened"],
    ...["--disable-telemetry", "--disable-update-check"],
    ...(builtInExtensions === undefined ? [] : ["--builtin-extensions-dir", builtInExtensions]),
  ];
  const log = path.join(profile, "code-server.log");
  // Where it would keep its own log otherwise is no part of the profile.
  const env = { XDG_DATA_HOME: path.join(profile, "data") };
  const program = startProgram(server.node, args, { log, env });
  try {
    const [, actual = ""] = await program.line(/HTTP server listening on \S+:(\d+)/, 60_000);
    const origin = `http://localhost:${actual}`;
    return {
      origin,
      settingsFile: settingsFile(userData),
      urlOf: (folder) => `${origin}/?${new URLSearchParams({ folder }).toString()}`,
      ended: program.ended,
      stop: () => program.stop(),
    };
  } catch (error) {
    await program.stop();
    throw error;
  }
}

function folders(profile: string, extensions: string): string[] {
  return ["--user-data-dir", path.join(profile, "user-data"), "--extensions-dir", extensions];
}

/** An empty configuration, so that code-server neither reads nor makes one in the home folder. */
async function configFile(profile: string): Promise<string> {
  await mkdir(profile, { recursive: true });
  const file = path.join(profile, "code-server.yaml");
  await writeFile(file, "auth: none\n");
  return file;
}
