/** How many of a unit make a day, as a power of two times an odd number, so that 64 bits divide exactly in doubles. */
export interface TicksPerDay {
  readonly shift: number;
  readonly odd: number;
  /** Decimal digits behind the second. */
  readonly digits: number;
}

const perSecond: TicksPerDay = { shift: 7, odd: 675, digits: 0 };
const perMs: TicksPerDay = { shift: 10, odd: 84_375, digits: 3 };
const perMicrosecond: TicksPerDay = { shift: 13, odd: 10_546_875, digits: 6 };
const perNanosecond: TicksPerDay = { shift: 16, odd: 1_318_359_375, digits: 9 };

const ticksOfUnit = new Map([
  ["tss", perSecond],
  ["tsm", perMs],
  ["tsu", perMicrosecond],
  ["tsn", perNanosecond],
]);

/** Integers up to 32 bits and floats: they fit into a double as they are. */
const smallNumbers = {
  c: Int8Array,
  C: Uint8Array,
  s: Int16Array,
  S: Uint16Array,
  i: Int32Array,
  I: Uint32Array,
  f: Float32Array,
  g: Float64Array,
} as const;

export type SmallNumbers = (typeof smallNumbers)[keyof typeof smallNumbers];

/** A type whose values have a fixed width, as the C data interface names it. */
export type ArrowType =
  | { readonly kind: "number"; readonly array: SmallNumbers }
  | { readonly kind: "long"; readonly isSigned: boolean }
  | { readonly kind: "day" }
  | {
      readonly kind: "time";
      readonly ticks: TicksPerDay;
      readonly zone: string;
      readonly isDate: boolean;
    };

/**
 * The type of a format string, undefined when it is not one of fixed width that is read here.
 *
 * Source: Apache Arrow, "The Arrow C data interface", Data type description: format strings.
 */
export function arrowTypeOf(format: string): ArrowType | undefined {
  if (format === "l" || format === "L") return { kind: "long", isSigned: format === "l" };
  if (format === "tdD") return { kind: "day" };
  if (format === "tdm") return { kind: "time", ticks: perMs, zone: "", isDate: true };
  const [unit, zone] = splitOnce(format, ":");
  const ticks = ticksOfUnit.get(unit);
  if (ticks !== undefined) return { kind: "time", ticks, zone, isDate: false };
  return isSmall(format) ? { kind: "number", array: smallNumbers[format] } : undefined;
}

function isSmall(format: string): format is keyof typeof smallNumbers {
  return Object.hasOwn(smallNumbers, format);
}

function splitOnce(text: string, separator: string): [before: string, behind: string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
