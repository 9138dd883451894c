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
 * the end-to-end tests group by group, and what needs no editor. Each program uses about one processor, so there are as many
 * at once as processors: more would only wait for each other. The longest come first.
 */
runMain(async () => {
  const hasEditors = process.platform !== "win32";
  const programs = hasEditors ? await withEditors() : withoutEditors();
  const [hasPassed] = await Promise.all([
    runSideBySide(programs, availableParallelism()),
    // It is installed long before the first program needs it.
    hasEditors ? installPackage() : undefined,
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

async function withEditors(): Promise<string[][]> {
  await ensureChromium();
  for (const version of Object.values(editorVersions)) await ensureVscodeServer(version);
  // What stands alone in its group is short.
  const groups = testGroups().sort((one, other) => other.length - one.length);
  return [
    ...Object.values(editorVersions).toReversed().map(hostTests),
    faults(),
    unit(),
    ...groups.map((names) => [built("e2e/main.cjs"), ...names]),
    benchmarks(),
    check(),
  ];
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
