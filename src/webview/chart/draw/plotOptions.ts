import type uPlot from "uplot";
import { type Unit } from "../../../shared/chart/chartProtocol";
import { type Day } from "../../../shared/day";
import { type Axis, type DayRange } from "../model/pane";
import { axisNamesPx } from "./axisNames";
import { type ChartTheme } from "./chartTheme";
import { dayTicks } from "./dayTicks";
import { type ValueRange } from "./valueRange";
import { formatTick, stepOf, valueTicks } from "./valueTicks";

/** What uPlot is to draw about the inside of a plot, asked anew at each drawing. */
export interface Frame {
  readonly axes: readonly Axis[];
  readonly theme: ChartTheme;
  /** Whether axes have their labels: small plots have no room for them, and name them above. */
  readonly isLabelled: boolean;
  readonly range: () => DayRange;
  readonly valueRange: (unit: Unit) => ValueRange;
}

const fontPx = 11;
/** As wide as a digit is drawn at most. */
const characterPx = 7;
const axisWidthPx = 48;
const axisHeightPx = 24;
const labelPx = 18;

const rightSide = 1;

/** uPlot finds ticks for its own axes only; ours are given, so any distance that is accepted will do. */
const givenTicks = { space: 1, incrs: [1e9] };

/** Options of a uPlot that has scales and axes; what stands inside is drawn in its hooks. */
export function plotOptions(frame: Frame, width: number, height: number): uPlot.Options {
  const { from, to } = xScaleOf(frame.range());
  const scales: uPlot.Scales = {
    x: {
      time: false,
      min: from,
      max: to,
      range: () => {
        const range = xScaleOf(frame.range());
        return [range.from, range.to];
      },
    },
  };
  for (const { unit } of frame.axes) scales[unit] = valueScale(frame, unit);
  return {
    width,
    height,
    series: [{}],
    scales,
    axes: [dayAxis(frame), ...frame.axes.map((axis, index) => valueAxis(frame, axis, index))],
    padding: paddingOf(frame),
    cursor: { show: false },
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
  };
}

/** Beside the axes, such that the inside of the plot begins and ends with whole pixels of the device. */
function paddingOf({ axes, isLabelled }: Frame): uPlot.Padding {
  const axisPx = axisWidthPx + (isLabelled ? labelPx : 0);
  const [left, right] = [axes.length > 0 ? axisPx : 0, axes.length > 1 ? axisPx : 0];
  const upTo = (least: number, takenPx: number) => (): number =>
    Math.ceil((takenPx + least) * devicePixelRatio - 1e-3) / devicePixelRatio - takenPx;
  return [
    upTo(isLabelled ? 8 : axisNamesPx, 0),
    upTo(right > 0 ? 0 : 12, right),
    upTo(0, axisHeightPx),
    upTo(0, left),
  ];
}

/** A single day stands in the middle. */
function xScaleOf({ from, to }: DayRange): DayRange {
  return to > from ? { from, to } : { from: from - 0.5, to: from + 0.5 };
}

function valueScale(frame: Frame, unit: Unit): uPlot.Scale {
  return {
    range: () => {
      const { min, max } = frame.valueRange(unit);
      return [min, max];
    },
  };
}

function dayAxis(frame: Frame): uPlot.Axis {
  const ticks = (plot: uPlot): ReturnType<typeof dayTicks> =>
    dayTicks(frame.range(), plot.bbox.width / devicePixelRatio);
  return {
    ...axisStyle(frame.theme),
    scale: "x",
    size: axisHeightPx,
    splits: (plot) => ticks(plot).map(({ day }) => day),
    values: (plot) =>
      ticks(plot).map(({ day, label }) => (hasRoom(plot, day, label) ? label : null)),
    border: { show: true, stroke: frame.theme.axis, width: 1 },
  };
}

/** Whether the label of a day does not reach beyond the right edge. */
function hasRoom(plot: uPlot, day: Day, label: string): boolean {
  const half = (label.length * characterPx) / 2;
  return plot.bbox.left / devicePixelRatio + plot.valToPos(day, "x") + half <= plot.width;
}

function valueAxis(frame: Frame, { unit, guides, label }: Axis, index: number): uPlot.Axis {
  const ticks = (plot: uPlot): number[] =>
    valueTicks(frame.valueRange(unit), plot.bbox.height / devicePixelRatio);
  const style = axisStyle(frame.theme);
  const axis: uPlot.Axis = {
    ...style,
    scale: unit,
    size: axisWidthPx,
    splits: ticks,
    values: (_plot, splits) => splits.map((value) => formatTick(unit, value, stepOf(splits))),
    // Guides stand for the grid where there are any; a second axis has no lines of its own.
    grid: { ...style.grid, show: index === 0 && guides.length === 0 },
    ...(frame.isLabelled ? { label, labelSize: labelPx, labelGap: 2 } : {}),
  };
  // The first stands on the left by itself.
  return index === 0 ? axis : Object.assign(axis, { side: rightSide });
}

function axisStyle({ font, grid, muted }: ChartTheme): uPlot.Axis {
  return {
    ...givenTicks,
    font: `${fontPx}px ${font}`,
    labelFont: `${fontPx}px ${font}`,
    stroke: muted,
    gap: 4,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1, size: 4 },
  };
}
