import { readFile } from "node:fs/promises";
import { type Frame, type Page } from "playwright-core";
import { type ThemeName, themeNames } from "./editorThemes";

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly {
    readonly target: readonly unknown[];
    readonly failureSummary?: string;
  }[];
}

/** What `axe-core` puts into a page. */
declare const axe: {
  run(options: object): Promise<{ readonly violations: readonly Violation[] }>;
};

/** The success criteria of WCAG 2.2, levels A and AA. */
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** The rules whose outcome can depend on the theme. */
const ofColours = ["color-contrast", "link-in-text-block"];

/**
 * What axe-core finds against WCAG 2.2 AA in the page as it stands, one line for each element.
 *
 * @param theme - In another theme than the first one, only the rules on colours are checked.
 */
export async function violationsIn(
  page: Page | Frame,
  theme: ThemeName = "light",
): Promise<string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") {
    await page.evaluate(await readFile("node_modules/axe-core/axe.min.js", "utf8"));
  }
  const runOnly =
    theme === themeNames[0] ? { type: "tag", values: wcag } : { type: "rule", values: ofColours };
  const found = await page.evaluate(
    async (options) => (await axe.run(options)).violations,
    // Elements without a violation need no unique selector.
    { runOnly, resultTypes: ["violations"] },
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => {
      const why = failureSummary.split("\n").slice(1).join(" ").trim();
      return `${id} at ${target.join(" ")}: ${why}`;
    }),
  );
}
