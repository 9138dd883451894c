import { type Coordinate } from "./coordinates";
import { csvFormat, spreadsheetFormat } from "./csvWriter";
import { type Column, type Frame } from "./frame";
import { jsonFormat } from "./jsonWriter";
import { type LongLayout, type LongPart, columnsIn } from "./table/long";
import { type RowFormat, textBlocks } from "./textRows";
import { tsvFormat } from "./tsvWriter";

const utf8 = new TextEncoder();

/** Texts that can hold a long table; JSON is an array of rows. */
const formats = {
  csv: csvFormat,
  "spreadsheet.csv": spreadsheetFormat,
  json: jsonFormat,
  tsv: tsvFormat,
} as const;

/** Writes series one below the other; numbers and texts as those of a single one. */
export class LongText {
  private readonly format: RowFormat;
  private hasRows = false;

  constructor(
    private readonly layout: LongLayout,
    form: keyof typeof formats,
  ) {
    this.format = longTextFormat(layout, form);
  }

  /** Blocks of UTF-8 behind those of all parts before. */
  *add({ coordinates, frame }: LongPart): Generator<Uint8Array, void, void> {
    if (frame.days.length === 0) return;
    const columns = columnsIn(this.layout, frame);
    const constant = [
      ...coordinates.map((value) => coordinateCell(value, this.format)),
      ...columns.map((column) => (column === undefined ? this.format.missing : undefined)),
    ];
    const head = this.hasRows ? this.format.separator : this.format.head;
    this.hasRows = true;
    const present = columns.filter((column) => column !== undefined);
    const format = withConstants({ ...this.format, head, foot: "" }, constant);
    yield* textBlocks({ days: frame.days, columns: present }, format);
  }

  /** What stands behind all parts. */
  end(): Uint8Array {
    return utf8.encode(this.hasRows ? this.format.foot : this.format.empty);
  }
}

/** How the rows of a long text are written. */
export function longTextFormat(layout: LongLayout, form: keyof typeof formats): RowFormat {
  const all = [...layout.coordinates, ...layout.columns].map(({ name }) => emptyColumn(name));
  const head: Frame = { days: new Int32Array(), columns: all };
  return formats[form](head);
}

/** How a coordinate stands in a row of a long text. */
export function coordinateCell(value: Coordinate, { missing, toCell }: RowFormat): string {
  if (value === null) return missing;
  return typeof value === "number" ? String(value) : toCell(value);
}

/** Only its name counts. */
function emptyColumn(name: string): Column {
  return { name, type: "text", values: [] };
}

/** The format of rows of which some cells are always the same: these become what stands around the others. */
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
