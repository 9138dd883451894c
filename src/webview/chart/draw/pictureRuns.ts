import { type DayRange } from "../model/pane";
import { traceArea } from "./areaTrace";
import { type ColumnExtremes, type ColumnSource, columnExtremes } from "./columnExtremes";
import { type Box, type Run } from "./picture";
import { type Pen, traceSteps } from "./stepTrace";
import { type ValueRange } from "./valueRange";

/** Fine enough for print: pixel columns of the reduction for each pixel of the picture. */
const columnsPerPx = 2;

/** Where days and values lie in a picture. */
export interface PlotScale {
  readonly box: Box;
  readonly range: DayRange;
  readonly values: ValueRange;
}

export function yOf({ box, values }: PlotScale, value: number): number {
  return box.top + ((values.max - value) / (values.max - values.min)) * box.height;
}

/** The stepped line of a column, one run for each piece between gaps. */
export function lineRuns(source: ColumnSource, scale: PlotScale): readonly Run[] {
  const pen = new RunPen(scale);
  traceSteps(extremesOn(source, scale), pen);
  return pen.runs;
}

/** The stepped area between two columns that have their gaps in common: one run around each piece. */
export function areaRuns(
  lower: ColumnSource,
  upper: ColumnSource,
  scale: PlotScale,
): readonly Run[] {
  const pieces: { above: number[]; below: number[]; end: number }[] = [];
  traceArea(extremesOn(lower, scale), extremesOn(upper, scale), (column, columnEnd, low, high) => {
    let piece = pieces.at(-1);
    if (piece?.end !== column) {
      piece = { above: [], below: [], end: column };
      pieces.push(piece);
    }
    for (const x of [xOf(scale, column), xOf(scale, columnEnd)]) {
      addCorner(piece.above, x, yOf(scale, high));
      addCorner(piece.below, x, yOf(scale, low));
    }
    piece.end = columnEnd;
  });
  return pieces.map(({ above, below }) => [...above, ...reversed(below)]);
}

function reversed(run: Run): Run {
  const back: number[] = [];
  for (let at = run.length - 2; at >= 0; at -= 2) back.push(run[at] ?? 0, run[at + 1] ?? 0);
  return back;
}

function columnsIn({ box }: PlotScale): number {
  return Math.max(1, Math.round(box.width * columnsPerPx));
}

function extremesOn(source: ColumnSource, scale: PlotScale): ColumnExtremes {
  return columnExtremes(source, scale.range, columnsIn(scale));
}

/** The left edge of a column of the reduction. */
function xOf(scale: PlotScale, column: number): number {
  const { box } = scale;
  return box.left + (column / columnsIn(scale)) * box.width;
}

class RunPen implements Pen {
  readonly runs: number[][] = [];

  constructor(private readonly scale: PlotScale) {}

  moveTo(column: number, value: number): void {
    this.runs.push([]);
    this.lineTo(column, value);
  }

  lineTo(column: number, value: number): void {
    const run = this.runs.at(-1) ?? [];
    addCorner(run, xOf(this.scale, column + 0.5), yOf(this.scale, value));
  }
}

/** Adds a corner, to a hundredth of a pixel; one that changes nothing is left out, as is one on a level line. */
function addCorner(run: number[], exactX: number, exactY: number): void {
  const [x, y] = [hundredths(exactX), hundredths(exactY)];
  const [beforeX, beforeY] = run.slice(-2);
  if (x === beforeX && y === beforeY) return;
  const isLevel = run.length >= 4 && y === beforeY && y === run.at(-3);
  if (isLevel) run.splice(-2);
  run.push(x, y);
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
