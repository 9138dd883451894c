import path from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "../support/browser";
import { collectedRun } from "../support/collectedRun";
import { wantedVersion } from "../support/editorVersion";
import { runInServer } from "../support/hostRun";
import { runMain, say } from "../support/terminal";
import { ensureVscodeServer } from "../support/vscodeServer";

/**
 * Runs the host tests in the VS Code that `--version` or `VSCODE_VERSION` names, in a server and a browser without a
 * window. They wait more than they work: several versions run at the same time, each in a process of its own, with
 * `--pages` beside the tests of pages, and what they print comes whole.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      extension: { type: "string" },
      version: { type: "string", multiple: true },
      pages: { type: "boolean" },
    },
  });
  if (process.platform === "win32") {
    say("Host tests skipped: they need Linux or macOS. npm run test:desktop runs the same tests.");
    return 0;
  }
  findChromium();
  const extension = values.extension ?? process.cwd();
  const versions = values.version ?? [];
  if (versions.length < 2) return runVersion(extension, versions[0]);
  const programs = [
    ...versions.map((each) => [__filename, "--extension", extension, "--version", each]),
    ...(values.pages === true ? [[path.join(__dirname, "../e2e/main.cjs"), "--only", "page"]] : []),
  ];
  const runs = await Promise.all(
    programs.map(async (program) => {
      const { hasPassed, output } = await collectedRun(process.execPath, program);
      process.stdout.write(output);
      return hasPassed;
    }),
  );
  return runs.every(Boolean) ? 0 : 1;
});

async function runVersion(extension: string, version: string | undefined): Promise<number> {
  const server = await ensureVscodeServer(wantedVersion(version));
  say(`Host tests in VS Code ${server.version}`);
  const tests = path.join(__dirname, "index.cjs");
  return (await runInServer(server, { extension, tests })) ? 0 : 1;
}
