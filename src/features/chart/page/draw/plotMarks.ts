import { areEqualValues } from "../../../../shared/series/equalValues";
import { type ShownUnit } from "../../../../shared/series/numberText";
import { type Day } from "../../../../shared/day";
import { valueTicks } from "../../../../ui/valueTicks";
import {
  type ValueAxis,
  type DayRange,
  type Layer,
  type Line,
  mutedColour,
  type Pane,
  type Steps,
} from "../model/pane";
import { type ChartTheme } from "./chartTheme";
import { axisTicks } from "./axisTicks";
import { type ColumnExtremes, columnExtremes, columnOf, positionOf } from "./columnExtremes";
import {
  type Box,
  type Mark,
  type PlotScale,
  rectMark,
  ruleMark,
  type StepsMark,
  yOf,
} from "./marks";
import {
  areaOpacity,
  casingPx,
  edgesOf,
  emphasis,
  fadedColour,
  lineColour,
  lineDash,
  lineWidth,
  markPx,
  negativeColour,
  positiveColour,
} from "./plotStyle";
import { type ValueRange } from "../../model/viewState";
import { standingRow, type Observations } from "../../../../shared/series/observations";

/** A pane, the box of its plot's inside, and the resolution at which it is drawn. */
export interface Plot {
  readonly pane: Pane;
  readonly range: DayRange;
  readonly theme: ChartTheme;
  readonly box: Box;
  /** By unit, the range of values over the height of the box. */
  readonly values: ReadonlyMap<ShownUnit, ValueRange>;
  /** The number of columns to which series are reduced, for each pixel of the box. */
  readonly resolution: number;
  /** Id of the line that a person points at. It is drawn thicker and in front of the others, which fade. */
  readonly emphasised?: string | undefined;
  /** Present for one of many small panes: whether it is pointed at. */
  readonly compact?: { readonly isPointed: boolean };
}

const gridOpacity = 0.16;
const leastBarPx = 4;
const barGapPx = 1.5;
const dotRadiusPx = 3;
/** The least distance between the ticks of small panes, and the most ticks in a taller one. */
const leastCompactPx = 14;
const mostCompactTicks = 5;

/** The marks inside a plot: areas, then the grid, so that it shows on them, then lines, marks and newest values. */
export function insideMarks(plot: Plot): readonly Mark[] {
  const { pane } = plot;
  const { layers } = pane;
  const lines = emphasisedFirst(plot);
  const casing = casingPx(pane);
  return [
    // Layers lie on top of each other, the innermost last.
    ...layers.toReversed().flatMap((layer) => layerMarks(plot, layer)),
    ...lines
      .filter(isFilled)
      .flatMap((line) => [...signMarks(plot, line), ...gapMarks(plot, line)]),
    ...gridMarks(plot),
    ...lines
      .filter((line) => !isFilled(line))
      .toReversed()
      .flatMap((line) => stepsMarks(plot, line, colourIn(plot, line), casing)),
    ...lines.flatMap((line) => mismatchMarks(plot, line)),
    ...lines.toReversed().flatMap((line) => newestMarks(plot, line)),
  ];
}

/** The lines with the emphasised one first, because the first is drawn last. */
function emphasisedFirst({ pane: { lines }, emphasised }: Plot): readonly Line[] {
  const own = lines.find(({ id }) => id === emphasised);
  return own === undefined ? lines : [own, ...lines.filter((line) => line !== own)];
}

function colourIn({ theme, emphasised, pane }: Plot, { id, colour }: Line): string {
  const isFaded = emphasised !== id && pane.lines.some((line) => line.id === emphasised);
  return isFaded ? fadedColour(theme, colour) : lineColour(theme, colour);
}

/** The ticks of an axis of values; closer together in small panes. */
export function valueTicksOf(
  { compact }: Plot,
  axis: ValueAxis,
  scale: PlotScale,
): readonly number[] {
  const { box, values } = scale;
  return compact === undefined
    ? axisTicks(axis, scale)
    : valueTicks(values, box.height, Math.max(leastCompactPx, box.height / mostCompactTicks));
}

