import { type Dirent } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

/**
 * The files below a folder whose bytes hold a secret in any form that a program might write unknowingly: as UTF-8, UTF-16,
 * Base64 or hexadecimal digits. Paths are relative to the folder.
 */
export async function filesHolding(folder: string, secret: string): Promise<string[]> {
  const utf8 = Buffer.from(secret, "utf8");
  const forms = [
    utf8,
    Buffer.from(secret, "utf16le"),
    Buffer.from(utf8.toString("hex"), "latin1"),
    // Whole groups of three bytes only: what follows them decides on the last letters.
    Buffer.from(utf8.subarray(0, utf8.length - (utf8.length % 3)).toString("base64"), "latin1"),
  ];
  const found: string[] = [];
  for (const file of await filesBelow(folder)) {
    const bytes = await readFile(file);
    if (forms.some((form) => bytes.includes(form))) found.push(path.relative(folder, file));
  }
  return found;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
