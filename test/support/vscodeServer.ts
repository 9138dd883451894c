import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { withLock } from "./folderLock";
import { npmInstall } from "./npm";
import { say } from "./terminal";

/** A VS Code without a desktop: code-server from npm, with the Node that it needs. */
export interface VscodeServer {
  /** Of VS Code, for example 1.139.1. */
  readonly version: string;
  /** The Node program that runs the two entry points. */
  readonly node: string;
  /** VS Code's own server: runs extension tests, forgets secrets at each reload. */
  readonly serverMain: string;
  /** code-server's front: keeps secrets in the browser's profile. */
  readonly codeServer: string;
  /** Folder of the built-in extensions that the tests need; the others cost every window time. */
  readonly builtInExtensions: string;
  /** Folder of all built-in extensions. */
  readonly allBuiltInExtensions: string;
}

const neededBuiltIns = [
  "configuration-editing",
  "ipynb",
  "json",
  "julia",
  "markdown-basics",
  "markdown-language-features",
  "notebook-renderers",
  "python",
  "r",
  "theme-defaults",
  "theme-modern-icons",
  "theme-seti",
];

const builtInFolder = "built-in";

/**
 * A VS Code server of this version below `.vscode-test/`, installed from npm when it is not there yet. Two processes
 * may ask at once, and an installation that was interrupted is completed.
 */
export async function ensureVscodeServer(version: string): Promise<VscodeServer> {
  if (process.platform === "win32") {
    throw new Error(
      "code-server runs on Linux and macOS only: use npm run test:desktop on Windows",
    );
  }
  // code-server 4.139.1 holds VS Code 1.139.1.
  const release = version.replace(/^1\./, "4.");
  const folder = path.resolve(".vscode-test", release);
  // Contains the path of the Node that runs it, relative to this folder if it is inside; written last.
  const marker = path.join(folder, "complete");
  await mkdir(folder, { recursive: true });
  let node = await nodeOf(marker);
  if (node === undefined) {
    await withLock(`${folder}.lock`, async () => {
      if ((await nodeOf(marker)) !== undefined) return;
      say(`Installing VS Code ${version} (code-server ${release}) into ${folder}`);
      await writeFile(marker, await install(folder, release));
    });
    node = await nodeOf(marker);
  }
  if (node === undefined) throw new Error(`${folder} is not complete: remove it and try again`);
  const vscode = path.join(folder, "node_modules/code-server");
  return {
    version,
    node,
    serverMain: path.join(vscode, "lib/vscode/out/server-main.js"),
    codeServer: path.join(vscode, "out/node/entry.js"),
    builtInExtensions: path.join(folder, builtInFolder),
    allBuiltInExtensions: path.join(vscode, "lib/vscode/extensions"),
  };
}

async function nodeOf(marker: string): Promise<string | undefined> {
  if (!existsSync(marker)) return undefined;
  const node = path.resolve(path.dirname(marker), await readFile(marker, "utf8"));
  return existsSync(node) ? node : undefined;
}

/** Installs code-server, its Node and VS Code's own packages; each step is quick when it was done before. */
async function install(folder: string, release: string): Promise<string> {
  // Nothing in the folder contains its location: a checkout may be moved.
  const root = path.join(folder, "package.json");
  if (!existsSync(root)) await writeFile(root, '{ "private": true }\n');
  await npmInstall(folder, `code-server@${release}`);
  const codeServer = path.join(folder, "node_modules/code-server");
  const manifest = await readFile(path.join(codeServer, "package.json"), "utf8");
  const node = await ensureNode(folder, nodeMajor(manifest));
  await npmInstall(path.join(codeServer, "lib/vscode"), "--omit=dev");
  await linkBuiltIns(
    path.join(codeServer, "lib/vscode/extensions"),
    path.join(folder, builtInFolder),
  );
  return node;
}

async function linkBuiltIns(source: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of neededBuiltIns.filter((each) => existsSync(path.join(source, each)))) {
    const link = path.join(folder, name);
    if (!existsSync(link)) {
      await symlink(path.relative(folder, path.join(source, name)), link, "dir");
    }
  }
}

/** The path of a Node of this major version: the running one when it fits, else one from npm. */
async function ensureNode(folder: string, major: string): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  // The packages behind npm's `node`, which a postinstall script would choose between.
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const name = `${prefix}-${process.platform}-${process.arch}`;
  await npmInstall(folder, `${name}@${major}`);
  return path.join("node_modules", name, "bin/node");
}

function nodeMajor(manifest: string): string {
  const value: unknown = JSON.parse(manifest);
  if (typeof value === "object" && value !== null && "engines" in value) {
    const major = /"node":"\D*(\d+)/.exec(JSON.stringify(value.engines))?.[1];
    if (major !== undefined) return major;
  }
  throw new Error("The package of code-server does not say which Node it needs");
}
