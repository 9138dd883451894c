import { availableParallelism } from "node:os";
import path from "node:path";
import { needsEditor, testNames } from "./e2e/testFiles";
import { findChromium } from "./support/browser";
import { editorVersions } from "./support/editorVersion";
import { installPackage } from "./support/installPackage";
import { runSideBySide, type TestProgram } from "./support/sideBySide";
import { runMain, say } from "./support/terminal";
import { ensureVscodeServer } from "./support/vscodeServer";

/**
 * Runs everything that continuous integration needs, side by side: the host tests in the oldest and in the newest VS Code,
 * the end-to-end tests file by file, and what needs no editor. Editors wait a part of their time, so there is one program
 * more than processors. The longest come first.
 */
runMain(async () => {
  const programs = process.platform === "win32" ? withoutEditors() : await withEditors();
  return (await runSideBySide(programs, availableParallelism() + 1)) ? 0 : 1;
});

function withoutEditors(): TestProgram[] {
  say(
    "Tests in editors skipped: they need Linux or macOS. npm run test:desktop runs those of the host.",
  );
  return [faults(), unit(), check()];
}

async function withEditors(): Promise<TestProgram[]> {
  findChromium();
  for (const version of Object.values(editorVersions)) await ensureVscodeServer(version);
  await installPackage();
  const names = testNames();
  return [
    ...Object.keys(editorVersions).map(hostTests),
    faults(),
    ...names.filter(needsEditor).map(endToEndTests),
    unit(),
    check(),
    ...names.filter((name) => !needsEditor(name)).map(endToEndTests),
  ];
}

function hostTests(version: string): TestProgram {
  return { args: [built("host/main.cjs"), "--version", version], canRepeat: false };
}

function endToEndTests(name: string): TestProgram {
  return { args: [built("e2e/main.cjs"), name], canRepeat: true };
}

function faults(): TestProgram {
  return mocha("faults");
}

function unit(): TestProgram {
  return mocha("unit");
}

function mocha(folder: string): TestProgram {
  const runner = path.join("node_modules", "mocha", "bin", "mocha.js");
  return { args: [runner, `dist/test/${folder}/**/*.test.cjs`], canRepeat: false };
}

/** Types, circles, lint and format. */
function check(): TestProgram {
  const npm = process.env["npm_execpath"];
  if (npm === undefined) throw new Error("npm test runs this program");
  return { args: [npm, "run", "check"], canRepeat: false };
}

function built(name: string): string {
  return path.join(__dirname, name);
}
