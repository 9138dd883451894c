import { readFileSync } from "node:fs";
import path from "node:path";
import { type PageHtmlOptions } from "./pageHtml";

/**
 * The script and styles of a page, from the bundle folder. Read on demand: both are small, and a page that has them
 * inline draws sooner than one that requests files from the editor.
 */
export function pageFiles(
  bundleFolder: string,
  page: "chart" | "latest" | "explorer" | "changes",
): Pick<PageHtmlOptions, "script" | "style"> {
  const textOf = (name: string): string => readFileSync(path.join(bundleFolder, name), "utf8");
  return { script: textOf(`${page}.js`), style: textOf(`${page}.css`) };
}
