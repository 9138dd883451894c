import { availableParallelism } from "node:os";
import path from "node:path";
import { testGroups } from "./e2e/testFiles";
import { ensureChromium } from "./support/browser";
import { editorVersions } from "./support/editorVersion";
import { installPackage } from "./support/installPackage";
import { runSideBySide } from "./support/sideBySide";
import { runMain, say } from "./support/terminal";
import { ensureVscodeServer } from "./support/vscodeServer";

/**
 * Runs everything that continuous integration needs, side by side: the host tests in the oldest and in the newest VS Code,
 * the end-to-end tests group by group, and what needs no editor. A program spends part of its time waiting for timers and
 * for what it has started, so one more program than there are processors runs at once. The longest start first.
 */
runMain(async () => {
  const hasEditors = process.platform !== "win32";
  if (hasEditors) await ensureChromium();
  const [hasPassed] = await Promise.all([
    runSideBySide(hasEditors ? withEditors() : withoutEditors(), availableParallelism() + 1),
    hasEditors ? installEditors() : undefined,
  ]);
  if (!hasEditors) {
    say(
      "Tests in editors skipped: they need Linux or macOS. npm run test:desktop runs those of the host.",
    );
  }
  return hasPassed ? 0 : 1;
});

function withoutEditors(): string[][] {
  return [faults(), unit(), check()];
}

function withEditors(): string[][] {
  // What stands alone in its group is short.
  const groups = testGroups().sort((one, other) => other.length - one.length);
  return [
    hostTests(editorVersions.newest),
    faults(),
    unit(),
    ...groups.map((names) => [built("e2e/main.cjs"), ...names]),
    hostTests(editorVersions.min),
    benchmarks(),
    check(),
  ];
}

/** Installs what programs need while the first ones run; a program that needs it earlier waits for it. */
async function installEditors(): Promise<void> {
  await ensureVscodeServer(editorVersions.newest);
  await installPackage();
  await ensureVscodeServer(editorVersions.min);
}

function hostTests(version: string): string[] {
  return [built("host/main.cjs"), "--version", version];
}

function faults(): string[] {
  return mocha("faults");
}

function unit(): string[] {
  return mocha("unit");
}

function mocha(folder: string): string[] {
  const runner = path.join("node_modules", "mocha", "bin", "mocha.js");
  return [runner, `dist/test/${folder}/**/*.test.cjs`];
}

/** Runs each benchmark once on little data, so that none breaks unnoticed; speed is not measured. */
function benchmarks(): string[] {
  return ["--expose-gc", path.join(__dirname, "..", "bench", "main.cjs"), "--once"];
}

/** Types, lint and format. */
function check(): string[] {
  const npm = process.env["npm_execpath"];
  if (npm === undefined) throw new Error("npm test runs this program");
  return [npm, "run", "check"];
}

function built(name: string): string {
  return path.join(__dirname, name);
}
