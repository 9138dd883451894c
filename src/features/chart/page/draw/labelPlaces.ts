import { type Line } from "../model/pane";
import { columnExtremes } from "./columnExtremes";
import { type Box, yOf } from "./marks";
import { type Plot, scaleOf } from "./plotMarks";

/** The point at the end of a line. */
interface LineEnd {
  readonly x: number;
  readonly y: number;
}

/** A text beside or near the end of its line. */
export interface PlacedText {
  /** The position of its start, or of its end where it is to the left of the end of its line. */
  readonly x: number;
  readonly anchor: "start" | "end";
  /** The middle of its height. */
  readonly middle: number;
  /** The thin line to it from the end of its line; undefined where it is right beside it. */
  readonly leader: { readonly from: LineEnd; readonly to: LineEnd } | undefined;
}

interface Reach {
  readonly first: number;
  readonly last: number;
  readonly row: number;
  readonly lastRow: number;
}

/** The side of a cell in pixels: small beside a text, large beside a pixel. */
const cellPx = 4;
const covered = { nothing: 0, line: 1, text: 2 };
const textPx = { height: 14, gap: 8, step: 8 };
/** Texts are at most this far above or below the end of their line, except those that are always shown. */
const farthestPx = 56;

/** Finds places inside a plot for texts, which cover neither its lines nor each other. */
export class LabelPlaces {
  private readonly box: Box;
  private readonly columns: number;
  private readonly rows: number;
  /** By row and column, what covers each cell. */
  private readonly cells: Uint8Array;

  constructor(plot: Plot) {
    this.box = plot.box;
    this.columns = Math.max(1, Math.ceil(plot.box.width / cellPx));
    this.rows = Math.max(1, Math.ceil(plot.box.height / cellPx));
    this.cells = new Uint8Array(this.columns * this.rows);
    for (const line of plot.pane.lines) this.coverLine(plot, line);
  }

  /**
   * Places a text at the nearest free place; undefined without one.
   *
   * @param isKept - Whether it is always shown: anywhere in the plot, and if need be on lines, but never on a text.
   */
  place(end: LineEnd, width: number, isKept: boolean): PlacedText | undefined {
    let best: { readonly box: Box; readonly text: PlacedText } | undefined;
    let least = isKept ? Infinity : 1;
    const candidates = Array.from(this.candidates(end, width, isKept), (box) => ({
      box,
      away: distance(box, end),
    }));
    for (const { box } of candidates.sort((a, b) => a.away - b.away)) {
      const cost = this.costOf(box, least);
      if (cost >= least) continue;
      const text = placedText(box, end);
      if (this.cellsAlong(text).some((cell) => this.cells[cell] === covered.text)) continue;
      best = { box, text };
      least = cost;
      if (cost === 0) break;
    }
    if (best === undefined) return undefined;
    this.cover(best.box, covered.text);
    for (const cell of this.cellsAlong(best.text)) this.cells[cell] = covered.text;
    return best.text;
  }

  private *candidates({ x, y }: LineEnd, width: number, isKept: boolean): Generator<Box> {
    const { left, top, width: whole, height } = this.box;
    const right = left + whole - width;
    const beside = [x + textPx.gap, x - textPx.gap - width];
    const near = Math.min(Math.max(left, x - width / 2), Math.max(left, right));
    const shifts = isKept ? [0, -1, -2, -3].map((each) => near + (each * width) / 2) : [near];
    const farthest = isKept ? height : farthestPx;
    for (let away = 0; away <= farthest; away += textPx.step) {
      const lefts = away < textPx.height ? beside : [...beside, ...shifts];
      for (const middle of away === 0 ? [y] : [y - away, y + away]) {
        const place = { top: middle - textPx.height / 2, width, height: textPx.height };
        if (place.top < top || place.top + textPx.height > top + height) continue;
        for (const each of lefts) {
          if (each >= left && (each <= right || right < left)) yield { ...place, left: each };
        }
      }
    }
  }

