/** As formatters of Python and R have it. */
const longestLine = 88;

/**
 * Items between brackets: on one line where they fit behind `before` characters, else each on a line of its own, indented
 * by one more step than the line that the bracket ends.
 */
export function bracketed(
  [open, close]: readonly [open: string, close: string],
  items: readonly string[],
  { before, indent, lastComma }: { before: number; indent: string; lastComma: boolean },
): string {
  const line = `${open}${items.join(", ")}${close}`;
  if (before + line.length + 1 <= longestLine && !line.includes("\n")) return line;
  const step = lastComma ? "    " : "  ";
  const rows = items.map((item) => `${indent}${step}${item}`).join(",\n");
  return `${open}\n${rows}${lastComma ? "," : ""}\n${indent}${close}`;
}

/** Items in as few lines as there can be, each line with a comma behind its last item. */
export function filledLines(items: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = indent.slice(1);
  for (const item of items) {
    if (line.length + item.length + 2 > longestLine && line.trim() !== "") {
      lines.push(line);
      line = indent.slice(1);
    }
    line += ` ${item},`;
  }
  return [...lines, line].join("\n");
}
