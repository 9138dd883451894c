// Counts of what may only fall. `node ratchets.mjs` compares src/ with ratchets.json; `--write` lowers the numbers there.
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";

const file = "ratchets.json";

/** The source files, each parsed once. */
async function sources() {
  const names = (await readdir("src", { recursive: true })).filter((name) => name.endsWith(".ts"));
  return Promise.all(
    names.map(async (each) => {
      const name = path.join("src", each);
      const text = await readFile(name, "utf8");
      return { name, text, tree: ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true) };
    }),
  );
}

function visit(node, each) {
  each(node);
  ts.forEachChild(node, (child) => visit(child, each));
}

function count(files, test) {
  let found = 0;
  for (const { tree } of files) visit(tree, (node) => (found += test(node) ? 1 : 0));
  return found;
}

/** How many of the values stand more than once. */
function repeated(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].filter((times) => times > 1).length;
}

function isExported(node) {
  return (
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

/** The names of exports, each once: overloads of a function are not duplicates. */
function exportedNames({ tree }) {
  const names = tree.statements
    .filter(isExported)
    .flatMap((statement) =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(({ name }) => name.getText())
        : [statement.name?.getText()].filter(Boolean),
    );
  return [...new Set(names)];
}

/** By file, how many others import it. */
function importers(files) {
  const counts = new Map();
  for (const { name, tree } of files) {
    visit(tree, (node) => {
      const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
      const specifier = isImport ? node.moduleSpecifier : importedLater(node);
      if (!specifier?.text?.startsWith(".")) return;
      const target = `${path.join(path.dirname(name), specifier.text)}.ts`;
      counts.set(target, (counts.get(target) ?? new Set()).add(name));
    });
  }
  return counts;
}

function importedLater(node) {
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? node.arguments[0] : undefined;
}

/** `...(x === undefined ? {} : { x })` */
function isOptionalSpread(node) {
  const { expression } = ts.isSpreadAssignment(node) ? node : {};
  const inner =
    expression && ts.isParenthesizedExpression(expression) ? expression.expression : expression;
  if (!inner || !ts.isConditionalExpression(inner)) return false;
  return [inner.whenTrue, inner.whenFalse].some(
    (branch) => ts.isObjectLiteralExpression(branch) && branch.properties.length === 0,
  );
}

const withoutSubject =
  /^\s*(?:\/\/|\/\*\*|\*)\s*(?:Of|Whose|Than|That of|For whom|What [^.]*\b(?:is|are) for)\b/;

/** Comments whose first words have no subject. */
function riddles({ text }) {
  const starts = text.split("\n").filter((line, at, lines) => {
    const isContinued =
      /^\s*(?:\/\/|\*)/.test(line) && /^\s*(?:\/\/|\/?\*)\s*\S.*[^.]$/.test(lines[at - 1] ?? "");
    return !isContinued;
  });
  return starts.filter((line) => withoutSubject.test(line)).length;
}

/** As a type, or in what an interface extends. */
function isPick(node) {
  if (ts.isTypeReferenceNode(node)) return node.typeName.getText() === "Pick";
  return ts.isExpressionWithTypeArguments(node) && node.expression.getText() === "Pick";
}

function measures(files) {
  const users = importers(files);
  const named = (ending) =>
    count(files, (node) => ts.isInterfaceDeclaration(node) && node.name.text.endsWith(ending));
  return {
    "Pick<": count(files, isPick),
    "interfaces …Options": named("Options"),
    "interfaces …Dependencies": named("Dependencies"),
    "interfaces …Parts": named("Parts"),
    "exported names that stand twice": repeated(files.flatMap(exportedNames)),
    "base names that stand twice": repeated(files.map(({ name }) => path.basename(name))),
    "files of 60 lines or fewer with one importer": files.filter(
      ({ name, text }) => users.get(name)?.size === 1 && text.split("\n").length <= 61,
    ).length,
    "spreads of an optional field": count(files, isOptionalSpread),
    "comments without a subject": files.reduce((sum, each) => sum + riddles(each), 0),
  };
}

const files = await sources();
const lines = files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
console.log(`src: ${lines} lines in ${files.length} files`);
const found = measures(files);
const allowed = JSON.parse(await readFile(file, "utf8"));
if (process.argv.includes("--write")) {
  const lowered = Object.entries(found).map(([what, number]) => [
    what,
    Math.min(number, allowed[what] ?? number),
  ]);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(lowered), undefined, 2)}\n`);
} else {
  for (const [what, number] of Object.entries(found)) {
    if (number === allowed[what]) continue;
    const isWorse = !(number < allowed[what]);
    console.log(
      `${what}: ${number}, was ${allowed[what]}${isWorse ? "" : ": run node ratchets.mjs --write"}`,
    );
    process.exitCode = 1;
  }
}
