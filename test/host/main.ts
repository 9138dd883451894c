import path from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium } from "../support/browser";
import { wantedVersion } from "../support/editorVersion";
import { runInServer } from "../support/hostRun";
import { runMain, say } from "../support/terminal";
import { ensureVscodeServer } from "../support/vscodeServer";

/**
 * Runs the host tests in the VS Code that `--version` or `VSCODE_VERSION` names, in a server and a browser without a
 * window.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      extension: { type: "string" },
      version: { type: "string" },
      grep: { type: "string", short: "g" },
    },
  });
  if (values.grep !== undefined) process.env["MOCHA_GREP"] = values.grep;
  if (process.platform === "win32") {
    say("Host tests skipped: they need Linux or macOS. npm run test:desktop runs the same tests.");
    return 0;
  }
  await ensureChromium();
  const server = await ensureVscodeServer(wantedVersion(values.version));
  say(`Host tests in VS Code ${server.version}`);
  const extension = values.extension ?? process.cwd();
  const tests = path.join(__dirname, "index.cjs");
  return (await runInServer(server, { extension, tests })) ? 0 : 1;
});
