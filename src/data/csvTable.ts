import { type DecodeLimits, checkLimit, checkShape } from "./decodeLimits";
import { EditedText } from "./editedText";
import { DecodeError } from "./errors";

export type CsvSeparator = "," | ";" | "\t";

/** The cells of a column in the order of the lines; all arrays have the same length. */
export interface CsvColumn {
  readonly name: string;
  readonly cells: string[];
  /** Whether the cell was in quotes. */
  readonly isQuoted: boolean[];
}

export interface CsvTable {
  readonly separator: CsvSeparator;
  readonly columns: readonly CsvColumn[];
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Splits a text into cells. The separator `,`, `;` or tab is detected in the header; lines end with LF, CRLF or CR;
 * empty lines are skipped. Where each row has one cell more than the header, as R writes row names, the first column has
 * no name; an empty last column means separators at the ends of the lines instead, and is refused.
 *
 * Source: RFC 4180 §2; R `write.table`, "CSV files".
 *
 * @throws {@link DecodeError} with the line number for a row whose number of cells differs from the others', and for
 * unclosed quotes; as soon as a limit is exceeded, before further cells are stored.
 */
export function splitCsv(text: string, limits: DecodeLimits): CsvTable {
  const separator = separatorOf(text);
  const cursor = new CsvCursor(text, separator.charCodeAt(0), limits);
  const header = cursor.nextRecord();
  if (header === undefined) throw new DecodeError("corrupt", "the CSV text has no header");
  const first = cursor.nextRecord();
  const hasRowNames = first?.cells.length === header.cells.length + 1;
  const names = hasRowNames ? ["", ...header.cells] : header.cells;
  const columns = names.map((name): CsvColumn => ({ name, cells: [], isQuoted: [] }));
  for (let record = first; record !== undefined; record = cursor.nextRecord()) {
    checkShape((columns[0]?.cells.length ?? 0) + 1, columns.length, limits);
    if (record.cells.length !== columns.length) throw unevenLine(record, header);
    for (const [index, column] of columns.entries()) {
      column.cells.push(record.cells[index] ?? "");
      column.isQuoted.push(record.isQuoted[index] ?? false);
    }
  }
  const hasEmptyEnd = columns.at(-1)?.cells.every((cell) => cell === "") === true;
  if (hasRowNames && hasEmptyEnd) throw unevenLine(first, header);
  return { separator, columns };
}

function unevenLine({ line, cells }: CsvRecord, header: CsvRecord): DecodeError {
  const count = cells.length === 1 ? "1 cell" : `${cells.length} cells`;
  const found = `${count}, the header has ${header.cells.length}`;
  return new DecodeError("corrupt", `line ${line} of the CSV text has ${found}`);
}

/** The most frequent separator of the header, outside quotes. */
function separatorOf(text: string): CsvSeparator {
  const counts = new Map<string, number>();
  let isInQuotes = false;
  for (const character of text) {
    if (character === '"') isInQuotes = !isInQuotes;
    else if (isInQuotes) continue;
    else if (character === "\n" || character === "\r") {
      if (counts.size > 0) break;
    } else counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const separators: readonly CsvSeparator[] = [",", ";", "\t"];
  const max = Math.max(...separators.map((separator) => counts.get(separator) ?? 0));
  return separators.find((separator) => (counts.get(separator) ?? 0) === max) ?? ",";
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  readonly isQuoted: readonly boolean[];
}

class CsvCursor {
  private at = 0;
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly separator: number,
    private readonly limits: DecodeLimits,
  ) {}

  /** Undefined at the end of the text. */
  nextRecord(): CsvRecord | undefined {
    while (this.isAtLineBreak()) this.skipLineBreak();
    if (this.at >= this.text.length) return undefined;
    const { line } = this;
    const cells: string[] = [];
    const isQuoted: boolean[] = [];
    for (;;) {
      const isQuotedCell = this.text.charCodeAt(this.at) === quote;
      cells.push(isQuotedCell ? this.quotedCell() : this.plainCell());
      isQuoted.push(isQuotedCell);
      checkLimit("columns", cells.length, this.limits.columns);
      if (this.text.charCodeAt(this.at) !== this.separator) break;
      this.at++;
    }
    this.skipLineBreak();
    return { line, cells, isQuoted };
  }

  private plainCell(): string {
    const start = this.at;
    while (this.at < this.text.length && !this.isAtLineBreak()) {
      if (this.text.charCodeAt(this.at) === this.separator) break;
      this.at++;
    }
    return this.text.slice(start, this.at);
  }

  private quotedCell(): string {
    const { line } = this;
    const start = this.at + 1;
    let end = this.text.indexOf('"', start);
    let hasQuotes = false;
    while (end !== -1 && this.text.charCodeAt(end + 1) === quote) {
      hasQuotes = true;
      end = this.text.indexOf('"', end + 2);
    }
    if (end === -1) {
      throw new DecodeError(
        "incomplete",
        `line ${line} of the CSV text has quotes that are never closed`,
      );
    }
    while (this.at < end) this.step();
    this.at = end + 1;
    this.checkCellEnd();
    const content = this.text.slice(start, end);
    return hasQuotes ? withSingleQuotes(content) : content;
  }

  private checkCellEnd(): void {
    const isEnd = this.at >= this.text.length || this.isAtLineBreak();
    if (isEnd || this.text.charCodeAt(this.at) === this.separator) return;
    throw new DecodeError(
      "corrupt",
      `line ${this.line} of the CSV text continues after its closing quote`,
    );
  }

  private isAtLineBreak(): boolean {
    const code = this.text.charCodeAt(this.at);
    return code === lineFeed || code === carriageReturn;
  }

  private skipLineBreak(): void {
    if (this.isAtLineBreak()) this.step();
  }

  /** Advances by one character, or by one line break of either length. */
  private step(): void {
    if (this.isAtLineBreak()) {
      if (this.text.startsWith("\r\n", this.at)) this.at++;
      this.line++;
    }
    this.at++;
  }
}

/** Not `replaceAll`, which first collects every match: for a text of nothing but quotes that exhausts memory. */
function withSingleQuotes(content: string): string {
  const edited = new EditedText(content);
  let at = content.indexOf('""');
  while (at !== -1) {
    edited.replace(at, at + 2, '"');
    at = content.indexOf('""', at + 2);
  }
  return edited.toString();
}
