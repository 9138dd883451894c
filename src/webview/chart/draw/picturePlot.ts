import { type Unit } from "../../../shared/chart/chartProtocol";
import { type Axis, type DayRange, type Layer, type Line, type Pane } from "../model/pane";
import { type ChartTheme } from "./chartTheme";
import { positionOf } from "./columnExtremes";
import { dayTicks } from "./dayTicks";
import { markPlaces } from "./markPlaces";
import { dotRadiusPx, newestPoint } from "./newestPoint";
import { type Box, type LineMark, type Mark, noteSizePx, straightLine, textMark } from "./picture";
import { type PlotScale, areaRuns, lineRuns, yOf } from "./pictureRuns";
import { sourceOf, valueRangeOn } from "./plotData";
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
import { formatTick, stepOf, valueTicks } from "./valueTicks";

/** A pane, and where the inside of its plot lies in the picture. */
export interface PlotPlace {
  readonly pane: Pane;
  readonly range: DayRange;
  readonly box: Box;
  readonly theme: ChartTheme;
  /** Whether days are named below it, or only below the next pane. */
  readonly hasDayLabels: boolean;
}

const tickPx = 4;
const dotCorners = 16;

export function scaleOf({ pane, range, box }: PlotPlace, axis: Axis): PlotScale {
  return { box, range, values: valueRangeOn(pane, axis, range) };
}

/** A plot with its axes: bands and areas, then guides, then lines, as on the screen. */
export function plotMarks(place: PlotPlace): readonly Mark[] {
  const scales = new Map<Unit, PlotScale>();
  for (const axis of place.pane.axes) scales.set(axis.unit, scaleOf(place, axis));
  const on = <Drawn extends Line | Layer>(
    drawn: readonly Drawn[],
    marksOf: (each: Drawn, scale: PlotScale) => readonly Mark[],
  ): readonly Mark[] =>
    drawn.flatMap((each) => {
      const scale = scales.get(each.unit);
      return scale === undefined ? [] : marksOf(each, scale);
    });
  const { layers, lines, axes } = place.pane;
  const [axis] = axes;
  return [
    ...(axis === undefined ? [] : bandMarks(axis, place)),
    ...on(layers.toReversed(), (layer, scale) => layerMarks(layer, scale, place.theme)),
    ...axes.flatMap((axis, index) => {
      const scale = scales.get(axis.unit);
      return scale === undefined ? [] : valueAxisMarks(axis, scale, place, index === 0);
    }),
    ...dayAxisMarks(place),
    ...on(lines.toReversed(), (line, scale) => lineMarks(line, scale, place)),
    ...lines.flatMap((line) => mismatchMarks(line, place)),
    ...on(lines.toReversed(), (line, scale) => newestMarks(line, scale, place.theme)),
  ];
}

function bandMarks(axis: Axis, place: PlotPlace): readonly Mark[] {
  const scale = scaleOf(place, axis);
  const { box, theme } = place;
  const { min, max } = scale.values;
  const opacity = bandOpacity(theme);
  const right = box.left + box.width;
  return bandsOf(axis).flatMap((band): readonly Mark[] => {
    if (opacity === 0 || band > max || -band < min) return [];
    const [top, bottom] = [yOf(scale, band), yOf(scale, -band)];
    const runs = [[box.left, top, right, top, right, bottom, box.left, bottom]];
    return [{ type: "area", runs, colour: theme.grid, opacity }];
  });
}

function layerMarks(layer: Layer, scale: PlotScale, theme: ChartTheme): readonly Mark[] {
  const { days, lower, upper } = layer;
  const runs = areaRuns(sourceOf(days, lower), sourceOf(days, upper), scale);
  // What lies below shines through neither the grid nor the layers further out.
  return [
    { type: "area", runs, colour: theme.background, opacity: 1 },
    {
      type: "area",
      runs,
      colour: lineColour(theme, layer.colour),
      opacity: areaOpacity(theme),
    },
    ...edgesOf(layer, theme).map((edge) => stepsMark(edge, theme.background, scale, theme)),
  ];
}

