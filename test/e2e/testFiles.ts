import { readdirSync } from "node:fs";
import path from "node:path";

/** Seen from the project's root, where tests run. */
const folder = path.resolve("dist/test/e2e");
const ending = ".test.cjs";
/** Each group of pages has a browser, and is about as long as the longest test in an editor. */
const groupsOfPages = 3;

/**
 * The end-to-end tests by name, such as `charts` and `page/panels`: those below `page` need no editor, and `pictures` makes
 * those of the README only where they are wanted.
 */
export function testNames(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .filter((name) => name !== "pictures" || process.env["README_PICTURES"] !== undefined)
    .sort();
}

/** All tests by the programs that run them: tests in one folder share an editor, pages a browser. */
export function testGroups(): string[][] {
  const names = testNames();
  const pages = names.filter((name) => !needsEditor(name));
  const groups = new Map<string, string[]>();
  for (const name of names.filter(needsEditor)) {
    const group = name.split(path.sep)[0] ?? name;
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  const pageGroups = Array.from({ length: groupsOfPages }, (_, group) =>
    pages.filter((_name, index) => index % groupsOfPages === group),
  );
  return [...groups.values(), ...pageGroups];
}

export function needsEditor(name: string): boolean {
  return !name.startsWith(`page${path.sep}`);
}

/**
 * The tests that the words choose among those of these names; all when there is no word.
 *
 * @param words - Each a name (`page/panels`), its last part (`panels`) or its folder (`page`).
 * @throws when a word chooses none.
 */
export function chosenTests(words: readonly string[], names: readonly string[]): string[] {
  if (words.length === 0) return [...names];
  const chosen = words.flatMap((word) => {
    const meant = names.filter((name) =>
      `/${name.replaceAll(path.sep, "/")}/`.includes(`/${word.replace(/\/$/, "")}/`),
    );
    if (meant.length === 0) throw new Error(`no end-to-end tests are called ${word}`);
    return meant;
  });
  return [...new Set(chosen)];
}

export function testFile(name: string): string {
  return path.join(folder, name + ending);
}
