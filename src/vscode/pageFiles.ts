import { readFileSync } from "node:fs";
import path from "node:path";
import { type PageHtmlOptions } from "./pageHtml";

/**
 * The scripts and styles of a page, from the bundle folder. Read on demand: all are small, and a page that has them
 * inline draws sooner than one that requests files from the editor.
 */
export function pageFiles(
  bundleFolder: string,
  page: "chart" | "latest" | "explorer" | "changes",
): Pick<PageHtmlOptions, "script" | "laterScript" | "style"> {
  const textOf = (name: string): string => readFileSync(path.join(bundleFolder, name), "utf8");
  const laterScript = page === "chart" ? textOf("chartLater.js") : undefined;
  return { script: textOf(`${page}.js`), laterScript, style: textOf(`${page}.css`) };
}
