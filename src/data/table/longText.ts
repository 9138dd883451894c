import { type Day } from "../../shared/day";
import { type ShownDays } from "../../shared/slice";
import { type Coordinate, arrangedSeries } from "../coordinates";
import { csvFormat, spreadsheetCells, spreadsheetFormat } from "../csvWriter";
import { firstRowFrom } from "../firstRowFrom";
import { type Column, type Frame, dateColumn } from "../frame";
import { jsonFormat } from "../jsonWriter";
import { isoOfInstant, type Instant } from "../../shared/instant";
import { type RowFormat, joined, rowSizeBound, textBlocks } from "../textRows";
import { asOfColumn, type LongLayout, type LongPart, columnsIn, longLayout } from "./long";
import { type TableSeries } from "./wide";
import { type DayRange } from "../../shared/dayRange";

const utf8 = new TextEncoder();

/** Text formats of series and long tables; JSON is an array of rows. */
export const textFormats = {
  csv: csvFormat,
  "spreadsheet.csv": spreadsheetFormat,
  json: jsonFormat,
  tsv: tsvFormat,
} as const;

/** Writes a long table as text; numbers and texts as in the text of a single series. */
export class LongText {
  private readonly format: RowFormat;
  private hasRows = false;

  constructor(
    private readonly layout: LongLayout,
    form: keyof typeof textFormats,
  ) {
    this.format = longTextFormat(layout, form);
  }

  /** The UTF-8 blocks of one more part. */
  *add({ asOf, coordinates, frame }: LongPart): Generator<Uint8Array, void, void> {
    if (frame.days.length === 0) return;
    const columns = columnsIn(this.layout, frame);
    const constant = [
      ...coordinates.map((value) => coordinateCell(value, this.format)),
      ...columns.map((column) => (column === undefined ? this.format.missing : undefined)),
    ];
    const head = this.hasRows ? this.format.separator : this.format.head;
    this.hasRows = true;
    const present = columns.filter((column) => column !== undefined);
    const own = asOf === undefined ? this.format : withAsOf(this.format, asOf);
    const format = withConstants({ ...own, head, foot: "" }, constant);
    yield* textBlocks({ days: frame.days, columns: present }, format);
  }

  /** The text after all parts. */
  end(): Uint8Array {
    return utf8.encode(this.hasRows ? this.format.foot : this.format.empty);
  }
}

/** How the rows of a long text are written. */
function longTextFormat(layout: LongLayout, form: keyof typeof textFormats): RowFormat {
  const all = [...layout.coordinates, ...layout.columns].map(({ name }) => emptyColumn(name));
  const head: Frame = { days: new Int32Array(), columns: all };
  const format = textFormats[form](head);
  return layout.hasAsOf === true ? withAsOfHead(format) : format;
}

/** The head of a CSV table whose first column is the as-of; the head of a JSON array has no names. */
function withAsOfHead(format: RowFormat): RowFormat {
  const named = (head: string): string => head.replace(dateColumn, `${asOfColumn},${dateColumn}`);
  return { ...format, head: named(format.head), empty: named(format.empty) };
}

/** The format of rows that begin with an as-of, `2024-06-30T23:59:59Z`, in CSV or JSON. */
function withAsOf(format: RowFormat, asOf: Instant): RowFormat {
  const { beforeDay } = format;
  const text = isoOfInstant(asOf);
  return {
    ...format,
    beforeDay:
      beforeDay === ""
        ? `${text},`
        : beforeDay.replace("{", `{${JSON.stringify(asOfColumn)}:"${text}",`),
  };
}

/** The text of a coordinate in a row. */
function coordinateCell(value: Coordinate, { missing, toCell }: RowFormat): string {
  if (value === null) return missing;
  return typeof value === "number" ? String(value) : toCell(value);
}

/** Only its name is used. */
function emptyColumn(name: string): Column {
  return { name, type: "text", values: [] };
}

