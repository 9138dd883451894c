import { type AsOf, asOfParameter } from "../../../shared/instant";
import {
  type CommentStyle,
  commentStyles,
  formatReferenceLine,
  type ReferenceLine,
} from "../../../shared/referenceLine";
import {
  type CodeBlock,
  type CodeRange,
  formatOfPath,
  isBareLine,
  type TextInCode,
  literalsIn,
  valuesIn,
  wayOf,
  isOfRequest,
} from "./codeBlock";
import { otherTimeOfFile, timeOfFile } from "./fileOfLine";
import { isInsidePath } from "./filePath";
import { type InsertWay } from "./language";
import { type CodeLanguage, languages } from "./languages";
import { isAboveOwnCode } from "./ownCode";

/** The new content of a code block. */
export interface CodeChange {
  readonly before: ReferenceLine;
  readonly after: ReferenceLine;
  /** The path of the file with the new values, for code that reads a file. */
  readonly relativePath?: string;
  /** Code with the new values, in the same language and library, for code that contains its values. */
  readonly valuesCode?: string;
  /** Whether code that was not inserted may stay unchanged below the line. */
  readonly isLineAlone?: boolean;
}

/** A replacement of a part of a document. */
export interface CodeEdit extends CodeRange {
  readonly text: string;
}

/** Why code cannot be changed: it no longer is what was inserted. */
export type CodeProblem =
  | "no-line"
  | "not-above"
  | "unknown-code"
  | "several-paths"
  | "path-outside"
  | "no-as-of"
  | "other-values";

export type ChangedCode =
  | { readonly ok: true; readonly edits: readonly CodeEdit[] }
  | { readonly ok: false; readonly problem: CodeProblem };

/** The path of the file that a block's code reads. */
export type FoundPath =
  | {
      readonly ok: true;
      readonly literal: TextInCode;
      /** Relative to the folder of the code. */
      readonly relativePath: string;
      readonly format: "parquet" | "csv";
    }
  | { readonly ok: false; readonly problem: CodeProblem };

/**
 * The edits that change a block's content; they do not overlap, and there are none if it is already up to date. They
 * affect only the reference line, the path, the as-of and kind of a request, or the values.
 */
export function changedCode(block: CodeBlock, change: CodeChange): ChangedCode {
  const text = block.lines[block.row];
  const style = text === undefined ? undefined : styleOf(text);
  if (text === undefined || style === undefined) return failed("no-line");
  const indent = /^\s*/.exec(text)?.[0] ?? "";
  const line: CodeEdit = {
    start: { row: block.row, column: 0 },
    end: { row: block.row, column: text.length },
    text: indent + formatReferenceLine(change.after, style),
  };
  if (!isAboveOwnCode(block, change.before)) return failed("not-above");
  const code = codeEdits(block, change, wayOf(block));
  if (!code.ok) return code;
  const edits = [line, ...code.edits].filter((edit) => textOf(block, edit) !== edit.text);
  return { ok: true, edits };
}

/**
 * The literal that names the file: if there are several, the one named like the line's own file, else like a file of
 * its series, else the only one.
 *
 * @param line - The block's current reference line.
 */
export function pathIn(block: CodeBlock, line: ReferenceLine): FoundPath {
  const paths = literalsIn(block).filter(({ value }) => formatOfPath(value) !== undefined);
  const inside = paths.filter(({ value }) => isInsidePath(value));
  const [literal, ...others] = likeliest(inside, line);
  if (literal === undefined) return failed(paths.length > 0 ? "path-outside" : "unknown-code");
  if (others.some(({ value }) => value !== literal.value)) return failed("several-paths");
  const format = formatOfPath(literal.value) ?? "csv";
  return {
    ok: true,
    literal,
    relativePath: relativePathOf(literal, block),
    format,
  };
}

/** The path that a string literal denotes in its language. */
function relativePathOf({ value }: TextInCode, { language }: CodeBlock): string {
  const { pathOfText } = languages[language];
  return (pathOfText?.(value) ?? value).replace(/^\.\//, "");
}

/** The text of a part of the block's document, with LF between lines. */
function textOf({ lines }: CodeBlock, { start, end }: CodeRange): string {
  const rows = lines.slice(start.row, end.row + 1);
  const last = rows.length - 1;
  return rows
    .map((row, index) =>
      row.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined),
    )
    .join("\n");
}

function codeEdits(block: CodeBlock, change: CodeChange, way: InsertWay | undefined): ChangedCode {
  switch (way) {
    case "file":
      return pathEdits(block, change);
    case "request":
      return requestEdits(block, change);
    case "values":
      return valuesEdits(block, change);
    case undefined:
      return change.isLineAlone === true || isBareLine(block)
        ? { ok: true, edits: [] }
        : failed("unknown-code");
  }
}

function pathEdits(block: CodeBlock, { before, relativePath }: CodeChange): ChangedCode {
  const found = pathIn(block, before);
  if (!found.ok) return found;
  if (relativePath === undefined || !isInsidePath(relativePath)) return failed("path-outside");
  const text = languages[block.language].pathLiteral?.(relativePath);
  if (text === undefined) return failed("unknown-code");
  const literals = literalsIn(block).filter(({ value }) => value === found.literal.value);
  return { ok: true, edits: literals.map(({ start, end }) => ({ start, end, text })) };
}

