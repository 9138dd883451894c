import { gridPx } from "../model/panel/panelGrid";
import { formatTick, stepOf } from "../../../../ui/valueTicks";
import { type AxesLayout, placedDayTicks } from "./axes";
import { type Box, type Mark, noteSizePx, textMark, yOf } from "./marks";
import { type Plot, scaleOf, valueTicksOf } from "./plotMarks";
import { textWidth } from "./textWidth";

/** Which figures surround one of many small panes that share their axes: values at the left, days below. */
export interface CompactFrame {
  readonly hasValueLabels: boolean;
  readonly hasDayLabels: boolean;
}

/** Space below the inside of every pane, into which half a label may reach. */
const belowPx = 7.5;
const labelGapPx = 4;
/** Distances from the baseline of a label to its middle, and from the plot to the baseline of the days. */
const middlePx = 0.36 * noteSizePx;
const dayBaselinePx = 14;
const ascentPx = 0.75 * noteSizePx;

/** Lays out a pane whose axes are labelled by its frame alone; the insides of all panes have one size. */
export function layOutCompact(outer: Box, frame: CompactFrame, resolution: number): AxesLayout {
  const whole = (px: number): number =>
    Math.max(1, Math.floor(px * resolution + 1e-3)) / resolution;
  const left = frame.hasValueLabels ? gridPx.left : 0;
  const below = belowPx + (frame.hasDayLabels ? gridPx.below : 0);
  const inside = {
    left: outer.left + left,
    top: outer.top,
    width: whole(outer.width - left),
    height: whole(outer.height - below),
  };
  return { outer, inside, hasDayLabels: frame.hasDayLabels };
}

/** The figures of a frame; only days that fit below the plot as a whole are labelled. */
export function compactAxisMarks(plot: Plot, frame: CompactFrame): readonly Mark[] {
  return [
    ...(frame.hasValueLabels ? valueMarks(plot) : []),
    ...(frame.hasDayLabels ? dayMarks(plot) : []),
  ];
}

function valueMarks(plot: Plot): readonly Mark[] {
  const { box, theme } = plot;
  const [axis] = plot.pane.axes;
  const scale = axis === undefined ? undefined : scaleOf(plot, axis.unit);
  if (axis === undefined || scale === undefined) return [];
  const ticks = valueTicksOf(plot, axis, scale);
  return ticks.map((tick) =>
    textMark({
      text: formatTick(axis.unit, tick, stepOf(ticks)),
      x: box.left - labelGapPx,
      // Keeps the label from being clipped if the tick is at the upper end of the axis.
      y: Math.max(yOf(scale, tick) + middlePx, box.top + ascentPx),
      colour: theme.muted,
      anchor: "end",
    }),
  );
}

function dayMarks(plot: Plot): readonly Mark[] {
  const { box, theme } = plot;
  return placedDayTicks(plot).flatMap(({ label, x }) => {
    const reach = textWidth(label, noteSizePx) / 2;
    const isWhole = x - reach >= box.left - labelGapPx && x + reach <= box.left + box.width + 1;
    if (!isWhole) return [];
    const y = box.top + box.height + dayBaselinePx;
    return [textMark({ text: label, x, y, colour: theme.muted, anchor: "middle" })];
  });
}
