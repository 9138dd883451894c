import { availableParallelism } from "node:os";
import path from "node:path";
import { needsEditor, testNames } from "../e2e/testFiles";
import { findChromium } from "../support/browser";
import { editorVersions } from "../support/editorVersion";
import { installPackage } from "../support/installPackage";
import { runSideBySide } from "../support/sideBySide";
import { runMain, say } from "../support/terminal";
import { ensureVscodeServer } from "../support/vscodeServer";

/**
 * Runs the host tests in the oldest and in the newest VS Code, and all end-to-end tests file by file, side by side: one more
 * than there are processors, since they wait a part of their time. The longest come first.
 */
runMain(async () => {
  if (process.platform === "win32") {
    say(
      "Tests in editors skipped: they need Linux or macOS. npm run test:desktop runs those of the host.",
    );
    return 0;
  }
  findChromium();
  for (const version of Object.values(editorVersions)) await ensureVscodeServer(version);
  await installPackage();
  const host = program("host/main.cjs");
  const endToEnd = program("e2e/main.cjs");
  const names = testNames();
  const pages = names.filter((name) => !needsEditor(name));
  const programs = [
    ...Object.keys(editorVersions).map((version) => {
      return { args: [host, "--version", version], canRepeat: false };
    }),
    ...[...names.filter(needsEditor), ...pages].map((name) => {
      return { args: [endToEnd, name], canRepeat: true };
    }),
  ];
  return (await runSideBySide(programs, availableParallelism() + 1)) ? 0 : 1;
});

function program(name: string): string {
  return path.join(__dirname, "..", name);
}
