/** Every decimal with this many significant digits survives conversion to a double and back (IEEE 754, DBL_DIG). */
const safeDigits = 15;

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Whether a decimal text converts to a double and back without losing digits. */
export function isExactAsNumber(text: string): boolean {
  const written = significant(text);
  if (written === undefined) return false;
  if (written.digits.length <= safeDigits) return Number.isFinite(Number(text));
  const printed = significant(String(Number(text)));
  return (
    printed?.digits === written.digits &&
    printed.exponent === written.exponent &&
    printed.isNegative === written.isNegative
  );
}

/** The maximum of `toPrecision`; no double that a series could mean has more. */
const maxDigits = 100;

/** Whether a decimal text is a number of at least 2^53 that changes its value as a double. */
export function losesDigits(text: string): boolean {
  const value = Number(text);
  if (!(Math.abs(value) > Number.MAX_SAFE_INTEGER)) return false;
  const written = significant(text);
  if (written === undefined) return false;
  const precision = written.digits.length;
  if (precision > maxDigits || !Number.isFinite(value)) return true;
  const kept = significant(value.toPrecision(precision));
  return kept?.digits !== written.digits || kept.exponent !== written.exponent;
}

interface Significant {
  readonly isNegative: boolean;
  /** Without leading and trailing zeros. */
  readonly digits: string;
  /** Power of ten of the last digit. */
  readonly exponent: number;
}

function significant(text: string): Significant | undefined {
  const match = decimal.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const trimmed = withoutLastZeros(digits);
  return {
    isNegative: sign === "-",
    digits: trimmed,
    exponent: Number(exponent) - fraction.length + digits.length - trimmed.length,
  };
}

/** Linear; `/0+$/` would restart at each zero of a long run in the middle. */
function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}
