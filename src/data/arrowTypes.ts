/**
 * The number of units per day, as a power of two times an odd number, so that 64-bit values divide exactly in doubles.
 */
export interface TicksPerDay {
  readonly shift: number;
  readonly odd: number;
  /** Decimal digits of the second. */
  readonly digits: number;
}

const perSecond: TicksPerDay = { shift: 7, odd: 675, digits: 0 };
const perMs: TicksPerDay = { shift: 10, odd: 84_375, digits: 3 };
const perMicrosecond: TicksPerDay = { shift: 13, odd: 10_546_875, digits: 6 };
const perNanosecond: TicksPerDay = { shift: 16, odd: 1_318_359_375, digits: 9 };

/** From coarse to fine, indexed by Arrow's time unit. */
export const ticksByUnit = [perSecond, perMs, perMicrosecond, perNanosecond] as const;

const ticksOfUnit = new Map(
  ["tss", "tsm", "tsu", "tsn"].map((unit, index) => [unit, ticksByUnit[index]]),
);

/** Integers up to 32 bits and floats, all of which are exact as doubles. */
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

/** A type whose values can become numbers, days or texts. */
export type ArrowType =
  | { readonly kind: "number"; readonly array: SmallNumbers }
  | { readonly kind: "long"; readonly isSigned: boolean }
  | { readonly kind: "decimal"; readonly scale: number; readonly words: number }
  | {
      readonly kind: "time";
      readonly ticks: TicksPerDay;
      readonly zone: string;
      /** Whether the time of day is meaningless. */
      readonly isDate?: boolean;
    }
  /** Twelve bytes: the nanoseconds of the day, then the Julian day. */
  | { readonly kind: "int96"; readonly zone: string }
  | { readonly kind: "day" }
  | { readonly kind: "half" | "boolean" | "text" | "null" };

const plainKinds = new Map<string, ArrowType>([
  ["l", { kind: "long", isSigned: true }],
  ["L", { kind: "long", isSigned: false }],
  ["e", { kind: "half" }],
  ["b", { kind: "boolean" }],
  ["u", { kind: "text" }],
  ["n", { kind: "null" }],
  ["tdD", { kind: "day" }],
  ["w:12", { kind: "int96", zone: "" }],
]);

/**
 * The type of a format string; undefined for an unsupported type.
 *
 * Source: Apache Arrow, "The Arrow C data interface", Data type description: format strings.
 */
export function arrowTypeOf(format: string): ArrowType | undefined {
  const plain = plainKinds.get(format);
  if (plain !== undefined) return plain;
  if (isSmall(format)) return { kind: "number", array: smallNumbers[format] };
  const [kind, parameters] = splitOnce(format, ":");
  if (kind === "d") return decimalOf(parameters);
  const ticks = ticksOfUnit.get(kind);
  return ticks === undefined ? undefined : { kind: "time", ticks, zone: parameters };
}

/** Parses precision, scale and, if it is not 128, the number of bits. */
function decimalOf(parameters: string): ArrowType {
  const [, scale = 0, bits = 128] = parameters.split(",").map(Number);
  return { kind: "decimal", scale, words: bits / 32 };
}

function isSmall(format: string): format is keyof typeof smallNumbers {
  return Object.hasOwn(smallNumbers, format);
}

function splitOnce(text: string, separator: string): [before: string, behind: string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
