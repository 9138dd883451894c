import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { promisify } from "node:util";
import { builtOutputs, loadedWith, packagesIn } from "../support/builtOutputs";

/** The programs that run in threads or processes of their own, and what they share. */
const programs = /^dist\/(?:frameWorker|sample|program-[\w-]+)\.cjs$/;

/** The modules in all files that Node loads and that match, each once for every file that holds it. */
async function modulesIn(isWanted: (file: string) => boolean): Promise<string[]> {
  const files = Object.entries(await builtOutputs()).filter(
    ([file]) => file.endsWith(".cjs") && isWanted(file),
  );
  return files.flatMap(([, { inputs }]) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([input]) => input),
  );
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, at) => names.indexOf(name) < at);
}

describe("what is built", () => {
  it("loads nothing heavy with the extension: no HTTP library, no Arrow, no Parquet (LIFE-01)", async () => {
    assert.deepEqual(await packagesIn(await loadedWith("dist/extension.cjs")), [
      "lru-cache",
      "p-limit",
      "vscode-uri",
      "yocto-queue",
    ]);
  });

  it("loads the extension from few files", async () => {
    const files = await loadedWith("dist/extension.cjs");
    assert.ok(files.length <= 3, files.join());
  });

  it("loads no writer of code, and nothing that reads latest values, with the extension", async () => {
    const outputs = await builtOutputs();
    const files = await loadedWith("dist/extension.cjs");
    const modules = files.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
    assert.ok(modules.includes("src/extension.ts"));
    const later =
      /\/code\/(?:python|pythonRequest|r|sql|languages)\.ts$|\/latest\/latestTexts\.ts$/;
    assert.deepEqual(
      modules.filter((module) => later.test(module)),
      [],
    );
  });

  it("has each module of the extension in one file, so that a class is one class everywhere", async () => {
    const modules = await modulesIn((file) => !programs.test(file));
    assert.ok(modules.length > 300, `${modules.length} modules`);
    assert.deepEqual(repeated(modules), []);
  });

  it("has each module of the programs in one file, and each library once in all", async () => {
    const modules = await modulesIn((file) => programs.test(file));
    assert.ok(modules.some((module) => module.includes("node_modules/apache-arrow/")));
    assert.deepEqual(repeated(modules), []);
    const all = await modulesIn(() => true);
    assert.deepEqual(
      repeated(all).filter((module) => module.includes("node_modules/")),
      [],
    );
  });

  it("has of the HTTP library only what sends requests", async () => {
    const modules = await modulesIn((file) => !programs.test(file));
    const ofUndici = modules.filter((module) => module.includes("node_modules/undici/"));
    assert.ok(ofUndici.some((module) => module.endsWith("lib/dispatcher/client-h1.js")));
    assert.deepEqual(
      ofUndici.filter((module) =>
        /\/(?:mock|interceptor|cache|websocket|eventsource)\//.test(module),
      ),
      [],
    );
  });

  it("has of the HTTP library what its entry has: the same modules, with the same methods", async () => {
    const build = await readFile("esbuild.mjs", "utf8");
    const imports = [...build.matchAll(/import (\w+) from "(undici\/lib\/[\w/.-]+)";/g)].map(
      ([, name = "", file = ""]) => [name, file] as const,
    );
    // A process of its own: what the entry adds to classes stays there.
    const script = `
      const loaded = Object.fromEntries(${JSON.stringify(imports)}.map(([name, file]) => [name, require(file)]));
      const { api, ...classes } = loaded;
      Object.assign(loaded.Dispatcher.prototype, api);
      const state = () => JSON.stringify(Object.entries(classes).map(([name, { prototype }]) =>
        [name, prototype && Object.getOwnPropertyNames(prototype).map((key) => [key, String(Object.getOwnPropertyDescriptor(prototype, key).value)])]));
      const before = state();
      const entry = require("undici");
      const others = Object.keys(classes).filter((name) => entry[name] !== classes[name]);
      console.log(JSON.stringify({ others, isSame: state() === before }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script]);
    assert.deepEqual(
      imports.map(([name]) => name),
      ["api", "buildConnector", "Agent", "Client", "Dispatcher"],
    );
    assert.deepEqual(JSON.parse(stdout), { others: [], isSame: true });
  });

  it("has maps that lead from each chunk to the sources", async () => {
    const [, eager = ""] = await loadedWith("dist/extension.cjs");
    const lines = (await readFile(eager, "utf8")).split("\n");
    const map = new SourceMap(JSON.parse(await readFile(`${eager}.map`, "utf8")) as never);
    // A release has no blanks.
    const text = /\bname ?= ?"DocumentTooLargeError"/;
    const at = lines.findIndex((line) => text.test(line));
    const entry = map.findEntry(at, lines[at]?.search(text) ?? -1);
    assert.ok("originalSource" in entry);
    assert.match(entry.originalSource, /src\/store\/documentTooLargeError\.ts$/);
  });

  it("has one script for each page, and also a loader for charts", async () => {
    const outputs = await builtOutputs();
    const scripts = Object.keys(outputs).filter((file) => file.endsWith(".js"));
    assert.deepEqual(scripts.sort(), [
      "dist/changes.js",
      "dist/chart.js",
      "dist/chartLoader.js",
      "dist/explorer.js",
      "dist/latest.js",
    ]);
    // For what pages keep; whatever else they need, they have from ui/.
    assert.deepEqual(await packagesIn(scripts), ["valibot"]);
  });

  it("has pages whose programs and styles end no element of the HTML that holds them", async () => {
    const files = Object.keys(await builtOutputs()).filter((file) => /\.(?:js|css)$/.test(file));
    assert.equal(files.length, 9);
    for (const file of files) {
      assert.doesNotMatch(await readFile(file, "utf8"), /<\/script|<\/style|<!--/i, file);
    }
  });
});
