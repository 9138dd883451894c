import fc from "fast-check";
import { type Column, type Frame } from "../../src/data/frame";
import { type Repairs } from "../../src/data/normalizeFrame";
import { dayOfIso, maxDay, minDay } from "../../src/shared/day";

/** Of an answer that is a frame as it came. */
export const noRepairs: Repairs = {
  duplicateRows: 0,
  infinities: 0,
  droppedCounters: 0,
  undatedRows: 0,
  leftOutColumns: [],
  isReordered: false,
};

type Cells = readonly (number | string | null)[];

/** A frame of ISO days and columns of numbers, or of texts where there is one; null is no value. */
export function frameOf(days: readonly string[], columns: Readonly<Record<string, Cells>>): Frame {
  return {
    days: Int32Array.from(days, (day) => dayOfIso(day) ?? Number.NaN),
    columns: Object.entries(columns).map(([name, cells]) => columnOf(name, cells)),
  };
}

function columnOf(name: string, cells: Cells): Column {
  if (cells.some((cell) => typeof cell === "string")) {
    return {
      name,
      type: "text",
      values: cells.map((cell) => (cell === null ? null : String(cell))),
    };
  }
  const values = Float64Array.from(cells, (cell) => (typeof cell === "number" ? cell : Number.NaN));
  return { name, type: "number", values };
}

/** Any double that a frame can hold, with a liking for edges. */
const anyNumber = fc.oneof(
  fc.double({ noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  fc.integer(),
  fc.constantFrom(
    Number.NaN,
    0,
    5e-324,
    1.7976931348623157e308,
    -1.5e308,
    0.1 + 0.2,
    2 ** 53,
    1e21,
    1e-7,
  ),
);

const anyText = fc.oneof(
  fc.string({ minLength: 1, unit: "binary" }),
  fc.constantFrom(
    "NaN",
    "NA",
    "null",
    "1.5",
    "1,5",
    "-inf",
    " x ",
    '"',
    'a"b',
    "a,b;c\td",
    "\r\n",
    "\n",
    "2024-01-01",
    "=1+1",
  ),
);

/** Names as services give them, and worse; no integers, which JSON objects put first. */
const anyName = fc.oneof(
  fc.stringMatching(/^[A-Za-z_ ,;"{}:]{1,12}$/),
  fc.constantFrom(
    "Level",
    "_Trend_Growth",
    "__proto__",
    "constructor",
    "Größe",
    'a"b',
    "date",
    "},{",
  ),
);

/** Frames of 1 to 20 rows and at most 5 columns; a column of texts has at least one. */
export const anyFrame: fc.Arbitrary<Frame> = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: minDay, max: maxDay }), { minLength: 1, maxLength: 20 }),
    names: fc.uniqueArray(
      anyName.filter((name) => name.trim() !== ""),
      { maxLength: 5 },
    ),
  })
  .chain(({ days, names }) =>
    fc
      .tuple(...names.map((name) => anyColumn(name, days.length)))
      .map((columns): Frame => ({ days: Int32Array.from(days).sort(), columns })),
  );

function anyColumn(name: string, rows: number): fc.Arbitrary<Column> {
  const length = { minLength: rows, maxLength: rows };
  const numbers = fc
    .array(anyNumber, length)
    .map((values): Column => ({ name, type: "number", values: Float64Array.from(values) }));
  const texts = fc
    .tuple(anyText, fc.array(fc.option(anyText), length))
    .map(([first, values]): Column => ({
      name,
      type: "text",
      values: [first, ...values.slice(1)],
    }));
  return fc.oneof(numbers, texts);
}
