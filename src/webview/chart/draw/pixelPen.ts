import { type Pen } from "./stepTrace";

/** Where a plot's inside lies in its canvas, in pixels of the device: whole ones. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The row of pixels of a value, counted from the top of the canvas. */
export type RowOfValue = (value: number) => number;

/** A rectangle in whole pixels. */
export type FillRect = (x: number, y: number, width: number, height: number) => void;

/**
 * Draws a line as rectangles of whole pixels, so that it is sharp and every column is filled exactly from the row of
 * its least to that of its greatest value.
 */
export class PixelPen implements Pen {
  private column = Number.NaN;
  private row = Number.NaN;
  private highest = Number.NaN;
  private lowest = Number.NaN;
  private readonly inset: number;

  constructor(
    private readonly left: number,
    private readonly rowOf: RowOfValue,
    private readonly width: number,
    private readonly fillRect: FillRect,
  ) {
    this.inset = Math.floor((width - 1) / 2);
  }

  moveTo(column: number, value: number): void {
    this.fillColumn();
    this.column = column;
    this.row = this.rowOf(value);
    this.highest = this.row;
    this.lowest = this.row;
  }

  lineTo(column: number, value: number): void {
    const row = this.rowOf(value);
    if (column === this.column) {
      this.highest = Math.min(this.highest, row);
      this.lowest = Math.max(this.lowest, row);
      this.row = row;
      return;
    }
    // What stands upright in columns next to each other touches by itself.
    const isApart = column - this.column > this.width;
    if (isApart) this.fill(this.column, row, column - this.column, 0);
    this.moveTo(column, value);
  }

  /** To be called when the line is complete. */
  end(): void {
    this.fillColumn();
    this.column = Number.NaN;
  }

  private fillColumn(): void {
    if (Number.isNaN(this.column)) return;
    this.fill(this.column, this.highest, 0, this.lowest - this.highest);
  }

  /** A line from the middle of one pixel to that of another. */
  private fill(column: number, row: number, width: number, height: number): void {
    const x = this.left + column - this.inset;
    this.fillRect(x, row - this.inset, width + this.width, height + this.width);
  }
}
