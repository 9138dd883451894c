import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";

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
    for (const number of numbersNamed(await readFile(path.join("test", name), "utf8"))) {
      found.set(number, [...(found.get(number) ?? []), name.replaceAll(path.sep, "/")]);
    }
  }
  return found;
}

/** The numbers in the names of a file's tests; what a comment or another text says of a number proves nothing. */
function numbersNamed(source: string): Set<string> {
  const numbers = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = isTestName(node) || isCaseName(node) ? node.getText() : "";
    for (const [number] of name.matchAll(numberForm)) numbers.add(number);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(ts.createSourceFile("a.test.ts", source, ts.ScriptTarget.Latest, true), visit);
  return numbers;
}

/**
 * Whether this is the first thing that `it`, `describe` or one of their kin is called with; what is skipped proves
 * nothing.
 */
function isTestName(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
  const callee = parent.expression.getText();
  return /^(?:it|describe)|\? it/.test(callee) && !/^(?:it|describe)\.skip$/.test(callee);
}

/** Whether this is the text that begins a row of a table of cases. */
function isCaseName(node: ts.Node): boolean {
  const { parent } = node;
  if (!(ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))) return false;
  if (!ts.isArrayLiteralExpression(parent) || parent.elements[0] !== node) return false;
  return ts.isArrayLiteralExpression(parent.parent);
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

  it("counts names alone, not what else is written of a number", () => {
    const source = `
      /** Tells "HTTP-01". */
      const cases = [["a case (DATA-01)", "SEC-01"], [\`another (DATA-02)\`, 1]];
      describe("a suite (HOST-01)", () => {
        it(\`\${name} holds (HOST-02)\`, () => assert.ok(text, "SEC-02"));
        (isNew ? it : it.skip)("holds from now on (HOST-03)", () => undefined);
        itCompressed("holds (HOST-04)", () => undefined);
        it.skip("holds some day (SEC-03)", () => undefined);
        submit("SEC-04");
      });`;
    const named = [...numbersNamed(source)].sort();
    assert.deepEqual(named, ["DATA-01", "DATA-02", "HOST-01", "HOST-02", "HOST-03", "HOST-04"]);
  });
});
