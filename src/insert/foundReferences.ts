import { type ReferenceLine, isReferenceLine, parseReferenceLine } from "../shared/referenceLine";

/** A reference line among the lines of a script or a cell, and the code that is said to be of it. */
export interface FoundReference {
  /** Undefined where the line was edited into something that names no reference. */
  readonly line: ReferenceLine | undefined;
  /** Index of the line, from 0. */
  readonly row: number;
  /** Index of the first line behind its code: that of the next reference line or cell, or how many lines there are. */
  readonly endRow: number;
}

/** Where a script begins its next cell, in the ways that editors know. */
const cellMark = /^\s*(#|--)\s*(%%|In\[)/;

/** All reference lines of a text, in their order. */
export function foundReferences(lines: readonly string[]): readonly FoundReference[] {
  const found: FoundReference[] = [];
  for (const [row, text] of lines.entries()) {
    if (!isReferenceLine(text)) continue;
    const next = lines.findIndex(
      (other, index) => index > row && (isReferenceLine(other) || cellMark.test(other)),
    );
    const endRow = next === -1 ? lines.length : next;
    found.push({ line: parseReferenceLine(text), row, endRow });
  }
  return found;
}