/** A live request needs no edits for a forecast, or if kind and as-of stay the same. */
function requestEdits(block: CodeBlock, { before, after }: CodeChange): ChangedCode {
  const [old, next] = [before.reference, after.reference];
  if (old.family === "forecast" || next.family === "forecast") return { ok: true, edits: [] };
  const changes: (readonly [ChangingParameter, string | undefined, string | undefined])[] = [
    ["as_of_utc", parameterOf(old.asOf), parameterOf(next.asOf)],
    ["kind", old.dataKind, next.dataKind],
  ];
  const edits: CodeEdit[] = [];
  for (const [parameter, from, to] of changes) {
    if (from === to) continue;
    const literal = parameterText(block, parameter);
    if (literal === undefined || literal.value !== from || to === undefined) {
      return failed("no-as-of");
    }
    edits.push({ start: literal.start, end: literal.end, text: JSON.stringify(to) });
  }
  return { ok: true, edits };
}

/** A parameter that a refresh may change. */
type ChangingParameter = "kind" | "as_of_utc";

/**
 * The literal of a parameter in a block's live request, `"kind": "FIT"` in Python and `kind = "FIT"` in R: the first
 * one after the key, since what follows the request was not inserted. Undefined if there is none.
 */
function parameterText(block: CodeBlock, parameter: ChangingParameter): TextInCode | undefined {
  const texts = literalsIn(block);
  const first = texts.findIndex((text) => isOfRequest(block, text));
  if (first === -1) return undefined;
  return texts.find((text, index) => {
    const before = index > first ? texts[index - 1] : undefined;
    return before !== undefined && isValueOf(parameter, gapBetween(block, before, text), before);
  });
}

const argumentOf: Readonly<Record<ChangingParameter, RegExp>> = {
  kind: /(?:^|[\s(,])kind\s*=\s*$/,
  as_of_utc: /(?:^|[\s(,])as_of_utc\s*=\s*$/,
};

function isValueOf(parameter: ChangingParameter, gap: string, before: TextInCode): boolean {
  const isEntry = before.value === parameter && /^\s*[:=]\s*$/.test(gap);
  return isEntry || argumentOf[parameter].test(gap);
}

/** The text between a literal on the same line, or the start of the line, and the next literal. */
function gapBetween({ lines }: CodeBlock, before: TextInCode, { start }: TextInCode): string {
  const from = before.end.row === start.row ? before.end.column : 0;
  return (lines[start.row] ?? "").slice(from, start.column);
}

function valuesEdits(block: CodeBlock, { valuesCode }: CodeChange): ChangedCode {
  const old = valuesIn(block);
  const next = valuesCode === undefined ? undefined : blockOf(valuesCode, block.language);
  const found = next && valuesIn(next);
  if (old === undefined || next === undefined || found === undefined) return failed("other-values");
  const text = textOf(next, found);
  const isAlike = firstLine(textOf(block, old)) === firstLine(text);
  // The header of a table may change; code that begins differently uses its values differently.
  if (block.language !== "markdown" && !isAlike) return failed("other-values");
  return { ok: true, edits: editsByLine(old, block.lines, text.split("\n")) };
}

/**
 * The edits that give a range these lines: one for each line, the last one with what is left of the longer text. The
 * editor minimizes an edit of many lines letter by letter, which takes it hundreds of milliseconds.
 */
function editsByLine(
  { start, end }: CodeRange,
  lines: readonly string[],
  texts: readonly string[],
): CodeEdit[] {
  const last = Math.min(end.row - start.row, texts.length - 1);
  const whole = texts.slice(0, last).map((text, index): CodeEdit => {
    const row = start.row + index;
    const column = index === 0 ? start.column : 0;
    return { start: { row, column }, end: { row, column: lines[row]?.length ?? 0 }, text };
  });
  const row = start.row + last;
  const column = last === 0 ? start.column : 0;
  return [...whole, { start: { row, column }, end, text: texts.slice(last).join("\n") }];
}

function blockOf(code: string, language: CodeLanguage): CodeBlock {
  const lines = code.split("\n");
  return { lines, row: 0, endRow: lines.length, language };
}

function styleOf(text: string): CommentStyle | undefined {
  return Object.values(commentStyles).find(({ begin }) => text.trimStart().startsWith(begin));
}

/** Those named like the line's own file, else those named like a file of its series, else all. */
function likeliest(paths: readonly TextInCode[], line: ReferenceLine): readonly TextInCode[] {
  const ofSeries = paths.filter(({ value }) => timeOfFile(value, line) !== undefined);
  const own = ofSeries.filter(({ value }) => otherTimeOfFile(value, line) === undefined);
  return [own, ofSeries].find((some) => some.length > 0) ?? paths;
}

function parameterOf(asOf: AsOf): string | undefined {
  return asOf === "latest" ? undefined : asOfParameter(asOf);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function failed(problem: CodeProblem): { readonly ok: false; readonly problem: CodeProblem } {
  return { ok: false, problem };
}