/** The scale of a unit; undefined for a unit without an axis. */
export function scaleOf({ box, values }: Plot, unit: ShownUnit): PlotScale | undefined {
  const spanned = values.get(unit);
  return spanned === undefined ? undefined : { box, values: spanned };
}

/** The middle of the column in which a day of the range is drawn. */
export function xOfDay({ box, range, resolution }: Plot, day: Day): number {
  const columns = columnsIn(box, resolution);
  return box.left + (columnOf(day, range, columns) + 0.5) / resolution;
}

function columnsIn({ width }: Box, resolution: number): number {
  return Math.max(1, Math.round(width * resolution));
}

function layerMarks(plot: Plot, layer: Layer): readonly Mark[] {
  const { theme } = plot;
  const scale = scaleOf(plot, layer.unit);
  if (scale === undefined) return [];
  return [
    {
      type: "area",
      scale,
      lower: reduced(plot, layer.days, layer.lower),
      upper: reduced(plot, layer.days, layer.upper),
      // The opaque ground hides the layers below.
      ground: theme.background,
      colour: lineColour(theme, layer.colour),
      opacity: areaOpacity(theme, layer.tint),
    },
    ...edgesOf(layer, theme).flatMap((edge) => stepsMarks(plot, edge, theme.background)),
  ];
}

/** A horizontal line at each tick of the first axis: guides are stronger, zero is strongest. A second axis has none. */
function gridMarks(plot: Plot): readonly Mark[] {
  const { box, theme } = plot;
  const [axis] = plot.pane.axes;
  const scale = axis === undefined ? undefined : scaleOf(plot, axis.unit);
  if (axis === undefined || scale === undefined) return [];
  const { min, max } = scale.values;
  // The lower edge is the axis of days.
  const isInside = (value: number): boolean => value > min && value <= max && value !== 0;
  const guides = plot.compact === undefined ? axis.guides.filter(isInside) : [];
  const ticks = valueTicksOf(plot, axis, scale).filter(isInside);
  const hasAreas = plot.pane.layers.length > 0 || plot.pane.lines.some(isFilled);
  const rule = (value: number, colour: string): Mark => {
    const place = { x: box.left, y: yOf(scale, value), length: box.width };
    // The grid's own colours would be invisible on areas.
    return hasAreas && colour !== theme.axis
      ? ruleMark({ ...place, colour: theme.foreground, opacity: gridOpacity })
      : ruleMark({ ...place, colour });
  };
  return [
    ...ticks.filter((tick) => !guides.includes(tick)).map((tick) => rule(tick, theme.grid)),
    ...guides.map((guide) => rule(guide, theme.guide)),
    ...(min <= 0 && max >= 0 ? [rule(0, theme.axis)] : []),
  ];
}

function stepsMarks(
  plot: Plot,
  line: Steps & { readonly id?: string },
  colour: string,
  casingPx = 0,
): readonly StepsMark[] {
  const { theme, compact } = plot;
  const scale = scaleOf(plot, line.unit);
  if (scale === undefined) return [];
  return [
    {
      type: "steps",
      scale,
      extremes: reduced(plot, line.days, line.values),
      colour,
      width:
        compact === undefined
          ? lineWidth(theme, line.colour) * (isEmphasised(plot, line) ? emphasis : 1)
          : compactWidth(plot, line),
      dash: lineDash(theme, line),
      casing: { colour: theme.background, width: casingPx },
    },
  ];
}

function isEmphasised({ emphasised }: Plot, { id }: { readonly id?: string }): boolean {
  return id !== undefined && id === emphasised;
}

/** Lines of small panes are thin, except in the pane that is pointed at. */
function compactWidth({ theme, compact }: Plot, { colour }: Steps): number {
  const width = theme.isHighContrast ? lineWidth(theme, colour) : 1.1;
  if (colour === mutedColour) return 1;
  return compact?.isPointed === true ? width + 1 : width;
}

function isFilled(line: Line): boolean {
  return line.isFilled === true;
}

/**
 * Areas from zero up to positive values and down to negative ones, in each column as far as any of its values reaches.
 */
