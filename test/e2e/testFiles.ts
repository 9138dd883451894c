import { readdirSync } from "node:fs";
import path from "node:path";

/** Seen from the project's root, where tests run. */
const folder = path.resolve("dist/test/e2e");
const ending = ".test.cjs";

/** The end-to-end tests by name, such as `charts` and `page/panels`: those below `page` need no editor. */
export function testNames(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();
}

export function needsEditor(name: string): boolean {
  return !name.startsWith(`page${path.sep}`);
}

/** @throws when there are no tests of this name. */
export function testFile(name: string): string {
  if (!testNames().includes(name)) throw new Error(`no end-to-end tests are called ${name}`);
  return path.join(folder, name + ending);
}
