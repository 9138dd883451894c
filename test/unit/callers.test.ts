import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** Classes through which the extension reaches all that the service knows. */
const classes = [
  { file: "service/serviceClient.ts", name: "ServiceClient", folder: "service" },
  { file: "store/catalogStore.ts", name: "CatalogStore", folder: "store" },
];

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(
    file,
    readFileSync(path.join("src", file), "utf8"),
    ts.ScriptTarget.Latest,
  );
}

function publicMembers(file: string, name: string): string[] {
  const source = parsed(file);
  const found = source.statements
    .filter(ts.isClassDeclaration)
    .filter((each) => each.name?.text === name)
    .flatMap(({ members }) => [...members])
    .filter((member) => ts.isMethodDeclaration(member) || ts.isGetAccessor(member))
    .filter((member) => (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0);
  return found.map((member) => member.name.getText(source));
}

/** The names of members that a file asks of any object. */
function namesAskedBy(file: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    if (ts.isObjectBindingPattern(node)) {
      for (const { name, propertyName = name } of node.elements) {
        if (ts.isIdentifier(propertyName)) names.add(propertyName.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed(file));
  return names;
}

describe("what can be asked of the service", () => {
  it("is a method for each of the eight endpoints", () => {
    const members = publicMembers("service/serviceClient.ts", "ServiceClient");
    assert.deepEqual(
      members.filter((member) => /^(?:list|get|download)/.test(member)),
      [
        "listSignals",
        "getSignal",
        "downloadSignalData",
        "listLatestSignals",
        "listMarkets",
        "listHedgings",
        "downloadForecastData",
        "listLatestForecasts",
      ],
    );
  });

  /** By file, outside the sample service. */
  let asked: ReadonlyMap<string, ReadonlySet<string>>;

  before(() => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => file.endsWith(".ts") && !file.startsWith("sample/"));
    asked = new Map(files.map((file) => [file, namesAskedBy(file)]));
  });

  for (const { file, name, folder } of classes) {
    it(`is asked for: each method of ${name} has a caller outside ${folder}/`, () => {
      const members = publicMembers(file, name);
      assert.ok(members.length > 8, members.join(", "));
      const outside = [...asked].filter(([caller]) => !caller.startsWith(`${folder}/`));
      assert.deepEqual(
        members.filter((member) => !outside.some(([, names]) => names.has(member))),
        [],
      );
    });
  }
});
