import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { commandId, commandNames } from "../../src/editor/commandNames";
import { editorVersions } from "../support/editorVersion";

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Setting {
  readonly scope?: string;
  readonly default: unknown;
}

interface Manifest {
  readonly version: string;
  readonly preview: boolean;
  readonly pricing: string;
  readonly keywords: readonly string[];
  readonly activationEvents: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly engines: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly category: string }[];
    readonly submenus: readonly { readonly id: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly customEditors: readonly { readonly viewType: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
}

async function sourceTexts(): Promise<string> {
  const names = await readdir("src", { recursive: true });
  const files = names.filter((name) => name.endsWith(".ts"));
  const texts = await Promise.all(files.map((name) => readFile(path.join("src", name), "utf8")));
  return texts.join("\n");
}

describe("the manifest", () => {
  let text: string;
  let manifest: Manifest;
  before(async () => {
    text = await readFile("package.json", "utf8");
    manifest = JSON.parse(text) as Manifest;
  });

  it("contributes exactly the commands that the extension has", () => {
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual([...contributed].sort(), commandNames.map(commandId).sort());
  });

  it("puts every command into one category", () => {
    const categories = new Set(manifest.contributes.commands.map(({ category }) => category));
    assert.deepEqual([...categories], ["Macro Signals"]);
  });

  it("has no menu for a command or a menu that does not exist", () => {
    const { menus, submenus } = manifest.contributes;
    const known = new Set<string>([
      ...commandNames.map(commandId),
      ...submenus.map(({ id }) => id),
    ]);
    const items = Object.values(menus).flat();
    assert.deepEqual(
      items.filter(({ command, submenu = "" }) => !known.has(command ?? submenu)),
      [],
    );
  });

  it("has entries in every menu of its own, and shows each somewhere", () => {
    const { menus, submenus } = manifest.contributes;
    const shown = Object.values(menus).flatMap((items) => items.map(({ submenu }) => submenu));
    assert.deepEqual(
      submenus.filter(({ id }) => menus[id] === undefined || !shown.includes(id)),
      [],
    );
  });

  it("says where every command of a context is offered", () => {
    const inPalette = new Set(
      manifest.contributes.menus["commandPalette"]?.map((item) => item.command),
    );
    const onlyOnRows = ["retryNode", "fetchTarget"] as const;
    assert.ok(onlyOnRows.every((name) => inPalette.has(commandId(name))));
  });

  it("has two buttons at most in the title of a text and of a chart, and those of stale or later data", () => {
    const titles = manifest.contributes.menus["editor/title"] ?? [];
    const buttons = titles.filter(({ group = "" }) => group.startsWith("navigation"));
    const [texts, charts] = [/== \.chart/, /!= \.chart/].map((others) =>
      buttons.filter(({ when = "" }) => !others.test(when)).map(({ command }) => command),
    );
    const explain = commandId("explainStale");
    const reopen = commandId("reopenAsOf");
    const ofTexts = [explain, reopen, commandId("refreshDocument"), commandId("openChart")];
    assert.deepEqual(texts?.sort(), ofTexts.sort());
    // The page of a chart has its own buttons for Refresh and for data after the window's as-of.
    assert.deepEqual(charts?.sort(), [explain, commandId("openCsv")].sort());
  });

  it("names every text in package.nls.json, and uses all of them", async () => {
    const texts = JSON.parse(await readFile("package.nls.json", "utf8")) as Record<string, string>;
    const used = new Set([...text.matchAll(/"%([^%"]+)%"/g)].map(([, name]) => name));
    assert.deepEqual(Object.keys(texts).sort(), [...used].sort());
  });

  it("lets no workspace decide where requests go or how (SEC-04)", () => {
    const { properties } = manifest.contributes.configuration;
    const deciding = /^macroSignals\.(connections?$|sample\.|network\.)/;
    const scopes = Object.entries(properties)
      .filter(([name]) => deciding.test(name))
      .map(([name, { scope }]) => [name, scope]);
    assert.ok(scopes.length >= 4);
    assert.deepEqual(
      scopes.filter(([, scope]) => scope !== "application"),
      [],
    );
  });

  it("has no setting for a key (SEC-10)", () => {
    const names = Object.keys(manifest.contributes.configuration.properties);
    assert.deepEqual(
      names.filter((name) => /key|token|secret|password/i.test(name)),
      [],
    );
  });

  it("has the code for every setting, view and editor", async () => {
    const source = await sourceTexts();
    const settings = Object.keys(manifest.contributes.configuration.properties);
    const views = Object.values(manifest.contributes.views)
      .flat()
      .map(({ id }) => id);
    const editors = manifest.contributes.customEditors.map(({ viewType }) => viewType);
    const unused = [...settings, ...views, ...editors].filter((name) => {
      const own = name.replace(/^macroSignals\./, "");
      return !source.includes(`"${own}"`) && !source.includes(`"${name}"`);
    });
    assert.deepEqual(unused, []);
  });

  it("has a row for every setting in the guide, with its default", async () => {
    const guide = await readFile("media/guide/settings.md", "utf8");
    const rows = [...guide.matchAll(/^\| `(macroSignals\.[^`]+)`\s*\| `([^`]*)`\s*\| \S/gm)];
    const documented = rows.map(([, name = "", value = ""]) => [
      name,
      JSON.parse(value) as unknown,
    ]);
    const settings = Object.entries(manifest.contributes.configuration.properties);
    const declared = settings.map(([name, setting]) => [name, setting.default]);
    assert.deepEqual(Object.fromEntries(documented), Object.fromEntries(declared));
  });

  it("wakes the extension for its documents and links, and where code may be of a series or a dataset (LIFE-01)", () => {
    assert.deepEqual(manifest.activationEvents, [
      "onFileSystem:macro-signals",
      "onUri",
      "onNotebook:jupyter-notebook",
      "onLanguage:python",
      "onLanguage:r",
      "onLanguage:sql",
      "onLanguage:quarto",
      "onLanguage:rmd",
      "onLanguage:json",
    ]);
  });

  it("is tested in the oldest VS Code it supports and in the newest (ENV-03)", () => {
    const [major, minor] = editorVersions.min.split(".");
    assert.equal(manifest.engines["vscode"], `^${major}.${minor}.0`);
    assert.match(manifest.scripts["test"] ?? "", / && node dist\/test\/main\.cjs$/);
  });

  it("is offered free of charge, as a preview until 1.0, and is found by what researchers search for", () => {
    const { version, preview, pricing, keywords } = manifest;
    assert.deepEqual([preview, pricing], [version.startsWith("0."), "Free"]);
    for (const word of ["macroeconomics", "vintage", "backtest", "as-of", "parquet", "quant"]) {
      assert.ok(keywords.includes(word), word);
    }
    // The marketplace refuses more tags than 30, and vsce adds some of its own.
    assert.ok(new Set(keywords).size === keywords.length && keywords.length <= 20);
  });

  it("depends on nothing that was not chosen", () => {
    const chosen = [
      "apache-arrow",
      "lru-cache",
      "p-limit",
      "parquet-wasm",
      "undici",
      "valibot",
      "vscode-uri",
    ];
    assert.deepEqual(Object.keys(manifest.dependencies).sort(), chosen);
  });
});
