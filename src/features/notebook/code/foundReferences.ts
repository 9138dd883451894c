import {
  type ReferenceLine,
  isReferenceLine,
  parseReferenceLine,
} from "../../../shared/referenceLine";
import { type LineProblem, referenceLineProblem } from "../../../shared/referenceLineProblem";

/** The text of a reference line, as it was read. */
interface ReadLine {
  /** Undefined if the line was edited and is no longer valid. */
  readonly line: ReferenceLine | undefined;
  /** Which part of it is invalid. */
  readonly problem?: LineProblem;
}

/** The lines of a reference and its code. */
export interface BlockRows {
  /** Index of the line, from 0. */
  readonly row: number;
  /**
   * Index of the first line after its code: the next reference line or cell, the end of its chunk, or the number of
   * lines.
   */
  readonly endRow: number;
}

/** A reference line in a script or a cell, and the code that belongs to it. */
export interface FoundReference extends ReadLine, BlockRows {}

/** No real document has more of them. */
const maxFound = 1_000;

/** The first thousand reference lines of a text, in order. */
export function foundReferences(lines: readonly string[]): readonly FoundReference[] {
  const found: FoundReference[] = [];
  let open: Omit<FoundReference, "endRow"> | undefined;
  for (const [row, text] of lines.entries()) {
    const isLine = isReferenceLine(text);
    if (open !== undefined && (isLine || cellMark.test(text) || chunkEnd.test(text))) {
      found.push({ ...open, endRow: row });
      open = undefined;
    }
    if (found.length === maxFound) return found;
    if (isLine) open = { ...readLine(text), row };
  }
  return open === undefined ? found : [...found, { ...open, endRow: lines.length }];
}

function readLine(text: string): ReadLine {
  const line = parseReferenceLine(text);
  const problem = line === undefined ? referenceLineProblem(text) : undefined;
  return { line, ...(problem === undefined ? {} : { problem }) };
}

/** The start of a script's next cell, in the forms that editors recognise. */
export const cellMark = /^\s*(?:#|--)\s*(?:%%|In\[)/;

/** The end of a code chunk in prose; a start is followed by letters. */
export const chunkEnd = /^\s*(`{3,}|~{3,})\s*$/;
