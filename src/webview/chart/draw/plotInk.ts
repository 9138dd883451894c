import { type Unit } from "../../../shared/chart/chartProtocol";
import { type DayRange, type Layer, type Line, type Pane } from "../model/pane";
import { traceArea } from "./areaTrace";
import { type ChartTheme } from "./chartTheme";
import { type ColumnExtremes, columnExtremes, columnOf } from "./columnExtremes";
import { markPlaces } from "./markPlaces";
import { dotRadiusPx, newestPoint } from "./newestPoint";
import { PixelPen, type PlotBox, type RowOfValue } from "./pixelPen";
import { sourceOf } from "./plotData";
import {
  areaOpacity,
  bandOpacity,
  bandsOf,
  casingPx,
  edgesOf,
  lineColour,
  lineDash,
  lineWidth,
  markPx,
  type Steps,
} from "./plotStyle";
import { type Pen, traceSteps } from "./stepTrace";

/** What is drawn, where and how. */
export interface Sheet {
  readonly context: CanvasRenderingContext2D;
  readonly box: PlotBox;
  /** Pixels of the device for each pixel of the page. */
  readonly ratio: number;
  readonly pane: Pane;
  readonly range: DayRange;
  readonly theme: ChartTheme;
  /** Where the values of a unit lie. */
  readonly rowsOf: (unit: Unit) => RowOfValue;
}

/** Draws the inside of a plot: bands and areas, then guides across, then lines, marks and newest values. */
export function drawInside(sheet: Sheet): void {
  const { context, box, pane } = sheet;
  context.save();
  context.beginPath();
  // A value on the lower edge has the row below it.
  context.rect(box.left, box.top - 1, box.width, box.height + 2);
  context.clip();
  drawBands(sheet);
  // Layers lie on top of each other, the innermost last.
  for (const layer of pane.layers.toReversed()) drawLayer(sheet, layer);
  drawGuides(sheet);
  for (const line of pane.lines.toReversed()) {
    drawSteps(sheet, line, lineColour(sheet.theme, line.colour));
  }
  for (const line of pane.lines) drawMarks(sheet, line);
  context.restore();
  for (const line of pane.lines.toReversed()) drawNewestPoint(sheet, line);
}

function drawLayer(sheet: Sheet, layer: Layer): void {
  const { context, box, range, theme, rowsOf } = sheet;
  const rowOf = rowsOf(layer.unit);
  const lower = columnExtremes(sourceOf(layer.days, layer.lower), range, box.width);
  const upper = columnExtremes(sourceOf(layer.days, layer.upper), range, box.width);
  const area = new Path2D();
  traceArea(lower, upper, (column, columnEnd, low, high) => {
    const top = rowOf(high);
    area.rect(box.left + column, top, columnEnd - column, rowOf(low) - top);
  });
  // What lies below shines through neither the grid nor the layers further out.
  context.fillStyle = theme.background;
  context.fill(area);
  context.globalAlpha = areaOpacity(theme);
  context.fillStyle = lineColour(theme, layer.colour);
  context.fill(area);
  context.globalAlpha = 1;
  for (const edge of edgesOf(layer, theme)) drawSteps(sheet, edge, theme.background);
}

function drawBands({ context, box, pane, theme, rowsOf }: Sheet): void {
  const [axis] = pane.axes;
  if (axis === undefined) return;
  const rowOf = rowsOf(axis.unit);
  context.fillStyle = theme.grid;
  context.globalAlpha = bandOpacity(theme);
  for (const band of bandsOf(axis)) {
    context.fillRect(box.left, rowOf(band), box.width, rowOf(-band) - rowOf(band));
  }
  context.globalAlpha = 1;
}

function drawGuides({ context, box, ratio, pane, theme, rowsOf }: Sheet): void {
  const [axis] = pane.axes;
  if (axis === undefined) return;
  const rowOf = rowsOf(axis.unit);
  const height = Math.max(1, Math.floor(ratio));
  for (const guide of axis.guides) {
    context.fillStyle = guide === 0 ? theme.axis : theme.grid;
    context.fillRect(box.left, rowOf(guide), box.width, height);
  }
}

function drawSteps(sheet: Sheet, line: Steps, colour: string): void {
  const { context, box, ratio, range, theme } = sheet;
  const reduced = columnExtremes(sourceOf(line.days, line.values), range, box.width);
  const rowOf = sheet.rowsOf(line.unit);
  const width = Math.max(1, Math.floor(lineWidth(theme, line.colour) * ratio));
  const dash = lineDash(theme, line.dash);
  if (dash.length === 0) {
    const casing = Math.round(casingPx(theme, sheet.pane) * ratio);
    if (casing > 0) fillSteps(sheet, reduced, rowOf, { colour: theme.background, width, casing });
    fillSteps(sheet, reduced, rowOf, { colour, width, casing: 0 });
  } else {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dash.map((px) => px * ratio));
    const path = new Path2D();
    traceSteps(reduced, pathPen(path, box.left, rowOf, (width % 2) / 2));
    context.stroke(path);
  }
}

interface Stroke {
  readonly colour: string;
  /** In pixels of the device, like what is added on each side. */
  readonly width: number;
  readonly casing: number;
}

function fillSteps(
  { context, box }: Sheet,
  reduced: ColumnExtremes,
  rowOf: RowOfValue,
  { colour, width, casing }: Stroke,
): void {
  context.fillStyle = colour;
  const pen = new PixelPen(box.left, rowOf, width, (x, y, w, h) =>
    context.fillRect(x - casing, y - casing, w + 2 * casing, h + 2 * casing),
  );
  traceSteps(reduced, pen);
  pen.end();
}

/** A dot of whole pixels that the edge of the plot does not cut off. */
function drawNewestPoint({ context, box, ratio, range, theme, rowsOf }: Sheet, line: Line): void {
  const point = newestPoint(line, range, box.width / ratio);
  if (point === undefined) return;
  const x = box.left + columnOf(point.day, range, box.width);
  const y = rowsOf(line.unit)(point.value);
  const radius = dotRadiusPx * ratio;
  context.fillStyle = lineColour(theme, line.colour);
  for (let row = -Math.floor(radius); row <= radius; row++) {
    const reach = Math.floor(Math.sqrt(radius ** 2 - row ** 2));
    context.fillRect(x - reach, y + row, 2 * reach + 1, 1);
  }
}

function pathPen(path: Path2D, left: number, rowOf: RowOfValue, offset: number): Pen {
  return {
    moveTo: (column, value) => path.moveTo(left + column + offset, rowOf(value) + offset),
    lineTo: (column, value) => path.lineTo(left + column + offset, rowOf(value) + offset),
  };
}

/** Ticks at the upper edge. */
function drawMarks({ context, box, ratio, range, theme }: Sheet, line: Line): void {
  context.fillStyle = theme.warning;
  const [width, height] = [markPx.width * ratio, markPx.height * ratio].map(Math.round);
  for (const x of markPlaces(line, range, box.width, markPx.space * ratio)) {
    context.fillRect(box.left + Math.floor(x), box.top, width ?? 1, height ?? 1);
  }
}
