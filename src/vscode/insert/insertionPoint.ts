import { cellMark, chunkEnd } from "../../code/foundReferences";
import { codeLanguageOf, type CodeLanguage } from "../../code/languages";

/** Where in a script text is inserted, and what it has to be there. */
export interface InsertionPoint {
  /** Index of the line that the text comes before; that behind the last line at the end. */
  readonly row: number;
  /** Of code there; undefined where none of ours is written. */
  readonly language: CodeLanguage | undefined;
  /** Whether the line is prose, among which code stands in a chunk of its own. */
  readonly isProse: boolean;
}

/** Where prose begins a chunk of code that is run, and of which language: ```` ```{python} ````. */
const chunkStart = /^\s*(`{3,}|~{3,})\s*\{\s*([a-z]+)[^}]*\}/i;

/** Documents of prose and chunks, and the language of a chunk where there is none yet. */
const chunkDocuments: Readonly<Record<string, CodeLanguage>> = { quarto: "python", rmd: "r" };

/**
 * Before the line of the cursor; behind it where the cursor is behind its text, and where that begins a cell, else the text
 * would belong to the cell above.
 *
 * @param row - Index of the cursor's line.
 * @param languageId - The document's, or `quarto` or `rmd` as its name has it.
 * @param isBehind - Whether there is text before the cursor in its line.
 */
export function insertionPoint(
  lines: readonly string[],
  row: number,
  languageId: string,
  isBehind = false,
): InsertionPoint {
  const usual = Object.hasOwn(chunkDocuments, languageId) ? chunkDocuments[languageId] : undefined;
  if (usual !== undefined) return pointAmongChunks(lines, isBehind ? row + 1 : row, usual);
  const isNext = isBehind || cellMark.test(lines[row] ?? "");
  return { row: isNext ? row + 1 : row, language: codeLanguageOf(languageId), isProse: false };
}

/** The lines to insert, so that a blank line stands between them and what is around them. */
export function insertedLines(
  lines: readonly string[],
  { row, language, isProse }: InsertionPoint,
  blocks: readonly { readonly text: string; readonly language: CodeLanguage }[],
): readonly string[] {
  const inserted = blocks.flatMap((block, index) => [
    ...(index === 0 ? [] : [""]),
    ...linesOf(block, isProse),
  ]);
  const above = lines[row - 1] ?? "";
  const isApart = above.trim() === "" || cellMark.test(above) || chunkStart.test(above);
  const below = lines[row] ?? "";
  const isEnd = below.trim() === "" || (language !== undefined && chunkEnd.test(below));
  return [...(isApart ? [] : [""]), ...inserted, ...(isEnd ? [] : [""])];
}

/** The language id that a document has by its name: editors without an extension for them take these for plain text. */
export function languageIdOf(languageId: string, path: string): string {
  if (/\.qmd$/i.test(path)) return "quarto";
  return /\.rmd$/i.test(path) ? "rmd" : languageId;
}

function pointAmongChunks(
  lines: readonly string[],
  row: number,
  usual: CodeLanguage,
): InsertionPoint {
  let open: { readonly fence: string; readonly language: CodeLanguage | undefined } | undefined;
  let newest: CodeLanguage | undefined;
  for (const line of lines.slice(0, row)) {
    const [, fence = "", name = ""] = chunkStart.exec(line) ?? [];
    if (open === undefined && fence !== "") {
      open = { fence, language: codeLanguageOf(name.toLowerCase()) };
      newest = open.language ?? newest;
    } else if (open !== undefined && chunkEnd.exec(line)?.[1]?.startsWith(open.fence) === true) {
      open = undefined;
    }
  }
  if (open !== undefined) return { row, language: open.language, isProse: false };
  return { row, language: newest ?? usual, isProse: true };
}

/** Code among prose stands in a chunk; its fence is longer than any in the code. */
function linesOf(
  { text, language }: { readonly text: string; readonly language: CodeLanguage },
  isProse: boolean,
): readonly string[] {
  const lines = text.split("\n");
  if (!isProse || language === "markdown") return lines;
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}{${language}}`, ...lines, fence];
}
