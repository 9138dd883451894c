import { cellMark, chunkEnd } from "./code/foundReferences";
import { codeLanguageOf, type CodeLanguage } from "./code/languages";

/** Where to insert text in a script, and what it needs there. */
export interface InsertionPoint {
  /** Index of the line before which the text goes; the line count at the end. */
  readonly row: number;
  /** The language of code there; undefined where none is supported. */
  readonly language: CodeLanguage | undefined;
  /** Whether the line is prose, in which code needs a chunk of its own. */
  readonly isProse: boolean;
}

/** The start of an executable chunk in prose, with its language: ```` ```{python} ````. */
const chunkStart = /^\s*(`{3,}|~{3,})\s*\{\s*([a-z]+)[^}]*\}/i;

/** Language ids of documents with prose and chunks, and the default language of their chunks. */
const chunkDocuments: Readonly<Record<string, CodeLanguage>> = { quarto: "python", rmd: "r" };

/**
 * Before the cursor's line; after it when the cursor is behind its text, and when the line begins a cell, where the
 * text would otherwise belong to the cell above.
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

/** The lines to insert, with blank lines between them and their surroundings. */
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

/** Code in prose gets a chunk with a fence longer than any in the code. */
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
