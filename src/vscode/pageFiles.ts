import { readFileSync } from "node:fs";
import path from "node:path";
import { type PageProgram } from "../shared/chart/chartProtocol";
import { type PageHtmlOptions } from "./pageHtml";

/**
 * The script and styles of a page, from the bundle folder. Read on demand: all are small, and a page with inline
 * files draws sooner than one that requests them. The chart's script only loads the {@link chartProgram}.
 */
export function pageFiles(
  bundleFolder: string,
  page: "chart" | "latest" | "explorer" | "changes",
): Pick<PageHtmlOptions, "script" | "addedScripts" | "style"> {
  const textOf = (name: string): string => read(bundleFolder, name).toString("utf8");
  if (page === "chart") {
    const { script, laterScript } = chartProgram(bundleFolder);
    return { script: textOf("chartLoader.js"), addedScripts: [script, laterScript], style: "" };
  }
  return { script: textOf(`${page}.js`), addedScripts: [], style: textOf(`${page}.css`) };
}

export function chartProgram(
  bundleFolder: string,
): Pick<PageProgram, "style" | "script" | "laterScript"> {
  return {
    style: bytesOf(bundleFolder, "chart.css"),
    script: bytesOf(bundleFolder, "chart.js"),
    laterScript: bytesOf(bundleFolder, "chartLater.js"),
  };
}

/** Not a Buffer, which the editor would post as JSON, number by number. */
function bytesOf(bundleFolder: string, name: string): Uint8Array {
  return new Uint8Array(read(bundleFolder, name));
}

function read(bundleFolder: string, name: string): Buffer {
  return readFileSync(path.join(bundleFolder, name));
}
