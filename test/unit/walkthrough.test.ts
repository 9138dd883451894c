import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { commandId, commandNames } from "../../src/editor/commandNames";
import { guidePages } from "../../src/editor/help/guidePages";

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

interface Manifest {
  readonly contributes: {
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly Step[] }[];
  };
}

/** A link of a description to a command: `[label](command:id?arguments)`. */
const commandLink = /\[([^\]]+)\]\(command:(?:toSide:)?([\w.]+)(?:\?([^)\s]+))?\)/g;

describe("the walkthrough", () => {
  let texts: Readonly<Record<string, string>>;
  let manifest: Manifest;
  let steps: readonly Step[];

  const textOf = (reference: string): string => texts[reference.slice(1, -1)] ?? "";
  const linksOf = ({ description }: Step): RegExpExecArray[] => [
    ...textOf(description).matchAll(commandLink),
  ];

  before(async () => {
    manifest = JSON.parse(await readFile("package.json", "utf8")) as Manifest;
    texts = JSON.parse(await readFile("package.nls.json", "utf8")) as Record<string, string>;
    steps = manifest.contributes.walkthroughs.flatMap((each) => each.steps);
  });

  it("is one, with four steps", () => {
    assert.deepEqual(
      manifest.contributes.walkthroughs.map(({ id }) => id),
      ["start"],
    );
    assert.deepEqual(
      steps.map(({ id }) => id),
      ["connect", "find", "compare", "insert"],
    );
  });

  it("completes each step by one thing that happened, which the extension reports", async () => {
    const names = await readdir("src", { recursive: true });
    const files = names.filter((name) => name.endsWith(".ts"));
    const sources = await Promise.all(
      files.map((name) => readFile(path.join("src", name), "utf8")),
    );
    const keys = steps.map(({ completionEvents }) => {
      const [, key = ""] = /^onContext:(macroSignals\.\w+)$/.exec(completionEvents.join()) ?? [];
      return key;
    });
    assert.equal(new Set(keys).size, steps.length);
    assert.deepEqual(
      keys.filter((key) => !sources.some((source) => source.includes(`"${key}"`))),
      [],
    );
  });

  it("has a button in each step, and links only to commands that exist", () => {
    const { views } = manifest.contributes;
    const known = new Set<string>([
      ...commandNames.map(commandId),
      ...Object.values(views).flatMap((all) => all.map(({ id }) => `${id}.focus`)),
    ]);
    for (const step of steps) {
      const links = linksOf(step);
      assert.deepEqual(
        links.map(([, , command = ""]) => command).filter((command) => !known.has(command)),
        [],
      );
      // A link on a line of its own is a button.
      assert.match(textOf(step.description), /^\[[^\]]+\]\(command:[\w.:]+\)$/m);
      assert.equal(links.length, textOf(step.description).split("](").length - 1, step.id);
    }
  });

  it("says in each step what happens when it fails, with a page of the guide or a diagnosis", async () => {
    const pages = (await guidePages("media/guide")).map(({ name }) => name);
    for (const step of steps) {
      const [help] = linksOf(step).reverse();
      const [, , command = "", query = "%5B%5D"] = help ?? [];
      assert.match(textOf(step.description).split("\n").at(-1) ?? "", /^If /, step.id);
      if (command === commandId("diagnoseConnection")) continue;
      assert.equal(command, commandId("openGuide"));
      const [page, ...others] = JSON.parse(decodeURIComponent(query)) as unknown[];
      assert.ok(pages.includes(String(page)), `${step.id}: ${String(page)}`);
      assert.deepEqual(others, []);
    }
  });

  it("shows small pictures in the colors of the theme, each with its description", async () => {
    let bytes = 0;
    for (const { media, id } of steps) {
      const picture = await readFile(media.svg, "utf8");
      bytes += Buffer.byteLength(picture);
      assert.ok(textOf(media.altText).length > 20, id);
      const spoken = / role="img" aria-label="([^"]+)"/.exec(picture)?.[1];
      assert.equal(spoken, textOf(media.altText), id);
      const colors = [...picture.matchAll(/ (?:fill|stroke)="([^"]+)"/g)].map(([, color]) => color);
      assert.deepEqual(
        colors.filter((color) => color !== "none" && color?.startsWith("var(--vscode-") !== true),
        [],
      );
      // The page that holds the picture runs no script and allows no styles of its own.
      assert.doesNotMatch(picture, /<script|<style|\sstyle=|\son\w+=|href=/);
    }
    assert.ok(bytes < 60_000, `${bytes} bytes`);
    const files = await readdir("media/walkthrough");
    assert.deepEqual(files.sort(), steps.map(({ media }) => path.basename(media.svg)).sort());
  });
});
