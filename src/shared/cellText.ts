/**
 * The marks of no value that pandas, R, NumPy, Excel and FRED write in text, beside an empty cell. Each is recognized in
 * any case, with or without a sign before it.
 */
export const missingMarks = [
  "NaN",
  "NA",
  "N/A",
  "#N/A",
  "#NA",
  "null",
  "NULL",
  "None",
  "<NA>",
  "NaT",
  ".",
  "-",
  "1.#IND",
  "1.#QNAN",
] as const;

const lowerCaseMarks = new Set(["", ...missingMarks.map((mark) => mark.toLowerCase())]);
const longestMark = Math.max(...missingMarks.map(({ length }) => length));

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const infinite = /^([+-]?)inf(?:inity)?$/i;

/** Whether a text among numbers denotes no value: empty, or one of {@link missingMarks}. */
export function isMissingText(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > longestMark + 1) return false;
  const mark = trimmed.toLowerCase();
  return lowerCaseMarks.has(mark) || (/^[+-]./.test(mark) && lowerCaseMarks.has(mark.slice(1)));
}

/** The number in a text with a decimal point, including ±Infinity; undefined for any other text. */
export function numberOfText(text: string): number | undefined {
  const trimmed = text.trim();
  if (decimal.test(trimmed)) return Number(trimmed);
  const sign = infinite.exec(trimmed)?.[1];
  if (sign === undefined) return undefined;
  return sign === "-" ? -Infinity : Infinity;
}
