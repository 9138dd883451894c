import { type BlockRows } from "./foundReferences";
import { type DataFrameLibrary, type InsertWay } from "./language";
import { type CodeLanguage, languages } from "./languages";
import { stringLiterals } from "./literals";
import { requestCall, requestMarks } from "./requestParts";

/** A reference line and the code that belongs to it, within their document. */
export interface CodeBlock extends BlockRows {
  /** All lines of the document. */
  readonly lines: readonly string[];
  readonly language: CodeLanguage;
}

/** A position in a document; both numbers start at 0. */
interface CodePosition {
  readonly row: number;
  readonly column: number;
}

/** A part of a document; the end is exclusive. */
export interface CodeRange {
  readonly start: CodePosition;
  readonly end: CodePosition;
}

/** A string literal in a block's code, and its value. */
export interface TextInCode extends CodeRange {
  readonly value: string;
}

/**
 * The source of the values of a block's code, judged by the first inserted part, since anyone may have written what
 * follows. Undefined if there is no code, or none that is recognised.
 */
export function wayOf(block: CodeBlock): InsertWay | undefined {
  const values = valuesIn(block);
  const opening = block.lines[values?.start.row ?? block.endRow] ?? "";
  if (values !== undefined && /\bDataFrame\($/.test(opening)) return "values";
  for (const text of literalsIn(block)) {
    const { value } = text;
    if (isOfRequest(block, text)) return "request";
    if (formatOfPath(value) !== undefined) return "file";
  }
  return values === undefined ? undefined : "values";
}

/** Whether a string literal belongs to a live request: it is one of its marks, or is in or after the call. */
export function isOfRequest(block: CodeBlock, { value, start }: TextInCode): boolean {
  if (requestMarks.has(value)) return true;
  return codeOf(block).some(([row, line]) => row <= start.row && requestCall.test(line));
}

/** Whether only empty lines and comments follow the line. */
export function isBareLine(block: CodeBlock): boolean {
  const { strings } = languages[block.language];
  return codeOf(block).every(([, line]) => {
    const code = line.trimStart();
    return code === "" || (strings !== undefined && code.startsWith(strings.comment));
  });
}

/** The library with which a block's code makes its table. */
export function libraryOf(block: CodeBlock): DataFrameLibrary {
  return codeOf(block).some(([, line]) => /\bpl\.DataFrame\b/.test(line)) ? "polars" : "pandas";
}

/** The format that a path's extension denotes; undefined for any other extension. */
export function formatOfPath(path: string): "parquet" | "csv" | undefined {
  if (path.endsWith(".parquet")) return "parquet";
  return path.endsWith(".csv") ? "csv" : undefined;
}

/** The string literals of a block's code. */
export function literalsIn(block: CodeBlock): readonly TextInCode[] {
  return codeOf(block).flatMap(([row, line]) =>
    stringLiterals(line, languages[block.language].strings).flatMap(({ from, to, value }) =>
      value === undefined
        ? []
        : [{ value, start: { row, column: from }, end: { row, column: to } }],
    ),
  );
}

/**
 * The values in a block's code: in Markdown the lines of its table, otherwise from after the name in `name = …(` to the
 * `)` that begins a line. Only imports, comments and empty lines may precede them; undefined if there is anything else.
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

/** The lines after the reference line, with their row numbers. */
function codeOf({ lines, row, endRow }: CodeBlock): (readonly [row: number, line: string])[] {
  return lines.slice(row + 1, endRow).map((line, index) => [row + 1 + index, line] as const);
}
