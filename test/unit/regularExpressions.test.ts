import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { superLinearText } from "../support/matchSteps";

interface Literal {
  /** `data/csvCell.ts: /a+/g`. */
  readonly name: string;
  readonly source: string;
  readonly flags: string;
}

/** Regular expressions that no long text reaches and none of the service, and why. */
const shortTexts: Readonly<Record<string, string>> = {
  "data/arrowTimes.ts: /0+$/": "the nine digits of a nanosecond at most",
  "features/notebook/code/fileOfLine.ts: /[\\w.-]+$/": "a line of a notebook",
  "features/notebook/code/fileOfLine.ts: /\\s*-->\\s*$/": "a line of a notebook",
  "service/proxyRefusal.ts: /^\\s*(\\S+)\\s+(.*?)\\s*$/": "a setting of the editor",
  "features/notebook/insertionPoint.ts: /^\\s*(`{3,}|~{3,})\\s*\\{\\s*([a-z]+)[^}]*\\}/i":
    "a line of a document of prose",
  "features/chart/page/model/dayRanges.ts: /\\s*\\.\\.\\s*/": "a range as it was typed",
};

function literalsOf(file: string): Literal[] {
  const text = readFileSync(path.join("src", file), "utf8");
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
      found.push({ name: `${file.replaceAll("\\", "/")}: ${node.text}`, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

describe("regular expressions (HOST-09)", () => {
  it("are known to be super-linear where they are", () => {
    for (const [source, flags] of [
      ["^[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?$", ""],
      ["0+$", ""],
      ["^(a+)+$", ""],
      ["\\s*-->\\s*$", ""],
      ["(?<![\\p{L}_])_+|_+(?![\\p{L}_])", "gu"],
      ["^\\d{4}-\\d{2}x?\\s*\\s*$", ""],
    ] as const) {
      assert.notEqual(superLinearText(source, flags), undefined, source);
    }
    for (const [source, flags] of [
      ["^[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?$", ""],
      ["[\\s,]+", "u"],
      ["[\\]}]\\s*$", ""],
    ] as const) {
      assert.equal(superLinearText(source, flags), undefined, source);
    }
  });

  it("take linear time on every text, but for those that only short texts reach", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" });
    const literals = files.filter((file) => file.endsWith(".ts")).flatMap(literalsOf);
    assert.ok(literals.length > 100, `${literals.length} literals were found`);
    const slow = literals.flatMap(({ name, source, flags }) => {
      const text = superLinearText(source, flags);
      return text === undefined ? [] : [[name, text] as const];
    });
    assert.deepEqual(
      slow.filter(([name]) => shortTexts[name] === undefined),
      [],
    );
    assert.deepEqual(
      Object.keys(shortTexts).filter((name) => !slow.some(([each]) => each === name)),
      [],
      "no longer slow, or gone",
    );
  }).timeout(120_000);
});
