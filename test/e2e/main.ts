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

/** Runs every `*.test.cjs` beside it against the packaged extension in the newest VS Code. */
runMain(async () => {
  const { values } = parseArgs({
    options: { vsix: { type: "string" }, grep: { type: "string", short: "g" } },
  });
  if (process.platform === "win32") {
    say("End-to-end tests skipped: code-server runs on Linux and macOS only.");
    return 0;
  }
  findChromium();
  const vsix = values.vsix ?? (await existingPackage());
  const server = await ensureVscodeServer(editorVersions.newest);
  const home = temporaryFolder("extensions");
  const extensions = path.join(home.path, "extensions");
  await installExtension(server, vsix, path.join(home.path, "profile"), extensions);
  process.env[extensionsVariable] = extensions;
  say(`End-to-end tests of ${path.basename(vsix)} in VS Code ${server.version}`);
  return runMocha(values.grep);
});

function runMocha(grep: string | undefined): Promise<number> {
  const mocha = new Mocha({ timeout: 90_000, forbidOnly: grep === undefined, failZero: true });
  if (grep !== undefined) mocha.grep(grep);
  const names = readdirSync(__dirname, { recursive: true, encoding: "utf8" });
  for (const name of names.filter((file) => file.endsWith(".test.cjs")).sort()) {
    mocha.addFile(path.join(__dirname, name));
  }
  return new Promise((resolve) => {
    mocha.run((failures) => resolve(failures === 0 ? 0 : 1));
  });
}
