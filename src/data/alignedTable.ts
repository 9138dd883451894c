/**
 * The lines of a Markdown table that is also readable as plain text: each column is padded to its widest cell.
 *
 * The cells must already be Markdown.
 *
 * @param sides - The alignment of each column, left or right: `l` or `r`.
 */
export function alignedTable(
  [head = [], ...rows]: readonly (readonly string[])[],
  sides: string,
): string[] {
  const widths = Array.from(sides, (_, column) =>
    rows.reduce(
      (max, row) => Math.max(max, cellIn(row, column).length),
      cellIn(head, column).length,
    ),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => padded(cellIn(cells, column), width, sides[column])).join(" | ")} |`;
  const rules = widths.map((width, column) =>
    sides[column] === "r" ? `${"-".repeat(width - 1)}:` : "-".repeat(width),
  );
  return [head, rules, ...rows].map(line);
}

function cellIn(cells: readonly string[], column: number): string {
  return cells[column] ?? "";
}

function padded(text: string, width: number, side: string | undefined): string {
  return side === "r" ? text.padStart(width) : text.padEnd(width);
}
