import { type ReferenceLine, isReferenceLine, parseReferenceLine } from "../shared/referenceLine";
import { type LineProblem, referenceLineProblem } from "../shared/referenceLineProblem";

/** A reference line among the lines of a script or a cell, and the code that is said to be of it. */
export interface FoundReference {
  /** Undefined where the line was edited into something that names no reference. */
  readonly line: ReferenceLine | undefined;
  /** What of it cannot be read then. */
  readonly problem?: LineProblem;
  /** Index of the line, from 0. */
  readonly row: number;
  /** Index of the first line behind its code: that of the next reference line or cell, that of its chunk's end, or how many lines there are. */
  readonly endRow: number;
}

/** A text with more of them is nobody's work. */
const maxFound = 1_000;

/** The first thousand reference lines of a text, in their order. */
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

function readLine(text: string): Pick<FoundReference, "line" | "problem"> {
  const line = parseReferenceLine(text);
  const problem = line === undefined ? referenceLineProblem(text) : undefined;
  return { line, ...(problem === undefined ? {} : { problem }) };
}

/** Where a script begins its next cell, in the ways that editors know. */
export const cellMark = /^\s*(?:#|--)\s*(?:%%|In\[)/;

/** Where a chunk of code among prose ends; of a start, letters follow. */
export const chunkEnd = /^\s*(`{3,}|~{3,})\s*$/;
