import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type PageFiles } from "./pageHtml";

/**
 * The script and styles of a page, from the bundle folder. Read on demand: all are small, and a page with inline
 * files draws sooner than one that requests them. The chart's script only loads the {@link chartProgram}.
 */
export function pageFiles(
  bundleFolder: string,
  page: "chart" | "latest" | "explorer" | "changes",
): PageFiles {
  const textOf = (name: string): string => read(bundleFolder, name).toString("utf8");
  if (page === "chart") {
    const { scriptHash } = chartFiles(bundleFolder);
    return { script: textOf("chartLoader.js"), scriptHashes: [scriptHash], style: "" };
  }
  return { script: textOf(`${page}.js`), scriptHashes: [], style: textOf(`${page}.css`) };
}

export function chartProgram(bundleFolder: string): ChartFiles["program"] {
  return chartFiles(bundleFolder).program;
}

interface ChartFiles {
  /** UTF-8. */
  readonly program: { readonly style: Uint8Array; readonly script: Uint8Array };
  readonly scriptHash: string;
}

/** By bundle folder. */
const known = new Map<string, ChartFiles>();

/** The files are read only once, so that the hash in a document matches the script posted to it. */
function chartFiles(bundleFolder: string): ChartFiles {
  const before = known.get(bundleFolder);
  if (before !== undefined) return before;
  const program = {
    style: bytesOf(bundleFolder, "chart.css"),
    script: bytesOf(bundleFolder, "chart.js"),
  };
  const files = { program, scriptHash: hashOf(program.script) };
  known.set(bundleFolder, files);
  return files;
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
