import { isMissingText, numberOfText } from "../shared/cellText";

const decimalComma = /^[+-]?\d*,\d+(?:[eE][+-]?\d+)?$/;
/**
 * Numbers that are valid with a decimal comma, whether or not they are also valid without: `1,5`, `1,234`, `1.234,5`,
 * `1.234.567`.
 */
const withComma =
  /^[+-]?(?:(?:\d*|\d{1,3}(?:\.\d{3})+),\d+(?:[eE][+-]?\d+)?|\d{1,3}(?:\.\d{3}){2,})$/;
/** The same with a decimal point. */
const withPoint =
  /^[+-]?(?=\.?\d)(?:(?:\d*|\d{1,3}(?:,\d{3})+)\.\d*(?:[eE][+-]?\d+)?|\d{1,3}(?:,\d{3}){2,})$/;
const oneGroup = /^[+-]?\d{1,3},\d{3}$/;

/** The number of an unquoted cell with one comma and no point. */
export function numberOfCommaCell(text: string): number | undefined {
  const trimmed = text.trim();
  return decimalComma.test(trimmed) ? Number(trimmed.replace(",", ".")) : undefined;
}

/**
 * The decimal mark of an unquoted cell if it is certain; for a single `,` or `.`, only if it cannot separate groups of
 * digits.
 */
export function decimalMarkOf(text: string): "." | "," | undefined {
  const trimmed = text.trim();
  if (withComma.test(trimmed)) return ",";
  return withPoint.test(trimmed) ? "." : undefined;
}

/** Whether an unquoted cell is a number whose comma cannot separate groups of digits. */
export function needsDecimalComma(text: string): boolean {
  return decimalMarkOf(text) === "," && !oneGroup.test(text.trim());
}

/**
 * Whether a text must be quoted so that it is read back unchanged, whatever the separator, and not as a number or a
 * missing value.
 */
function needsQuotes(text: string): boolean {
  const isWord = isMissingText(text) || numberOfText(text) !== undefined;
  return isWord || decimalMarkOf(text) !== undefined || /[",;\t\r\n]|^\s|\s$/.test(text);
}

/** The text as a cell, quoted if necessary. Source: RFC 4180 §2. */
export function toCell(text: string): string {
  return needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The name of a column as a header cell, where a number needs no quotes. */
export function toNameCell(name: string): string {
  return /[",;\t\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
