import { createHook } from "node:async_hooks";
import fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// Run in a fresh process: activates the built extension with a connection in the settings, and prints what it made this
// process do. With a file for a third argument that is read afterwards and a socket opened, to show that both are seen.
interface Extension {
  readonly activate: (context: unknown) => void;
}

const [baseUrl = "", storageFolder = "", seen] = process.argv.slice(2);
const settings: Readonly<Record<string, unknown>> = {
  connections: { acme: { name: "Acme", baseUrl } },
  connection: "acme",
};
const work: string[] = [];
const commands: unknown[][] = [];

async function main(): Promise<void> {
  const editor = editorWithConnection();
  const { activate } = createRequire(__filename)(path.resolve("dist/extension.cjs")) as Extension;
  watch();
  activate(contextWith(editor));
  if (seen !== undefined) look(seen);
  // Long enough for whatever does not wait for a clock.
  await sleep(200);
  const report = JSON.stringify({ work, commands });
  process.stdout.write(report, () => process.exit());
}

/** The module `vscode` as the extension loads it: anything at all, but for the settings and the commands. */
function editorWithConnection(): object {
  const load = createRequire(__filename);
  const anyEditor = load("vscode") as { readonly workspace: object; readonly commands: object };
  const getConfiguration = (): object =>
    withOwn(anyEditor, {
      inspect: (key: string) => ({ globalValue: settings[key] }),
      get: (_key: string, fallback: unknown) => fallback,
    });
  const executeCommand = (...command: unknown[]): Promise<void> => {
    commands.push(command);
    return Promise.resolve();
  };
  const workspace = withOwn(anyEditor.workspace, { getConfiguration });
  const commandsOfEditor = withOwn(anyEditor.commands, { executeCommand });
  const editor = withOwn(anyEditor, { workspace, commands: commandsOfEditor });
  const module = load.cache[load.resolve("vscode")];
  if (module !== undefined) module.exports = editor;
  return editor;
}

/** The same but for these properties, which cannot be set on what takes any value for any name. */
function withOwn(base: object, properties: Readonly<Record<string, unknown>>): object {
  const own = Object.entries(properties).map(([name, value]) => [name, { value }] as const);
  return Object.create(base, Object.fromEntries(own)) as object;
}

/** Notes every call of the file system's functions, and what reaches the system past them. */
function watch(): void {
  for (const functions of [fs, fs.promises] as unknown as Record<string, unknown>[]) {
    for (const [name, original] of Object.entries(functions)) {
      if (typeof original !== "function" || /^[A-Z]|^_/.test(name)) continue;
      functions[name] = (...args: unknown[]): unknown => {
        work.push(`fs.${name}`);
        return Reflect.apply(original, functions, args) as unknown;
      };
    }
  }
  const isWork = /^(?:FS|TCP|TLS|PIPE|GETADDRINFO|QUERY|UDP|HTTP|PROCESS|WORKER)/;
  const init = (_: number, type: string): void => {
    if (isWork.test(type)) work.push(type);
  };
  createHook({ init }).enable();
}

function look(file: string): void {
  fs.readFile(file, () => undefined);
  const { hostname, port } = new URL(baseUrl);
  net.connect(Number(port), hostname);
}

function contextWith(anything: object): unknown {
  return {
    extensionPath: process.cwd(),
    extension: { packageJSON: {} },
    globalStorageUri: { fsPath: storageFolder },
    subscriptions: [],
    globalState: anything,
    workspaceState: anything,
    secrets: anything,
  };
}

void main();
