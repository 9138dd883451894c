// The base bundle of what the host and its pages show, for translators; a release writes it to l10n/.
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { getL10nJson, getL10nPseudoLocalized } from "@vscode/l10n-dev";

/**
 * The English texts by themselves. l10n-dev finds only `vscode.l10n.t(…)`, and compiles its query anew for each file
 * (200 ms): it gets all sources as one, with every call of `t` written in that form.
 */
export async function baseBundle() {
  const names = (await readdir("src", { recursive: true })).filter((name) => name.endsWith(".ts"));
  const texts = await Promise.all(
    names.sort().map((name) => readFile(path.join("src", name), "utf8")),
  );
  const translated = texts.filter((text) => /\bl10n\b/.test(text));
  const contents = [
    'import * as vscode from "vscode";',
    ...translated.map((text) =>
      text
        .replace(/^import .* from "vscode";$/m, "")
        .replace(/(?<![\w.$]|l10n\.)t\(/g, "vscode.l10n.t("),
    ),
  ].join("\n");
  const bundle = await getL10nJson([{ extension: ".ts", contents }]);
  const entries = Object.entries(bundle).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries);
}

/** A bundle in which every text is readable, but not English: what stays English on the screen was not translated. */
export function pseudoBundle(bundle) {
  return getL10nPseudoLocalized(bundle);
}
