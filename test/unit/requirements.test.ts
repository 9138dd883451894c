import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

/** A number as tests name it, for example `HTTP-08`. */
const numberForm =
  /\b(?:SEC|DATA|HOST|HTTP|LIST|PARQ|PROXY|SECR|UI|CACHE|LIFE|ENV|LOG|L10N)-\d\d\b/g;

/** Each number of the table in `test/README.md` with the files that its row names. */
async function tableRows(): Promise<Map<string, readonly string[]>> {
  const text = await readFile("test/README.md", "utf8");
  const rows = text.matchAll(/^\| ([A-Z\d]+-\d\d) +\|[^|]*\|([^|]*)\|$/gm);
  return new Map(
    [...rows].map(([, number = "", files = ""]) => [
      number,
      [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
    ]),
  );
}

/** Each number with the files whose tests or suites bear it in their names. */
async function namedInTests(): Promise<Map<string, readonly string[]>> {
  const names = await readdir("test", { recursive: true });
  const found = new Map<string, string[]>();
  for (const name of names.filter((each) => each.endsWith(".test.ts")).sort()) {
    const text = await readFile(path.join("test", name), "utf8");
    const strings = text.match(/(["'`])(?:(?!\1)[^\\\n]|\\.)*\1/g) ?? [];
    for (const number of new Set(strings.join(" ").match(numberForm) ?? [])) {
      found.set(number, [...(found.get(number) ?? []), name.replaceAll(path.sep, "/")]);
    }
  }
  return found;
}

describe("the table of what must hold", () => {
  it("names for each number exactly the files whose tests bear it", async () => {
    const rows = await tableRows();
    assert.ok(rows.size > 50);
    assert.deepEqual(
      Object.fromEntries([...rows].sort()),
      Object.fromEntries([...(await namedInTests())].sort()),
    );
  });

  it("has a test for each number", async () => {
    const unproven = [...(await tableRows())].filter(([, files]) => files.length === 0);
    assert.deepEqual(unproven, []);
  });
});
