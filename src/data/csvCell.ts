const missing = new Set(["", "NaN", "nan", "null", "NA"]);
const decimalPoint = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const decimalComma = /^[+-]?\d*,\d+(?:[eE][+-]?\d+)?$/;
/** Numbers that only make sense, or make sense too, with a decimal comma: `1,5`, `1,234`, `1.234,5`, `1.234.567`. */
const withComma =
  /^[+-]?(?:(?:\d*|\d{1,3}(?:\.\d{3})+),\d+(?:[eE][+-]?\d+)?|\d{1,3}(?:\.\d{3}){2,})$/;
/** The same with the decimal point. */
const withPoint =
  /^[+-]?(?:(?:\d*|\d{1,3}(?:,\d{3})+)\.\d*(?:[eE][+-]?\d+)?|\d{1,3}(?:,\d{3}){2,})$/;
const oneGroup = /^[+-]?\d{1,3},\d{3}$/;
const infinite = /^([+-]?)inf(?:inity)?$/i;

/** Whether an unquoted cell says that there is no value. */
export function isMissingCell(text: string): boolean {
  return missing.has(text.trim());
}

/** The number of an unquoted cell with a decimal point, ±Infinity where it says so; undefined for any other text. */
export function numberOfCell(text: string): number | undefined {
  const trimmed = text.trim();
  if (decimalPoint.test(trimmed)) return Number(trimmed);
  const sign = infinite.exec(trimmed)?.[1];
  if (sign === undefined) return undefined;
  return sign === "-" ? -Infinity : Infinity;
}

/** The number of an unquoted cell with one comma and no point. */
export function numberOfCommaCell(text: string): number | undefined {
  const trimmed = text.trim();
  return decimalComma.test(trimmed) ? Number(trimmed.replace(",", ".")) : undefined;
}

/** The decimal mark of an unquoted cell as far as it tells; of a single `,` or `.` that it is not between groups of digits. */
export function decimalMarkOf(text: string): "." | "," | undefined {
  const trimmed = text.trim();
  if (withComma.test(trimmed)) return ",";
  return withPoint.test(trimmed) ? "." : undefined;
}

/** Whether an unquoted cell is a number whose comma cannot stand between groups of digits. */
export function needsDecimalComma(text: string): boolean {
  return decimalMarkOf(text) === "," && !oneGroup.test(text.trim());
}

/** Whether a text must be quoted so that it is read as this text, whatever the separator, and neither as a number nor as none. */
function needsQuotes(text: string): boolean {
  const isWord = isMissingCell(text) || numberOfCell(text) !== undefined;
  return isWord || decimalMarkOf(text) !== undefined || /[",;\t\r\n]|^\s|\s$/.test(text);
}

/** The text as a cell, quoted where it needs to be. Source: RFC 4180 §2. */
export function toCell(text: string): string {
  return needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The name of a column as a cell of the header: there a number is a name like any other. */
export function toNameCell(name: string): string {
  return /[",;\t\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
