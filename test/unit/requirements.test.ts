import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";

/** A number as tests name it, for example `HTTP-08`. */
const numberForm =
  /\b(?:AI|SEC|DATA|CODE|HOST|HTTP|LIST|PARQ|PROXY|SECR|UI|CACHE|LIFE|ENV|LOG|L10N|CLOCK|KEEP|NET)-\d\d\b/g;

/** The numbers of the table in `test/README.md`. */
async function tableNumbers(): Promise<string[]> {
  const text = await readFile("test/README.md", "utf8");
  return [...text.matchAll(/^\| ([A-Z\d]+-\d\d) +\|/gm)].map(([, number = ""]) => number).sort();
}

/** The numbers that the names of tests and suites bear. */
async function testedNumbers(): Promise<string[]> {
  const names = await readdir("test", { recursive: true });
  const files = names.filter((name) => name.endsWith(".test.ts"));
  const sources = await Promise.all(files.map((name) => readFile(path.join("test", name), "utf8")));
  return [...new Set(sources.flatMap((source) => [...numbersNamed(source)]))].sort();
}

/** The numbers in the names of a file's tests; what a comment or another text says of a number proves nothing. */
function numbersNamed(source: string): Set<string> {
  const numbers = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (!hasNumber(source.slice(node.pos, node.end))) return;
    if (isTestName(node) || isCaseName(node)) {
      for (const [number] of node.getText().matchAll(numberForm)) numbers.add(number);
    }
    ts.forEachChild(node, visit);
  };
  if (!hasNumber(source)) return numbers;
  ts.forEachChild(ts.createSourceFile("a.test.ts", source, ts.ScriptTarget.Latest, true), visit);
  return numbers;
}

function hasNumber(text: string): boolean {
  return text.search(numberForm) !== -1;
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
  it("has exactly the numbers that tests prove", async () => {
    const numbers = await tableNumbers();
    assert.ok(numbers.length > 50);
    assert.deepEqual(numbers, await testedNumbers());
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
