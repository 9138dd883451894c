// The rooms of src/ as rules of oxlint: what each may import besides itself, by `import`, `export … from` and `import()`.
import path from "node:path";
import { builtinModules } from "node:module";

const engine = ["shared", "service", "data", "catalog", "store"];

/** Each feature may import those before it. */
const features = [
  "browse",
  "chart",
  "latest",
  "documents",
  "links",
  "pinned",
  "search",
  "notebook",
  "dataset",
  "agents",
];

/** The files directly in src/ import any room, and nothing imports them. */
const rooms = {
  shared: [],
  service: ["shared"],
  data: ["shared"],
  catalog: ["shared", "service"],
  store: ["shared", "service", "data"],
  sample: ["shared", "service", "data"],
  dataset: engine,
  tools: [...engine, "dataset"],
  cli: [...engine, "sample", "dataset", "tools"],
  editor: engine,
  connect: [...engine, "dataset", "tools", "sample", "editor"],
  ui: ["shared"],
  ...Object.fromEntries(
    features.map((name, at) => [
      `features/${name}`,
      [
        ...engine,
        "dataset",
        "tools",
        "editor",
        "connect",
        ...features.slice(0, at).map((each) => `features/${each}`),
      ],
    ]),
  ),
};

/** Rooms that run outside Node too. */
const withoutNode = new Set(["shared", "ui", "catalog"]);
const withVscode = /^(?:editor|connect|features\/\w+)$/;
const source = path.join(import.meta.dirname, "src");
const nodeModules = new Set(builtinModules);

/** The room of a file, and the part of it that follows rules of its own. */
function placeOf(file) {
  const [first, second, ...rest] = path.relative(source, file).split(path.sep);
  const isFeature = first === "features";
  const room = isFeature ? `${first}/${second}` : first;
  if (second === undefined || !Object.hasOwn(rooms, room)) return undefined;
  const names = (isFeature ? rest : [second, ...rest]).map((name) => name.replace(/\.ts$/, ""));
  if (names.includes("page") && isFeature) return { room, part: "page" };
  if (["model", "protocol", "messages"].some((name) => names.includes(name)))
    return { room, part: "model" };
  if (names[0] === "code" && isFeature) return { room, part: "code" };
  return { room, part: "host" };
}

/** What the parts of a feature that run anywhere may import: parts of the same feature, and rooms. */
const parts = {
  page: { parts: ["page", "model"], rooms: ["shared", "ui"] },
  model: { parts: ["model"], rooms: ["shared"] },
  code: { parts: ["code"], rooms: ["shared", "data"] },
};

function isAllowed({ room, part }, to) {
  const rule = room.startsWith("features/") ? parts[part] : undefined;
  if (to === undefined) return false;
  if (rule === undefined) {
    if (to.part === "page" && room !== "ui") return false;
    return to.room === room || rooms[room].includes(to.room);
  }
  return to.room === room ? rule.parts.includes(to.part) : rule.rooms.includes(to.room);
}

/** What is wrong with an import, if anything. */
function complaint(place, file, specifier) {
  const { room, part } = place;
  const name = part === "host" ? room : `the ${part} of ${room}`;
  if (specifier.startsWith(".")) {
    const target = path.resolve(path.dirname(file), specifier);
    if (isAllowed(place, placeOf(target))) return undefined;
    return `${name} may not import ${path.relative(source, target)}: see the rooms in CONTRIBUTING.md.`;
  }
  const runsAnywhere = withoutNode.has(room) || part !== "host";
  const [library] = specifier.split("/");
  const isNode = library.startsWith("node:") || nodeModules.has(library);
  if (library === "vscode") {
    return withVscode.test(room) && part === "host" ? undefined : `${name} is free of vscode.`;
  }
  if (library === "undici" || isNode) {
    const isForbidden = room === "data" ? specifier !== "node:crypto" : runsAnywhere;
    if (isForbidden) return `${name} is free of ${isNode ? "Node" : "undici"}.`;
  }
  return undefined;
}

const imports = {
  create(context) {
    const place = placeOf(context.filename);
    if (place === undefined) return {};
    const check = ({ source: specifier }) => {
      if (specifier?.type !== "Literal" || typeof specifier.value !== "string") return;
      const message = complaint(place, context.filename, specifier.value);
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

const bannedNames = /^(?:wordsOf|\w+[a-z]Words|flights?|passengers?)$/;
const bannedPhrases = /\b(?:passengers?|flights|tak(?:e|es|en|ing) off|whoever|by and by)\b/i;

/** Words that say less than a term of the field or the platform. */
const words = {
  create(context) {
    const report = (node, word) =>
      context.report({ node, message: `“${word}” is not one of our words.` });
    return {
      Identifier(node) {
        if (bannedNames.test(node.name)) report(node, node.name);
      },
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const [phrase] = bannedPhrases.exec(comment.value) ?? [];
          if (phrase !== undefined) report(comment, phrase);
        }
      },
    };
  },
};

const noEnum = {
  create: (context) => ({
    TSEnumDeclaration: (node) =>
      context.report({ node, message: "Use a union of string literals." }),
  }),
};

export default { meta: { name: "layers" }, rules: { imports, "no-enum": noEnum, words } };
