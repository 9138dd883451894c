import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { chromium } from "playwright-core";
import { browserOptions, ensureChromium, hasWindows } from "./browser";
import { type CodeServer, installExtension, startCodeServer } from "./codeServer";
import { demoExtension, linkDemoExtension } from "./demoExtension";
import { desktopArguments, downloadedDesktop, hasDisplay, installedDesktop } from "./desktop";
import { sampleSettings, writeSettings } from "./editorSettings";
import { editorVersions } from "./editorVersion";
import { existingPackage } from "./extensionPackage";
import { startProgram } from "./program";
import { messageOf, runMain, say } from "./terminal";
import { ensureVscodeServer } from "./vscodeServer";
import { Workbench, windowSize } from "./workbench";

const home = path.resolve(".vscode-test/demo");
const folder = path.join(home, "example");
const browserProfile = path.join(home, "browser");

/**
 * Opens VS Code with this extension, its walkthrough, the sample data and a small example folder, in a profile of its own: on the
 * desktop where that is possible, else for the browser, whose address is printed. `--browser` decides for the browser,
 * `--open` opens the address in it, `--watch` builds again what changes.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      browser: { type: "boolean", default: false },
      open: { type: "boolean", default: false },
      watch: { type: "boolean", default: false },
      port: { type: "string", default: "0" },
    },
  });
  if (!existsSync("dist/extension.cjs")) {
    throw new Error("dist/extension.cjs is missing: run npm run build in the project's folder");
  }
  if (!existsSync(folder))
    await cp(path.resolve("test/support/example"), folder, { recursive: true });
  const desktop = values.browser || values.open ? undefined : await findDesktop();
  if (values.watch) await watchSources();
  if (desktop !== undefined) return openOnDesktop(desktop);
  const { editor, url } = await serveBrowser(Number(values.port), values.watch);
  say(`Open ${url}`);
  if (values.open) {
    await openWindow(url).catch((error: unknown) =>
      say(`The address could not be opened: ${messageOf(error)}`),
    );
  }
  say("Press Ctrl+C to stop.");
  throw new Error(
    `code-server ended (${await editor.ended}): see ${browserProfile}/code-server.log`,
  );
});

/** Builds again what changes: reloading the window loads it. */
async function watchSources(): Promise<void> {
  const watching = startProgram(process.execPath, ["esbuild.mjs", "--watch"], {
    showsErrors: true,
  });
  await watching.line(/build finished/, 120_000);
  say("What changes is built again: reload the window to see it.");
}

async function findDesktop(): Promise<string | undefined> {
  if (!hasDisplay()) return undefined;
  const installed = await installedDesktop();
  if (installed !== undefined) return installed;
  try {
    return await downloadedDesktop(editorVersions.newest);
  } catch (error) {
    say(`${messageOf(error)}; using the browser instead`);
    return undefined;
  }
}

async function openOnDesktop(command: string): Promise<number> {
  const profile = path.join(home, "desktop");
  await presetSettings(path.join(profile, "user-data"));
  const editor = startProgram(command, [
    ...["--new-window", "--wait", ...desktopArguments()],
    ...["--user-data-dir", path.join(profile, "user-data")],
    ...["--extensions-dir", path.join(profile, "extensions")],
    `--extensionDevelopmentPath=${process.cwd()}`,
    ...[`--extensionDevelopmentPath=${demoExtension}`, folder],
  ]);
  say(`${command} opens with this extension, in a profile of its own: ${profile}`);
  say("Close its window or press Ctrl+C to stop.");
  say(`VS Code ended (${await editor.ended})`);
  return 0;
}

/** A code-server for one person, with the packaged extension or, to see changes of the sources, with this folder as it is. */
async function serveBrowser(
  port: number,
  fromSources: boolean,
): Promise<{ readonly editor: CodeServer; readonly url: string }> {
  const server = await ensureVscodeServer(editorVersions.newest);
  const extensions = path.join(browserProfile, "extensions");
  await rm(extensions, { recursive: true, force: true });
  if (fromSources) {
    await mkdir(extensions, { recursive: true });
    await symlink(process.cwd(), path.join(extensions, "macro-signals"), "dir");
  } else {
    say("Packaging the extension");
    await promisify(execFile)("npm", ["run", "--silent", "package"]);
    await installExtension(server, await existingPackage(), browserProfile, extensions);
  }
  await presetSettings(path.join(browserProfile, "user-data"));
  const builtInExtensions = path.join(home, "built-in");
  await linkDemoExtension(server.allBuiltInExtensions, builtInExtensions);
  const places = { profile: browserProfile, extensions, builtInExtensions };
  const editor = await startCodeServer(server, { ...places, port });
  return { editor, url: editor.urlOf(folder) };
}

/** Opens the address in the browser of the tests; where no window can be shown, a picture of it is kept. */
async function openWindow(url: string): Promise<void> {
  await ensureChromium();
  const options = browserOptions(hasDisplay());
  const headless = !hasDisplay() || !hasWindows(options.executablePath ?? "");
  const computer = await chromium.launchPersistentContext(path.join(home, "window"), {
    ...{ ...options, headless, viewport: headless ? windowSize : null },
  });
  const { page } = await Workbench.open(computer, url);
  if (!headless) return;
  await page.locator('.activitybar a[aria-label^="Macro Signals"]').waitFor({ timeout: 60_000 });
  await page.locator(".tabs-container .tab").first().waitFor({ timeout: 60_000 });
  const picture = path.join(home, "window.png");
  await page.screenshot({ path: picture });
  say(`No window can be shown here; a picture of what it shows: ${picture}`);
}

/** Settings that a person changed in this profile stay. */
async function presetSettings(userData: string): Promise<void> {
  if (existsSync(path.join(userData, "User/settings.json"))) return;
  await writeSettings(userData, sampleSettings);
}