function signMarks(plot: Plot, { unit, days, values }: Line): readonly Mark[] {
  const { theme } = plot;
  const scale = scaleOf(plot, unit);
  if (scale === undefined) return [];
  const extremes = reduced(plot, days, values);
  const zero = limited(extremes, (value) => 0 * value);
  const mark = (colour: string, limit: (value: number) => number): Mark => ({
    type: "area",
    scale,
    lower: zero,
    upper: limited(extremes, limit),
    ground: theme.background,
    colour,
    opacity: 1,
  });
  return [
    mark(positiveColour(theme), (value) => Math.max(0, value)),
    mark(negativeColour(theme), (value) => Math.min(0, value)),
  ];
}

/** Gaps between successive values, which turn the area into bars; none if the bars would be too narrow. */
function gapMarks(plot: Plot, { days, values }: Line): readonly Mark[] {
  const { box, range, theme, resolution } = plot;
  const starts: Day[] = [];
  const most = box.width / leastBarPx;
  const last = standingRow(days, range.to);
  const first = standingRow(days, range.from);
  let ofRun = values[first] ?? Number.NaN;
  for (let row = first + 1; row <= last; row++) {
    const value = values[row] ?? Number.NaN;
    if (areEqualValues(value, ofRun)) continue;
    ofRun = value;
    starts.push(days[row] ?? range.from);
    if (starts.length > most) return [];
  }
  const width = barGapPx;
  return starts.map((day) => {
    const left = xOfDay(plot, day) - 0.5 / resolution - width / 2;
    return rectMark({ left, top: box.top, width, height: box.height }, theme.background);
  });
}

/** Applies a function to each number of a reduction; it must keep NaN. */
function limited(extremes: ColumnExtremes, limit: (value: number) => number): ColumnExtremes {
  const { first, min, max, last, standing } = extremes;
  return {
    ...extremes,
    first: first.map(limit),
    min: min.map(limit),
    max: max.map(limit),
    last: last.map(limit),
    standing: limit(standing),
  };
}

function reduced(
  { range, box, resolution }: Plot,
  days: Int32Array,
  values: Float64Array,
): ColumnExtremes {
  return columnExtremes({ days, values }, range, columnsIn(box, resolution));
}

/** Ticks at the upper edge on rows whose parts do not add up. */
function mismatchMarks({ box, range, theme, resolution }: Plot, line: Line): readonly Mark[] {
  const [width, height] = [markPx.width, markPx.height].map(
    (px) => Math.round(px * resolution) / resolution,
  );
  const places = markPlaces(line, range, columnsIn(box, resolution), markPx.space * resolution);
  return places.map((place) => {
    const left = box.left + Math.floor(place) / resolution;
    const mark = { left, top: box.top, width: width ?? 0, height: height ?? 0 };
    return rectMark(mark, theme.warning);
  });
}

/**
 * The positions of marked rows of a range across a plot of a width, at least `space` apart, so that marks can be told
 * apart.
 */
export function markPlaces(
  { days, marks }: Line,
  range: DayRange,
  width: number,
  space: number,
): readonly number[] {
  const places: number[] = [];
  for (const row of marks) {
    const day = days[row];
    if (day === undefined || day < range.from || day > range.to) continue;
    // The last day is in the last pixel, as in the line.
    const place = Math.min(width - 1, positionOf(day, range) * width);
    if (place >= (places.at(-1) ?? -space) + space) places.push(place);
  }
  return places;
}

function newestMarks(plot: Plot, line: Line): readonly Mark[] {
  // The title of a small pane has the newest value.
  if (plot.compact !== undefined) return [];
  const point = newestPoint(line, plot.range);
  const scale = scaleOf(plot, line.unit);
  if (point === undefined || scale === undefined) return [];
  return [
    {
      type: "dot",
      x: xOfDay(plot, point.day),
      y: yOf(scale, point.value),
      radius: dotRadiusPx + (isEmphasised(plot, line) ? 1 : 0),
      colour: colourIn(plot, line),
    },
  ];
}

/** The last value of a line if it lies in the range; undefined if its last row has none. */
export function newestPoint(
  { days, values }: Observations,
  { from, to }: DayRange,
): { readonly day: Day; readonly value: number } | undefined {
  const [day, value] = [days.at(-1), values.at(-1)];
  if (day === undefined || value === undefined || Number.isNaN(value)) return undefined;
  return day < from || day > to ? undefined : { day, value };
}
