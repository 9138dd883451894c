import { existsSync } from "node:fs";
import path from "node:path";
import { type LaunchOptions } from "playwright-core";
import { type Program, startProgram } from "./program";

/** Where browsers of the Chromium family live, by platform. */
const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    // Chromium without its windows, which tests do not need.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/snap/bin/chromium",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/opt/google/chrome/chrome",
    "/usr/bin/microsoft-edge",
    "/usr/bin/microsoft-edge-stable",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((name) => {
    const root = process.env[name];
    if (root === undefined) return [];
    return ["Google/Chrome", "Chromium", "Microsoft/Edge"].map((product) => {
      const program = product.endsWith("Edge") ? "msedge.exe" : "chrome.exe";
      return path.join(root, product, "Application", program);
    });
  }),
};

/** The Chromium, Chrome or Edge of this machine; `CHROME_PATH` decides when it is set. */
export function findChromium(): string {
  const wanted = process.env["CHROME_PATH"] ?? "";
  if (wanted !== "") {
    if (existsSync(wanted)) return wanted;
    throw new Error(`CHROME_PATH is ${wanted}, and there is no such file`);
  }
  const found = places[process.platform]?.find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new Error(
    "No Chromium, Chrome or Edge found: install one (Debian: apt-get install chromium) or set CHROME_PATH",
  );
}

const quietArguments = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How every test starts its browser: without a window, and without traffic of its own. */
export function browserOptions(): LaunchOptions {
  return {
    executablePath: findChromium(),
    headless: true,
    chromiumSandbox: !isRoot(),
    args: quietArguments,
  };
}

/** Opens an address that nobody looks at in a new profile; following every request of a page takes time. */
export function openUnattended(url: string, profile: string): Program {
  const args = [
    ...["--headless", `--user-data-dir=${profile}`, "--window-size=640,480"],
    ...(isRoot() ? ["--no-sandbox"] : []),
    ...[...quietArguments, url],
  ];
  return startProgram(findChromium(), args, { log: `${profile}.log` });
}

/** Chromium refuses to run as root inside its sandbox. */
function isRoot(): boolean {
  return process.getuid?.() === 0;
}
