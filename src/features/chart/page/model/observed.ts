import { type Day } from "../../../../shared/day";
import { type NativeStep, observe, type Observed } from "../../../../shared/series/nativeStep";
import { type Observations, standingRow } from "../../../../shared/series/observations";
import { type Line, type Pane } from "./pane";
import { Remembered } from "./remembered";

interface Known {
  readonly observed: Observed;
  /** The day on which each observation starts, ascending. */
  readonly days: Int32Array;
}

const known = new Remembered<Known>();

/** A series, with its values as served if the shown ones differ. */
export type Observable = Observations & { readonly served?: Observations };

/**
 * The observations of a line or a layer as served: the crosshair stops at them and percentiles count them, however
 * values are shown.
 */
export function observedOf(shown: Observable): Known {
  const series = shown.served ?? shown;
  const { days, values } = series;
  return known.of(values, days, () => {
    const observed = observe(series);
    const isEachRow = observed.starts.length === days.length;
    return { observed, days: isEachRow ? days : observed.starts.map((row) => days[row] ?? 0) };
  });
}

/** How often the values of a line change; reads all rows only when the host has sent no step. */
export function stepOfLine(line: Line): NativeStep {
  return line.step ?? observedOf(line).observed.step;
}

/** The last day at or before a day, and the first after it, on which any of several series has an observation. */
export function observedBeside(
  all: readonly Observable[],
  day: number,
): { readonly before: Day | undefined; readonly after: Day | undefined } {
  let before: Day | undefined;
  let after: Day | undefined;
  for (const days of new Set(all.map((series) => observedOf(series).days))) {
    const row = standingRow(days, day);
    const [earlier, later] = [days[row], days[row + 1]];
    if (earlier !== undefined) before = Math.max(before ?? earlier, earlier);
    if (later !== undefined) after = Math.min(after ?? later, later);
  }
  return { before, after };
}

/** The nearest day after (1) or before (-1) a day on which anything drawn has an observation; undefined without one. */
export function nextObserved(panes: readonly Pane[], day: Day, direction: 1 | -1): Day | undefined {
  const drawn = panes.flatMap(({ lines, layers }) => [...lines, ...layers]);
  if (direction === 1) return observedBeside(drawn, day).after;
  return observedBeside(drawn, day - 1).before;
}