/** The format of rows in which some cells are constant: these become part of the text around the other cells. */
function withConstants(format: RowFormat, cells: readonly (string | undefined)[]): RowFormat {
  const beforeValue: string[] = [];
  let before = "";
  for (const [at, cell] of cells.entries()) {
    before += format.beforeValue[at] ?? "";
    if (cell !== undefined) before += cell;
    else {
      beforeValue.push(before);
      before = "";
    }
  }
  return { ...format, beforeValue, afterRow: before + format.afterRow };
}

/**
 * Series as tab-separated cells: one as it is, several as one long table, sorted by their coordinates, which are
 * columns after `Date`.
 */
export function seriesTsv(items: readonly TableSeries[]): string {
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) return toTsv(only.frame);
  const { names, series } = arrangedSeries(items);
  const shapes = series.map(({ item }) => item.frame.columns);
  const text = new LongText(longLayout(names, shapes), "tsv");
  const blocks = series.flatMap(({ item: { frame }, coordinates }) => [
    ...text.add({ coordinates, frame }),
  ]);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined([...blocks, text.end()]));
}

/** What is known about a part of a long table without its frame. */
interface LongPartShape {
  readonly coordinates: readonly Coordinate[];
  /** The days with a value, strictly ascending. */
  readonly observed: Int32Array;
  /** The number of days, including those without a value. */
  readonly rows: number;
}

/** A long text to be written. */
export interface LongTextShape {
  readonly layout: LongLayout;
  readonly form: "csv" | "json";
  readonly parts: readonly LongPartShape[];
}

/**
 * An upper bound in bytes for a long text of these days, without formatting. Cells of text columns count as if they
 * were numbers.
 */
export function longTextSizeBound({ layout, form, parts }: LongTextShape, days: ShownDays): number {
  const format = longTextFormat(layout, form);
  const { head, foot, empty } = format;
  const size = (text: string): number => new TextEncoder().encode(text).length;
  const bare = rowSizeBound(format, layout.columns.length);
  const sizes = parts.map((part) => {
    const own = part.coordinates.reduce(
      (sum: number, value) => sum + size(coordinateCell(value, format)),
      bare,
    );
    return own * rowsWithin(part, days);
  });
  return sizes.reduce((sum, each) => sum + each, size(head) + size(foot) + size(empty));
}

/** The range of the newest days whose text fits, both ends inclusive; undefined if not even one does. */
export function longTextNewest(
  shape: LongTextShape,
  days: ShownDays,
  limitBytes: number,
): DayRange | undefined {
  const ends = shape.parts.flatMap(({ observed }) => [observed[0], observed.at(-1)]);
  const known = ends.filter((day) => day !== undefined);
  const [any] = known;
  if (any === undefined) return undefined;
  const newest = known.reduce((one, other) => Math.max(one, other), any);
  const oldest = known.reduce((one, other) => Math.min(one, other), any);
  const to = Math.min(days.to ?? newest, newest);
  const fits = (from: Day): boolean => longTextSizeBound(shape, { from, to }) <= limitBytes;
  if (!fits(to)) return undefined;
  let from = to;
  let tooEarly = Math.max(days.from ?? oldest, oldest) - 1;
  while (from - tooEarly > 1) {
    const middle = (from + tooEarly) >> 1;
    if (fits(middle)) from = middle;
    else tooEarly = middle;
  }
  return { from, to };
}

/** An upper bound: days without a value may be anywhere. */
function rowsWithin({ observed, rows }: LongPartShape, { from, to }: ShownDays): number {
  if (from === undefined && to === undefined) return rows;
  const start = from === undefined ? 0 : firstRowFrom(observed, from);
  const end = to === undefined ? observed.length : firstRowFrom(observed, to + 1);
  return Math.max(0, end - start) + rows - observed.length;
}

/**
 * A frame as tab-separated cells for pasting into spreadsheets: header `Date` and the names; each line ends with LF,
 * including the last. Numbers and texts are written in full, as in CSV for spreadsheets.
 */
export function toTsv(frame: Frame): string {
  const blocks = textBlocks(frame, tsvFormat(frame));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined(blocks));
}

/** How the rows of a frame are written between tabs. */
function tsvFormat(frame: Frame): RowFormat {
  return spreadsheetCells(frame, "\t");
}
