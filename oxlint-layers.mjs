// The layers of src/ as rules of oxlint: what each folder may import besides itself, by `import`, `export … from` and `import()`.
import path from "node:path";
import { builtinModules } from "node:module";

/** Nothing may import extension.ts. */
const layers = {
  shared: [],
  service: ["shared"],
  data: ["shared"],
  catalog: ["shared", "service"],
  store: ["shared", "service", "data"],
  sample: ["shared", "service", "data"],
  code: ["shared", "data"],
  webview: ["shared"],
  vscode: ["shared", "service", "data", "catalog", "store", "sample", "code"],
};

/** Layers that run outside Node too. */
const withoutNode = new Set(["shared", "webview", "catalog", "code"]);
const source = path.join(import.meta.dirname, "src");
const nodeModules = new Set(builtinModules);

function layerOf(file) {
  const [first, ...rest] = path.relative(source, file).split(path.sep);
  return rest.length > 0 && Object.hasOwn(layers, first) ? first : undefined;
}

/** What is wrong with an import, if anything. */
function complaint(layer, file, specifier) {
  if (specifier.startsWith(".")) {
    const allowed = [layer, ...layers[layer]];
    const [first] = path
      .relative(source, path.resolve(path.dirname(file), specifier))
      .split(path.sep);
    return allowed.includes(first)
      ? undefined
      : `src/${layer} may import only: ${allowed.join(", ")}.`;
  }
  const name = specifier.split("/")[0];
  if (name === "vscode") return layer === "vscode" ? undefined : `src/${layer} is free of vscode.`;
  const isNode = name.startsWith("node:") || nodeModules.has(name);
  if (name === "undici" || isNode) {
    const isForbidden = layer === "data" ? specifier !== "node:crypto" : withoutNode.has(layer);
    if (isForbidden) return `src/${layer} is free of ${isNode ? "Node" : name}.`;
  }
  return undefined;
}

const imports = {
  create(context) {
    const layer = layerOf(context.filename);
    if (layer === undefined) return {};
    const check = ({ source: specifier }) => {
      if (specifier?.type !== "Literal" || typeof specifier.value !== "string") return;
      const message = complaint(layer, context.filename, specifier.value);
      if (message !== undefined) context.report({ node: specifier, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const noEnum = {
  create: (context) => ({
    TSEnumDeclaration: (node) =>
      context.report({ node, message: "Use a union of string literals." }),
  }),
};

export default { meta: { name: "layers" }, rules: { imports, "no-enum": noEnum } };
