import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** The texts of all files below a folder, by their paths with `/`. */
export function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file).replaceAll("\\", "/"), readFileSync(file, "latin1")];
    }),
  );
}
