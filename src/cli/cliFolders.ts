import { createHmac, randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type BaseUrl } from "../service/baseUrl";
import { type ArchiveOwner } from "../store/archiveFolder";
import { PendingFile } from "../store/wholeFile";

const folderName = "macro-signals";

/** The folder for answers that can be fetched again; nothing of it is shared with an editor. */
export function cacheFolder(environment: NodeJS.ProcessEnv, platform = process.platform): string {
  const own = environment["MACRO_SIGNALS_CACHE_DIR"] ?? "";
  return own === ""
    ? platformFolder(environment, platform, {
        ...{ win32: "Cache", darwin: "Caches", xdg: "XDG_CACHE_HOME", other: ".cache" },
      })
    : path.resolve(own);
}

/** The folder for what cannot be fetched again. */
export function archiveFolder(environment: NodeJS.ProcessEnv, platform = process.platform): string {
  return platformFolder(environment, platform, {
    ...{ win32: "Data", darwin: "Application Support", xdg: "XDG_DATA_HOME" },
    other: path.join(".local", "share"),
  });
}

/** The names of a kind of folder. */
interface PlatformNames {
  readonly win32: string;
  readonly darwin: string;
  readonly xdg: string;
  readonly other: string;
}

/** Relative paths in the variables are ignored, as the XDG Base Directory Specification asks. */
function platformFolder(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  { win32, darwin, xdg, other }: PlatformNames,
): string {
  const home = os.homedir();
  const absolute = (name: string): string | undefined => {
    const value = environment[name] ?? "";
    return path.isAbsolute(value) ? value : undefined;
  };
  if (platform === "win32") {
    const local = absolute("LOCALAPPDATA") ?? path.join(home, "AppData", "Local");
    return path.join(local, folderName, win32);
  }
  if (platform === "darwin") return path.join(home, "Library", darwin, folderName);
  return path.join(absolute(xdg) ?? path.join(home, other), folderName);
}

/**
 * The owner of what is stored in a folder, a service together with a key, without revealing the key: HMAC-SHA-256 with
 * a random secret of the folder.
 */
export async function ownerIn(
  folder: string,
  { href, origin }: BaseUrl,
  apiKey: string,
): Promise<ArchiveOwner> {
  const secret = await secretOf(folder);
  const digest = (texts: readonly string[]): string =>
    createHmac("sha256", secret).update(JSON.stringify(texts)).digest("hex");
  const prefix = digest([origin]).slice(0, 16);
  const named = (key: string): string => `${prefix}-${digest([href, key]).slice(0, 32)}`;
  return { service: named(""), account: named(apiKey) };
}

async function secretOf(folder: string): Promise<string> {
  const file = path.join(folder, "secret");
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const created = await PendingFile.create(file, 0o600);
  try {
    await created.append(randomBytes(32).toString("hex"));
    await created.finish();
    await created.commitNew();
  } catch (error) {
    await Promise.allSettled([created.discard()]);
    // Another process was first.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFile(file, "utf8");
}
