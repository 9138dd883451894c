import { readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import Mocha from "mocha";
import { findChromium } from "../support/browser";
import { installExtension } from "../support/codeServer";
import { extensionsVariable } from "../support/editorSession";
import { editorVersions } from "../support/editorVersion";
import { existingPackage } from "../support/extensionPackage";
import { runMain, say } from "../support/terminal";
import { temporaryFolder } from "../support/temporaryFolder";
import { ensureVscodeServer } from "../support/vscodeServer";

/**
 * Runs every `*.test.cjs` below it against the packaged extension in the newest VS Code; with `--only editor` without those
 * of `page`, which need no editor, and with `--only page` those alone, with whatever is in `dist`.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      vsix: { type: "string" },
      grep: { type: "string", short: "g" },
      only: { type: "string" },
    },
  });
  if (process.platform === "win32") {
    say("End-to-end tests skipped: code-server runs on Linux and macOS only.");
    return 0;
  }
  findChromium();
  if (values.only === "page") return runMocha(pageTests(), values.grep);
  const vsix = values.vsix ?? (await existingPackage());
  const server = await ensureVscodeServer(editorVersions.newest);
  const home = temporaryFolder("extensions");
  const extensions = path.join(home.path, "extensions");
  await installExtension(server, vsix, path.join(home.path, "profile"), extensions);
  process.env[extensionsVariable] = extensions;
  say(`End-to-end tests of ${path.basename(vsix)} in VS Code ${server.version}`);
  const files = values.only === "editor" ? editorTests() : [...editorTests(), ...pageTests()];
  return runMocha(files, values.grep);
});

function editorTests(): string[] {
  return testsIn(__dirname);
}

function pageTests(): string[] {
  return testsIn(path.join(__dirname, "page"));
}

function testsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".test.cjs"));
  return names.sort().map((name) => path.join(folder, name));
}

function runMocha(files: readonly string[], grep?: string): Promise<number> {
  const mocha = new Mocha({ timeout: 90_000, forbidOnly: grep === undefined, failZero: true });
  if (grep !== undefined) mocha.grep(grep);
  for (const file of files) mocha.addFile(file);
  return new Promise((resolve) => {
    mocha.run((failures) => resolve(failures === 0 ? 0 : 1));
  });
}
