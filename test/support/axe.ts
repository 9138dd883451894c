import { readFile } from "node:fs/promises";
import { type Page } from "playwright-core";

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

/** What axe-core finds against WCAG 2.2 AA in the page as it stands, one line for each element. */
export async function violationsIn(page: Page): Promise<string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") {
    await page.evaluate(await readFile("node_modules/axe-core/axe.min.js", "utf8"));
  }
  const found = await page.evaluate(
    async (tags) => (await axe.run({ runOnly: { type: "tag", values: tags } })).violations,
    wcag,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => {
      const why = failureSummary.split("\n").slice(1).join(" ").trim();
      return `${id} at ${target.join(" ")}: ${why}`;
    }),
  );
}
