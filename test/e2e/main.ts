import { parseArgs } from "node:util";
import Mocha from "mocha";
import { ensureChromium } from "../support/browser";
import { installPackage } from "../support/installPackage";
import { runMain, say } from "../support/terminal";
import { chosenTests, needsEditor, testFile, testNames } from "./testFiles";

/**
 * Runs the end-to-end tests that the arguments choose, or all, against the packaged extension in the newest VS Code. Tests of
 * pages need neither: they run with whatever is in `dist`, and `--pages` leaves only them to choose from.
 */
runMain(async () => {
  const { values, positionals } = parseArgs({
    options: {
      vsix: { type: "string" },
      grep: { type: "string", short: "g" },
      pages: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  if (process.platform === "win32") {
    say("End-to-end tests skipped: code-server runs on Linux and macOS only.");
    return 0;
  }
  await ensureChromium();
  const all = testNames().filter((name) => !(values.pages && needsEditor(name)));
  const names = chosenTests(positionals, all);
  if (names.some(needsEditor)) await installPackage(values.vsix);
  return runMocha(names.map(testFile), values.grep);
});

function runMocha(files: readonly string[], grep?: string): Promise<number> {
  const mocha = new Mocha({ timeout: 90_000, forbidOnly: grep === undefined, failZero: true });
  if (grep !== undefined) mocha.grep(grep);
  for (const file of files) mocha.addFile(file);
  return new Promise((resolve) => {
    mocha.run((failures) => resolve(failures === 0 ? 0 : 1));
  });
}
