import { createRequire } from "node:module";
import path from "node:path";

// Run in a fresh process: prints the milliseconds that loading the extension took, and those that activating it took.
interface Extension {
  readonly activate: (context: unknown) => void;
}

const bundle = path.resolve("dist/extension.cjs");
const load = createRequire(__filename);
const editor: unknown = load("vscode");
const start = performance.now();
const { activate } = load(bundle) as Extension;
const loaded = performance.now();
activate(contextWith(editor));
const activated = performance.now();
process.stdout.write(JSON.stringify([loaded - start, activated - loaded]), () => process.exit());

function contextWith(anything: unknown): unknown {
  return {
    extension: { packageJSON: {} },
    extensionPath: process.cwd(),
    globalStorageUri: { fsPath: process.cwd() },
    subscriptions: [],
    globalState: anything,
    workspaceState: anything,
    secrets: anything,
  };
}
