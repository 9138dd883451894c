import { type ValueAxis, type Pane } from "../model/pane";
import { stepOfLine } from "../model/observed";
import { type DayTick, dayTicks, isShort } from "./dayTicks";
import { type Box, type Mark, noteSizePx, type PlotScale, ruleMark, textMark, yOf } from "./marks";
import { type Plot, scaleOf, xOfDay } from "./plotMarks";
import { cutToWidth } from "./textWidth";
import { axisTicks } from "./axisTicks";
import { formatTick, stepOf } from "../../../../ui/valueTicks";

/** The boxes of a plot and its axes. */
export interface AxesLayout {
  readonly outer: Box;
  /** The inside of the plot: begins and ends with whole columns of the resolution. */
  readonly inside: Box;
  readonly hasDayLabels: boolean;
}

export interface AxesWanted {
  readonly outer: Box;
  /** The number of value axes that get space: the first at the left, a second at the right. */
  readonly axisCount: number;
  readonly hasDayLabels: boolean;
  /** Space kept free to the right of the plot and of a second axis. */
  readonly rightPx?: number;
}

export const axisWidthPx = 48;
const dayLabelsPx = 24;
const namesPx = 16;
/** Space at the right if no axis is there, for labels that reach beyond their ticks. */
const freePx = 12;
const tickPx = 4;
const labelGapPx = 4;
/** The greatest width of a digit. */
const characterPx = 7;
/** Distances from the baseline of a note to its middle, and to its top. */
const middlePx = 0.36 * noteSizePx;
const topPx = 8;

/** The height that a plot needs above and below its inside, in pixels. */
export function heightAround(hasDayLabels: boolean): number {
  return namesPx + (hasDayLabels ? dayLabelsPx : tickPx);
}

/** Lays out the axes about the inside of a plot. */
export function layOutAxes(
  { outer, axisCount, hasDayLabels, rightPx = 0 }: AxesWanted,
  resolution: number,
): AxesLayout {
  const up = (px: number): number => Math.ceil(px * resolution - 1e-3) / resolution;
  const down = (px: number): number => Math.max(1, Math.floor(px * resolution + 1e-3)) / resolution;
  const left = up(axisCount > 0 ? axisWidthPx : 0);
  const right = axisCount > 1 ? axisWidthPx + rightPx : Math.max(freePx, rightPx);
  const top = up(namesPx);
  const inside = {
    left: outer.left + left,
    top: outer.top + top,
    width: down(outer.width - left - right),
    height: down(outer.height - top - (heightAround(hasDayLabels) - namesPx)),
  };
  return { outer, inside, hasDayLabels };
}

/** The marks of a plot's axes, which are drawn before its inside. */
export function axisMarks(plot: Plot, layout: AxesLayout): readonly Mark[] {
  return [
    ...dayAxisMarks(plot, layout),
    ...plot.pane.axes.flatMap((axis, index) => {
      const scale = scaleOf(plot, axis.unit);
      return scale === undefined ? [] : valueAxisMarks(plot, axis, scale, index === 0);
    }),
    ...nameMarks(plot),
  ];
}

function dayAxisMarks(plot: Plot, { outer, hasDayLabels }: AxesLayout): readonly Mark[] {
  const { box, theme } = plot;
  const bottom = box.top + box.height;
  const marks = placedDayTicks(plot).flatMap(({ label, x }): readonly Mark[] => {
    const isWithin = x + (label.length * characterPx) / 2 <= outer.left + outer.width;
    return [
      ruleMark({ x, y: bottom, length: tickPx, isUpright: true, colour: theme.guide }),
      ...(hasDayLabels && isWithin
        ? [
            textMark({
              text: label,
              x,
              y: bottom + tickPx + labelGapPx + topPx,
              colour: theme.muted,
              anchor: "middle",
            }),
          ]
        : []),
    ];
  });
  return [...marks, ruleMark({ x: box.left, y: bottom, length: box.width, colour: theme.guide })];
}

interface PlacedTick {
  readonly label: string;
  readonly x: number;
}

export function placedDayTicks(plot: Plot): readonly PlacedTick[] {
  const { box, range, pane } = plot;
  const ticks =
    isShort(range) && isMonthly(pane)
      ? monthTicks(range, box.width)
      : dayTicks(range, box.width, isShort(range));
  return ticks.map(({ day, label }) => ({ label, x: xOfDay(plot, day) }));
}

/** The months of a short range; its days if there is only one month, whose label alone would not show the scale. */
function monthTicks(range: Plot["range"], widthPx: number): readonly DayTick[] {
  const months = dayTicks(range, widthPx, false);
  return months.length > 1 ? months : dayTicks(range, widthPx);
}

/** A stretch along an axis, in pixels of the page from the upper left corner of the inside. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** The positions of the labels along the day axis and along the first value axis. */
export interface LabelExtents {
  readonly days: readonly Extent[];
  readonly values: readonly Extent[];
}

export function labelExtents(plot: Plot): LabelExtents {
  const { box, pane } = plot;
  const [axis] = pane.axes;
  const scale = axis === undefined ? undefined : scaleOf(plot, axis.unit);
  const middles =
    axis === undefined || scale === undefined
      ? []
      : axisTicks(axis, scale).map((tick) => yOf(scale, tick) - box.top);
  const half = noteSizePx / 2 + 1;
  return {
    days: placedDayTicks(plot).map(({ label, x }) => {
      const reach = (label.length * characterPx) / 2 + 2;
      return { from: x - box.left - reach, to: x - box.left + reach };
    }),
    values: middles.map((y) => ({ from: y - half, to: y + half })),
  };
}

function isMonthly({ lines }: Pane): boolean {
  const steps = lines.map(stepOfLine);
  return steps.length > 0 && steps.every((step) => step === "monthly" || step === "quarterly");
}

/** The labels of its ticks; lines across the plot belong to the inside. */
function valueAxisMarks(
  { box, theme }: Plot,
  axis: ValueAxis,
  scale: PlotScale,
  isFirst: boolean,
): readonly Mark[] {
  const ticks = axisTicks(axis, scale);
  const right = box.left + box.width;
  const outwards = 2 * labelGapPx;
  return ticks.flatMap((tick) => {
    const y = yOf(scale, tick);
    return [
      textMark({
        text: formatTick(axis.unit, tick, stepOf(ticks)),
        x: isFirst ? box.left - outwards : right + outwards,
        y: y + middlePx,
        colour: theme.muted,
        anchor: isFirst ? "end" : "start",
      }),
    ];
  });
}

/** The names above the plot: the first axis' from the left edge, a second one's up to the right edge. */
function nameMarks({ box, theme, pane }: Plot): readonly Mark[] {
  const width = box.width / Math.max(1, pane.axes.length);
  return pane.axes.map(({ label }, index) =>
    textMark({
      text: cutToWidth(label, width, noteSizePx),
      x: index === 0 ? box.left : box.left + box.width,
      y: box.top - namesPx + noteSizePx,
      colour: theme.muted,
      anchor: index === 0 ? "start" : "end",
    }),
  );
}
