import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { runTests } from "@vscode/test-electron";
import { desktopArguments, downloadedDesktop, hasDisplay } from "../support/desktop";
import { quietSettings, writeSettings } from "../support/editorSettings";
import { wantedVersion } from "../support/editorVersion";
import { certificateVariables } from "../support/hostCertificates";
import { hostVariables } from "../support/hostResult";
import { installOtherEditors } from "../support/otherEditorsExtension";
import { startSampleProgram } from "../support/sampleProgram";
import { runMain, say } from "../support/terminal";
import { temporaryFolder } from "../support/temporaryFolder";

/** Runs the host tests in a desktop VS Code of the version that `VSCODE_VERSION` names. */
runMain(async () => {
  const { values } = parseArgs({ options: { grep: { type: "string", short: "g" } } });
  if (values.grep !== undefined) process.env["MOCHA_GREP"] = values.grep;
  if (!hasDisplay()) throw new Error("No display: run npm run test:host, or this under xvfb-run");
  const version = wantedVersion();
  const vscodeExecutablePath = await downloadedDesktop(version);
  const folder = temporaryFolder("desktop");
  const at = (name: string): string => path.join(folder.path, name);
  await mkdir(at("workspace"));
  await writeSettings(at("user-data"), quietSettings);
  await installOtherEditors(at("extensions"));
  const sample = await startSampleProgram();
  say(`Desktop tests in VS Code ${version}`);
  const result = at("result.json");
  try {
    return await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: process.cwd(),
      extensionTestsPath: path.resolve("dist/test/host/index.cjs"),
      extensionTestsEnv: {
        ...hostVariables({ result, workspace: at("workspace"), sample, editorVersion: version }),
        ...(await certificateVariables(folder.path)),
      },
      launchArgs: [
        ...[at("workspace"), "--disable-workspace-trust", ...desktopArguments()],
        ...["--user-data-dir", at("user-data"), "--extensions-dir", at("extensions")],
      ],
    });
  } finally {
    // The suite writes to this file because an extension host's console belongs to the editor.
    say(await readFile(`${result}.txt`, "utf8").catch(() => "The suite did not begin"));
    await sample.stop();
    folder.remove();
  }
});
