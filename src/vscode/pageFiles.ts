import { createHash } from "node:crypto";
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
): Pick<PageHtmlOptions, "script" | "scriptHashes" | "style"> {
  const textOf = (name: string): string => read(bundleFolder, name).toString("utf8");
  if (page !== "chart") {
    return { script: textOf(`${page}.js`), scriptHashes: [], style: textOf(`${page}.css`) };
  }
  const { script, laterScript } = chartProgram(bundleFolder);
  const scriptHashes = [script, laterScript].map(hashOf);
  return { script: textOf("chartLoader.js"), scriptHashes, style: "" };
}

type ChartProgram = Pick<PageProgram, "style" | "script" | "laterScript">;

/** By bundle folder. */
const programs = new Map<string, ChartProgram>();

/** Read once, so that the hashes in a document stay those of the scripts that are posted to it. */
export function chartProgram(bundleFolder: string): ChartProgram {
  const program = programs.get(bundleFolder) ?? {
    style: bytesOf(bundleFolder, "chart.css"),
    script: bytesOf(bundleFolder, "chart.js"),
    laterScript: bytesOf(bundleFolder, "chartLater.js"),
  };
  programs.set(bundleFolder, program);
  return program;
}

function hashOf(script: Uint8Array): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** Not a Buffer, which the editor would post as JSON, number by number. */
function bytesOf(bundleFolder: string, name: string): Uint8Array {
  return new Uint8Array(read(bundleFolder, name));
}

function read(bundleFolder: string, name: string): Buffer {
  return readFileSync(path.join(bundleFolder, name));
}
