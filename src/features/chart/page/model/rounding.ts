import { type Day } from "../../../../shared/day";
import { drawnRow, lastKnownRow, standingRow } from "../../../../shared/series/observations";
import { roundingMiss } from "../../../../shared/series/sums";
import { type ChartView } from "./chartView";
import { type Layer, type Line, type Drawn } from "./pane";

/** A line and the layers that add up to it, printed beside each other as a total and its parts. */
interface PrintedSum {
  readonly total: Line;
  readonly parts: readonly Layer[];
}

/** Whether parts are printed beside their total, which may need a note that they miss it. */
export function hasPrintedSum(view: Drawn): boolean {
  return printedSum(view) !== undefined;
}

/** The amount by which printed parts miss their printed total on a day, in percent; 0 if they do not. */
export function missAt(view: Drawn, day: Day): number {
  const sum = printedSum(view);
  return sum === undefined ? 0 : missInRow(sum, drawnRow(sum.total.days, day));
}

/** As {@link missAt}, for the newest values. */
export function newestMiss(view: Drawn): number {
  const sum = printedSum(view);
  return sum === undefined ? 0 : missInRow(sum, lastKnownRow(sum.total.values));
}

/** The largest {@link missAt} of the days in sight, all of which are printed in a table. */
export function largestMiss(view: ChartView): number {
  const sum = printedSum(view);
  if (sum === undefined) return 0;
  const { days } = sum.total;
  const last = standingRow(days, view.range.to);
  let largest = 0;
  for (let row = standingRow(days, view.range.from - 1) + 1; row <= last; row++) {
    largest = Math.max(largest, missInRow(sum, row));
  }
  return largest;
}

/** Layers exist only if all parts do; the one line is then their total. */
function printedSum({ panes }: Drawn): PrintedSum | undefined {
  for (const { layers, lines } of panes) {
    const [total] = lines;
    if (total !== undefined && layers.length > 0) return { total, parts: layers };
  }
  return undefined;
}

function missInRow({ total, parts }: PrintedSum, row: number): number {
  const valueIn = ({ values }: Line | Layer): number => values[row] ?? Number.NaN;
  return roundingMiss(valueIn(total), parts.map(valueIn));
}
