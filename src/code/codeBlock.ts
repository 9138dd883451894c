import { type FoundReference } from "./foundReferences";
import { type DataFrameLibrary, type InsertWay } from "./language";
import { type CodeLanguage, languages } from "./languages";
import { stringLiterals } from "./literals";
import { requestCall, requestMarks } from "./requestParts";

/** A reference line and the code that is said to be of it, in the document around them. */
export interface CodeBlock extends Pick<FoundReference, "row" | "endRow"> {
  /** All lines of the document. */
  readonly lines: readonly string[];
  readonly language: CodeLanguage;
}

/** A place in a document: both from 0. */
interface CodePosition {
  readonly row: number;
  readonly column: number;
}

/** A part of a document; the end is exclusive. */
export interface CodeRange {
  readonly start: CodePosition;
  readonly end: CodePosition;
}

/** A string literal of a block's code and what it stands for. */
export interface TextInCode extends CodeRange {
  readonly value: string;
}

/**
 * Where the code of a block has its values from, by what of ours stands first in it: below may be what anybody wrote.
 * Undefined when there is no code at all, or when it is none of ours any more.
 */
export function wayOf(block: CodeBlock): InsertWay | undefined {
  const values = valuesIn(block);
  const opening = block.lines[values?.start.row ?? block.endRow] ?? "";
  if (values !== undefined && /\bDataFrame\($/.test(opening)) return "values";
  for (const text of textsIn(block)) {
    const { value } = text;
    if (isOfRequest(block, text)) return "request";
    if (formatOfPath(value) !== undefined) return "file";
  }
  return values === undefined ? undefined : "values";
}

/** Whether a text belongs to a live request: it is a mark of one, or stands in or below the call. */
export function isOfRequest(block: CodeBlock, { value, start }: TextInCode): boolean {
  if (requestMarks.has(value)) return true;
  return codeOf(block).some(([row, line]) => row <= start.row && requestCall.test(line));
}

/** Whether nothing but empty lines and comments stands below the line. */
export function isBareLine(block: CodeBlock): boolean {
  const { strings } = languages[block.language];
  return codeOf(block).every(([, line]) => {
    const code = line.trimStart();
    return code === "" || (strings !== undefined && code.startsWith(strings.comment));
  });
}

/** The library that makes the table of a block's values. */
export function libraryOf(block: CodeBlock): DataFrameLibrary {
  return codeOf(block).some(([, line]) => /\bpl\.DataFrame\b/.test(line)) ? "polars" : "pandas";
}

/** What a path's ending says of the file; undefined when it is none of ours. */
export function formatOfPath(path: string): "parquet" | "csv" | undefined {
  if (path.endsWith(".parquet")) return "parquet";
  return path.endsWith(".csv") ? "csv" : undefined;
}

/** The string literals of a block's code. */
export function textsIn(block: CodeBlock): readonly TextInCode[] {
  return codeOf(block).flatMap(([row, line]) =>
    stringLiterals(line, languages[block.language].strings).flatMap(({ from, to, value }) =>
      value === undefined
        ? []
        : [{ value, start: { row, column: from }, end: { row, column: to } }],
    ),
  );
}

/**
 * The values that stand in a block's code: of Markdown the lines of its table, else from behind the name in `name = …(` to the
 * `)` that begins a line. Before them are only imports, comments and empty lines; undefined when anything else is.
 */
export function valuesIn(block: CodeBlock): CodeRange | undefined {
  const code = codeOf(block);
  const isBefore =
    block.language === "markdown" ? /^\s*$/ : /^\s*($|#|import\s|from\s\S+\simport\s|library\()/;
  const first = code.findIndex(([, line]) => !isBefore.test(line));
  const [row, opening = ""] = code[first] ?? [];
  if (row === undefined) return undefined;
  if (block.language === "markdown") return tableFrom(block, row);
  const name = /^\s*[\p{ID_Start}_.][\p{ID_Continue}.]*\s*(=|<-)(?=\s.*\($)/u.exec(opening)?.[0];
  const last = code.slice(first + 1).find(([, line]) => line.startsWith(")"))?.[0];
  if (name === undefined || last === undefined) return undefined;
  return { start: { row, column: name.length }, end: { row: last, column: 1 } };
}

function tableFrom({ lines, endRow }: CodeBlock, row: number): CodeRange | undefined {
  let last = row;
  while (last < endRow && lines[last]?.startsWith("|") === true) last++;
  const end = { row: last - 1, column: lines[last - 1]?.length ?? 0 };
  return last === row ? undefined : { start: { row, column: 0 }, end };
}

/** The lines below the reference line with their rows. */
function codeOf({ lines, row, endRow }: CodeBlock): (readonly [row: number, line: string])[] {
  return lines.slice(row + 1, endRow).map((line, index) => [row + 1 + index, line] as const);
}