function stepsMark(
  { days, values, colour: place, dash }: Steps,
  colour: string,
  scale: PlotScale,
  theme: ChartTheme,
): LineMark {
  return {
    type: "line",
    runs: lineRuns(sourceOf(days, values), scale),
    colour,
    width: lineWidth(theme, place),
    dash: lineDash(theme, dash),
  };
}

function lineMarks(drawn: Line, scale: PlotScale, { theme, pane }: PlotPlace): readonly Mark[] {
  const line = stepsMark(drawn, lineColour(theme, drawn.colour), scale, theme);
  const casing = casingPx(theme, pane);
  if (casing === 0) return [line];
  return [{ ...line, colour: theme.background, width: line.width + 2 * casing, dash: [] }, line];
}

/** Labels beside the plot, and what crosses it: guides, or the ticks of an axis that has none. */
function valueAxisMarks(
  { unit, guides }: Axis,
  scale: PlotScale,
  { box, theme }: PlotPlace,
  isFirst: boolean,
): readonly Mark[] {
  const ticks = valueTicks(scale.values, box.height);
  const right = box.left + box.width;
  const edge = isFirst ? box.left : right;
  const outward = isFirst ? -1 : 1;
  const labels = ticks.map((tick) =>
    textMark({
      text: formatTick(unit, tick, stepOf(ticks)),
      x: edge + outward * (tickPx + 3),
      y: yOf(scale, tick) + noteSizePx * 0.36,
      colour: theme.muted,
      anchor: isFirst ? "end" : "start",
    }),
  );
  // A second axis has no lines of its own.
  if (!isFirst) return labels;
  const { min, max } = scale.values;
  const acrossAt = [...new Set([...guides, ...ticks])].filter(
    (value) => value >= min && value <= max,
  );
  const isStrong = (value: number): boolean => value === 0 && guides.includes(0);
  const across = acrossAt
    .sort((one, other) => Number(isStrong(one)) - Number(isStrong(other)))
    .map((value) => {
      const y = yOf(scale, value);
      return straightLine([box.left, y, right, y], isStrong(value) ? theme.axis : theme.grid);
    });
  return [...across, ...labels];
}

/** The lower edge of the plot and its days. */
function dayAxisMarks({ box, range, theme, hasDayLabels }: PlotPlace): readonly Mark[] {
  const bottom = box.top + box.height;
  const marks: Mark[] = [
    straightLine([box.left, bottom, box.left + box.width, bottom], theme.axis),
  ];
  for (const { day, label } of dayTicks(range, box.width)) {
    const x = box.left + positionOf(day, range) * box.width;
    marks.push(straightLine([x, bottom, x, bottom + tickPx], theme.axis));
    if (!hasDayLabels) continue;
    const y = bottom + tickPx + noteSizePx + 1;
    marks.push(textMark({ text: label, x, y, colour: theme.muted, anchor: "middle" }));
  }
  return marks;
}

/** A dot, as a shape of so many corners that it looks round. */
function newestMarks(line: Line, scale: PlotScale, theme: ChartTheme): readonly Mark[] {
  const { box, range } = scale;
  const point = newestPoint(line, range, box.width);
  if (point === undefined) return [];
  const x = box.left + positionOf(point.day, range) * box.width;
  const y = yOf(scale, point.value);
  const run = Array.from({ length: dotCorners }, (_, corner) => {
    const angle = (corner / dotCorners) * 2 * Math.PI;
    return [x + dotRadiusPx * Math.cos(angle), y + dotRadiusPx * Math.sin(angle)];
  }).flat();
  return [{ type: "area", runs: [run], colour: lineColour(theme, line.colour), opacity: 1 }];
}

/** Ticks at the upper edge where parts do not add up. */
function mismatchMarks(line: Line, { box, range, theme }: PlotPlace): readonly Mark[] {
  const runs = markPlaces(line, range, box.width, markPx.space).map((place) => {
    const x = box.left + place;
    const [right, bottom] = [x + markPx.width, box.top + markPx.height];
    return [x, box.top, right, box.top, right, bottom, x, bottom];
  });
  return runs.length === 0 ? [] : [{ type: "area", runs, colour: theme.warning, opacity: 1 }];
}
