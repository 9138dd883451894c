/** A text is shown as it is; of numbers, NaN is no value. */
export type PastedCell = string | number;

/**
 * A table that a spreadsheet takes from the clipboard: cells between tabs, after a line beginning with `# ` for each
 * fact. No text is run as a formula or split; numbers are the shortest that read back as the same double. Lines end with
 * LF, including the last.
 */
export function pastedTable(
  rows: Iterable<readonly PastedCell[]>,
  facts: readonly string[] = [],
): string {
  const lines = facts.map((fact) => `# ${fact.replace(/[\t\r\n]+/g, " ")}`);
  for (const row of rows) lines.push(row.map(pastedCell).join("\t"));
  return `${lines.join("\n")}\n`;
}

function pastedCell(cell: PastedCell): string {
  if (typeof cell === "number") return Number.isNaN(cell) ? "" : String(cell);
  const text = withoutFormula(cell);
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text, with an apostrophe in front if a spreadsheet would run it as a formula. Source: OWASP, CSV Injection. */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
