import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { type LaunchOptions } from "playwright-core";
import { type Chromium, fetchChromium, fetchedChromium } from "./fetchedChromium";
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

/** What decides which browser the tests use. */
export interface BrowserChoice {
  readonly platform: NodeJS.Platform;
  /** Of `CHROME_PATH`: a program, or `npm` for the browser from npm; empty when anything that is found will do. */
  readonly wanted: string;
  /** The browser from npm, when it is here. */
  readonly fetched: Chromium | undefined;
  readonly exists: (file: string) => boolean;
  /** Whether a person shall see its windows. */
  readonly isShown?: boolean;
}

/** The browser that a choice leads to; undefined when there is none. */
export function chooseBrowser(choice: BrowserChoice): Chromium | undefined {
  const { platform, wanted, fetched, exists, isShown = false } = choice;
  if (wanted === "npm") return fetched;
  if (wanted !== "") {
    if (exists(wanted)) return { executablePath: wanted, env: {} };
    throw new Error(`CHROME_PATH is ${wanted}, and there is no such file`);
  }
  const all = places[platform] ?? [];
  const first = isShown ? all.find((file) => hasWindows(file) && exists(file)) : undefined;
  const found = first ?? all.find(exists);
  return found === undefined ? fetched : { executablePath: found, env: {} };
}

/** Whether a browser was built with windows: its name says when not. */
export function hasWindows(executablePath: string): boolean {
  return !path.basename(executablePath).includes("headless");
}

function choiceHere(): BrowserChoice {
  const wanted = process.env["CHROME_PATH"] ?? "";
  return { platform: process.platform, wanted, fetched: fetchedChromium(), exists: existsSync };
}

/**
 * The Chromium, Chrome or Edge of this machine, or the one from npm that {@link ensureChromium} has put beside the editors;
 * `CHROME_PATH` decides when it is set.
 */
export function findChromium(isShown = false): Chromium {
  const found = chooseBrowser({ ...choiceHere(), isShown });
  if (found !== undefined) return found;
  throw new Error(`No Chromium, Chrome or Edge found: ${adviceFor(process.platform)}`);
}

/** Fetches a browser from npm where this machine has none. Called once, before any browser is started. */
export async function ensureChromium(): Promise<void> {
  if (chooseBrowser(choiceHere()) !== undefined) return;
  if (process.platform === "linux" && process.arch === "x64") await fetchChromium();
  else findChromium();
}

/** What a person installs where there is no browser to fetch. */
export function adviceFor(platform: NodeJS.Platform): string {
  const advice: Partial<Record<NodeJS.Platform, string>> = {
    linux: "install one (Debian: apt-get install chromium)",
    darwin: "install Google Chrome into /Applications",
    win32: "install Microsoft Edge or Google Chrome",
  };
  return `${advice[platform] ?? "install one"} or set CHROME_PATH to its program`;
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
export function browserOptions(isShown = false): LaunchOptions {
  const chromium = findChromium(isShown);
  return {
    executablePath: chromium.executablePath,
    env: { ...process.env, ...chromium.env },
    headless: true,
    chromiumSandbox: hasSandbox(chromium),
    args: quietArguments,
  };
}

/** Opens an address that nobody looks at in a new profile; following every request of a page takes time. */
export function openUnattended(url: string, profile: string): Program {
  const chromium = findChromium();
  const args = [
    ...["--headless", `--user-data-dir=${profile}`, "--window-size=640,480"],
    ...(hasSandbox(chromium) ? [] : ["--no-sandbox"]),
    ...[...quietArguments, url],
  ];
  return startProgram(chromium.executablePath, args, {
    env: chromium.env,
    log: `${profile}.log`,
  });
}

/**
 * Whether a browser can make its sandbox. It refuses to run as root inside one; the one from npm makes it of namespaces
 * alone, which some systems and most containers keep from their users. Tests open no pages but their own.
 */
function hasSandbox({ executablePath }: Chromium): boolean {
  if (process.getuid?.() === 0) return false;
  if (executablePath !== fetchedChromium()?.executablePath) return true;
  return spawnSync("unshare", ["--user", "--map-root-user", "true"]).status === 0;
}
