import {
  type AreaMark,
  type Box,
  type DotMark,
  type GroupMark,
  type Mark,
  type PlotScale,
  type RectMark,
  type RuleMark,
  type SegmentMark,
  type StepsMark,
  type TextMark,
} from "./marks";
import { type Pen, traceArea, traceSteps } from "./trace";

/** In pixels of the page. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The most pixels of the page that may stay free for the sake of sharpness. */
const maxFreePx = 8;

/**
 * The size of a canvas within `size` that has whole device pixels, so that the browser does not resample it. It also
 * has whole pixels of the page if that costs at most {@link maxFreePx}, for layouts in such pixels.
 */
export function sharpSize({ width, height }: Size, ratio: number): Size {
  return { width: sharpLength(width, ratio), height: sharpLength(height, ratio) };
}

function sharpLength(px: number, ratio: number): number {
  for (let free = 0; free < Math.min(maxFreePx, px - 1); free++) {
    const length = Math.floor(px) - free;
    const devicePx = length * ratio;
    if (Math.abs(devicePx - Math.round(devicePx)) < 1e-3) return length;
  }
  return Math.max(1, Math.floor(px * ratio + 1e-6)) / ratio;
}

/** The used part of `CanvasRenderingContext2D`. */
export interface CanvasContext {
  fillStyle: unknown;
  strokeStyle: unknown;
  globalAlpha: number;
  lineWidth: number;
  font: string;
  textAlign: string;
  textBaseline: string;
  letterSpacing: string;
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  setLineDash(segments: number[]): void;
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  clip(): void;
  fill(): void;
  stroke(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { readonly width: number };
}

/** A canvas with `ratio` of its own pixels for each pixel of a mark. */
export interface Canvas {
  readonly context: CanvasContext;
  readonly ratio: number;
  readonly font: string;
}

interface CanvasElement {
  width: number;
  height: number;
  readonly style: { width: string; height: string };
}

/** Sets the size of a canvas in pixels of the page, with `ratio` of its own pixels for each. */
export function sizeCanvas(canvas: CanvasElement, { width, height }: Size, ratio: number): void {
  const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
  // Setting an unchanged size would clear the canvas again, at the full cost.
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/**
 * Draws marks so that they are sharp: lines and edges begin and end with whole pixels of the canvas, and every column of a
 * line is filled exactly from the row of its least to that of its greatest value.
 */
export function drawOnCanvas(canvas: Canvas, marks: readonly Mark[]): void {
  for (const mark of marks) drawMark(canvas, mark);
}

function drawMark(canvas: Canvas, mark: Mark): void {
  switch (mark.type) {
    case "steps":
      clipped(canvas, mark.scale.box, () => drawSteps(canvas, mark));
      return;
    case "area":
      clipped(canvas, mark.scale.box, () => fillArea(canvas, mark));
      return;
    case "rule":
      canvas.context.globalAlpha = mark.opacity;
      drawRule(canvas, mark);
      canvas.context.globalAlpha = 1;
      return;
    case "segment":
      drawSegment(canvas, mark);
      return;
    case "rect":
      fillBox(canvas, mark);
      return;
    case "dot":
      fillDot(canvas, mark);
      return;
    case "text":
      drawText(canvas, mark);
      return;
    case "group":
      drawGroup(canvas, mark);
  }
}

function drawGroup(canvas: Canvas, { box, marks }: GroupMark): void {
  const { context, ratio } = canvas;
  const { left, top, width, height } = pixelBox(box, ratio);
  context.save();
  context.translate(left, top);
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  drawOnCanvas(canvas, marks);
  context.restore();
}

/** Returns a function to the row of pixels of a value, counted from the top of the canvas. */
export function rowsOf({ box, values }: PlotScale, ratio: number): (value: number) => number {
  const { top, height } = pixelBox(box, ratio);
  const { min, max } = values;
  return (value) => snapped(top + (height * (max - value)) / (max - min));
}

/** The nearest whole pixel, without an effect of rounding errors. */
function snapped(px: number): number {
  return Math.round(px + 1e-6);
}

function pixelAt(px: number): number {
  return Math.floor(px + 1e-6);
}

function pixelBox({ left, top, width, height }: Box, ratio: number): Box {
  const [x, y] = [snapped(left * ratio), snapped(top * ratio)];
  return {
    left: x,
    top: y,
    width: snapped((left + width) * ratio) - x,
    height: snapped((top + height) * ratio) - y,
  };
}

function thickness(width: number, ratio: number): number {
  return Math.max(1, Math.floor(width * ratio));
}

/** How far a line of that thickness reaches above its row, or to the left of its column. */
function insetOf(thick: number): number {
  return Math.floor((thick - 1) / 2);
}

/** Clips to the plot and one row on either side, because a value on the lower edge has the row below it. */
function clipped({ context, ratio }: Canvas, box: Box, draw: () => void): void {
  const { left, top, width, height } = pixelBox(box, ratio);
  context.save();
  context.beginPath();
  context.rect(left, top - 1, width, height + 2);
  context.clip();
  draw();
  context.restore();
}

/**
 * Returns a function to the first pixel of a column of a reduction, which has about as many columns as there are
 * pixels.
 */
function columnsOn({ left, width }: Box, columns: number): (column: number) => number {
  return (column) => left + Math.floor((column * width) / columns);
}

function drawSteps(canvas: Canvas, mark: StepsMark): void {
  const { context, ratio } = canvas;
  const { dash, colour, casing } = mark;
  const thick = thickness(mark.width, ratio);
  const around = Math.round(casing.width * ratio);
  if (around > 0) fillSteps(canvas, mark, { colour: casing.colour, thick, around });
  if (dash.length === 0) {
    fillSteps(canvas, mark, { colour, thick, around: 0 });
    return;
  }
  context.strokeStyle = colour;
  context.lineWidth = thick;
  context.setLineDash(dash.map((px) => px * ratio));
  context.beginPath();
  const middle = (thick % 2) / 2;
  traceOnPixels(canvas, mark, {
    moveTo: (x, y) => context.moveTo(x + middle, y + middle),
    lineTo: (x, y) => context.lineTo(x + middle, y + middle),
  });
  context.stroke();
}

/** Traces the line of a mark in pixels instead of columns and values. */
function traceOnPixels({ ratio }: Canvas, { scale, extremes }: StepsMark, pen: Pen): void {
  const xOf = columnsOn(pixelBox(scale.box, ratio), extremes.min.length);
  const rowOf = rowsOf(scale, ratio);
  traceSteps(extremes, {
    moveTo: (column, value) => pen.moveTo(xOf(column), rowOf(value)),
    lineTo: (column, value) => pen.lineTo(xOf(column), rowOf(value)),
  });
}

interface Stroke {
  readonly colour: string;
  /** In pixels of the canvas; `around` is added on each side. */
  readonly thick: number;
  readonly around: number;
}

function fillSteps(canvas: Canvas, mark: StepsMark, { colour, thick, around }: Stroke): void {
  const { context } = canvas;
  context.fillStyle = colour;
  const pen = new PixelPen(thick, (x, y, width, height) =>
    context.fillRect(x - around, y - around, width + 2 * around, height + 2 * around),
  );
  traceOnPixels(canvas, mark, pen);
  pen.end();
}

/** Draws a line of level and upright pieces as rectangles of whole pixels. */
class PixelPen implements Pen {
  private x = Number.NaN;
  private highest = Number.NaN;
  private lowest = Number.NaN;
  private readonly inset: number;

  constructor(
    private readonly thick: number,
    private readonly fillRect: CanvasContext["fillRect"],
  ) {
    this.inset = insetOf(thick);
  }

  moveTo(x: number, row: number): void {
    this.fillColumn();
    this.x = x;
    this.highest = row;
    this.lowest = row;
  }

  lineTo(x: number, row: number): void {
    if (x === this.x) {
      this.highest = Math.min(this.highest, row);
      this.lowest = Math.max(this.lowest, row);
      return;
    }
    // Upright pieces in neighbouring columns touch without a level piece.
    const isApart = x - this.x > this.thick;
    if (isApart) this.fill(this.x, row, x - this.x, 0);
    this.moveTo(x, row);
  }

  end(): void {
    this.fillColumn();
    this.x = Number.NaN;
  }

  private fillColumn(): void {
    if (Number.isNaN(this.x)) return;
    this.fill(this.x, this.highest, 0, this.lowest - this.highest);
  }

  /** Fills a line from the middle of one pixel to that of another. */
  private fill(x: number, row: number, width: number, height: number): void {
    const { inset, thick } = this;
    this.fillRect(x - inset, row - inset, width + thick, height + thick);
  }
}

function fillArea({ context, ratio }: Canvas, mark: AreaMark): void {
  const { scale, lower, upper, ground, colour, opacity } = mark;
  const xOf = columnsOn(pixelBox(scale.box, ratio), lower.min.length);
  const rowOf = rowsOf(scale, ratio);
  context.beginPath();
  traceArea(lower, upper, (column, columnEnd, low, high) => {
    const [x, y] = [xOf(column), rowOf(high)];
    context.rect(x, y, xOf(columnEnd) - x, rowOf(low) - y);
  });
  context.fillStyle = ground;
  context.fill();
  context.globalAlpha = opacity;
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = 1;
}

function drawRule({ context, ratio }: Canvas, mark: RuleMark): void {
  const { x, y, length, isUpright, colour, dash } = mark;
  const thick = thickness(mark.width, ratio);
  const start = snapped((isUpright ? y : x) * ratio);
  const end = snapped(((isUpright ? y : x) + length) * ratio);
  const across = (isUpright ? pixelAt(x * ratio) : snapped(y * ratio)) - insetOf(thick);
  if (dash.length === 0) {
    context.fillStyle = colour;
    if (isUpright) context.fillRect(across, start, thick, end - start);
    else context.fillRect(start, across, end - start, thick);
    return;
  }
  const middle = across + thick / 2;
  context.strokeStyle = colour;
  context.lineWidth = thick;
  context.setLineDash(dash.map((px) => px * ratio));
  context.beginPath();
  context.moveTo(isUpright ? middle : start, isUpright ? start : middle);
  context.lineTo(isUpright ? middle : end, isUpright ? end : middle);
  context.stroke();
}

function drawSegment({ context, ratio }: Canvas, mark: SegmentMark): void {
  context.strokeStyle = mark.colour;
  context.lineWidth = ratio;
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(mark.x * ratio, mark.y * ratio);
  context.lineTo(mark.endX * ratio, mark.endY * ratio);
  context.stroke();
}

function fillBox({ context, ratio }: Canvas, mark: RectMark): void {
  const { colour, opacity, radius = 0, edge = 0 } = mark;
  const { left, top, width, height } = pixelBox(mark.box, ratio);
  context.globalAlpha = opacity;
  if (edge > 0) {
    const thick = thickness(edge, ratio);
    context.strokeStyle = colour;
    context.lineWidth = thick;
    context.setLineDash([]);
    context.beginPath();
    const [x, y] = [left + thick / 2, top + thick / 2];
    context.roundRect(x, y, width - thick, height - thick, radius * ratio);
    context.stroke();
  } else {
    context.fillStyle = colour;
    if (radius === 0) context.fillRect(left, top, width, height);
    else {
      context.beginPath();
      context.roundRect(left, top, width, height, radius * ratio);
      context.fill();
    }
  }
  context.globalAlpha = 1;
}

function fillDot({ context, ratio }: Canvas, { x, y, radius, colour }: DotMark): void {
  const [column, row] = [pixelAt(x * ratio), snapped(y * ratio)];
  const radiusPx = Math.floor(radius * ratio);
  context.fillStyle = colour;
  for (let up = -radiusPx; up <= radiusPx; up++) {
    // Half a pixel more, because otherwise the dot would end in single pixels.
    const reach = Math.floor(Math.sqrt((radiusPx + 0.5) ** 2 - up ** 2));
    context.fillRect(column - reach, row + up, 2 * reach + 1, 1);
  }
}

function drawText({ context, ratio, font }: Canvas, mark: TextMark): void {
  const { text, sizePx, colour, isBold, anchor, widthPx } = mark;
  const [x, y] = [pixelAt(mark.x * ratio), snapped(mark.y * ratio)];
  context.font = `${isBold ? "600 " : ""}${Math.round(sizePx * ratio)}px ${font}`;
  context.textBaseline = "alphabetic";
  context.textAlign = anchor === "middle" ? "center" : anchor;
  context.fillStyle = colour;
  // A canvas font does not include tabular figures or letter spacing, so spacing restores the width on the page.
  if (widthPx !== undefined) {
    const free = widthPx * ratio - context.measureText(text).width;
    context.letterSpacing = `${free / Math.max(1, text.length)}px`;
  }
  context.fillText(text, x, y);
  if (widthPx !== undefined) context.letterSpacing = "0px";
}
