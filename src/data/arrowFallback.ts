import { type Table, type Vector, DataType, Type, tableFromIPC } from "apache-arrow";
import { wordsOf } from "../shared/wordsOf";
import { DecodeError } from "./errors";
import { isExactAsNumber } from "./exactNumber";
import { type Column } from "./frame";

/**
 * The named columns of an Arrow IPC stream: texts, decimals, booleans (as `true` and `false`) and dictionaries of these.
 *
 * @throws {@link DecodeError} of kind `unsupported` for any other type, naming the column.
 */
export function readThroughArrow(
  stream: Uint8Array,
  names: ReadonlySet<string>,
): Map<string, Column> {
  const table = openStream(stream, names);
  const columns = new Map<string, Column>();
  for (const name of names) {
    const vector: Vector | null = table.getChild(name);
    if (vector === null) throw new DecodeError("corrupt", `column ${name} is not in its own table`);
    columns.set(name, columnOf(name, vector));
  }
  return columns;
}

function openStream(stream: Uint8Array, names: ReadonlySet<string>): Table {
  try {
    return tableFromIPC(stream);
  } catch (error) {
    const message = `columns ${[...names].join(", ")}: ${wordsOf(error)}`;
    throw new DecodeError("unsupported", message, { cause: error });
  }
}

function columnOf(name: string, vector: Vector): Column {
  const valueType = valueTypeOf(vector.type as DataType);
  if (DataType.isDecimal(valueType)) {
    const { scale } = valueType;
    return columnOfDecimals(
      name,
      textsOf(vector, (words) => decimalText(words, scale)),
    );
  }
  if (DataType.isFloat(valueType)) return columnOfFloats(name, vector);
  if (DataType.isNull(valueType)) return { name, type: "text", values: textsOf(vector, String) };
  if (DataType.isUtf8(valueType) || DataType.isLargeUtf8(valueType) || DataType.isBool(valueType)) {
    return { name, type: "text", values: textsOf(vector, String) };
  }
  throw new DecodeError(
    "unsupported",
    `column ${name}: values of type ${Type[valueType.typeId]} are not read`,
  );
}

function valueTypeOf(type: DataType): DataType {
  return DataType.isDictionary(type) ? (type.dictionary as DataType) : type;
}

function textsOf(vector: Vector, toText: (value: unknown) => string): (string | null)[] {
  const texts: (string | null)[] = [];
  for (const value of vector as Iterable<unknown>) {
    texts.push(value === null || value === undefined ? null : toText(value));
  }
  return texts;
}

function columnOfFloats(name: string, vector: Vector): Column {
  const values = new Float64Array(vector.length).fill(Number.NaN);
  let row = 0;
  for (const value of vector as Iterable<unknown>) {
    if (typeof value === "number") values[row] = value;
    row++;
  }
  return { name, type: "number", values };
}

/** Numbers when all of them print as the same decimals, else texts with all their digits. */
function columnOfDecimals(name: string, texts: readonly (string | null)[]): Column {
  if (!texts.every((text) => text === null || isExactAsNumber(text))) {
    return { name, type: "text", values: texts };
  }
  const numbers = texts.map((text) => (text === null ? Number.NaN : Number(text)));
  return { name, type: "number", values: Float64Array.from(numbers) };
}

/** Little-endian words of 32 bits in two's complement, `scale` digits behind the point. */
function decimalText(words: unknown, scale: number): string {
  if (!(words instanceof Uint32Array)) throw new TypeError("a decimal is not made of words");
  const unsigned = words.reduceRight((value, word) => (value << 32n) | BigInt(word), 0n);
  const unscaled = BigInt.asIntN(words.length * 32, unsigned);
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale));
  const sign = unscaled < 0n ? "-" : "";
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