  /** The number of cells with a line, at most about a limit; infinite where a text is. */
  private costOf(box: Box, limit: number): number {
    const { first, last, row, lastRow } = this.reachOf(box);
    let lines = 0;
    for (let y = row; y <= lastRow && lines < limit; y++) {
      for (let cell = y * this.columns + first; cell <= y * this.columns + last; cell++) {
        if (this.cells[cell] === covered.text) return Infinity;
        if (this.cells[cell] === covered.line) lines++;
      }
    }
    return lines;
  }

  private cellsAlong({ leader }: PlacedText): readonly number[] {
    if (leader === undefined) return [];
    const { from, to } = leader;
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / cellPx);
    return Array.from({ length: steps }, (_, step) => {
      const share = step / steps;
      const [x, y] = [from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)];
      const [column, row] = [x - this.box.left, y - this.box.top].map((px) => px / cellPx);
      return Math.floor(row ?? 0) * this.columns + Math.floor(column ?? 0);
    });
  }

  private cover(box: Box, by: number): void {
    const { first, last, row, lastRow } = this.reachOf(box);
    for (let y = row; y <= lastRow; y++) {
      this.cells.fill(by, y * this.columns + first, y * this.columns + last + 1);
    }
  }

  /** The columns and rows of cells that a box touches, inclusive. */
  private reachOf({ left, top, width, height }: Box): Reach {
    const cellOf = (px: number): number => Math.floor(px / cellPx);
    return {
      first: Math.max(0, cellOf(left - this.box.left)),
      last: Math.min(this.columns - 1, cellOf(left + width - this.box.left)),
      row: Math.max(0, cellOf(top - this.box.top)),
      lastRow: Math.min(this.rows - 1, cellOf(top + height - this.box.top)),
    };
  }

  /** Covers, in each column, the cells that the line crosses from its value in the previous column. */
  private coverLine(plot: Plot, { days, values, unit, isFilled }: Line): void {
    const scale = scaleOf(plot, unit);
    if (scale === undefined) return;
    const { min, max, last, hasRows, end, ...reduced } = columnExtremes(
      { days, values },
      plot.range,
      this.columns,
    );
    let standing = reduced.standing;
    let [least, most] = [Infinity, -Infinity];
    const reach = (value = Number.NaN): void => {
      if (value < least) least = value;
      if (value > most) most = value;
    };
    for (let column = 0; column <= end; column++) {
      least = isFilled === true ? 0 : Infinity;
      most = isFilled === true ? 0 : -Infinity;
      reach(standing);
      reach(min[column]);
      reach(max[column]);
      if (hasRows[column] === 1) standing = last[column] ?? Number.NaN;
      if (least > most) continue;
      const row = Math.floor((yOf(scale, most) - 1 - this.box.top) / cellPx);
      const lastRow = Math.floor((yOf(scale, least) + 1 - this.box.top) / cellPx);
      for (let y = Math.max(0, row); y <= Math.min(this.rows - 1, lastRow); y++) {
        this.cells[y * this.columns + column] = covered.line;
      }
    }
  }
}

/** From the end of a line to the middle of the nearest side of a text. */
function distance({ left, top, width, height }: Box, { x, y }: LineEnd): number {
  const aside = Math.max(left - x, x - left - width, 0);
  return Math.hypot(aside, top + height / 2 - y);
}

function placedText({ left, top, width }: Box, end: LineEnd): PlacedText {
  const middle = top + textPx.height / 2;
  const right = left + width;
  const own =
    right < end.x ? ({ x: right, anchor: "end" } as const) : { x: left, anchor: "start" as const };
  const away = middle - end.y;
  if (Math.abs(away) <= textPx.step && (right < end.x || left > end.x))
    return { ...own, middle, leader: undefined };
  const from = { x: end.x, y: end.y + 4 * Math.sign(away) };
  // Beside the end, the line leads to the nearest side of the text; above or below it, to its edge.
  const to =
    right < end.x
      ? { x: right + 2, y: middle }
      : left > end.x
        ? { x: left - 2, y: middle }
        : { x: end.x, y: middle - (Math.sign(away) * textPx.height) / 2 };
  return { ...own, middle, leader: { from, to } };
}
