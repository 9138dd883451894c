// @ts-check
import { builtinModules } from "node:module";
import eslint from "@eslint/js";
import prettier from "eslint-config-prettier";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

/** What each folder of src/ may import besides itself. Nothing may import extension.ts. */
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

const forbiddenSyntax = [
  { selector: "TSEnumDeclaration", message: "Use a union of string literals." },
  { selector: "TSModuleDeclaration[kind='namespace']", message: "Use a module." },
  { selector: "ExportDefaultDeclaration", message: "Use a named export." },
];

/** Node's own modules under either of their names. */
const nodeModules = `(node:.*|${builtinModules.join("|")})`;

/** Modules that a layer must do without, and the message that says so. */
function forbiddenModules(layer) {
  const modules = layer === "vscode" ? [] : ["vscode"];
  if (layer === "shared" || layer === "webview" || layer === "catalog" || layer === "code") {
    modules.push(nodeModules, "undici");
  }
  if (layer === "data") modules.push(`(?!node:crypto$)${nodeModules}`, "undici");
  return modules.map((name) => ({
    regex: `^${name}(/.*)?$`,
    message: `src/${layer} is free of ${name === "vscode" || name === "undici" ? name : "Node"}.`,
  }));
}

const layerRules = Object.entries(layers).map(([layer, allowed]) => {
  const others = Object.keys(layers).filter((name) => name !== layer && !allowed.includes(name));
  const patterns = [
    {
      regex: `^(\\.\\./)+(${["extension", ...others].join("|")})(/|\\.|$)`,
      message: `src/${layer} may import only: ${[layer, ...allowed].join(", ")}.`,
    },
    ...forbiddenModules(layer),
  ];
  return {
    files: [`src/${layer}/**/*.ts`],
    rules: {
      "no-restricted-imports": ["error", { patterns }],
      "no-restricted-syntax": ["error", ...forbiddenSyntax, ...patterns.map(whenLoadedLazily)],
    },
  };
});

/** `no-restricted-imports` does not look at `import()`. */
function whenLoadedLazily({ regex, message }) {
  // In a selector a slash would end the pattern.
  const pattern = regex.replaceAll("/", "\\u002F");
  return { selector: `ImportExpression[source.value=/${pattern}/]`, message };
}

export default defineConfig(
  { ignores: ["dist/", ".vscode-test/", "*.mjs", "test/fixtures/"] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/strict-boolean-expressions": [
        "error",
        { allowString: false, allowNumber: false },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      eqeqeq: "error",
      "max-lines": ["error", { max: 500 }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
      "no-restricted-syntax": ["error", ...forbiddenSyntax],
    },
  },
  {
    // A describe block is one function of many small ones.
    files: ["test/**/*.ts"],
    rules: { "max-lines-per-function": "off" },
  },
  ...layerRules,
  prettier,
);
