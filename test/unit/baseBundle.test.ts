import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";
import { type Bundle, translation } from "../support/baseBundle";

/** The first argument of each call of `t` in a source, as TypeScript parses it; of one that is no literal its text. */
function messagesIn(text: string): { readonly literal: string[]; readonly other: string[] } {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const found = { literal: [] as string[], other: [] as string[] };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTranslation(node.expression)) {
      const [message] = node.arguments;
      if (message !== undefined && ts.isStringLiteralLike(message))
        found.literal.push(message.text);
      else found.other.push(node.getText(source));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTranslation(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return called.text === "t";
  return ts.isPropertyAccessExpression(called) && /\bl10n\.t$/.test(called.getText());
}

describe("the base bundle", () => {
  let bundle: Bundle;
  let pseudo: Bundle;
  const literal: string[] = [];
  const other: string[] = [];
  before(async function () {
    this.timeout(60_000);
    const { baseBundle, pseudoBundle } = await translation();
    bundle = await baseBundle();
    pseudo = pseudoBundle(bundle);
    for (const name of await readdir("src", { recursive: true })) {
      if (!name.endsWith(".ts")) continue;
      const text = await readFile(path.join("src", name), "utf8");
      if (!/\bl10n\b/.test(text)) continue;
      const found = messagesIn(text);
      literal.push(...found.literal);
      other.push(...found.other);
    }
  });

  it("has every text that host and pages translate, and no other", () => {
    assert.ok(literal.length > 1_000);
    assert.deepEqual(Object.keys(bundle).sort(), [...new Set(literal)].sort());
    assert.deepEqual(Object.values(bundle), Object.keys(bundle));
  });

  it("stands where the manifest says, with translations beside it", async () => {
    const manifest = JSON.parse(await readFile("package.json", "utf8")) as { l10n?: string };
    assert.equal(manifest.l10n, "./l10n");
    assert.match(await readFile(".vscodeignore", "utf8"), /^!l10n\/bundle\.l10n\.\*\.json$/m);
  });

  it("misses none that is put together", () => {
    assert.deepEqual(other, []);
  });

  it("has a pseudo-translation with the same places", () => {
    for (const [message, translated] of Object.entries(pseudo)) {
      const places = (text: string): string[] => (text.match(/\{\d+\}/g) ?? []).sort();
      assert.deepEqual(places(translated), places(message), message);
      assert.doesNotMatch(translated.replaceAll(/\{\d+\}/g, ""), /[A-Za-z]/, message);
    }
  });
});
