import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { withLock } from "./folderLock";
import { npmPack } from "./npm";
import { messageOf, say } from "./terminal";

/** A browser, and what it needs in its environment besides that of this process. */
export interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A package of npm by its version and the digest that the registry states for its archive. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-` and the digest in base64. */
  readonly integrity: string;
}

/** Chromium without windows for Linux x64, with the libraries and the renderer that a bare system lacks. */
const browserPackage: PinnedPackage = {
  name: "@sparticuz/chromium",
  version: "153.0.0",
  integrity:
    "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
};

/** The fonts for which pages are measured; those in the package of the browser are wider and higher. */
const fontsPackage: PinnedPackage = {
  name: "dejavu-fonts-ttf",
  version: "2.37.3",
  integrity:
    "sha512-f1hd7jJbeQa1VWcw+K2KrTXS50zTMaHpVC4XIKJpNcDeYR5ajMtj/iLlQDYNvLOKamUB3ARVVCf79lNwNVztSQ==",
};

/** What a browser is made of, and where it is put. */
export interface FetchedParts {
  readonly home: string;
  readonly browser: PinnedPackage;
  readonly fonts: PinnedPackage;
}

const usual: FetchedParts = {
  home: ".vscode-test",
  browser: browserPackage,
  fonts: fontsPackage,
};

/** Its program is called as it is where a system has it: what is called headless has no windows. */
const program = "chromium-headless-shell";

/** The browser that {@link fetchChromium} has put there; undefined when it has not. */
export function fetchedChromium(parts = usual): Chromium | undefined {
  const folder = folderOf(parts);
  return existsSync(path.join(folder, "complete")) ? chromiumIn(folder) : undefined;
}

function chromiumIn(folder: string): Chromium {
  return {
    executablePath: path.join(folder, program),
    env: {
      LD_LIBRARY_PATH: path.join(folder, "lib"),
      FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
    },
  };
}

/**
 * Puts the browser from npm in its place, unless it is there. Two processes may ask at once, and one that was interrupted
 * is done again.
 *
 * @throws when an archive is another than the one that is pinned, or when the browser does not start on this system.
 */
export async function fetchChromium(parts = usual): Promise<void> {
  const { home, browser, fonts } = parts;
  const folder = folderOf(parts);
  await mkdir(home, { recursive: true });
  await withLock(`${folder}.lock`, async () => {
    if (fetchedChromium(parts) !== undefined) return;
    say(`Fetching a browser for the tests (${browser.name} ${browser.version}) into ${folder}`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    const unpacked = await unpackPackage(browser, folder);
    await unpackBrowser(path.join(unpacked, "bin"), folder);
    await rm(unpacked, { recursive: true });
    await rename(await unpackPackage(fonts, folder), path.join(folder, "fonts"));
    await writeFile(path.join(folder, "fonts.conf"), fontsIn(folder));
    assertStarts(chromiumIn(folder));
    await writeFile(path.join(folder, "complete"), "");
  });
}

function folderOf({ home, browser, fonts }: FetchedParts): string {
  return path.resolve(home, `chromium-${browser.version}-fonts-${fonts.version}`);
}

/** Downloads a package and unpacks it below the folder, into another folder that it returns. */
async function unpackPackage(wanted: PinnedPackage, folder: string): Promise<string> {
  const archive = path.join(folder, await npmPack(folder, `${wanted.name}@${wanted.version}`));
  const bytes = await readFile(archive);
  const digest = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (digest !== wanted.integrity) {
    throw new Error(
      `${wanted.name} ${wanted.version} is not what was pinned: its digest is ${digest}`,
    );
  }
  extract(gunzipSync(bytes), folder);
  await rm(archive);
  return path.join(folder, "package");
}

/** Unpacks the browser's program, and the archives of what it needs. */
async function unpackBrowser(parts: string, folder: string): Promise<void> {
  for (const name of await readdir(parts)) {
    if (name === "fonts.tar.br") continue;
    const bytes = brotliDecompressSync(await readFile(path.join(parts, name)));
    if (name.endsWith(".tar.br")) extract(bytes, folder);
    else if (name === "chromium.br")
      await writeFile(path.join(folder, program), bytes, { mode: 0o755 });
  }
}

/** Every Linux has tar, which keeps the modes of programs. */
function extract(archive: Uint8Array, folder: string): void {
  execFileSync("tar", ["--extract", "--no-same-owner", "--directory", folder], { input: archive });
}

function assertStarts({ executablePath, env }: Chromium): void {
  try {
    execFileSync(executablePath, ["--version"], { env, stdio: "pipe" });
  } catch (error) {
    throw new Error(
      `The browser from npm does not start here (${messageOf(error)}): install Chromium or Chrome, or set CHROME_PATH`,
      { cause: error },
    );
  }
}

/** The fonts that the browser has: none of the system, drawn as Debian draws them, so that every machine shows the same. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, "fonts")}</dir>
  <cachedir>${path.join(folder, "fonts-cache")}</cachedir>
  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match>
    <edit name="family" mode="append_last"><string>DejaVu Sans</string></edit>
    <edit name="antialias" mode="append"><bool>true</bool></edit>
    <edit name="hintstyle" mode="append"><const>hintslight</const></edit>
  </match>
</fontconfig>
`;
}
