import { type ArrowColumn, forEachChunk, forEachMissing, viewOf } from "./arrowCData";
import { readBooleans, readDecimals, readTexts, textColumn } from "./arrowTexts";
import { readDayTexts, readMomentTexts } from "./arrowTimes";
import { type ArrowType, type SmallNumbers } from "./arrowTypes";
import { type Column, type NumberColumn } from "./frame";

const wordSize = 2 ** 32;

/** The values of a column, copied once: numbers if all of them are exact as doubles, else texts. */
export function readColumn(column: ArrowColumn, type: ArrowType): Column {
  switch (type.kind) {
    case "number":
      return readNumbers(column, type.array);
    case "half":
      return readHalves(column);
    case "long":
      return readLongs(column, type.isSigned);
    case "decimal":
      return readDecimals(column, type);
    case "boolean":
      return readBooleans(column);
    case "text":
      return readTexts(column);
    case "day":
      return readDayTexts(column);
    case "time":
    case "int96":
      return readMomentTexts(column, type);
    case "null": {
      const values = new Float64Array(column.table.rows).fill(Number.NaN);
      return { name: column.name, type: "number", values };
    }
  }
}

function readNumbers(column: ArrowColumn, View: SmallNumbers): NumberColumn {
  const { table, name } = column;
  let values: Float64Array | undefined;
  forEachChunk(column, (chunk, start) => {
    const source = viewOf<InstanceType<SmallNumbers>>(column, chunk, View);
    const isWhole = chunk.length === table.rows && source instanceof Float64Array;
    // The usual body is one chunk of doubles: a slice avoids zero-filling the copy first.
    const target = isWhole ? source.slice() : (values ?? new Float64Array(table.rows));
    if (!isWhole) target.set(source, start);
    values = target;
    forEachMissing(table.memory, chunk, (row) => (target[start + row] = Number.NaN));
  });
  return { name, type: "number", values: values ?? new Float64Array(0) };
}

function readHalves(column: ArrowColumn): NumberColumn {
  const { table, name } = column;
  const values = new Float64Array(table.rows);
  forEachChunk(column, (chunk, start) => {
    viewOf(column, chunk, Uint16Array).forEach((bits, row) => {
      values[start + row] = numberOfHalf(bits);
    });
    forEachMissing(table.memory, chunk, (row) => (values[start + row] = Number.NaN));
  });
  return { name, type: "number", values };
}

/** Source: IEEE 754-2019, binary16: 1 sign bit, 5 exponent bits, 10 fraction bits. */
function numberOfHalf(bits: number): number {
  const sign = bits >> 15 === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** 64-bit integers: numbers if all of them are exact as doubles, else texts with all their digits. */
function readLongs(column: ArrowColumn, isSigned: boolean): Column {
  const { table, name } = column;
  const values = new Float64Array(table.rows);
  forEachChunk(column, (chunk, start) => {
    const words = viewOf(column, chunk, Uint32Array, 2);
    for (let row = 0; row < chunk.length; row++) {
      const low = words[2 * row] ?? 0;
      const high = words[2 * row + 1] ?? 0;
      values[start + row] = (isSigned ? high | 0 : high) * wordSize + low;
    }
    forEachMissing(table.memory, chunk, (row) => (values[start + row] = Number.NaN));
  });
  // Rounding never moves an integer beyond 2^53 below it; 2^53 itself may be a rounded neighbour.
  if (values.every((value) => !(Math.abs(value) >= 2 ** 53)))
    return { name, type: "number", values };
  const View = isSigned ? BigInt64Array : BigUint64Array;
  return textColumn(column, (chunk) =>
    Array.from(viewOf<ArrayLike<bigint>>(column, chunk, View), String),
  );
}
