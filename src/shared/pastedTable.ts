/** A text or a number; NaN is no value. */
export type PastedCell = string | number;

/**
 * A table to paste into a spreadsheet: one line beginning with `# ` for each fact, then rows of tab-separated cells. The
 * spreadsheet runs no text as a formula and splits none; numbers are the shortest that read back as the same double.
 * Lines end with LF, including the last.
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

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. Source: OWASP, CSV Injection. */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** The limit of Excel, with the header; LibreOffice's is at least as high. */
export const maxSpreadsheetRows = 1_048_576;
