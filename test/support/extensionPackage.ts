import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

/** The path of the packaged extension that `npm run package` makes. */
export async function packagePath(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile("package.json", "utf8"));
  if (
    typeof manifest === "object" &&
    manifest !== null &&
    "name" in manifest &&
    "version" in manifest
  ) {
    return path.resolve(`${String(manifest.name)}-${String(manifest.version)}.vsix`);
  }
  throw new Error("package.json names neither the extension nor its version");
}

/** The path of the packaged extension, which must exist. */
export async function existingPackage(): Promise<string> {
  const vsix = await packagePath();
  if (!existsSync(vsix)) throw new Error(`${vsix} is missing: run npm run package`);
  return vsix;
}
