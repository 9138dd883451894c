import { type Day } from "../../../../shared/day";
import { drawnValue } from "../../../../shared/series/observations";
import { type DayRange, type Line, type Pane } from "../model/pane";
import { type AxesLayout, axisMarks, labelExtents, type LabelExtents, layOutAxes } from "./axes";
import { type CompactFrame, compactAxisMarks, layOutCompact } from "./compactAxes";
import { rowsOf, sharpSize, type Size } from "./canvas";
import { type ChartTheme } from "./chartTheme";
import { endLabelMarks } from "./endLabels";
import { type Mark, yOf } from "./marks";
import { extremesIn, valueRangesOf } from "./plotData";
import { insideMarks, type Plot, scaleOf, xOfDay } from "./plotMarks";
import { type LineStretch } from "./pointedLine";

/** The shown pane; replaced as a whole. */
export interface DrawnPane {
  readonly pane: Pane;
  readonly theme: ChartTheme;
  /** Whether days are labelled below the plot; otherwise it shares those of the plot below. */
  readonly hasDayLabels: boolean;
  /** The width for the labels of lines at the right; the same in all panes, so that their days are aligned. */
  readonly rightPx: number;
}

/** In pixels of the page from the upper left corner of a plot's inside. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The surroundings of a day: where it crosses the line of the first series, and points of all lines. */
export interface Surroundings {
  readonly at: Point;
  readonly points: readonly Point[];
}

/** The layout of a plot, for all of its drawing and hit testing. */
export interface Drawing {
  readonly plot: Plot;
  readonly layout: AxesLayout;
  /** Device pixels per pixel of the page. */
  readonly ratio: number;
  /** The width of the line labels on the right; 0 when there are none. */
  readonly endLabelsPx: number;
  readonly labels: LabelExtents;
  readonly frame: CompactFrame | undefined;
}

/** The largest share of the width for line labels; when they need more, their names are shortened. */
const mostForLabels = 0.3;
/** In less room than this, too little of a name is left; labels are then omitted, and the card has the values. */
const leastForLabelsPx = 110;

/**
 * Lays out a plot of that size.
 *
 * @param emphasised - Id of the line that is drawn stronger; null for none.
 */
export function drawingOf(
  { pane, theme, hasDayLabels, rightPx: labelsPx }: DrawnPane,
  size: Size,
  range: DayRange,
  emphasised: string | null,
  ratio: number,
): Drawing {
  const roomPx = Math.floor(mostForLabels * size.width);
  const hasEndLabels = labelsPx > 0 && (labelsPx <= roomPx || roomPx >= leastForLabelsPx);
  const rightPx = hasEndLabels ? Math.min(labelsPx, roomPx) : 0;
  const { width, height } = sharpSize(size, ratio);
  const outer = { left: 0, top: 0, width, height };
  const layout = layOutAxes({ outer, axisCount: pane.axes.length, hasDayLabels, rightPx }, ratio);
  const values = valueRangesOf(pane, range, layout.inside.height);
  const where = { box: layout.inside, values, resolution: ratio };
  const plot = { pane, range, theme, emphasised: emphasised ?? undefined, ...where };
  return {
    plot,
    layout,
    ratio,
    endLabelsPx: rightPx,
    labels: labelExtents(plot),
    frame: undefined,
  };
}

/** Lays out a plot as one of many small panes. */
export function compactDrawing(
  { pane, theme }: DrawnPane,
  size: Size,
  range: DayRange,
  frame: CompactFrame,
  isPointed: boolean,
  ratio: number,
): Drawing {
  const outer = { left: 0, top: 0, ...sharpSize(size, ratio) };
  const layout = layOutCompact(outer, frame, ratio);
  const values = valueRangesOf(pane, range, layout.inside.height);
  const where = { box: layout.inside, values, resolution: ratio };
  const plot = { pane, range, theme, ...where, compact: { isPointed } };
  return { plot, layout, ratio, endLabelsPx: 0, labels: labelExtents(plot), frame };
}

/** All marks of a plot: the axes, what they enclose, and the labels beside the lines. */
export function drawingMarks({ plot, layout, endLabelsPx, frame }: Drawing): readonly Mark[] {
  const axes = frame === undefined ? axisMarks(plot, layout) : compactAxisMarks(plot, frame);
  return [
    ...axes,
    ...insideMarks(plot),
    ...(endLabelsPx > 0 ? endLabelMarks(plot, endLabelsPx) : []),
  ];
}

/** The column in which a day is drawn, in pixels of the page from the inside's left edge. */
export function leftOf({ plot, ratio }: Drawing, day: Day): number {
  return Math.floor((xOfDay(plot, day) - plot.box.left) * ratio) / ratio;
}

/** The height of a line on a day, in pixels of the page from the inside's upper edge; undefined without a value. */
export function topOf({ plot, ratio }: Drawing, line: Line, day: Day): number | undefined {
  const value = drawnValue(line, day);
  const scale = scaleOf(plot, line.unit);
  if (Number.isNaN(value) || scale === undefined) return undefined;
  return rowsOf(scale, ratio)(value) / ratio - plot.box.top;
}

/** The stretch of a line over some days; empty without a value on them. */
export function stretchOf(drawing: Drawing, line: Line, about: DayRange): readonly LineStretch[] {
  const { plot } = drawing;
  const scale = scaleOf(plot, line.unit);
  const extremes = extremesIn(line, about);
  if (extremes === undefined || scale === undefined) return [];
  const [top, bottom] = [extremes.max, extremes.min].map((each) => yOf(scale, each) - plot.box.top);
  if (top === undefined || bottom === undefined) return [];
  const at = topOf(drawing, line, Math.floor((about.from + about.to) / 2));
  return [{ id: line.id, top, bottom, at: at ?? (top + bottom) / 2 }];
}

/** The number of columns in which {@link surroundingsOf} samples the lines. */
const lookedAt = 80;

export function surroundingsOf(drawing: Drawing, cursor: Day): Surroundings {
  const { plot } = drawing;
  const { pane, range, box } = plot;
  const [first] = pane.lines;
  const top = first === undefined ? undefined : topOf(drawing, first, cursor);
  const points = Array.from({ length: lookedAt }, (_, column) => {
    const share = (column + 0.5) / lookedAt;
    const day = Math.round(range.from + share * (range.to - range.from));
    return pane.lines.flatMap((line) => {
      const y = topOf(drawing, line, day);
      return y === undefined ? [] : [{ x: share * box.width, y }];
    });
  }).flat();
  return { at: { x: xOfDay(plot, cursor) - box.left, y: top ?? box.height / 2 }, points };
}
