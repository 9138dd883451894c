import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openUnattended } from "./browser";
import { unseenSettings, writeSettings } from "./editorSettings";
import { certificateVariables } from "./hostCertificates";
import { type HostResult, hostVariables, parseHostResult } from "./hostResult";
import { installOtherEditors } from "./otherEditorsExtension";
import { type Program, startProgram } from "./program";
import { type SampleProgram, startSampleProgram } from "./sampleProgram";
import { say } from "./terminal";
import { temporaryFolder } from "./temporaryFolder";
import { type VscodeServer } from "./vscodeServer";

/** What one run of the host tests needs. */
export interface HostRunOptions {
  /** Folder of the extension under test. */
  readonly extension: string;
  /** The built module whose `run` runs the tests. */
  readonly tests: string;
}

const startMs = 120_000;
// Twice what the suite takes beside that of another version on two cores.
const suiteMs = 900_000;

/**
 * Runs the tests inside the extension host of a VS Code server and a browser, both with new profiles; prints what the
 * suite writes as it comes. Logs stay on disk when the run fails.
 *
 * @returns Whether the suite passed.
 */
export async function runInServer(server: VscodeServer, options: HostRunOptions): Promise<boolean> {
  const folder = temporaryFolder("host");
  const at = (name: string): string => path.join(folder.path, name);
  const stops: (() => Promise<void>)[] = [];
  let hasPassed = false;
  try {
    await mkdir(at("workspace"));
    await writeSettings(at("user-data"), unseenSettings);
    await installOtherEditors(at("extensions"));
    const sample = await startSampleProgram({ log: at("sample.log") });
    stops.push(() => sample.stop());
    const certificates = await certificateVariables(folder.path);
    const editor = startServer(server, folder.path, sample, certificates);
    stops.push(() => editor.stop());
    const [, port = ""] = await editor.line(/Extension host agent listening on (\d+)/, 30_000);
    const browser = openUnattended(testUrl(port, at("workspace"), options), at("browser"));
    stops.push(() => browser.stop());
    const result = await followSuite(at("result.json"), editor);
    hasPassed = result.hasPassed;
  } finally {
    if (!hasPassed) {
      folder.keep();
      say(`Logs of this run: ${folder.path}`);
    }
    for (const stop of stops.reverse()) await stop();
    folder.remove();
  }
  return hasPassed;
}

function startServer(
  server: VscodeServer,
  folder: string,
  sample: SampleProgram,
  certificates: Readonly<Record<string, string>>,
): Program {
  const at = (name: string): string => path.join(folder, name);
  const args = [
    server.serverMain,
    ...["--host", "127.0.0.1", "--port", "0", "--without-connection-token"],
    ...["--accept-server-license-terms", "--telemetry-level", "off", "--disable-workspace-trust"],
    // Within one machine, sending takes less time than compressing.
    "--disable-websocket-compression",
    // Makes the built workbench honour the development parameters of the URL.
    "--enable-smoke-test-driver",
    ...["--user-data-dir", at("user-data"), "--extensions-dir", at("extensions")],
    ...["--server-data-dir", at("server-data")],
    ...["--builtin-extensions-dir", server.builtInExtensions],
  ];
  const setting = {
    result: at("result.json"),
    workspace: at("workspace"),
    sample,
    editorVersion: server.version,
  };
  const env = { ...hostVariables(setting), ...certificates };
  return startProgram(server.node, args, { env, log: at("server.log") });
}

function testUrl(port: string, workspace: string, { extension, tests }: HostRunOptions): string {
  const remote = `vscode-remote://localhost:${port}`;
  const payload = [
    ["extensionDevelopmentPath", `${remote}${path.resolve(extension)}`],
    ["extensionTestsPath", `${remote}${path.resolve(tests)}`],
    ["skipWelcome", "true"],
  ];
  const query = new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) });
  return `http://localhost:${port}/?${query.toString()}`;
}

/** Prints the suite's output until its result is there; fails when the editor ends or the time is over. */
async function followSuite(file: string, editor: Program): Promise<HostResult> {
  let end: string | undefined;
  void editor.ended.then((how) => {
    end = `VS Code ended (${how})`;
  });
  const output = `${file}.txt`;
  const started = performance.now();
  let printed = 0;
  for (;;) {
    const isDone = existsSync(file);
    const text = existsSync(output) ? await readFile(output, "utf8") : "";
    process.stdout.write(text.slice(printed));
    printed = text.length;
    if (isDone) return parseHostResult(await readFile(file, "utf8"));
    if (end !== undefined) throw new Error(`${end} before the tests were over`);
    const elapsed = performance.now() - started;
    if (text === "" && elapsed > startMs) throw new Error(`No test began within ${startMs} ms`);
    if (elapsed > suiteMs) throw new Error(`The tests were not over within ${suiteMs} ms`);
    await sleep(200);
  }
}
