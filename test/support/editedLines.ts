import { type CodeEdit } from "../../src/features/notebook/code/changedCode";

/** The lines of a text after some edits of it, which do not overlap. */
export function editedLines(lines: readonly string[], edits: readonly CodeEdit[]): string[] {
  const offset = ({ row, column }: CodeEdit["start"]): number =>
    lines.slice(0, row).reduce((sum, line) => sum + line.length + 1, 0) + column;
  const lastFirst = [...edits].sort((a, b) => offset(b.start) - offset(a.start));
  let text = lines.join("\n");
  for (const { start, end, text: replacement } of lastFirst) {
    text = text.slice(0, offset(start)) + replacement + text.slice(offset(end));
  }
  return text.split("\n");
}
