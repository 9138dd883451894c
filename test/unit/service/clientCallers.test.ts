import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const clientFile = path.join("src", "service", "serviceClient.ts");

/** The names of all that is public in the client: its methods, accessors and fields. */
function publicMembers(): readonly string[] {
  const source = ts.createSourceFile(
    clientFile,
    readFileSync(clientFile, "utf8"),
    ts.ScriptTarget.Latest,
  );
  const client = source.statements
    .filter(ts.isClassDeclaration)
    .find(({ name }) => name?.text === "ServiceClient");
  return (client?.members ?? []).flatMap((member) => {
    const isPrivate =
      ts.canHaveModifiers(member) &&
      ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true;
    const { name } = member;
    return isPrivate || name === undefined || !ts.isIdentifier(name) ? [] : [name.text];
  });
}

/** The names of all properties that the files outside `service/` and the sample service read. */
function namesReadOutside(): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    if (ts.isBindingElement(node) && ts.isIdentifier(node.propertyName ?? node.name)) {
      names.add((node.propertyName ?? node.name).getText());
    }
    ts.forEachChild(node, visit);
  };
  for (const file of readdirSync("src", { recursive: true, encoding: "utf8" })) {
    const [folder] = file.split(path.sep);
    if (!file.endsWith(".ts") || folder === "service" || folder === "sample") continue;
    const text = readFileSync(path.join("src", file), "utf8");
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return names;
}

describe("the client of the service", () => {
  it("has a method for each of the eight endpoints", () => {
    const methods = publicMembers().filter((name) => /^(?:list|get|download)/.test(name));
    assert.deepEqual(methods, [
      "listSignals",
      "getSignal",
      "downloadSignalData",
      "listLatestSignals",
      "listMarkets",
      "listHedgings",
      "downloadForecastData",
      "listLatestForecasts",
    ]);
  });

  it("offers nothing that is not used outside of the service's own folder", () => {
    const read = namesReadOutside();
    assert.deepEqual(
      publicMembers().filter((name) => !read.has(name)),
      [],
    );
  });
});
