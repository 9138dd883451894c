import { type ShownUnit } from "../../../../shared/series/numberText";
import { type Day } from "../../../../shared/day";
import { type Observations } from "../../../../shared/series/observations";
import { observedBeside } from "../model/observed";
import { type ValueAxis, type DayRange, type Line, type Pane } from "../model/pane";
import { type Extremes, extremesOf, openingRow, rowAt } from "./columnExtremes";
import { type ValueRange } from "../../model/viewState";
import { valueRange } from "./valueRange";

/** The extremes of the drawn part of a column: the rows of the range and the value in force at its start. */
export function extremesIn({ days, values }: Observations, range: DayRange): Extremes | undefined {
  if (rowAt(days, range.from) === days.length) return undefined;
  const row = Math.max(0, openingRow(days, range));
  const rowEnd = rowAt(days, range.to + 1);
  return extremesOf(values, row, rowEnd);
}

/** By unit, the range of values that an axis of a pane spans over a height. */
export function valueRangesOf(
  pane: Pane,
  range: DayRange,
  heightPx: number,
): ReadonlyMap<ShownUnit, ValueRange> {
  return new Map(
    pane.axes.map((axis) => [
      axis.unit,
      valueRange(axis, extremesOnAxis(pane, axis, range), heightPx),
    ]),
  );
}

/** The extremes on an axis in a range of days, of this pane and of the lines it is ranged with. */
function extremesOnAxis(pane: Pane, axis: ValueAxis, range: DayRange): Extremes | undefined {
  const all = axis.rangedWith === undefined ? [] : [extremesOfLines(axis.rangedWith, range)];
  return union([extremesOfPane(pane, axis.unit, range), ...all]);
}

/** The last extremes of lines that many panes are ranged with. */
const ofLines = new WeakMap<
  readonly Line[],
  { readonly range: DayRange; readonly extremes: Extremes | undefined }
>();

function extremesOfLines(lines: readonly Line[], range: DayRange): Extremes | undefined {
  const known = ofLines.get(lines);
  if (known?.range.from === range.from && known.range.to === range.to) return known.extremes;
  const extremes = extremesOfAll(lines, range);
  ofLines.set(lines, { range, extremes });
  return extremes;
}

/** The extremes of the lines and layers of a pane in a unit. */
export function extremesOfPane(pane: Pane, unit: ShownUnit, range: DayRange): Extremes | undefined {
  return extremesOfAll(curvesOf(pane, unit), range);
}

function extremesOfAll(series: readonly Observations[], range: DayRange): Extremes | undefined {
  return union(series.map((each) => extremesIn(each, range)));
}

function union(all: readonly (Extremes | undefined)[]): Extremes | undefined {
  let min = Infinity;
  let max = -Infinity;
  for (const extremes of all) {
    min = Math.min(min, extremes?.min ?? min);
    max = Math.max(max, extremes?.max ?? max);
  }
  return min <= max ? { min, max } : undefined;
}

function curvesOf(pane: Pane, unit: ShownUnit): Observations[] {
  const layers = pane.layers.filter((layer) => layer.unit === unit);
  const lines = pane.lines.filter((line) => line.unit === unit);
  return [
    ...layers.flatMap(({ days, lower, upper }) => [
      { days, values: lower },
      { days, values: upper },
    ]),
    ...lines,
  ];
}

/**
 * The day within the range nearest to `day` on which a line or a layer has an observation, or without any, a row;
 * undefined without rows.
 */
export function nearestDay(pane: Pane, day: number, range: DayRange): Day | undefined {
  const shown = [...pane.lines, ...pane.layers];
  const { before, after } = observedBeside(shown, day);
  const isInSight = (each: Day | undefined): each is Day =>
    each !== undefined && each >= range.from && each <= range.to;
  const observed = [before, after].filter(isInSight);
  const rows = shown.flatMap(({ days }) => {
    const row = rowAt(days, day);
    return [days[row - 1], days[row]].filter(isInSight);
  });
  return nearest(observed.length > 0 ? observed : rows, day);
}

function nearest(days: readonly Day[], day: number): Day | undefined {
  const [first, ...others] = days;
  if (first === undefined) return undefined;
  return others.reduce(
    (best, each) => (Math.abs(each - day) < Math.abs(best - day) ? each : best),
    first,
  );
}
