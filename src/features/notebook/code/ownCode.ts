import { type ReferenceLine, isReferenceLine } from "../../../shared/referenceLine";
import { type CodeBlock, isBareLine, literalsIn, wayOf } from "./codeBlock";
import { otherTimeOfFile, timeOfFile } from "./fileOfLine";
import { cellMark, chunkEnd } from "./foundReferences";
import { languages } from "./languages";

/**
 * Whether a reference line is directly above its own code. Blank lines, comments, imports and the functions of a request
 * may come in between, since formatters move them. If another reference line is directly above, the code must name this
 * line's series. A line without any code counts as a note, unless its code is found below another line or elsewhere.
 *
 * @param line - The block's current reference line.
 */
export function isAboveOwnCode(block: CodeBlock, line: ReferenceLine): boolean {
  const way = wayOf(block);
  if (way === undefined) return !isBareLine(block) || !isMoved(block, line);
  if (!isBelowOther(block)) return true;
  if (way === "file")
    return literalsIn(block).some(({ value }) => timeOfFile(value, line) !== undefined);
  return way === "request" && requestsSeries(block, line);
}

/** Whether a line without code is above another line with code, or its file is read elsewhere in the document. */
function isMoved(block: CodeBlock, line: ReferenceLine): boolean {
  const { lines, endRow, language } = block;
  if (languages[language].strings === undefined) return false;
  const end = lines.findIndex(
    (text, row) => row >= endRow && (cellMark.test(text) || chunkEnd.test(text)),
  );
  const rest = { ...block, row: endRow - 1, endRow: end === -1 ? lines.length : end };
  if (isReferenceLine(lines[endRow] ?? "") && !isBareLine(rest)) return true;
  const document = { ...block, row: -1, endRow: lines.length };
  return literalsIn(document).some(
    ({ value }) =>
      timeOfFile(value, line) !== undefined && otherTimeOfFile(value, line) === undefined,
  );
}

/** Whether another reference line is directly above, so that the code below may belong to either. */
function isBelowOther({ lines, row, language }: CodeBlock): boolean {
  const { strings } = languages[language];
  if (strings === undefined) return false;
  const between = (text: string): boolean =>
    !isReferenceLine(text) && !cellMark.test(text) && /^\s*($|#|--)/.test(text);
  let above = row - 1;
  while (between(lines[above] ?? "x")) above--;
  return isReferenceLine(lines[above] ?? "");
}

/** Whether the first request of the block is for the line's signal; a refresh changes no other request. */
function requestsSeries(block: CodeBlock, { reference }: ReferenceLine): boolean {
  if (reference.family !== "signal") return true;
  const texts = literalsIn(block).map(({ value }) => value.normalize());
  const start = texts.indexOf("api");
  const next = texts.indexOf("api", start + 1);
  const asked = new Set(texts.slice(start, next === -1 ? undefined : next));
  return [reference.code, ...Object.values(reference.tags)].every((text) =>
    asked.has(text.normalize()),
  );
}
