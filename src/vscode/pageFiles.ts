import { readFileSync } from "node:fs";
import path from "node:path";
import { type PageHtmlOptions } from "./pageHtml";

/**
 * The program and the styles of a page, from the folder of the bundles. They are read where they are needed: both are
 * small, and a page that has them in its HTML draws before one that asks the editor for files.
 */
export function pageFiles(
  bundleFolder: string,
  page: "chart" | "latest" | "explorer",
): Pick<PageHtmlOptions, "script" | "style"> {
  const textOf = (name: string): string => readFileSync(path.join(bundleFolder, name), "utf8");
  return { script: textOf(`${page}.js`), style: textOf(`${page}.css`) };
}
